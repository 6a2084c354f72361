"""What is said about Pylos: moves, handles, touches in vain, endings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.sentences import Sentence
from ...scenes import defaults
from ...scenes.defaults import ending as ending
from ...scenes.defaults import warning as warning
from .handling import Balls, parts, supports

if TYPE_CHECKING:
    from ...core.position import Position


def move(before: Position, move: str) -> tuple[Sentence, ...]:
    """What a move does: a ball placed or raised, and those taken back."""
    who = {"name": before.player}
    origin, target, taken = parts(move)
    put = Sentence("move.pylos.place", {"to": target}, who)
    if origin:
        put = Sentence("move.pylos.raise", {"from": origin, "to": target}, who)
    named = dict(zip(("first", "second"), taken, strict=False))
    return (put, Sentence("move.pylos.take", {"count": len(taken), **named})) if taken else (put,)


def handle(position: Position, handle: str, reader: int) -> Sentence:
    """What a handle is: a reserve, a button, a place of the pyramid."""
    if handle == "done" or handle.startswith("reserve:"):
        return defaults.handle(position, handle, reader)
    lying = Balls(position).owner
    if handle not in lying and not supports(handle) <= lying.keys():
        return Sentence("handle.pylos.unsupported", {"place": handle})
    return defaults.place(position.game, handle, lying.get(handle), reader)


def refusal(position: Position, handle: str, touched: tuple[str, ...]) -> Sentence:
    """Why a handle may not be touched."""
    balls = Balls(position)
    own = f"reserve:{balls.player}"
    if handle.startswith("reserve:"):
        return defaults.refusal(position, handle, touched)
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
            return Sentence("refused.theirs")
        if any(handle in supports(cell) for cell in lying):
            return Sentence("refused.pylos.carries")
        return Sentence("refused" if taking or touched else "refused.pylos.low")
    if taking:
        return Sentence("refused.pylos.take")
    if not supports(handle) <= lying.keys() - {lifted}:
        return Sentence("refused.pylos.support")
    return Sentence("refused.pylos.higher" if lifted else "refused")
