"""Bi-litaire read plainly from docs/rules.md a second time, and its symmetries: see `tests/core/data.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..boards import FILES, TURNS, Moves, Place, drawn, grid, name, turned

FOLDER = Path(__file__).parent
START = "__oooo__/__oooo__/oooooooo/oooooooo/oooooooo/oooooooo/__oooo__/__oooo__"
ARROWS = {">": (1, 0), "<": (-1, 0), "^": (0, 1), "v": (0, -1)}


def _jumps(cells: dict[Place, str], path: list[Place], count: int) -> Iterator[tuple[list[Place], dict[Place, str]]]:
    """Every way to make so many more jumps from the end of a path."""
    if count == 0:
        yield path, cells
        return
    f, r = path[-1]
    for i, j in ARROWS.values():
        over, to = (f + i, r + j), (f + 2 * i, r + 2 * j)
        if cells.get(over) == "o" and cells.get(to) == ".":
            yield from _jumps({**cells, (f, r): ".", over: ".", to: "o"}, [*path, to], count - 1)


def _all_jumps(cells: dict[Place, str], count: int) -> Iterator[tuple[list[Place], dict[Place, str]]]:
    for place, it in cells.items():
        if it == "o":
            yield from _jumps(cells, [place], count)


def _slot(slot: Place) -> str:
    return f"{FILES[slot[0]].upper()}{slot[1] + 1}"


def _holes(slot: Place) -> list[Place]:
    return [(2 * slot[0] + i, 2 * slot[1] + j) for j in (0, 1) for i in (0, 1)]


def _tray_moves(cells: dict[Place, str]) -> Iterator[tuple[str, dict[Place, str]]]:
    slots = {(f, r) for f in range(4) for r in range(4) if cells[2 * f, 2 * r] != "_"}
    for slot in slots:
        if all(cells[hole] == "." for hole in _holes(slot)):
            yield f"x{_slot(slot)}", {**cells, **dict.fromkeys(_holes(slot), "_")}
    for f, r in slots:
        for count in (1, 2, 3):
            for arrow, (i, j) in ARROWS.items():
                group = [(f + k * abs(i), r + k * abs(j)) for k in range(count)]
                if not set(group) <= slots:
                    continue
                for far in range(1, 5 - count):
                    new = [(x + far * i, y + far * j) for x, y in group]
                    free = not any(place in slots and place not in group for place in new)
                    if not free or any(not (0 <= x < 4 and 0 <= y < 4) for x, y in new):
                        break
                    after = {**cells, **{hole: "_" for slot in group for hole in _holes(slot)}}
                    for old, slot in zip(group, new, strict=True):
                        after.update({to: cells[hole] for hole, to in zip(_holes(old), _holes(slot), strict=True)})
                    last = _slot(group[-1]) if count > 1 else ""
                    yield f"{_slot(group[0])}{last}{arrow}{far}", after


def plain(text: str, variant: str) -> Moves:
    """Every legal move of a position text, with the position text after it."""
    board, role, announced, turn, score = text.split()
    cells = grid(board)
    found = {}
    if role == "m":
        if board == START:
            for place, it in cells.items():
                if it == "o":
                    found[f"x{name(place)}"] = f"{drawn({**cells, place: '.'})} t - {turn} {score}"
        else:
            for path, after in _all_jumps(cells, 1 if announced == "-" else int(announced)):
                found["".join(map(name, path))] = f"{drawn(after)} t - {turn} {score}"
        return found
    for move, after in _tray_moves(cells):
        jumps = 1
        if not any(_all_jumps(after, 1)):
            left = list(after.values()).count("o")
            ended = variant == "match" and turn == "1"
            found[move] = f"{START} m - 2 {left}" if ended else f"{drawn(after)} m - {turn} {score}"
            continue
        while any(True for _ in _all_jumps(after, jumps)):
            announcement, field = (f"!{jumps}", str(jumps)) if jumps > 1 else ("", "-")
            found[move + announcement] = f"{drawn(after)} m {field} {turn} {score}"
            jumps += 1
    return found


def images(text: str, variant: str) -> Iterator[str]:
    """The board turned and mirrored."""
    board, rest = text.split(" ", 1)
    for turn in TURNS:
        yield f"{'/'.join(turned(board.split('/'), turn))} {rest}"
