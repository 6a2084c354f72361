"""Counting the values in a tablebase of Quits."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.jit import jit
from ...spec import Parts, Value
from .. import rules as quits
from ..notation import write
from .index import LARGEST, SMALLEST, case_of, mirrored, rank, uncoloured
from .probe import laid_out, palette, part, value_of
from .solver import DRAWN, NONE, START, TOP


@jit
def tally(n: int, first: int, last: int, patterns: Any, bases: Any, counts: Any, entries: Any, out: Any) -> int:
    """Add the best scores of patterns first to last - 1, mirror images too; the index of the longest win, or -1."""
    longest, where = TOP + 1, -1
    for p in range(first, last):
        if bases[p] < 0:
            continue
        occ = int(patterns[p])
        weight = 1 if rank(mirrored(occ)) == p else 2
        for i in range(counts[4 * n + case_of(occ)]):
            best = (entries[bases[p] + i] ^ START) & 1023
            out[best] += weight
            if DRAWN < best < longest:
                longest, where = best, bases[p] + i
    return where


@jit
def position_at(index: int, n: int, patterns: Any, bases: Any, listed: Any) -> tuple[int, int]:
    """The mover's and the other's marbles of an index."""
    p, last = 0, len(bases) - 1
    while p < last:  # bases ascend, but for the -1 of mirror images: step down to a real one
        middle = (p + last + 1) >> 1
        real = middle
        while bases[real] < 0:
            real -= 1
        if bases[real] <= index:
            p = middle
        else:
            last = real - 1
    while bases[p] < 0:
        p -= 1
    occ = int(patterns[p])
    own = uncoloured(listed[4 * n + case_of(occ), index - bases[p]], occ)
    return own, occ ^ own


def count(parts: Parts, workers: int) -> tuple[dict[Value, int], str | None]:
    """How many positions have each value, and the text of a position with a longest win."""
    found: dict[Value, int] = {}
    text, farthest = None, 0
    for n in range(SMALLEST, LARGEST + 1):
        if part(n) not in parts:
            continue
        layer, entries = laid_out(n), parts[part(n)]
        out = np.zeros(1024, np.int64)
        index = int(tally(n, 0, len(layer.patterns), layer.patterns, layer.bases, palette().count, entries, out))
        for number in np.flatnonzero(out):
            value = value_of((int(number) | NONE << 20) ^ START, quits.PASS)
            found[value] = found.get(value, 0) + int(out[number])
        if index >= 0:
            depth = value_of(int(entries[index]), quits.PASS)[1] or 0
            if depth > farthest:
                own, opp = position_at(index, n, layer.patterns, layer.bases, palette().list)
                text, farthest = write((int(own), int(opp), 0, 0, 0, quits.PASS, 2), "standard"), depth
    return found, text
