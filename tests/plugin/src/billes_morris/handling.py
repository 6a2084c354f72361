"""Handling Three Men's Morris: touch a point to place a marble; later a marble and the point it slides to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from billes.scenes.grid import name
from billes.scenes.handling import Prompt, Touches
from billes.scenes.motions import Motion

from .rules import MARBLES

if TYPE_CHECKING:
    from billes.core.position import Position

POINTS = [name(f, r) for r in range(3) for f in range(3)]


class Marbles:
    """The marbles on the board, and how many the player to move has left to place."""

    def __init__(self, position: Position) -> None:
        board, turn = str(position).split()
        self.player = int(turn)
        self.owner = {p: int(who) for p, who in zip(POINTS, board.replace("/", ""), strict=True) if who != "."}
        self.left = MARBLES - board.count(turn)

    def moved(self, move: str, free: bool) -> Motion:
        """A marble placed from the cup, the last one first, or moved from a point to another."""
        if len(move) == 2:
            return Motion("place", f"reserve{self.player}.{self.left}", move)
        return Motion("jump" if free else "step", move[:2], move[2:])


class Hand(Marbles):
    """A hand over the nine points."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.moves = [move.text for move in position.moves]
        self.reserve = f"reserve:{self.player}"
        self.free = position.variant == "free"

    def sequences(self) -> Iterator[tuple[Touches, str]]:
        """Every move with its touches: the points it names."""
        for move in self.moves:
            yield ((move[:2], move[2:]) if len(move) == 4 else (move,)), move

    def detours(self, first: Touches) -> Mapping[str, Touches]:
        """The cup may be touched before a point."""
        return {self.reserve: first} if self.left and first else {}

    def prompt(self, touched: Touches, handles: Touches) -> Prompt:
        """How the turn stands: to begin, or with a marble in hand."""
        if touched == (self.reserve,):
            return Prompt("morris.place.where", held=(f"reserve{self.player}.{self.left}",))
        if touched:
            ask = "morris.move.where" if self.free else "morris.slide.where"
            return Prompt(ask, {"place": touched[0]}, held=touched)
        return Prompt("morris.place" if self.left else "morris.move" if self.free else "morris.slide")

    def shows(self, touched: Touches) -> tuple[Motion, ...]:
        """The marble moving, once its point is touched."""
        points = "".join(handle for handle in touched if handle in POINTS)
        whole = len(points) == 4 or (self.left and points)
        return (self.moved(points, self.free),) if whole else ()


def motions(before: Position, after: Position, move: str, touched: Touches) -> tuple[Motion, ...]:
    """One marble moves: from the cup, to the next point, or through the air where it may move anywhere."""
    return (Marbles(before).moved(move, before.variant == "free"),)
