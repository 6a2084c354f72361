"""Checking a tablebase of Quits against the rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.codes import OPEN, mix
from ....core.jit import Buffer, buffer, jit, popcount
from ....tablebase.audit import wrong_entry
from ....tablebase.format import TablebaseFile
from .. import rules as quits
from .counting import position_at
from .index import LARGEST, SMALLEST, locate, mirrored, turned
from .probe import laid_out, palette, part
from .solver import NONE, START, TOP, before


@jit
def worth(state: quits.State, entries: Any, low: Any, bases: Any, low_bases: Any, number: Any, n: int) -> int:
    """The score of a position of a game that goes on, for the player to move."""
    own, opp, slide = state[0], state[1], state[5]
    if state[4] == 2:
        own, opp = turned(own), turned(opp)
        if slide != NONE:
            slide = 9 - slide if slide < 10 else 29 - slide
    if popcount(own | opp) == n:
        index, flip = locate(own, opp, bases, number)
        e = int(entries[index]) ^ START
    else:
        index, flip = locate(own, opp, low_bases, number)
        e = int(low[index]) ^ START
    if flip and slide != NONE:
        slide = slide + 10 if slide < 10 else slide - 10
    return (e >> 10) & 1023 if slide != NONE and (e >> 20) == slide else e & 1023


@jit
def _audit(
    count: int, seed: int, n: int, entries: Any, low: Any, patterns: Any, bases: Any, low_bases: Any, number: Any,
    listed: Any, moves: Buffer,
) -> tuple[int, int]:  # fmt: skip
    """Compare random positions with random forbidden slides with the best of their moves under the rules.

    Every second one is mirrored first. Returns how many were compared, and the index of the first wrong one, or -1.
    """
    word = seed
    for done in range(count):
        word = mix(word, done + 1)
        index = word % len(entries)
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
                value = before(worth(after, entries, low, bases, low_bases, number, n))
            else:
                value = TOP - 1 if end == quits.mover(state) else 2
            best = max(best, value)
        if worth(state, entries, low, bases, low_bases, number, n) != best:
            return done + 1, index
    return count, -1


def check(file: TablebaseFile, count: int, seed: int) -> int:
    """Compare random positions with the best of their moves; how many. BadTablebase names the first wrong one."""
    sizes = {n: laid_out(n).size for n in range(SMALLEST, LARGEST + 1) if part(n) in file.parts}
    total, done = sum(sizes.values()), 0
    for n, size in sizes.items():
        layer, low = laid_out(n), laid_out(max(n - 1, SMALLEST))
        share = max(1, count * size // total)
        below = file.parts[part(n - 1)] if n > SMALLEST else np.frombuffer(bytes(4), np.uint32)
        entries, number, listed = file.parts[part(n)], palette().number, palette().list
        checked, wrong = _audit(
            share, seed, n, entries, below, layer.patterns, layer.bases, low.bases, number, listed, buffer(quits.ROOM)
        )
        if wrong >= 0:
            raise wrong_entry(file, part(n), int(wrong))
        done += int(checked)
    return done
