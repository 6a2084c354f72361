"""The ways to move of a Pylos pattern: putting a ball down, taking balls back, and where every bit goes by it."""

from __future__ import annotations

from ....core.jit import Buffer, jit, popcount
from ..rules import LINES, SQUARES
from .index import Shape, find

_WAYS = 1 << 10  # room for ways to move of a pattern, four ints each
WAYS = 4 * _WAYS
COLUMNS = 128  # room for the bits of balls and of figures


@jit
def loose(occ: int, s: Shape) -> int:
    """Cells that support no ball."""
    free = 0
    for cell in range(s.cells):
        if (occ >> cell) & 1 and (s.above[cell] & occ) == 0:
            free |= 1 << cell
    return free


@jit
def puts(occ: int, s: Shape, out: Buffer) -> int:
    """All ways to put a ball down: cell, cell it was raised from (-1: the reserve), pattern after it, its way home.

    For the top the pattern is -1. Returns how many.
    """
    n = 0
    free = loose(occ, s)
    for origin in range(-1, s.cells):
        if origin >= 0 and ((free >> origin) & 1) == 0:
            continue
        rest = occ if origin < 0 else occ ^ (1 << origin)
        for cell in range(s.cells):
            if (occ >> cell) & 1 or (rest & s.support[cell]) != s.support[cell]:
                continue
            if origin >= 0 and ((s.higher[origin] >> cell) & 1) == 0:
                continue
            at = -1
            if cell != s.cells - 1:
                at = find(rest | (1 << cell), s.closed)
            out[4 * n], out[4 * n + 1], out[4 * n + 2] = cell, origin, at
            n += 1
    return n


@jit
def takes(occ: int, s: Shape, out: Buffer) -> int:
    """All ways to take one or two balls back: the cells (-1: none), pattern after it. Returns how many."""
    n = 0
    free = loose(occ, s)
    for one in range(s.cells):
        if ((free >> one) & 1) == 0:
            continue
        rest = occ ^ (1 << one)
        out[4 * n], out[4 * n + 1], out[4 * n + 2] = one, -1, find(rest, s.closed)
        n += 1
        after = loose(rest, s)
        for two in range(s.cells):
            if ((after >> two) & 1) == 0 or ((free >> two) & 1 and two < one):
                continue
            out[4 * n], out[4 * n + 1], out[4 * n + 2] = one, two, find(rest ^ (1 << two), s.closed)
            n += 1
    return n


@jit
def sources(p: int, rule: int, s: Shape, out: Buffer, ways: Buffer) -> tuple[int, int]:
    """The patterns whose values pattern p looks at: those it moves to, then those it takes back to; both counts."""
    occ = s.patterns[p]
    n = 0
    for i in range(puts(occ, s, ways)):
        if ways[4 * i + 2] >= 0:
            out[n] = s.home[ways[4 * i + 2]]
            n += 1
    m = n
    if rule & SQUARES and has_figure(occ, rule, s):
        for i in range(takes(occ, s, ways)):
            out[m] = s.home[ways[4 * i + 2]]
            m += 1
    return n, m - n


@jit
def has_figure(occ: int, rule: int, s: Shape) -> bool:
    """Whether the pattern has room for a figure of one colour."""
    found = 0
    for i in range(len(s.figures) if rule & LINES else s.squares):
        if (occ & s.figures[i]) == s.figures[i]:
            found += 1
    return found > 0


@jit
def columns_of(occ: int, at: int, drop: int, s: Shape, columns: Buffer) -> int:
    """Where every ball's bit goes (0: the ball is gone) when pattern occ becomes pattern at; the number of its home."""
    home: int = s.home[at]
    way = s.way[at]
    target = s.patterns[home]
    j = 0
    for cell in range(s.cells):
        if (occ >> cell) & 1:
            columns[j] = 0
            if ((drop >> cell) & 1) == 0:
                columns[j] = 1 << popcount(target & ((1 << s.maps[way, cell]) - 1))
            j += 1
    return home


@jit
def bits_of(cells: int, occ: int) -> int:
    """The bits of some cells of a pattern."""
    bits = 0
    j = 0
    while occ != 0:
        cell = occ & -occ
        occ ^= cell
        if cells & cell:
            bits |= 1 << j
        j += 1
    return bits
