"""Handling Balanx: touch a marble and where it lands; then marbles roll, the board tilts and marbles roll again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from ...scenes.grid import FILES, name
from ...scenes.handling import Prompt, Touches
from ...scenes.motions import Motion
from . import rules

if TYPE_CHECKING:
    from ...core.position import Position

TIPPING = 0.45
"""How much of the tilt is over when marbles begin to roll."""


def lying(position: Position) -> dict[str, int]:
    """The marbles on the board."""
    rows = str(position).split()[0].split("/")
    return {name(f, r): int(owner) for r, row in enumerate(rows) for f, owner in enumerate(row) if owner != "."}


@cache
def between(origin: str, target: str) -> tuple[str, ...]:
    """The places between two places of a rank or file, in order.

    >>> between("a6", "a3")
    ('a5', 'a4')
    """
    f0, r0, f1, r1 = FILES.index(origin[0]), int(origin[1]), FILES.index(target[0]), int(target[1])
    far = max(abs(f1 - f0), abs(r1 - r0))
    df, dr = (f1 - f0) // far, (r1 - r0) // far
    return tuple(f"{FILES[f0 + df * k]}{r0 + dr * k}" for k in range(1, far))


def asked(ways: list[tuple[str, str]]) -> str:
    """What is asked where those ways lie open: jumps, steps, or either."""
    steps = sum(not between(*way) for way in ways)
    return "balanx.step" if steps == len(ways) else "balanx.turn" if steps else "balanx.jump"


class Hand:
    """A hand over the grooves."""

    def __init__(self, position: Position) -> None:
        self.moves = [move.text for move in position.moves]

    def sequences(self) -> Iterator[tuple[Touches, str]]:
        """Every move with its touches."""
        for move in self.moves:
            yield ((move,) if move == "pass" else (move[:2], move[2:])), move

    def detours(self, first: Touches) -> Mapping[str, Touches]:
        """There are none."""
        return {}

    def prompt(self, touched: Touches, handles: Touches) -> Prompt:
        """How the turn stands: to begin, or with a marble in hand."""
        if handles == ("pass",):
            return Prompt("pass")
        if touched:
            ways = [(touched[0], handle) for handle in handles]
            return Prompt(f"{asked(ways)}.where", {"place": touched[0]}, held=touched)
        return Prompt(asked([(move[:2], move[2:]) for move in self.moves]))

    def shows(self, touched: Touches) -> tuple[Motion, ...]:
        """The marble jumping or stepping; what rolls then is seen when the move is played."""
        return (moved(*touched),) if len(touched) == 2 else ()


@cache
def moved(origin: str, target: str) -> Motion:
    """A marble jumps or steps."""
    over = between(origin, target)
    return Motion("jump" if over else "step", origin, target, via=over)


def rolls(filled: set[str], grooves: list[tuple[str, ...]], player: int) -> list[tuple[str, str]]:
    """Which marbles roll when the board leans to a player, and where to; `filled` is changed to what is then."""
    found = []
    for groove in grooves:
        inside = [place for place in groove if place in filled]
        low = groove[0] if player == 1 else groove[-1]
        if len(inside) == 1 and inside[0] != low:
            filled.remove(inside[0])
            filled.add(low)
            found.append((inside[0], low))
    return found


def motions(before: Position, after: Position, move: str, touched: Touches) -> tuple[Motion, ...]:
    """The marble jumps or steps, marbles roll towards the mover, the board tilts and marbles roll the other way.

    The steel balls roll with the tilt. The mover's own marbles have stopped before the board begins to tilt.
    """
    grooves, mover, other = rules.grooves(before.state[5]), before.player, after.player
    filled = set(lying(before))
    found, step = [], 0
    if move != "pass":
        origin, target = move[:2], move[2:]
        found.append(moved(origin, target))
        filled ^= {origin, target}
        step = 1
        if down := rolls(filled, grooves, mover):
            found += [Motion("roll", here, there, step) for here, there in down]
            step = 2
    found.append(Motion("tilt", "board", str(other), step, "board"))
    back = [(f"{side}{mover}", f"{side}{other}") for side in ("left", "right")] + rolls(filled, grooves, other)
    found += [Motion("roll", here, there, step, delay=TIPPING) for here, there in back]
    return tuple(found)
