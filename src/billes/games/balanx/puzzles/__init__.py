"""Puzzles of Balanx: what they are about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ....core.reading import FILES
from ..rules import HALF, cell_name, zones

if TYPE_CHECKING:
    from ....core.position import Position

THEMES = ("jump", "ladder", "side-step", "backwards", "within-the-zone", "clearing", "last-place", "opponents-marble")


def themes(line: Sequence[tuple[Position, str]], last: Position) -> set[str]:
    """What the solver's moves do, and with whose marbles the arrival zone is filled."""
    found: set[str] = set()
    for before, text in line[::2]:
        if text != "pass":
            found |= _of_move(before, text[:2], text[2:])
    if last.outcome is not None:
        found.add("last-place")
        if zones(last.state[5])[3 - last.player] & _places(last.state[0], last.state[1]):  # some are the loser's
            found.add("opponents-marble")
    return found


def _of_move(before: Position, start: str, end: str) -> set[str]:
    """What a move from one place to another is about."""
    own, own_hi, opp, opp_hi, _, board = before.state
    player = before.player
    far = max(abs(FILES.index(end[0]) - FILES.index(start[0])), abs(int(end[1]) - int(start[1])))
    found = {"side-step" if far == 1 else "jump" if far == 2 else "ladder"}
    ahead = int(start[1]) - int(end[1]) if player == 1 else int(end[1]) - int(start[1])  # player 1 goes down the ranks
    if ahead < 0:
        found.add("backwards")
    mine, theirs = zones(board)[player], zones(board)[3 - player]
    if start in mine and end in mine:
        found.add("within-the-zone")
    free = theirs - _places(own | opp, own_hi | opp_hi)
    if start in theirs and end not in theirs and len(free) < 2:
        found.add("clearing")
    return found


def _places(lo: int, hi: int) -> set[str]:
    """The names of the places of two words."""
    word = lo | hi << HALF
    return {cell_name(cell) for cell in range(2 * HALF) if word >> cell & 1}
