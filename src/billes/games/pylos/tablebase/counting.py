"""Counting what a Pylos table says, and checking it against the rulebook."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.codes import OPEN, mix
from ....core.jit import Buffer, ctz, jit, popcount
from .. import rules as pylos
from .index import Shape, find, offset
from .lookup import _index

_COMPACT = np.array(list(pylos.NAME), np.int64)  # compact cell -> the rulebook's bit


@jit
def tally(p: int, table: Any, s: Shape, out: Any) -> int:
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
        byte = table[index]
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
def spread(c: int, pattern: int, way: int, s: Shape, compact: Any) -> tuple[int, int]:
    """The mover's and the other's balls of a colouring, as the rulebook has them, seen through a symmetry."""
    own, opp = 0, 0
    j = 0
    while pattern != 0:
        cell = ctz(pattern)
        pattern &= pattern - 1
        bit = 1 << compact[s.maps[way, cell]]
        if (c >> j) & 1:
            own |= bit
        else:
            opp |= bit
        j += 1
    return own, opp


@jit
def audit(
    count: int, seed: int, rule: int, table: Any, s: Shape, compact: Any, moves: Buffer, out: Buffer
) -> tuple[int, int]:
    """Compare random positions with the best of their moves under the rulebook, and with a mirror image of themselves.

    Returns how many were compared, and the index of the first one that is wrong, -1 where there is none.
    """
    done = 0
    word = seed
    while done < count:
        word = mix(word, done + 1)
        index = word % s.size
        p = 0
        a, b = 0, len(s.bases) - 1
        while a < b:
            middle = (a + b + 1) >> 1
            if s.bases[middle] <= index:
                a = middle
            else:
                b = middle - 1
        p = a
        c = unrank(p, index - s.bases[p], s)
        if c < 0:
            word += 1
            continue
        own, opp = spread(c, s.patterns[p], word & 7, s, compact)
        state = own, opp, 0, rule
        done += 1
        if _index(state, s) != index:
            if table[_index(state, s)] != table[index]:
                return done, index
        best = -127
        if pylos.result(state) == OPEN:
            for i in range(pylos.moves(state, moves, 0)):
                after = pylos.apply(state, moves[i])
                value = 127
                if pylos.result(after) == OPEN:
                    value = table[_index(after, s)]
                best = max(best, value)
        if table[index] != (1 - best if best > 0 else -best):
            return done, index
    return done, -1


def compact_cells() -> Any:
    """The rulebook's bits of the cells in board order."""
    return _COMPACT


__all__ = ["audit", "compact_cells", "find", "orbits", "spread", "tally", "unrank"]
