"""Pylos in numbers: where a position lies in the tablebase.

The filled cells are the *pattern*; it is closed under support and, while the game goes on, without the top. Who owns
which ball is the *colouring*: bit j for the j-th filled cell in board order, set where the ball is that of the player
to move. Patterns that a symmetry of the square turns into each other share their place: index = base of the pattern +
colouring. In the fullest patterns most colourings would give a player more balls than there are; there the possible
ones are numbered: the high bits of the colouring give the first number, the low ones the place after it.

The size of the pyramid is a parameter, so that a small one can be solved by brute force too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ....core.jit import jit, popcount


class Shape(NamedTuple):
    """A pyramid: its geometry, its patterns, and where they lie."""

    cells: int
    balls: int
    low: int  # so many low bits of a colouring
    dense: int  # patterns with more balls than this have their colourings numbered
    size: int  # room for all positions
    support: Any  # int64[cells]: the cells a cell rests on
    above: Any  # int64[cells]: the cells that rest on it
    higher: Any  # int64[cells]: the cells of higher levels
    figures: Any  # int64[figures]: squares, then lines
    squares: int  # how many of them are squares
    maps: Any  # int64[8, cells]: the symmetries
    closed: Any  # int64: all patterns, ascending
    home: Any  # int32: the number of a pattern's representative
    way: Any  # int8: the symmetry that leads there
    patterns: Any  # int64: number -> representative, from the fullest to the empty one
    bases: Any  # int64: number -> index of its first position
    group: Any  # int32: number -> group; raising and placing lead to lower groups
    first: Any  # int64[cells + 1]: where the first numbers for n balls begin, -1 where not numbered
    high_base: Any  # int64: first numbers
    low_rank: Any  # int16: [n - dense - 1, set high bits, low bits]


def shape(levels: int = 4, low: int = 12, dense: int = 24) -> Shape:
    """The pyramid with so many levels."""
    cells = [(level, f, r) for level in range(levels) for r in range(levels - level) for f in range(levels - level)]
    at = {cell: i for i, cell in enumerate(cells)}
    count = len(cells)
    support = [0] * count
    above = [0] * count
    for (level, f, r), i in at.items():
        for df, dr in ((0, 0), (1, 0), (0, 1), (1, 1)) if level else ():
            j = at[level - 1, f + df, r + dr]
            support[i] |= 1 << j
            above[j] |= 1 << i
    higher = [sum(1 << j for j, other in enumerate(cells) if other[0] > cell[0]) for cell in cells]
    squares = [mask for mask in support if mask]
    lines = []
    for level in range(2):
        width = levels - level
        for k in range(width):
            lines.append(sum(1 << at[level, f, k] for f in range(width)))
            lines.append(sum(1 << at[level, k, r] for r in range(width)))
    maps = _symmetries(levels, cells, at)
    closed = _closed(levels * levels, support)
    patterns, home, way = _representatives(closed, maps)
    size, bases, first, high_base, low_rank = _places(patterns, count, count // 2, low, dense)
    height = sum(((patterns >> i) & 1) * cell[0] for i, cell in enumerate(cells))
    key = np.bitwise_count(patterns).astype(np.int64) * 1000 + height
    group = np.concatenate([[0], np.cumsum(key[1:] != key[:-1])]).astype(np.int32)
    return Shape(
        count,
        count // 2,
        low,
        dense,
        size,
        np.array(support),
        np.array(above),
        np.array(higher),
        np.array(squares + lines),
        len(squares),
        maps,
        closed,
        home,
        way,
        patterns,
        bases,
        group,
        first,
        high_base,
        low_rank,
    )


def _symmetries(levels: int, cells: list[tuple[int, int, int]], at: dict[tuple[int, int, int], int]) -> Any:
    maps = np.zeros((8, len(cells)), np.int64)
    for way in range(8):
        for i, (level, f, r) in enumerate(cells):
            last = levels - level - 1
            x = last - f if way & 1 else f
            y = last - r if way & 2 else r
            maps[way, i] = at[(level, y, x) if way & 4 else (level, x, y)]
    return maps


def _closed(ground: int, support: list[int]) -> Any:
    """All patterns closed under support, without the top."""
    found = np.arange(1 << ground, dtype=np.int64)
    for cell in range(ground, len(support) - 1):
        rests = (found & support[cell]) == support[cell]
        found = np.concatenate([found, found[rests] | (1 << cell)])
    return np.sort(found)


def _representatives(closed: Any, maps: Any) -> tuple[Any, Any, Any]:
    """The least image of every pattern; representatives from the fullest and highest to the empty one."""
    least = closed.copy()
    way = np.zeros(len(closed), np.int8)
    for number, cells in enumerate(maps):
        image = np.zeros_like(closed)
        for i, cell in enumerate(cells):
            image |= ((closed >> i) & 1) << int(cell)
        better = image < least
        least[better] = image[better]
        way[better] = number
    chosen = closed[least == closed]
    levels = next(size for size in range(2, 9) if sum(k * k for k in range(size + 1)) == maps.shape[1])
    height, start = np.zeros(len(chosen), np.int64), 0
    for level in range(levels):
        width = (levels - level) ** 2
        height += level * np.bitwise_count((chosen >> start) & ((1 << width) - 1))
        start += width
    order = np.lexsort((chosen, -height, -np.bitwise_count(chosen).astype(np.int64)))
    patterns = chosen[order]
    sorting = np.argsort(patterns)
    home = sorting[np.searchsorted(patterns[sorting], least)].astype(np.int32)
    return patterns, home, way


def _places(patterns: Any, cells: int, balls: int, low: int, dense: int) -> tuple[int, Any, Any, Any, Any]:
    """Where every pattern's positions begin, and the numbering of colourings in the fullest ones."""
    first = np.full(cells + 1, -1, np.int64)
    highs: list[Any] = [np.zeros(1, np.int64)]
    width = max(1, cells - dense - 1)
    low_rank = np.zeros((width, cells - low + 1, 1 << low), np.int16)
    sizes = {}
    ones = np.bitwise_count(np.arange(1 << low)).astype(np.int64)
    for n in range(cells):
        sizes[n] = 1 << n
        if n <= dense:
            continue
        high_ones = np.bitwise_count(np.arange(1 << (n - low))).astype(np.int64)
        room = np.zeros(n - low + 1, np.int64)
        for k in range(n - low + 1):
            possible = (ones + k <= balls) & (n - ones - k <= balls)
            low_rank[n - dense - 1, k] = np.where(possible, np.cumsum(possible) - 1, 0)
            room[k] = int(possible.sum())
        ends = np.cumsum(room[high_ones])
        first[n] = sum(len(part) for part in highs)
        sizes[n] = int(ends[-1])
        highs.append(np.minimum(ends - room[high_ones], sizes[n] - 1))
    counts = np.bitwise_count(patterns)
    stops: Any = np.cumsum([sizes[int(n)] for n in counts])
    bases = np.concatenate([[0], stops[:-1]]).astype(np.int64)
    return int(stops[-1]), bases, first, np.concatenate(highs), low_rank


@jit
def find(occ: int, closed: Any) -> int:
    """The place of a pattern among all."""
    a, b = 0, len(closed) - 1
    while a < b:
        middle = (a + b) >> 1
        if closed[middle] < occ:
            a = middle + 1
        else:
            b = middle
    return a


@jit
def offset(c: int, n: int, low: int, dense: int, first: Any, high_base: Any, low_rank: Any) -> int:
    """The number of a possible colouring."""
    if n <= dense:
        return c
    high = c >> low
    number: int = high_base[first[n] + high] + low_rank[n - dense - 1, popcount(high), c & ((1 << low) - 1)]
    return number


@jit
def locate(own: int, occ: int, s: Shape) -> int:
    """The index of a position: the mover's balls and all balls."""
    at = find(occ, s.closed)
    home, way = s.home[at], s.way[at]
    pattern = s.patterns[home]
    c = 0
    n = 0
    for cell in range(s.cells):
        if (occ >> cell) & 1:
            n += 1
            if (own >> cell) & 1:
                c |= 1 << popcount(pattern & ((1 << s.maps[way, cell]) - 1))
    index: int = s.bases[home] + offset(c, n, s.low, s.dense, s.first, s.high_base, s.low_rank)
    return index
