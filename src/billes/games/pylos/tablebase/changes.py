"""The later sweeps of Pylos: from what has changed to what may change by it.

When few entries change in a sweep it is quicker to go from each of them back to the positions that look at it. One of
these changes only if the new value is better than its best, or if its best was the old value: then all its moves are
looked at again. A list of changes is two arrays: colourings of one pattern, and the values they had before.
"""

from __future__ import annotations

from typing import Any

from ....core.jit import Buffer, jit, popcount
from ..rules import ICGA, LINES, SQUARES
from .index import Shape, offset
from .solver import NOTHING, WON
from .ways import bits_of, columns_of


@jit
def _place(p: int, c: int, n: int, s: Shape) -> int:
    index: int = s.bases[p] + offset(c, n, s.low, s.dense, s.first, s.high_base, s.low_rank)
    return index


@jit
def _kinds(rule: int, s: Shape) -> int:
    """How many of the figures count."""
    if (rule & SQUARES) == 0:
        return 0
    return len(s.figures) if rule & LINES else s.squares


@jit
def _figures(occ: int, target: int, cell: int, rule: int, s: Shape, out: Buffer) -> int:
    """The bits of the other balls of every figure that a ball on that cell may complete; how many."""
    count = 0
    for f in range(_kinds(rule, s)):
        if (s.figures[f] >> cell) & 1 and (s.figures[f] & target) == s.figures[f]:
            out[count] = bits_of(s.figures[f] & ~(1 << cell), occ)
            count += 1
    return count


@jit
def _complete(c: int, figures: Buffer, count: int) -> bool:
    done = 0
    for f in range(count):
        if (c & figures[f]) == figures[f]:
            done += 1
    return done > 0


@jit
def value_moved(p: int, c: int, rule: int, s: Shape, entries: Any, ways: Buffer, count: int, room: Buffer) -> int:
    """The best of all moves of one position; ways are those of its pattern."""
    occ = s.patterns[p]
    n = popcount(occ)
    columns, figures = room[:32], room[32:]
    full = popcount(c) == s.balls
    best = NOTHING
    for i in range(count):
        cell, origin, at = ways[4 * i], ways[4 * i + 1], ways[4 * i + 2]
        drop = 0
        if origin < 0:
            if full:
                continue
        else:
            drop = 1 << origin
            if (c & bits_of(drop, occ)) == 0:
                continue
        if at < 0:
            return WON
        home = columns_of(occ, at, drop, s, columns)
        target = (occ ^ drop) | (1 << cell)
        after = 0
        for j in range(n):
            if (c >> j) & 1 == 0:
                after |= columns[j]
        index = _place(home, after, popcount(target), s)
        done = _complete(c, figures, _figures(occ, target, cell, rule, s, figures))
        if done:
            best = max(best, entries[index + s.size])
        if not done or rule & ICGA:
            best = max(best, entries[index])
    return best


@jit
def value_taken(p: int, c: int, s: Shape, entries: Any, ways: Buffer, count: int, room: Buffer) -> int:
    """The best of all ways to take back in one position; ways are those of its pattern."""
    occ = s.patterns[p]
    n = popcount(occ)
    columns = room[:32]
    best = NOTHING
    for i in range(count):
        gone = 1 << ways[4 * i]
        if ways[4 * i + 1] >= 0:
            gone |= 1 << ways[4 * i + 1]
        if c & bits_of(gone, occ):
            continue
        home = columns_of(occ, ways[4 * i + 2], gone, s, columns)
        after = 0
        for j in range(n):
            if (c >> j) & 1:
                after |= columns[j]
        best = max(best, entries[_place(home, after, popcount(occ ^ gone), s)])
    return best


@jit
def moved_by(
    p: int, way: int, count: int, half: int, changes: Any, olds: Any, rule: int, s: Shape, entries: Any,
    ways: Buffer, room: Buffer, out: Any, out_old: Any, filled: int,
) -> int:  # fmt: skip
    """What changes in pattern p because entries of the pattern that one way leads to have changed.

    half is 0 for values after a move, 1 for those of a player who must take back. Appends to the list of changes that
    has so many entries filled; how many it has then, -1 where a distance is too long to be kept.
    """
    occ = s.patterns[p]
    n = popcount(occ)
    cell, origin, at = ways[4 * way], ways[4 * way + 1], ways[4 * way + 2]
    drop = 0 if origin < 0 else 1 << origin
    fixed = bits_of(drop, occ)
    target = (occ ^ drop) | (1 << cell)
    m = popcount(target)
    columns, figures, inner = room[:32], room[32:64], room[64:]
    home = columns_of(occ, at, drop, s, columns)
    placed = 1 << popcount(s.patterns[home] & ((1 << s.maps[s.way[at], cell]) - 1))
    kinds = _figures(occ, target, cell, rule, s, figures)
    most = s.balls if origin >= 0 and rule & ICGA else s.balls - 1
    for i in range(len(changes)):
        after = changes[i]
        if after & placed:
            continue
        c = fixed
        for j in range(n):
            if columns[j] != 0 and (after & columns[j]) == 0:
                c |= 1 << j
        own = popcount(c)
        if own > most or n - own > s.balls:
            continue
        done = _complete(c, figures, kinds)
        if (half == 1 and not done) or (half == 0 and done and (rule & ICGA) == 0):
            continue
        index = _place(p, c, n, s)
        now = entries[index]
        best = 1 - now if now < 0 else -now
        new = entries[_place(home, after, m, s) + half * s.size]
        if new > best:
            best = new
        elif new < olds[i] and olds[i] == best:
            best = value_moved(p, c, rule, s, entries, ways, count, inner)
        else:
            continue
        if best == 1:
            return -1
        value = 1 - best if best > 0 else -best
        if value != now:
            out[filled] = c
            out_old[filled] = now
            filled += 1
            entries[index] = value
    return filled


@jit
def taken_by(
    p: int, way: int, count: int, changes: Any, olds: Any, rule: int, s: Shape, entries: Any, ways: Buffer,
    room: Buffer, out: Any, out_old: Any, filled: int,
) -> int:  # fmt: skip
    """Likewise what changes for a player who must take back, because entries that taking back leads to have."""
    occ = s.patterns[p]
    n = popcount(occ)
    gone = 1 << ways[4 * way]
    if ways[4 * way + 1] >= 0:
        gone |= 1 << ways[4 * way + 1]
    columns, figures, inner = room[:32], room[32:64], room[64:]
    home = columns_of(occ, ways[4 * way + 2], gone, s, columns)
    m = popcount(occ ^ gone)
    kinds = 0
    for f in range(_kinds(rule, s)):
        if (s.figures[f] & occ) == s.figures[f]:
            figures[kinds] = bits_of(s.figures[f], occ)
            kinds += 1
    for i in range(len(changes)):
        after = changes[i]
        c = 0
        for j in range(n):
            if after & columns[j]:
                c |= 1 << j
        own = popcount(c)
        if own > s.balls or n - own > s.balls or not _complete(~c, figures, kinds):
            continue
        index = _place(p, c, n, s) + s.size
        now = entries[index]
        new = entries[_place(home, after, m, s)]
        best = now
        if new > best:
            best = new
        elif new < olds[i] and olds[i] == best:
            best = value_taken(p, c, s, entries, ways, count, inner)
        if best != now:
            out[filled] = c
            out_old[filled] = now
            filled += 1
            entries[index] = best
    return filled
