"""Checking a tablebase of Pylos against the rules."""

from __future__ import annotations

from typing import Any

from ....core.codes import OPEN, mix
from ....core.jit import Buffer, buffer, jit
from ....tablebase.audit import wrong_entry
from ....tablebase.format import TablebaseFile
from .. import rules as pylos
from .counting import spread, unrank
from .index import Shape
from .probe import PART, index_of, pyramid


@jit
def _audit(count: int, seed: int, rule: int, entries: Any, s: Shape, moves: Buffer) -> tuple[int, int]:
    """Compare random positions with the best of their moves under the rules, and with a mirror image of themselves.

    Returns how many were compared, and the index of the first one that is wrong, -1 where there is none.
    """
    done = 0
    word = seed
    while done < count:
        word = mix(word, done + 1)
        index = word % s.size
        p, last = 0, len(s.bases) - 1
        while p < last:
            middle = (p + last + 1) >> 1
            if s.bases[middle] <= index:
                p = middle
            else:
                last = middle - 1
        c = unrank(p, index - s.bases[p], s)
        if c < 0:
            word += 1
            continue
        own, opp = spread(c, s.patterns[p], word & 7, s)
        state = own, opp, 0, rule
        done += 1
        if index_of(state, s) != index:
            if entries[index_of(state, s)] != entries[index]:
                return done, index
        best = -127
        if pylos.result(state) == OPEN:
            for i in range(pylos.moves(state, moves, 0)):
                after = pylos.apply(state, moves[i])
                value = 127
                if pylos.result(after) == OPEN:
                    value = entries[index_of(after, s)]
                best = max(best, value)
        if entries[index] != (1 - best if best > 0 else -best):
            return done, index
    return done, -1


def check(file: TablebaseFile, count: int, seed: int) -> int:
    """Compare random positions with the best of their moves; how many. BadTablebase names the first wrong one."""
    rule = pylos.RULE[file.head["variant"]]
    done, wrong = _audit(count, seed, rule, file.parts[PART], pyramid(), buffer(pylos.ROOM))
    if wrong >= 0:
        raise wrong_entry(file, PART, int(wrong))
    return int(done)
