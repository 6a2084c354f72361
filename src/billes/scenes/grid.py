"""What the boards share: names and coordinates of a grid, outlines of places, players round a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Literal

from .scene import MATTERS, SIGNS, Count, Flat, Label, Player, Point

FILES = "abcdefghi"


@cache
def name(file: int, rank: int) -> str:
    """Name a place by its file and rank, both counted from 0.

    >>> name(2, 4)
    'c5'
    """
    return f"{FILES[file]}{rank + 1}"


def number(value: float) -> float:
    """Round to a tenth of a millimetre of a unit, so that scenes are short to send and equal when they look equal."""
    return round(value, 4) + 0.0


def flat(file: float, rank: float, files: int, ranks: int, spacing: float = 1.0) -> Flat:
    """Where a place of a grid lies, seen from above; the middle of the grid is the origin and rank 0 is nearest."""
    return number((file - (files - 1) / 2) * spacing), number(((ranks - 1) / 2 - rank) * spacing)


def point(file: float, rank: float, y: float, files: int, ranks: int, spacing: float = 1.0) -> Point:
    """Where a place of a grid lies in space; see `flat`."""
    x, z = flat(file, rank, files, ranks, spacing)
    return x, number(y), z


def outline(cells: Iterable[Flat], half: float = 0.5) -> tuple[Flat, ...]:
    """Give the outline of squares standing side by side: its corners in order, as seen from above.

    Inner edges occur twice, once in each direction, and cancel; the others are chained into one ring.
    """
    edges: set[tuple[Flat, Flat]] = set()
    for x, z in cells:
        corners = [(x - half, z - half), (x + half, z - half), (x + half, z + half), (x - half, z + half)]
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            if (end, start) in edges:
                edges.remove((end, start))
            else:
                edges.add((start, end))
    onwards = dict(edges)
    ring = [min(onwards)]
    while (end := onwards[ring[-1]]) != ring[0]:
        ring.append(end)
    neighbours = zip([ring[-1], *ring], ring, [*ring[1:], ring[0]], strict=False)
    return tuple(b for a, b, c in neighbours if not (a[0] == b[0] == c[0] or a[1] == b[1] == c[1]))


def coordinates(files: int, ranks: int, left: float, near: float, size: float, spacing: float = 1.0) -> list[Label]:
    """Label the files along the near edge (at z `near`) and the ranks along the left one (at x `left`)."""
    marks = [Label(FILES[f], (flat(f, 0, files, ranks, spacing)[0], 0.0, number(near)), size) for f in range(files)]
    marks += [Label(str(r + 1), (number(left), 0.0, flat(0, r, files, ranks, spacing)[1]), size) for r in range(ranks)]
    return marks


@cache
def _player(n: int, side: Literal["near", "far"], to_move: bool, role: str, counts: tuple[Count, ...]) -> Player:
    return Player(n, MATTERS[n], SIGNS[MATTERS[n]], side, to_move, role, counts=counts)


def players(
    count: int, to_move: int, counts: Sequence[Sequence[Count]], roles: Sequence[str] = ()
) -> tuple[Player, ...]:
    """Seat the players: the first one near; of two the other is far; of four, clockwise, the second and third are."""
    far = {2} if count == 2 else {2, 3}
    return tuple(
        _player(n, "far" if n in far else "near", n == to_move, roles[n - 1] if roles else "", tuple(counts[n - 1]))
        for n in range(1, count + 1)
    )
