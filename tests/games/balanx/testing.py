"""Balanx read plainly from docs/rules.md a second time, and its symmetries: see `tests/core/data.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..boards import Moves, Place, drawn, grid, name, swapped

FOLDER = Path(__file__).parent


def _grooves(files: int, ranks: int) -> list[list[Place]]:
    found = []
    for f in range(files):
        left = list(range(ranks))[::-1]
        if f % 2:
            found.append([(f, left.pop(0))])
        while left:
            found.append([(f, r) for r in left[:2]])
            left = left[2:]
    return found


def _tilted(cells: dict[Place, str], grooves: list[list[Place]], player: int) -> None:
    for groove in grooves:
        if len(groove) == 2:
            near, far = (groove[1], groove[0]) if player == 1 else (groove[0], groove[1])
            if cells[near] == ".":
                cells[near], cells[far] = cells[far], "."


def plain(text: str, variant: str) -> Moves:
    """Every legal move of a position text, with the position text after it."""
    board, who = text.split()
    cells, player = grid(board), int(who)
    files, ranks = {"standard": (7, 8), "small": (6, 7), "large": (8, 9)}[variant]
    grooves = _grooves(files, ranks)
    white = [(f, ranks - 1 - k) for f in range(4) for k in range(4 - f)]
    black = [(files - 1 - f, ranks - 1 - r) for f, r in white]
    arrival = {1: black, 2: white}
    full = all(cells[place] != "." for place in arrival[3 - player])
    if full and any(cells[place] == str(3 - player) for place in arrival[3 - player]):
        return {}
    found = {}
    for (f, r), it in cells.items():
        for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1)) if it == who else ():
            far = 1
            while cells.get((f + far * i, r + far * j), ".") != ".":
                far += 1
            to = (f + far * i, r + far * j)
            if to not in cells or (far == 1 and j):
                continue
            new = {**cells, (f, r): ".", to: who}
            _tilted(new, grooves, player)
            if all(new[place] != "." for place in arrival[3 - player]):
                continue
            _tilted(new, grooves, 3 - player)
            found[name((f, r)) + name(to)] = f"{drawn(new)} {3 - player}"
    return found


def images(text: str, variant: str) -> Iterator[str]:
    """The half turn with colours exchanged."""
    board, player = text.split()
    yield f"{swapped(board[::-1], '21')} {3 - int(player)}"
