"""Solving Pylos, pattern by pattern from the fullest to the empty one.

Two signed bytes per position, both seen from the player who has *just moved*: what the position is worth (the first
half of the array), and what it is worth if that player still has to take one or two balls back (the second half).
127 - i is a win in 2 i + 1 plies counted from before the move, i - 127 a loss in 2 i, 0 a draw or "nothing is known
yet". The winner makes the last move, so wins are odd and losses even.

A pattern fixes the geometry of all its colourings: one way to move leads all of them into one other pattern, and there
the colouring is the old one with bits moved, dropped and complemented. That is an exclusive-or of two words,
one for the low bits and one for the high bits.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ....core.jit import Buffer, jit, popcount
from ..rules import ICGA, LINES, SQUARES
from .index import Shape
from .ways import bits_of, columns_of, puts, takes

WON = 127
NOTHING = -127
_MANY = 12  # with more figures in a pattern they are looked at all at once


class Scratch(NamedTuple):
    """The arrays that a thread works in, and its lists of changes."""

    ways: Buffer
    columns: Buffer
    best: Any
    lows: Any
    goes: Any
    flags: Any
    out: Any
    out_old: Any


@jit
def _low_part(n: int, low: int, fixed: int, value: int, w: Scratch) -> int:
    """List the low words whose fixed bits have that value, ascending, and where each goes; how many."""
    columns, lows, goes = w.columns, w.lows, w.goes
    lows[0] = value & ((1 << low) - 1)
    goes[0] = 0
    for j in range(min(n, low)):
        if (value >> j) & 1:
            goes[0] ^= columns[j]
    count = 1
    for j in range(min(n, low)):
        if (fixed >> j) & 1:
            continue
        for i in range(count):
            lows[count + i] = lows[i] | (1 << j)
            goes[count + i] = goes[i] ^ columns[j]
        count *= 2
    return count


@jit
def _high_part(high: int, n: int, low: int, columns: Buffer) -> int:
    goes = 0
    for j in range(n - low):
        if (high >> j) & 1:
            goes ^= columns[low + j]
    return goes


@jit
def _relax(
    n: int, h0: int, h1: int, fixed: int, value: int, start: int, base: int, m: int, figures: Buffer, count: int,
    s: Shape, entries: Any, w: Scratch,
) -> None:  # fmt: skip
    """One way to move, for all colourings whose fixed bits have that value.

    Where all bits of a figure are set, the value is looked up in the second half of the array.
    """
    columns, best, lows, goes, flags, low = w.columns, w.best, w.lows, w.goes, w.flags, s.low
    mask = (1 << low) - 1
    width = _low_part(n, low, fixed, value, w)
    if count > 0:
        for i in range(width):
            flag = 0
            for f in range(count):
                part = figures[f] & mask
                if (lows[i] & part) == part:
                    flag |= 1 << f
            flags[i] = flag
    for high in range(h0, h1):
        if (high & (fixed >> low)) != (value >> low):
            continue
        k = popcount(high)
        if k > s.balls or n - min(n, low) - k > s.balls:
            continue
        active = 0
        for f in range(count):
            part = figures[f] >> low
            if (high & part) == part:
                active |= 1 << f
        to = start ^ _high_part(high, n, low, columns)
        at = (high - h0) << low
        if m > s.dense:
            first = s.first[m]
            ranks = s.low_rank[m - s.dense - 1]
            for i in range(width):
                c = to ^ goes[i]
                upper = c >> low
                j = base + s.high_base[first + upper] + ranks[popcount(upper), c & mask]
                if flags[i] & active:
                    j += s.size
                best[at + lows[i]] = max(best[at + lows[i]], entries[j])
        elif active != 0:
            for i in range(width):
                j = base + (to ^ goes[i])
                if flags[i] & active:
                    j += s.size
                best[at + lows[i]] = max(best[at + lows[i]], entries[j])
        else:
            for i in range(width):
                best[at + lows[i]] = max(best[at + lows[i]], entries[base + (to ^ goes[i])])


@jit
def _win(n: int, h0: int, h1: int, fixed: int, low: int, best: Any) -> None:
    """The ball on the top."""
    for c in range((h1 - h0) << min(n, low)):
        if (((h0 << low) + c) & fixed) == fixed:
            best[c] = WON


@jit
def moved(p: int, h0: int, h1: int, rule: int, s: Shape, entries: Any, w: Scratch) -> tuple[int, int]:
    """Look again at the positions of pattern p whose high bits are h0 to h1 - 1.

    Returns how many changed, and how many of these were draws before; -1 where a distance is too long to be kept.
    """
    ways, columns, best = w.ways, w.columns, w.best
    occ, low = s.patterns[p], s.low
    n = popcount(occ)
    best[: (h1 - h0) << min(n, low)] = NOTHING
    kinds = 0
    if rule & SQUARES:
        kinds = len(s.figures) if rule & LINES else s.squares
    figures = columns[32:]
    placing = True
    for i in range(puts(occ, s, ways)):
        cell, origin, at = ways[4 * i], ways[4 * i + 1], ways[4 * i + 2]
        if origin >= 0 and placing:
            placing = False
            _no_reserve(n, h0, h1, s, best)
        fixed = 0 if origin < 0 else bits_of(1 << origin, occ)
        if at < 0:
            _win(n, h0, h1, fixed, low, best)
            continue
        rest = occ if origin < 0 else occ ^ (1 << origin)
        target = rest | (1 << cell)
        count = 0
        for f in range(kinds):
            if (s.figures[f] >> cell) & 1 and (s.figures[f] & target) == s.figures[f]:
                figures[count] = bits_of(s.figures[f] & ~(1 << cell), occ)
                count += 1
        home = columns_of(occ, at, occ & ~rest, s, columns)
        m = popcount(target)
        placed = 1 << popcount(s.patterns[home] & ((1 << s.maps[s.way[at], cell]) - 1))
        start = ((1 << m) - 1) ^ placed  # the old balls change sides, the new one is not the next mover's
        _relax(n, h0, h1, fixed, fixed, start, s.bases[home], m, figures, count, s, entries, w)
        if count > 0 and rule & ICGA:
            _relax(n, h0, h1, fixed, fixed, start, s.bases[home], m, figures, 0, s, entries, w)
    if placing:
        _no_reserve(n, h0, h1, s, best)
    return _store(p, n, h0, h1, 0, rule, s, entries, w)


@jit
def _no_reserve(n: int, h0: int, h1: int, s: Shape, best: Any) -> None:
    """A player without a ball in reserve cannot place one."""
    if n < s.balls:
        return
    low = s.low
    for c in range((h1 - h0) << min(n, low)):
        if popcount((h0 << low) + c) == s.balls:
            best[c] = NOTHING


@jit
def _store(
    p: int, n: int, h0: int, h1: int, half: int, rule: int, s: Shape, entries: Any, w: Scratch
) -> tuple[int, int]:
    """Keep what was found, and list what changed by it; how many, and how many of these were draws before."""
    best, out, out_old = w.best, w.out, w.out_old
    low = s.low
    changed, decided = 0, 0
    base = s.bases[p] + half * s.size
    for high in range(h0, h1):
        for i in range(1 << min(n, low)):
            c = (high << low) + i
            own = popcount(c)
            if own > s.balls or n - own > s.balls:
                continue
            v = best[((high - h0) << low) + i]
            if half == 0:  # seen from the player who moved there
                if v == 1:
                    return -1, 0
                if own == s.balls and (rule & ICGA) == 0:
                    v = WON
                else:
                    v = 1 - v if v > 0 else -v
            j = base + c
            if n > s.dense:
                upper = popcount(high)
                j = base + s.high_base[s.first[n] + high] + s.low_rank[n - s.dense - 1, upper, i]
            old = entries[j]
            if old != v:
                out[changed] = c
                out_old[changed] = old
                changed += 1
                if old == 0:
                    decided += 1
                entries[j] = v
    return changed, decided


@jit
def _flag(bits: int, count: int, figures: Buffer, flags: Any) -> None:
    """For every low word the figures none of whose low bits is set."""
    for word in range(1 << bits):
        flag = 0
        for f in range(count):
            if (word & figures[f]) == 0:
                flag |= 1 << f
        flags[word] = flag


@jit
def _relax_flagged(
    n: int, h0: int, h1: int, fixed: int, base: int, m: int, figures: Buffer, count: int, s: Shape, entries: Any,
    w: Scratch,
) -> None:  # fmt: skip
    """One way to take back, for all colourings whose fixed bits are not set and that have a figure: where there are
    many, that is quicker than figure by figure.
    """
    columns, best, lows, goes, flags, low = w.columns, w.best, w.lows, w.goes, w.flags, s.low
    mask = (1 << low) - 1
    width = _low_part(n, low, fixed, 0, w)
    for high in range(h0, h1):
        k = popcount(high)
        if high & (fixed >> low) or k > s.balls or n - min(n, low) - k > s.balls:
            continue
        active = 0
        for f in range(count):
            if (high & (figures[f] >> low)) == 0:
                active |= 1 << f
        if active == 0:
            continue
        to = _high_part(high, n, low, columns)
        at = (high - h0) << low
        if m > s.dense:
            first = s.first[m]
            ranks = s.low_rank[m - s.dense - 1]
            for i in range(width):
                if flags[lows[i]] & active:
                    c = to ^ goes[i]
                    upper = c >> low
                    j = base + s.high_base[first + upper] + ranks[popcount(upper), c & mask]
                    best[at + lows[i]] = max(best[at + lows[i]], entries[j])
        else:
            for i in range(width):
                if flags[lows[i]] & active:
                    best[at + lows[i]] = max(best[at + lows[i]], entries[base + (to ^ goes[i])])


@jit
def taken(p: int, h0: int, h1: int, rule: int, s: Shape, entries: Any, w: Scratch) -> tuple[int, int]:
    """Likewise for what the positions of pattern p are worth to a player who must take back."""
    ways, columns, best = w.ways, w.columns, w.best
    occ, low = s.patterns[p], s.low
    n = popcount(occ)
    best[: (h1 - h0) << min(n, low)] = NOTHING
    figures = columns[32:]
    kinds = 0
    for f in range(len(s.figures) if rule & LINES else s.squares):
        if (s.figures[f] & occ) == s.figures[f]:
            figures[kinds] = bits_of(s.figures[f], occ)
            kinds += 1
    many = kinds > _MANY
    if many:
        _flag(min(n, low), kinds, figures, w.flags)
    for i in range(takes(occ, s, ways)):
        one, two, at = ways[4 * i], ways[4 * i + 1], ways[4 * i + 2]
        gone = 1 << one
        if two >= 0:
            gone |= 1 << two
        home = columns_of(occ, at, gone, s, columns)
        base = s.bases[home]
        m = popcount(occ ^ gone)
        bits = bits_of(gone, occ)
        if many:
            _relax_flagged(n, h0, h1, bits, base, m, figures, kinds, s, entries, w)
            continue
        for f in range(kinds):
            _relax(n, h0, h1, bits | figures[f], 0, 0, base, m, columns, 0, s, entries, w)
    return _store(p, n, h0, h1, 1, rule, s, entries, w)
