"""What is said about Balanx: moves, handles, touches in vain, endings, and a board that would not stay down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.sentences import Sentence
from ...scenes import defaults
from ...scenes.defaults import ending as ending
from .board import pull
from .handling import between, lying
from .rules import zones

if TYPE_CHECKING:
    from ...core.position import Position


def move(before: Position, move: str) -> tuple[Sentence, ...]:
    """What a move does: a jump or a step."""
    if move == "pass":
        return defaults.move(before, move)
    origin, target = move[:2], move[2:]
    kind = "jump" if between(origin, target) else "step"
    return (Sentence(f"move.balanx.{kind}", {"from": origin, "to": target}, {"name": before.player}),)


def handle(position: Position, handle: str, reader: int) -> Sentence:
    """What a handle is: a button or a place."""
    if handle == "pass":
        return defaults.handle(position, handle, reader)
    return defaults.place(position.game, handle, lying(position).get(handle), reader)


def refusal(position: Position, handle: str, touched: tuple[str, ...]) -> Sentence:
    """Why a handle may not be touched."""
    there = lying(position)
    if handle in there or not touched:
        return defaults.refused_place(there.get(handle), position.player, touched)
    zone = zones(position.state[5])[3 - position.player]
    if zone - there.keys() == {handle} and touched[0] not in zone and _reaches(touched[0], handle, there):
        return Sentence("refused.balanx.zone")
    return Sentence("refused.balanx.where")


def _reaches(origin: str, target: str, there: dict[str, int]) -> bool:
    """Whether a marble could land there by a jump or a step, zones aside."""
    if origin[0] != target[0] and origin[1:] != target[1:]:
        return False
    over = between(origin, target)
    return all(place in there for place in over) and (bool(over) or origin[1:] == target[1:])


def warning(position: Position) -> Sentence | None:
    """That the weight of the marbles would not hold the board down for the player to move, who is then often behind.

    The board is held down and the game goes on as usual.
    """
    return Sentence("tilt.warning", players={"name": position.player}) if pull(position) < 0 else None
