"""Why a touch is refused, in a sentence: a hand that touches what is not lit deserves a reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..games.balanx import handling as _hand_balanx
from ..games.bilitaire import handling as _hand_bilitaire
from ..games.pylos import handling as _hand_pylos
from ..games.quits import handling as _hand_quits
from .words import Said

if TYPE_CHECKING:
    from ..core.position import Position

PLAIN = Said("refused")


def refused(position: Position, handle: str, touched: Sequence[str] = ()) -> Said:
    """Tell why a handle may not be touched after those already touched; meant for handles that gestures do not offer.

    >>> from billes.core.position import start
    >>> refused(start("quits"), "d4").key
    'refused.theirs'
    """
    if position.outcome is not None:
        return Said("refused.over")
    match position.game:
        case "pylos":
            return _pylos(position, handle, touched)
        case "quits":
            return _quits(position, handle, touched)
        case "balanx":
            return _balanx(position, handle, touched)
    return _bilitaire(position, handle, touched)


def _pylos(position: Position, handle: str, touched: Sequence[str]) -> Said:
    balls = _hand_pylos.Balls(position)
    own = f"reserve:{balls.player}"
    if handle.startswith("reserve:"):
        return Said("refused.pylos.reserve") if handle == own and not balls.left else Said("refused.theirs")
    lying = dict(balls.owner)
    hand = [touch for touch in touched if touch != own]
    lifted = hand[0] if hand and hand[0] in lying else ""
    put = hand[1:2] if lifted else hand[:1]
    taking = bool(put)
    if put:  # the turn is half played: look at the board as it is now
        lying.pop(lifted, None)
        lying[put[0]] = balls.player
        for taken in hand[2:] if lifted else hand[1:]:
            lying.pop(taken, None)
    if handle in lying:
        if lying[handle] != balls.player:
            return Said("refused.theirs")
        if any(handle in _hand_pylos.supports(cell) for cell in lying):
            return Said("refused.pylos.carries")
        return PLAIN if taking or touched else Said("refused.pylos.low")
    if taking:
        return Said("refused.pylos.take")
    if not _hand_pylos.supports(handle) <= lying.keys() - {lifted}:
        return Said("refused.pylos.support")
    return Said("refused.pylos.higher") if lifted else PLAIN


def _quits(position: Position, handle: str, touched: Sequence[str]) -> Said:
    lying, player = _hand_quits.lying(position), position.player
    if handle.startswith("arrow:"):
        slide = handle.removeprefix("arrow:")
        cells = _hand_quits.line(slide)
        if not any(lying.get(cell) == player for cell in cells):
            return Said("refused.quits.none")
        if cells[-1] in lying:
            return Said("refused.quits.end", {"place": cells[-1]})
        return Said("refused.quits.barred") if slide == str(position).split()[2] else PLAIN
    if handle in lying:
        if lying[handle] != player:
            return Said("refused.theirs")
        return PLAIN if touched else Said("refused.stuck")
    return Said("refused.quits.step") if touched else Said("refused.empty")


def _balanx(position: Position, handle: str, touched: Sequence[str]) -> Said:
    from ..games.balanx import rules

    lying = _hand_balanx.lying(position)
    if handle in lying:
        if lying[handle] != position.player:
            return Said("refused.theirs")
        return PLAIN if touched else Said("refused.stuck")
    if not touched:
        return Said("refused.empty")
    zone = rules.zones(position.variant)[3 - position.player]
    if zone - lying.keys() == {handle} and touched[0] not in zone and _reaches(touched[0], handle, lying):
        return Said("refused.balanx.zone")
    return Said("refused.balanx.where")


def _reaches(origin: str, target: str, lying: dict[str, int]) -> bool:
    """Whether a marble could land there by a jump or a step, zones aside."""
    if origin[0] != target[0] and origin[1:] != target[1:]:
        return False
    over = _hand_balanx.between(origin, target)
    return all(place in lying for place in over) and (bool(over) or origin[1:] == target[1:])


def _bilitaire(position: Position, handle: str, touched: Sequence[str]) -> Said:
    table = _hand_bilitaire.Table(position)
    if not table.jumping:
        if handle.startswith("slot:"):
            return Said("refused.bilitaire.slot" if touched else "refused.bilitaire.tray.first")
        if handle.startswith("tray:"):
            return Said("refused.bilitaire.tray")
        return Said("refused.bilitaire.trays")
    if ":" in handle:
        return Said("refused.bilitaire.marbles")
    if touched:
        return Said("refused.bilitaire.where")
    if handle not in table.full:
        return Said("refused.empty")
    if table.announced:
        return Said("refused.bilitaire.jumps", {"jumps": table.announced})
    return Said("refused.bilitaire.jump")
