"""Walking through a solved variant: what a position and each of its moves are worth, as far as that is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from . import solvable
from .format import NoTablebase
from .probe import OPPOSITE, Tablebases

if TYPE_CHECKING:
    from ..core.position import Position

Source = Literal["tablebase", "book", ""]
_ORDER = {"win": 0, "draw": 1, "": 2, "loss": 3}


@dataclass(frozen=True, slots=True)
class Choice:
    """A move: what the mover gets by it, the plies then left, and how many of the replies keep what the other has.

    The value is empty and there are no replies where nothing is known; there are none after a move that ends the game.
    """

    move: str
    value: str
    depth: int | None
    keeping: int = 0
    replies: int = 0


@dataclass(frozen=True, slots=True)
class Explored:
    """A position: its value and depth for the player to move, where that comes from, and its moves, best first."""

    source: Source
    value: str = ""
    depth: int | None = None
    moves: tuple[Choice, ...] = ()


def explore(position: Position, tablebases: Tablebases) -> Explored:
    """What tablebases know of a position and its moves, or the opening book where there is no tablebase.

    BadTablebase where a file cannot be used.
    """
    if not solvable(position.game, position.variant):
        return Explored("", moves=tuple(Choice(move.text, "", None) for move in position.moves))
    source: Source = "tablebase" if tablebases.knows(position) else "book"
    try:
        value, depth = tablebases.value(position)
    except NoTablebase:
        source, value, depth = "", "", None
    choices = [_choice(position.play(move), move.text, tablebases) for move in position.moves]
    if not value and not any(choice.value for choice in choices):
        return Explored("", moves=tuple(choices))
    return Explored(source or "book", value, depth, tuple(sorted(choices, key=_rank)))


def _choice(after: Position, move: str, tablebases: Tablebases) -> Choice:
    try:
        theirs, left = tablebases.value(after)
    except NoTablebase:
        return Choice(move, "", None)
    if after.outcome is not None:
        return Choice(move, OPPOSITE[theirs], 0)
    try:
        found = tablebases.probe(after)
    except NoTablebase:  # the edge of the opening book
        return Choice(move, OPPOSITE[theirs], left)
    keeping = sum(value == found.value for value, _ in found.moves.values())
    return Choice(move, OPPOSITE[theirs], left, keeping, len(found.moves))


def _rank(choice: Choice) -> tuple[int, int, str]:
    """Best first: quick wins, slow wins, draws, what is not known, slow losses, quick losses."""
    far = choice.depth or 0
    return _ORDER[choice.value], far if choice.value == "win" else -far, choice.move
