"""Handling Quits: touch a marble and where it steps, or the arrow of the row that slides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from ...scenes.grid import FILES, name
from ...scenes.handling import Prompt, Touches
from ...scenes.motions import Motion
from .rules import MARBLES, NAME, SIDE, goal_cell

if TYPE_CHECKING:
    from ...core.position import Position

CELLS = tuple(name(f, r) for r in range(SIDE) for f in range(SIDE))
STEP = re.compile(r"([a-e]\d)([a-e]\d)")


@cache
def line(slide: str) -> tuple[str, ...]:
    """The cells of the row that a slide moves, in the direction it moves.

    >>> line("cv")
    ('c5', 'c4', 'c3', 'c2', 'c1')
    """
    row, way = slide[0], slide[1]
    cells = [f"{f}{row}" for f in FILES[:SIDE]] if row.isdigit() else [f"{row}{r}" for r in range(1, SIDE + 1)]
    return tuple(cells if way in ">^" else cells[::-1])


def lying(position: Position) -> dict[str, int]:
    """The marbles on the board."""
    board = str(position).split()[0].replace("/", "")
    return {cell: int(owner) for cell, owner in zip(CELLS, board, strict=True) if owner != "."}


class Hand:
    """A hand over the tiles and the arrows round them."""

    def __init__(self, position: Position) -> None:
        self.moves = [move.text for move in position.moves]
        self.barred = str(position).split()[2]
        self.owner = lying(position)
        self.player = position.player
        self.steps = [(move[:2], move[2:]) for move in self.moves if STEP.fullmatch(move)]

    def sequences(self) -> Iterator[tuple[Touches, str]]:
        """Every move with its touches."""
        steps = set(self.steps)
        for move in self.moves:
            if (step := (move[:2], move[2:])) in steps:
                yield step, move
            else:
                yield (move if move == "pass" else f"arrow:{move}",), move

    def detours(self, first: Touches) -> Mapping[str, Touches]:
        """There are none."""
        return {}

    def prompt(self, touched: Touches, handles: Touches) -> Prompt:
        """How the turn stands: to begin, or with a marble in hand."""
        if touched:
            return Prompt(self.stepping(touched[0]), {"place": touched[0]}, held=touched)
        if handles == ("pass",):
            return Prompt("pass")
        slides = [handle for handle in handles if handle.startswith("arrow:")]
        ask = "quits.step" if not slides else "quits.slide" if len(slides) == len(handles) else "quits.turn"
        if not self.misses():
            return Prompt(ask)
        return Prompt(f"{ask}.barred", {"slide": self.barred})

    def shows(self, touched: Touches) -> tuple[Motion, ...]:
        """The marble stepping, or the row sliding."""
        if touched == ("pass",) or (len(touched) == 1 and touched[0] in self.owner):
            return ()
        return stepped(*touched) if len(touched) == 2 else slid(touched[0][6:], self.owner)

    def stepping(self, origin: str) -> str:
        """What is asked with a marble in hand, by what could be done instead."""
        if len(self.steps) < len(self.moves):
            return "quits.step.where.slide"
        return "quits.step.where.other" if any(step[0] != origin for step in self.steps) else "quits.step.where"

    def misses(self) -> bool:
        """Whether the forbidden slide is one the player could have played."""
        if self.barred == "-":
            return False
        cells = line(self.barred)
        return cells[-1] not in self.owner and any(self.owner.get(cell) == self.player for cell in cells)


def leaving(before: Position, move: str) -> tuple[int, str] | None:
    """The player whose marble a move brings to its goal, and that goal; None if it brings none there."""
    owner = lying(before)
    if move == "pass":
        return None
    step = STEP.fullmatch(move)
    origin, target = (step[1], step[2]) if step else (line(move)[-2], line(move)[-1])
    player = owner.get(origin)
    return (player, target) if player and NAME[goal_cell(player, before.players)] == target else None


@cache
def stepped(origin: str, target: str) -> tuple[Motion, ...]:
    """A marble steps."""
    return (Motion("step", origin, target),)


def slid(slide: str, owner: Mapping[str, int]) -> tuple[Motion, ...]:
    """A row slides with the marbles on it while its end tile goes round."""
    return (*tiles(slide), *(ridden(here, there) for here, there in pairwise(line(slide)) if here in owner))


@cache
def tiles(slide: str) -> tuple[Motion, ...]:
    """The tiles of a row that slides."""
    cells = line(slide)
    return tuple(
        Motion("round" if here == cells[-1] else "slide", f"tile-{here}", f"tile-{there}", thing="slab")
        for here, there in zip(cells, (*cells[1:], cells[0]), strict=True)
    )


@cache
def ridden(here: str, there: str) -> Motion:
    """A marble rides on its tile."""
    return Motion("slide", here, there)


def motions(before: Position, after: Position, move: str, touched: Touches) -> tuple[Motion, ...]:
    """A marble steps, or a row slides while its end tile goes round; a marble on its goal then leaves for its cup."""
    if move == "pass":
        return ()
    step = STEP.fullmatch(move)
    found = stepped(step[1], step[2]) if step else slid(move, lying(before))
    if gone := leaving(before, move):
        player, goal = gone
        out = MARBLES[before.variant] - list(lying(before).values()).count(player)
        found += (Motion("leave", goal, f"out{player}.{out + 1}", step=1),)
    return found
