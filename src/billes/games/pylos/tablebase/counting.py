"""Counting the values in a tablebase of Pylos."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ....core.jit import ctz, jit, popcount, table
from ...spec import Parts, Value
from .. import rules as pylos
from ..notation import write
from .index import Shape, offset
from .probe import PART, pyramid, value_of

CELL_BITS = table(pylos.NAME)  # cell in board order -> its bit in the rules


@jit
def tally(p: int, entries: Any, s: Shape, out: Any) -> int:
    """Add the entries of pattern p, by byte + 128; returns the index of the longest win for the player to move, or -1.

    Ties go to the lowest index.
    """
    n = popcount(s.patterns[p])
    base = s.bases[p]
    longest, where = -128, -1
    for c in range(1 << n):
        own = popcount(c)
        if own > s.balls or n - own > s.balls:
            continue
        index = base + offset(c, n, s.low, s.dense, s.first, s.high_base, s.low_rank)
        byte = entries[index]
        out[byte + 128] += 1
        if longest < byte < 0:
            longest, where = byte, index
    return where


def orbits(s: Shape) -> Any:
    """How many patterns every representative stands for."""
    return np.bincount(s.home, minlength=len(s.patterns))


@jit
def unrank(p: int, where: int, s: Shape) -> int:
    """The colouring of pattern p with that number; -1 where it is not a possible one."""
    n = popcount(s.patterns[p])
    c = where
    if n > s.dense:
        highs = 1 << (n - s.low)
        a, b = 0, highs - 1
        while a < b:  # the last high word whose first number is not greater, and which has room
            middle = (a + b + 1) >> 1
            if s.high_base[s.first[n] + middle] <= where:
                a = middle
            else:
                b = middle - 1
        c = -1
        for high in range(a, max(-1, a - highs), -1):
            if s.high_base[s.first[n] + high] > where:
                continue
            for low in range(1 << s.low):
                own = popcount(high) + popcount(low)
                if own <= s.balls and n - own <= s.balls:
                    if s.high_base[s.first[n] + high] + s.low_rank[n - s.dense - 1, popcount(high), low] == where:
                        c = (high << s.low) | low
                        break
            if c >= 0:
                break
    own = popcount(c)
    if c < 0 or own > s.balls or n - own > s.balls:
        return -1
    return c


@jit
def spread(c: int, pattern: int, way: int, s: Shape) -> tuple[int, int]:
    """The mover's and the other's balls of a colouring, as the rules have them, seen through a symmetry."""
    own, opp = 0, 0
    j = 0
    while pattern != 0:
        cell = ctz(pattern)
        pattern &= pattern - 1
        bit = 1 << CELL_BITS[s.maps[way, cell]]
        if (c >> j) & 1:
            own |= bit
        else:
            opp |= bit
        j += 1
    return own, opp


def count(parts: Parts, workers: int) -> tuple[dict[Value, int], str | None]:
    """How many positions have each value, and the text of a position with a longest win."""
    s, entries = pyramid(), parts[PART]
    weights = orbits(s)

    def one(p: int) -> tuple[int, Any]:
        out = np.zeros(256, np.int64)
        return int(tally(p, entries, s, out)), out * weights[p]

    total = np.zeros(256, np.int64)
    best, where, at = -128, -1, -1
    with ThreadPoolExecutor(workers) as pool:
        for p, (index, out) in enumerate(pool.map(one, range(len(s.patterns)))):
            total += out
            if index >= 0 and entries[index] > best:
                best, where, at = int(entries[index]), index, p
    found = {value_of(int(byte) - 128): int(total[byte]) for byte in np.flatnonzero(total)}
    text = None
    if where >= 0:
        c = unrank(at, where - int(s.bases[at]), s)
        own, opp = spread(c, int(s.patterns[at]), 0, s)
        text = write((int(own), int(opp), 0, 0), "standard")
    return found, text
