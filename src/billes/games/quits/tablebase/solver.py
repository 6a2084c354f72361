"""Solving a layer of Quits by sweeps that change only what may change.

An entry is one word: the best score of the position, the slide that is its *only* best move if there is one (PASS if
not), and the score without that slide. So it answers for every slide that may be forbidden. Scores are ordered: 1 + d
is a loss in d plies, DRAWN a draw, 1023 - d a win in d. Entries are kept exclusive-or START, so that zero says
"nothing is known yet", which is a draw.

Every entry is at all times a true statement (won or lost *within* so many plies), whatever the order of the work; when
a sweep over everything changes nothing, all are exact.
"""

from __future__ import annotations

from typing import Any

from ....core.arrays import np
from ....core.jit import Buffer, jit, popcount, table
from ..rules import END, LINE, PASS
from .index import FEWEST, MIRROR, case_of, mirrored, rank

DRAWN = 512
TOP = 1023
NONE = PASS  # no slide
START = DRAWN | (DRAWN << 10) | (NONE << 20)
WINS, LOSES = TOP - 1, 2  # the move ends the game
BY = table([1 if k < 10 and k % 2 == 0 else -1 if k < 10 else 5 if k % 2 == 0 else -5 for k in range(20)])
STEP_FILE = table([1, -1, 1])
STEP_RANK = table([1, 1, -1])

# the parts of a worker's scratch room, one flat array of ints
_CELL, _GOES, _COLUMN, _LOW, _HIGH = 0, 16, 32, 48, 80
_OPEN, _BEST, _SECOND, _MOVE = 112, 640, 1152, 1664
SCRATCH = 2176


@jit
def _best(e: int) -> int:
    return e & 1023


@jit
def _without(e: int, slide: int) -> int:
    """The score of an entry when that slide is forbidden."""
    return (e >> 10) & 1023 if (e >> 20) == slide else e & 1023


@jit
def before(v: int) -> int:
    """The score of the player who moves into a position with that score."""
    if v == DRAWN:
        return v
    return TOP - v if v < DRAWN else TOP + 2 - v


@jit
def _relax(
    n: int, count: int, drop: int, one: int, zero: int, some: int, slide: int, entries: Any, bases: Any, number: Any,
    w: Buffer,
) -> None:  # fmt: skip
    """One way to move, for all open colourings that have it: bits of one set, of zero not, some of some.

    w[_GOES + j] is the cell that marble j goes to; marble drop (-1: none) leaves the board.
    """
    occ = 0
    for j in range(n):
        if j != drop:
            occ |= 1 << (24 - w[_GOES + j])
    base = bases[rank(occ)]
    forbidden = NONE
    if slide != NONE:
        forbidden = (9 if slide < 10 else 29) - (slide ^ 1)  # the inverse, as the other player sees it
    flip = base < 0
    if flip:
        occ = mirrored(occ)
        base = bases[rank(occ)]
        if slide != NONE:
            forbidden = forbidden + 10 if forbidden < 10 else forbidden - 10
    m = n
    for j in range(10):
        w[_COLUMN + j] = 0
    for j in range(n):
        if j == drop:
            m -= 1
            continue
        cell = 24 - w[_GOES + j]
        if flip:
            cell = MIRROR[cell]
        w[_COLUMN + j] = 1 << popcount(occ & ((1 << cell) - 1))
    full = (1 << m) - 1
    w[_LOW] = full
    w[_HIGH] = 0
    for j in range(5):
        for i in range(1 << j):
            w[_LOW + (1 << j) + i] = w[_LOW + i] ^ w[_COLUMN + j]
            w[_HIGH + (1 << j) + i] = w[_HIGH + i] ^ w[_COLUMN + 5 + j]
    numbers = number[4 * m + case_of(occ)]
    for i in range(count):
        c = w[_OPEN + i]
        if (c & one) != one or (c & zero) != 0 or (some != 0 and (c & some) == 0):
            continue
        v = 0
        if drop >= 0:
            own = popcount(c)
            if (c >> drop) & 1:
                if own == FEWEST:
                    v = WINS
            elif n - own == FEWEST:
                v = LOSES
        if v == 0:
            e = entries[base + numbers[w[_LOW + (c & 31)] ^ w[_HIGH + (c >> 5)]]] ^ START
            v = before(_without(e, forbidden))
        if v > w[_BEST + i]:
            w[_SECOND + i] = w[_BEST + i]
            w[_BEST + i] = v
            w[_MOVE + i] = slide
        elif v > w[_SECOND + i]:
            w[_SECOND + i] = v


@jit
def _all_moves(
    n: int, occ: int, count: int, entries: Any, bases: Any, low: Any, low_bases: Any, number: Any, w: Buffer
) -> None:
    """Every way to move in a pattern."""
    for k in range(20):
        line = occ & LINE[k]
        if line == 0 or (occ & END[k]) != 0:
            continue
        some = 0
        corner = -1
        for j in range(n):
            cell = w[_CELL + j]
            if (line >> cell) & 1:
                some |= 1 << j
                cell += BY[k]
                if cell == 0 or cell == 24:
                    corner = j
            w[_GOES + j] = cell
        if corner < 0:
            _relax(n, count, -1, 0, 0, some, k, entries, bases, number, w)
            continue
        bit = 1 << corner
        own = bit if w[_GOES + corner] == 0 else 0  # on a1 the mover's marble stays, on e5 the other's
        _relax(n, count, -1, own, bit ^ own, some, k, entries, bases, number, w)
        _relax(n, count, corner, bit ^ own, own, some, k, low, low_bases, number, w)
    for j in range(n):
        w[_GOES + j] = w[_CELL + j]
    for j in range(n):
        cell = w[_CELL + j]
        for d in range(3):
            f = cell % 5 + STEP_FILE[d]
            r = cell // 5 + STEP_RANK[d]
            if f < 0 or f > 4 or r < 0 or r > 4 or (occ >> (5 * r + f)) & 1:
                continue
            w[_GOES + j] = 5 * r + f
            if 5 * r + f == 24:
                _relax(n, count, j, 1 << j, 0, 0, NONE, low, low_bases, number, w)
            else:
                _relax(n, count, -1, 1 << j, 0, 0, NONE, entries, bases, number, w)
        w[_GOES + j] = cell


@jit
def _pass(n: int, count: int, entries: Any, bases: Any, number: Any, w: Buffer) -> None:
    """Where there is no move, or none beside one slide: what passing is worth."""
    one = 0
    for i in range(count):
        if w[_BEST + i] == 0 or (w[_MOVE + i] != NONE and w[_SECOND + i] == 0):
            one += 1
    if one == 0:
        return
    for i in range(count):  # the same walk, for one colouring after the other
        lone = w[_BEST + i] == 0
        if not lone and (w[_MOVE + i] == NONE or w[_SECOND + i] != 0):
            continue
        c, best, move, first = w[_OPEN + i], w[_BEST + i], w[_MOVE + i], w[_OPEN]
        kept_best, kept_second, kept_move = w[_BEST], w[_SECOND], w[_MOVE]
        w[_OPEN], w[_BEST], w[_SECOND], w[_MOVE] = c, 0, 0, NONE
        _relax(n, 1, -1, 0, 0, 0, NONE, entries, bases, number, w)
        v = w[_BEST]
        w[_OPEN], w[_BEST], w[_SECOND], w[_MOVE] = first, kept_best, kept_second, kept_move
        if lone:
            w[_BEST + i], w[_SECOND + i], w[_MOVE + i] = v, v, NONE
        else:
            w[_BEST + i], w[_SECOND + i], w[_MOVE + i] = best, v, move


@jit
def _depth(v: int) -> int:
    """Plies to the end; far away for a draw."""
    if v == DRAWN:
        return DRAWN
    return v - 1 if v < DRAWN else TOP - v


@jit
def _mark(n: int, occ: int, bases: Any, dirty: Any) -> None:
    """Note all patterns from which one move may lead to this one."""
    x = 0
    for cell in range(25):
        x |= ((occ >> cell) & 1) << (24 - cell)
    _mark_one(x, bases, dirty)
    for k in range(20):
        line = x & LINE[k]
        if line == 0 or (x & END[k ^ 1]) != 0:
            continue
        back = line >> BY[k] if BY[k] > 0 else line << -BY[k]
        _mark_one((x & ~line) | back, bases, dirty)
    for cell in range(25):
        if (x >> cell) & 1:
            for d in range(3):
                f = cell % 5 - STEP_FILE[d]
                r = cell // 5 - STEP_RANK[d]
                if 0 <= f < 5 and 0 <= r < 5 and ((x >> (5 * r + f)) & 1) == 0:
                    _mark_one(x ^ (1 << cell) ^ (1 << (5 * r + f)), bases, dirty)


@jit
def _mark_one(occ: int, bases: Any, dirty: Any) -> None:
    number = rank(occ)
    if bases[number] < 0:
        number = rank(mirrored(occ))
    dirty[number] = 1


@jit
def sweep(
    n: int, first: int, last: int, settled: int, patterns: Any, bases: Any, low_bases: Any, number: Any, listed: Any,
    counts: Any, entries: Any, low: Any, dirty: Any, dirty_next: Any, w: Buffer,
) -> tuple[int, int, int]:  # fmt: skip
    """Look again at the dirty patterns first to last - 1; entries of at most `settled` plies are known to be exact.

    Returns how many positions were looked at, how many entries changed, and how many of these were draws before.
    """
    seen, changed, decided = 0, 0, 0
    for p in range(first, last):
        base = bases[p]
        if dirty[p] == 0 or base < 0:
            continue
        occ = int(patterns[p])
        row = 4 * n + case_of(occ)
        count = 0
        for i in range(counts[row]):
            e = entries[base + i] ^ START
            if _depth(_best(e)) <= settled and ((e >> 20) == NONE or _depth((e >> 10) & 1023) <= settled):
                continue
            w[_OPEN + count] = listed[row, i]
            w[_BEST + count], w[_SECOND + count], w[_MOVE + count] = 0, 0, NONE
            count += 1
        if count == 0:
            continue
        seen += count
        j = 0
        for cell in range(25):
            if (occ >> cell) & 1:
                w[_CELL + j] = cell
                w[_GOES + j] = cell
                j += 1
        _all_moves(n, occ, count, entries, bases, low, low_bases, number, w)
        for j in range(n):
            w[_GOES + j] = w[_CELL + j]
        _pass(n, count, entries, bases, number, w)
        touched = False
        for i in range(count):
            best, second, move = w[_BEST + i], w[_SECOND + i], w[_MOVE + i]
            if move == NONE or second == best:
                second, move = best, NONE
            at = base + number[row, w[_OPEN + i]]
            new = np.uint32((best | (second << 10) | (move << 20)) ^ START)
            if new != entries[at]:
                if _best(entries[at] ^ START) == DRAWN and best != DRAWN:
                    decided += 1
                entries[at] = new
                changed += 1
                touched = True
        if touched:
            _mark(n, occ, bases, dirty_next)
    return seen, changed, decided
