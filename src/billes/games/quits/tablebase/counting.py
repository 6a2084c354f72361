"""Counting what a Quits table says, and checking it against the rulebook."""

from __future__ import annotations

from typing import Any

from ....core.codes import OPEN, mix
from ....core.jit import Buffer, jit, popcount
from .. import rules as quits
from .index import case_of, locate, mirrored, rank, turned, uncoloured
from .solver import DRAWN, NONE, START, TOP, _before


@jit
def tally(n: int, first: int, last: int, patterns: Any, bases: Any, counts: Any, table: Any, out: Any) -> int:
    """Add the best scores of patterns first to last - 1, mirror images too; the index of the longest win, or -1."""
    longest, where = TOP + 1, -1
    for p in range(first, last):
        if bases[p] < 0:
            continue
        occ = int(patterns[p])
        weight = 1 if rank(mirrored(occ)) == p else 2
        for i in range(counts[4 * n + case_of(occ)]):
            best = (table[bases[p] + i] ^ START) & 1023
            out[best] += weight
            if DRAWN < best < longest:
                longest, where = best, bases[p] + i
    return where


@jit
def position_at(index: int, n: int, patterns: Any, bases: Any, listed: Any) -> tuple[int, int]:
    """The mover's and the other's marbles of an index."""
    p = 0
    a, b = 0, len(bases) - 1
    while a < b:  # bases ascend, but for the -1 of mirror images: step down to a real one
        middle = (a + b + 1) >> 1
        real = middle
        while bases[real] < 0:
            real -= 1
        if bases[real] <= index:
            a = middle
        else:
            b = real - 1
    p = a
    while bases[p] < 0:
        p -= 1
    occ = int(patterns[p])
    own = uncoloured(listed[4 * n + case_of(occ), index - bases[p]], occ)
    return own, occ ^ own


@jit
def worth(state: quits.State, table: Any, low: Any, bases: Any, low_bases: Any, number: Any, n: int) -> int:
    """The score of a position of a game that goes on, for the player to move."""
    own, opp, slide = state[0], state[1], state[5]
    if state[4] == 2:
        own, opp = turned(own), turned(opp)
        if slide != NONE:
            slide = 9 - slide if slide < 10 else 29 - slide
    if popcount(own | opp) == n:
        index, flip = locate(own, opp, bases, number)
        e = int(table[index]) ^ START
    else:
        index, flip = locate(own, opp, low_bases, number)
        e = int(low[index]) ^ START
    if flip and slide != NONE:
        slide = slide + 10 if slide < 10 else slide - 10
    return (e >> 10) & 1023 if slide != NONE and (e >> 20) == slide else e & 1023


@jit
def audit(
    count: int,
    seed: int,
    n: int,
    table: Any,
    low: Any,
    patterns: Any,
    bases: Any,
    low_bases: Any,
    number: Any,
    listed: Any,
    moves: Buffer,
) -> tuple[int, int]:
    """Compare random positions with random forbidden slides with the best of their moves under the rulebook.

    Every second one is mirrored first. Returns how many were compared, and the index of the first wrong one, or -1.
    """
    word = seed
    for done in range(count):
        word = mix(word, done + 1)
        index = word % len(table)
        own, opp = position_at(index, n, patterns, bases, listed)
        if done & 1:
            own, opp = mirrored(own), mirrored(opp)
        slide = (word >> 40) % 40
        corner = 2 * ((word >> 50) & 1)
        if corner == 2:
            own, opp = turned(own), turned(opp)
        state = own, opp, 0, 0, corner, slide if slide < 20 else NONE, 2
        best = 0
        for i in range(quits.moves(state, moves, 0)):
            after = quits.apply(state, moves[i])
            end = quits.result(after)
            if end == OPEN:
                value = _before(worth(after, table, low, bases, low_bases, number, n))
            else:
                value = TOP - 1 if end == quits.mover(state) else 2
            best = max(best, value)
        if worth(state, table, low, bases, low_bases, number, n) != best:
            return done + 1, index
    return count, -1
