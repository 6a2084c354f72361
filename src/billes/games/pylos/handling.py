"""Handling Pylos: touch a place to fill it, or a loose ball and where it rises to; then the balls to take back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from ...scenes.handling import Prompt, Touches
from ...scenes.motions import Kind, Motion
from .rules import BALLS, ICGA, NAME, RULE

if TYPE_CHECKING:
    from ...core.position import Position

MOVE = re.compile(r"(?:(\d\w\d)>)?(\d\w\d)((?:-\d\w\d)*)")


@lru_cache(4096)
def parts(move: str) -> tuple[str, str, tuple[str, ...]]:
    """Where the ball came from (or nothing), where it was put, which balls were taken back.

    >>> parts("1a1>2b1-1c3")
    ('1a1', '2b1', ('1c3',))
    """
    found = MOVE.fullmatch(move)
    if found is None:
        raise ValueError(f"{move!r} is no move of Pylos")
    return found[1] or "", found[2], tuple(found[3].split("-")[1:])


@cache
def motion(kind: Kind, what: str, to: str, step: int = 0) -> Motion:
    """A ball on its way."""
    return Motion(kind, what, to, step)


@cache
def supports(cell: str) -> set[str]:
    """The four cells a cell rests on; those of level 1 rest on the board."""
    level, file, rank = int(cell[0]), ord(cell[1]), int(cell[2])
    return {f"{level - 1}{chr(file + f)}{rank + r}" for f in (0, 1) for r in (0, 1)} if level > 1 else set()


class Balls:
    """The balls on the board, and those the player to move has in reserve."""

    def __init__(self, position: Position) -> None:
        board, turn = str(position).split()
        letters = board.replace("/", "")
        self.player = int(turn)
        self.owner = {cell: int(who) for cell, who in zip(NAME.values(), letters, strict=True) if who != "."}
        self.left = BALLS - letters.count(turn)

    def seat(self, number: int) -> str:
        """A seat of the player's reserve, counted from 1."""
        return f"reserve{self.player}.{number}"

    def put(self, origin: str, target: str) -> Motion:
        """The ball raised, or the last one of the reserve placed."""
        return motion("raise", origin, target) if origin else motion("place", self.seat(self.left), target)

    def take(self, origin: str, cell: str, before: int, step: int) -> Motion:
        """A ball taken back when `before` others have been; it goes to the first free seat."""
        left = self.left - (not origin) + before
        return motion("take", cell, self.seat(left + 1), step)


class Hand(Balls):
    """A hand over the pyramid."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.moves = [move.text for move in position.moves]
        self.legal = set(self.moves)
        origins = {origin for origin, _, _ in map(parts, self.moves)}
        self.loose = origins - {""}
        self.places = "" in origins
        self.reserve = f"reserve:{self.player}"
        self.generous = bool(RULE[position.variant] & ICGA)

    def sequences(self) -> Iterator[tuple[Touches, str]]:
        """Every move with its touches; two balls may be taken in either order, if the first one is loose."""
        figures = {move.partition("-")[0] for move in self.moves if "-" in move}
        for move in self.moves:
            stem, _, _ = move.partition("-")
            origin, target, taken = parts(move)
            start = (origin, target) if origin else (target,)
            if len(taken) == 2:
                for first, second in (taken, taken[::-1]):
                    if f"{stem}-{first}" in self.legal:
                        yield (*start, first, second), move
            elif stem in figures:
                yield (*start, *taken, "done"), move
            else:
                yield start, move

    def detours(self, first: Touches) -> Mapping[str, Touches]:
        """The reserve may be touched before a place."""
        places = tuple(handle for handle in first if handle not in self.owner)
        return {self.reserve: places} if places else {}

    def prompt(self, touched: Touches, handles: Touches) -> Prompt:
        """How the turn stands: to begin, with a ball in hand, with a figure to be paid out."""
        if not touched:
            place = any(handle not in self.owner for handle in handles)
            lift = any(handle in self.owner for handle in handles)
            return Prompt("pylos.turn" if place and lift else "pylos.place" if place else "pylos.raise")
        if touched == (self.reserve,):
            ask = "pylos.place.where.raise" if self.loose else "pylos.place.where"
            return Prompt(ask, held=(self.seat(self.left),))
        origin = touched[0] if touched[0] in self.owner else ""
        if origin and len(touched) == 1:
            return Prompt(self.rising(origin), {"place": origin}, held=touched)
        target, *taken = touched[1:] if origin else touched
        if taken:
            return Prompt("pylos.take.second", {"place": taken[0]})
        figure = "square" if self.square(origin, target) else "line"
        ask = f"pylos.take.{'may.' if self.generous else ''}{figure}"
        return Prompt(ask, {"place": target})

    def shows(self, touched: Touches) -> tuple[Motion, ...]:
        """The ball put on its place, or one taken back."""
        balls = [handle for handle in touched if handle != self.reserve]
        origin = balls.pop(0) if balls and balls[0] in self.owner else ""
        if not balls or balls[-1] == "done":
            return ()
        target, *taken = balls
        return (self.take(origin, taken[-1], len(taken) - 1, 0) if taken else self.put(origin, target),)

    def rising(self, origin: str) -> str:
        """What is asked with a loose ball in hand, by what could be done instead."""
        if self.places:
            return "pylos.raise.where.place"
        return "pylos.raise.where.other" if self.loose - {origin} else "pylos.raise.where"

    def square(self, origin: str, target: str) -> bool:
        """Whether a ball put on the target completes a square of its colour."""
        own = {cell for cell, owner in self.owner.items() if owner == self.player} - {origin} | {target}
        level, file, rank = int(target[0]), ord(target[1]), int(target[2])
        corners = [(f, r) for f in (file - 1, file) for r in (rank - 1, rank)]
        return any(all(f"{level}{chr(f + i)}{r + j}" in own for i in (0, 1) for j in (0, 1)) for f, r in corners)


def motions(before: Position, after: Position, move: str, touched: Touches) -> tuple[Motion, ...]:
    """The ball goes to its place, then the balls taken back go to the reserve one after another."""
    balls = Balls(before)
    origin, target, taken = parts(move)
    if len(taken) == 2:
        # The upper ball goes first where it lies on the other one; else the hand's own order, if it is known.
        seen = [handle for handle in touched if handle in taken]
        if taken[0] in supports(taken[1]) or tuple(seen[-2:]) == taken[::-1]:
            taken = taken[::-1]
    found = [balls.put(origin, target)]
    found += [balls.take(origin, cell, n, n + 1) for n, cell in enumerate(taken)]
    return tuple(found)
