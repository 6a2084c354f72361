"""Quits, solved backwards: who wins with few marbles left, every position of a class at once.

A class (a, b) is all positions in which the player to move has a marbles and the other b; a move leads into (b, a),
(b - 1, a) or (b, a - 1). A position is numbered as the player to move sees it (the board is turned so that the base is
a1): the rank of the own marbles among the sets of that size, times the number of sets of the other's, plus the rank of
those. The forbidden slide multiplies no positions: it matters only where it would be the one best move, so the word of
a position holds the value without it, that one move, and the value when it is forbidden.

python bench/quits_solver.py 3 4 tables.npz      # solve everything up to 3 against 4 and keep it
"""

from __future__ import annotations

import sys
import time
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from billes.core.codes import OPEN
from billes.core.jit import buffer, jit, popcount
from billes.games.quits import rules as quits

UNKNOWN, WIN, LOSS = 0, 1, 2  # what is still unknown when nothing more can be proved is a draw
NONE = 31
SETTLED = 512  # this bit of a word: nothing can change any more
LOW = 13  # a word of 25 cells is ranked and turned in two parts
LOWEST = quits.LEFT + 1


def _parts() -> tuple[Any, Any, Any, Any]:
    low = [sum(comb(c, i + 1) for i, c in enumerate(_cells(w))) for w in range(1 << LOW)]
    high = [
        [sum(comb(c + LOW, before + i + 1) for i, c in enumerate(_cells(w))) for w in range(1 << (25 - LOW))]
        for before in range(6)
    ]
    turn_low = [sum(1 << (24 - c) for c in _cells(w)) for w in range(1 << LOW)]
    turn_high = [sum(1 << (24 - LOW - c) for c in _cells(w)) for w in range(1 << (25 - LOW))]
    return np.array(low), np.array(high), np.array(turn_low), np.array(turn_high)


def _cells(word: int) -> list[int]:
    return [c for c in range(word.bit_length()) if word >> c & 1]


RANK_LOW, RANK_HIGH, TURN_LOW, TURN_HIGH = _parts()
TURNED = np.array([*(9 - k for k in range(10)), *(29 - k for k in range(10, 20)), *range(20, 32)])
SIZE = np.array([comb(25, n) for n in range(6)])


@jit
def rank(word: int) -> int:
    """The number of a set of at most five cells among those of its size."""
    low = word & ((1 << LOW) - 1)
    found: int = RANK_LOW[low] + RANK_HIGH[popcount(low), word >> LOW]
    return found


@jit
def turned(word: int) -> int:
    """The board seen from the other side."""
    found: int = TURN_LOW[word & ((1 << LOW) - 1)] | TURN_HIGH[word >> LOW]
    return found


@jit
def value_of(child: Any, bases: Any, words: Any) -> int:
    """What is known of a state: WIN, LOSS or UNKNOWN for the player to move. Player 1 may have to be turned."""
    own, opp, forbidden = child[0], child[1], child[5]
    if child[4] != 0:
        own, opp, forbidden = turned(own), turned(opp), TURNED[forbidden]
    a, b = popcount(own), popcount(opp)
    word = words[bases[6 * a + b] + rank(own) * SIZE[b] + rank(opp)]
    if forbidden < 20 and ((word >> 4) & 31) == forbidden:
        word >>= 2
    found: int = word & 3
    return found


@jit
def judged(state: Any, bases: Any, words: Any, buf: Any) -> int:
    """The word of a position as far as its children are known."""
    n = quits.moves(state, buf, 0)
    me = quits.mover(state)
    wins, others, losses, winner, other = 0, 0, 0, NONE, NONE
    for k in range(n):
        move = buf[k]
        child = quits.apply(state, move)
        end = quits.result(child)
        if end != OPEN:
            found = LOSS if end == me else WIN
        else:
            found = value_of(child, bases, words)
        if found == LOSS:
            wins += 1
            winner = move
        elif found == UNKNOWN:
            others += 1
            other = move
        else:
            losses += 1
    one = winner if wins == 1 else other if others == 1 and wins == 0 else NONE
    if n == 1 and buf[0] < 20:  # the only move, when it is forbidden, leaves only to pass
        after = value_of(quits.apply(state, quits.PASS), bases, words)
        second = WIN if after == LOSS else LOSS if after == WIN else UNKNOWN
        one = buf[0]
    elif wins == 1:
        second = UNKNOWN if others > 0 else LOSS
    elif wins == 0 and others == 1:
        second = LOSS
    else:
        second = UNKNOWN
    if one >= 20:
        one = NONE
    value = WIN if wins > 0 else UNKNOWN if others > 0 else LOSS
    done = (value == LOSS and n > 1) or wins > 1 or (wins == 1 and (one == NONE or second != UNKNOWN))
    return value | (second << 2) | (one << 4) | (SETTLED if done else 0)


@jit
def _sweep(mine: Any, theirs: Any, base: int, bases: Any, words: Any, buf: Any) -> int:
    """Look once at every position of a class that is not settled; how many words changed."""
    changed = 0
    for i in range(len(mine)):
        own = mine[i]
        if (own & quits.GOAL[0]) != 0:
            continue
        for j in range(len(theirs)):
            opp = theirs[j]
            at = base + i * len(theirs) + j
            old = words[at]
            if (own & opp) != 0 or (opp & 1) != 0 or (old & SETTLED) != 0:
                continue
            new = judged((own, opp, 0, 0, 0, NONE, 2), bases, words, buf)
            if new != old:
                words[at] = new
                changed += 1
    return changed


def sets(n: int) -> Any:
    """All sets of n cells, in the order of their ranks."""
    return np.array(sorted(sum(1 << c for c in cells) for cells in combinations(range(25), n)))


def solve(most: int, other: int, *, show: bool = False) -> tuple[Any, Any]:
    """All classes up to `most` against `other`: where each begins, and the words."""
    classes = [(a, b) for a in range(LOWEST, most + 1) for b in range(LOWEST, most + 1) if min(a, b) <= other]
    bases = np.zeros(36, np.int64)
    room = 0
    for a, b in classes:
        bases[6 * a + b] = room
        room += int(SIZE[a] * SIZE[b])
    words = np.full(room, NONE << 4, np.uint16)
    buf = buffer(quits.ROOM)
    pairs = sorted({(min(c), max(c)) for c in classes}, key=sum)
    for pair in pairs:
        both = sorted({pair, pair[::-1]})
        changed, sweeps, began = 1, 0, time.perf_counter()
        while changed:
            changed = sum(_sweep(sets(a), sets(b), bases[6 * a + b], bases, words, buf) for a, b in both)
            sweeps += 1
            if show:
                print(f"{pair}: sweep {sweeps}, {changed} changed, {time.perf_counter() - began:.0f} s", flush=True)
    return bases, words


if __name__ == "__main__":
    found = solve(int(sys.argv[2]), int(sys.argv[1]), show=True)
    np.savez(sys.argv[3], bases=found[0], words=found[1])
