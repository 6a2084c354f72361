"""What is said about Three Men's Morris: moves, and touches in vain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from billes.core.sentences import Sentence
from billes.scenes import defaults
from billes.scenes.defaults import ending as ending
from billes.scenes.defaults import handle as handle
from billes.scenes.defaults import warning as warning

from .handling import Marbles

if TYPE_CHECKING:
    from billes.core.position import Position


def move(before: Position, move: str) -> tuple[Sentence, ...]:
    """What a move does: a marble placed, or moved from a point to another."""
    who = {"name": before.player}
    if len(move) == 2:
        return (Sentence("move.morris.place", {"to": move}, who),)
    return (Sentence("move.morris.move", {"from": move[:2], "to": move[2:]}, who),)


def refusal(position: Position, handle: str, touched: tuple[str, ...]) -> Sentence:
    """Why a handle may not be touched: marbles stay where they are until all are placed, and slide along lines."""
    marbles = Marbles(position)
    owner = marbles.owner.get(handle)
    if marbles.left and owner == marbles.player:
        return Sentence("refused.morris.place")
    if marbles.left and owner:
        return Sentence("refused.morris.taken")
    if touched and not owner and not handle.startswith("reserve:"):
        return Sentence("refused.morris.next")
    return defaults.refusal(position, handle, touched)
