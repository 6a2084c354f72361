"""Alpha-beta, compiled: a principal variation search with a transposition table, for all games of two players.

A game comes as two modules, its rules `G` and its evaluator `E`, whose functions are resolved when this is compiled.
Scores are seen from the player to move. `search` returns score << 8 | low, where low is the smallest ply of the line
whose position the score depends on through a repetition (CLEAN if it depends on none). A score that depends on a
position *above* the node would be wrong on another path, so the table keeps only the move of such a node.
"""

from __future__ import annotations

from typing import Any

from ..core.codes import DRAW, OPEN, SCORE, mix
from ..core.jit import Buffer, jit
from .memory import (
    DEEPEST,
    DEPTH,
    DONE,
    EXACT,
    FEATURES,
    HISTORY,
    KILLERS,
    LIMIT,
    MARBLE,
    MASK,
    MATE,
    NODES,
    PAST,
    PAST_KEYS,
    PATH,
    PV,
    ROOT,
    ROOTS,
    SLOTS,
    STACK,
    STOP,
    TABLE,
    WEIGHTS,
    WIDE,
    WON,
    is_over,
)

CLEAN = 255
MOVE_ONLY, LOWER, UPPER, FULL = range(4)  # what a table entry knows of the score
INFINITE = 32000
CERTAIN = 255  # the depth of an entry that was looked up and not searched: no search betters it
PASSED = 1  # stands in the line's path for a position in which the null move was played
NULL_CUT = 3  # plies that are saved where even the null move is good enough
LATE = 3  # moves of a node that are searched to full depth before the rest are searched less deep


# ---------------------------------------------------------------------------------------- the transposition table
# An entry is two words: key ^ data, data; the exclusive-or reveals a pair that two threads have written halves of. Data
# is score + 32768 | known << 16 | depth << 18 | number of the move << 26. Entries come in twos: the first of a pair is
# kept for the deeper search, the second takes any.
@jit
def _probe(key: int, mem: Buffer) -> int:
    """The data stored for a position, or -1."""
    at = TABLE + 2 * (mix(1, key) & mem[MASK])
    data = mem[at + 1]
    if mem[at] ^ data == key and data != 0:
        return data
    data = mem[at + 3]
    if mem[at + 2] ^ data == key and data != 0:
        return data
    return -1


@jit
def store(key: int, score: int, known: int, depth: int, number: int, ply: int, mem: Buffer) -> None:
    """Store what is known of a node; wins are counted from the node itself."""
    if score > WON:
        score += ply
    elif score < -WON:
        score -= ply
    data = (score + 32768) | (known << 16) | (depth << 18) | (number << 26)
    at = TABLE + 2 * (mix(1, key) & mem[MASK])
    old = mem[at + 1]
    if mem[at] ^ old != key and depth < ((old >> 18) & 255):
        at += 2
    mem[at] = key ^ data
    mem[at + 1] = data


@jit
def _stored_score(data: int, ply: int) -> int:
    """The score of an entry, wins counted from the root."""
    score = (data & 65535) - 32768
    if score > WON:
        return score - ply
    if score < -WON:
        return score + ply
    return score


# -------------------------------------------------------------------------------------------------- evaluation
@jit
def evaluate(E: Any, s: Any, mem: Buffer, t: int) -> int:
    """The evaluation: the features that are there times their weights, which shift from the opening to the ending.

    A feature is one word, its number | how often it is there << 16; a weight is one word too, early + late << 32, so
    that one product serves both.
    """
    first = t + FEATURES + 1
    total: int = 0
    for k in range(first, E.features(s, mem, first)):
        word = mem[k]
        total += mem[WEIGHTS + (word & 65535)] * (word >> 16)
    late = (total + (1 << 31)) >> 32
    early = total - (late << 32)
    phase = mem[first - 1]
    return max(-WON + 1000, min(WON - 1000, (early * (64 - phase) + late * phase) >> 6))


@jit
def final_score(E: Any, end: int, mover: int, ply: int) -> int:
    """The score of a game that is over, for the player to move; where it ends with a number, player 1 wants it low."""
    if end == DRAW:
        return 0
    if end >= SCORE:
        left: int = MARBLE * (E.PAR - (end - SCORE))
        return left if mover == 1 else -left
    return MATE - ply if end == mover else ply - MATE


# ------------------------------------------------------------------------------------------------ move ordering
@jit
def _slot(move: int) -> int:
    """Where the history keeps a move."""
    return (move ^ (move >> 14) ^ (move >> 28)) & (SLOTS - 1)


@jit
def order_moves(G: Any, E: Any, s: Any, first: int, ply: int, n: int, end: int, mem: Buffer, t: int) -> None:
    """Write after the moves one word per move: its rank << 16 | its number."""
    side = HISTORY + SLOTS * (G.mover(s) & 1)
    killer, second = mem[t + KILLERS + 2 * ply], mem[t + KILLERS + 2 * ply + 1]
    for i in range(n, end):
        move = mem[i]
        rank = mem[t + side + _slot(move)] + E.move_order(s, move)
        if i - n == first:
            rank = 1 << 40
        elif move == killer:
            rank += 1 << 30
        elif move == second:
            rank += 1 << 29
        mem[end + i - n] = ((rank + (1 << 31)) << 16) | (i - n)


@jit
def next_move(i: int, n: int, end: int, mem: Buffer) -> int:
    """The number of the move that ranks highest among those not yet taken."""
    top = end + end - n
    at = end + i
    best = at
    if i < 40:
        for j in range(at + 1, top):
            if mem[j] > mem[best]:
                best = j
    word = mem[best]
    mem[best] = mem[at]
    mem[at] = word
    return word & 65535


@jit
def _cutoff(G: Any, s: Any, depth: int, ply: int, i: int, n: int, end: int, mem: Buffer, t: int) -> None:
    """A move has refuted the position: it ranks higher from now on, and those tried before it lower."""
    move = mem[n + (mem[end + i] & 65535)]
    kill = t + KILLERS + 2 * ply
    if mem[kill] != move:
        mem[kill + 1] = mem[kill]
        mem[kill] = move
    side = t + HISTORY + SLOTS * (G.mover(s) & 1)
    bonus = min(depth * depth, 400)
    at = side + _slot(move)
    mem[at] += 32 * bonus - (mem[at] * bonus >> 9)
    for j in range(i):
        at = side + _slot(mem[n + (mem[end + j] & 65535)])
        mem[at] -= 32 * bonus + (mem[at] * bonus >> 9)


# ------------------------------------------------------------------------------------------------------ search
@jit
def _repeats(key: int, ply: int, mem: Buffer, t: int) -> int:
    """The ply of the line with the same position, 0 also for one that came twice in the game, or CLEAN."""
    at = ply - 2
    while at >= 0:
        if mem[t + PATH + at] == key:
            return at
        at -= 2
    for k in range(mem[PAST]):
        if mem[PAST_KEYS + k] == key:
            return 0
    return CLEAN


@jit
def _extend(move: int, ply: int, mem: Buffer, t: int) -> None:
    """The principal variation of a node: its move, then that of the next node."""
    here, below = t + PV + WIDE * ply, t + PV + WIDE * (ply + 1)
    length = mem[below]
    mem[here] = length + 1
    mem[here + 1] = move
    for k in range(length):
        mem[here + 2 + k] = mem[below + 1 + k]


@jit
def _quick_cutoff(G: Any, s: Any, depth: int, beta: int, ply: int, n: int, end: int, mem: Buffer, t: int) -> int:
    """A move that wins at once, or one that the table knows to be good enough: score << 16 | number, or -1."""
    me = G.mover(s)
    for i in range(n, end):
        child = G.apply(s, mem[i])
        over = G.result(child)
        if over == me:
            return ((MATE - ply - 1 + 32768) << 16) | (i - n)
        if depth >= 3 and over == OPEN and mem[EXACT] == 0:
            data = _probe(G.key(child), mem)
            if data >= 0 and ((data >> 16) & UPPER) != 0:
                score = -_stored_score(data, ply + 1)
                if score >= beta and (((data >> 18) & 255) >= depth - 1 or score > WON):
                    if not G.CYCLIC or _repeats(G.key(child), ply + 1, mem, t) == CLEAN:
                        return ((score + 32768) << 16) | (i - n)
    return -1


@jit
def search(G: Any, E: Any, s: Any, depth: int, alpha: int, beta: int, ply: int, n: int, mem: Buffer, t: int) -> int:
    """Score << 8 | low of a position, searched to a depth; n is the free end of the move stack."""
    mem[t + NODES] += 1
    if mem[t + NODES] >= mem[LIMIT] and is_over(mem[t + NODES], mem):
        mem[STOP] = 1
    if mem[STOP] != 0:
        return CLEAN
    mem[t + PV + WIDE * ply] = 0
    over = G.result(s)
    if over != OPEN:
        return (final_score(E, over, G.mover(s), ply) << 8) | CLEAN
    key = G.key(s)
    if G.CYCLIC:
        low = _repeats(key, ply, mem, t)
        if low != CLEAN:
            return low
        mem[t + PATH + ply] = key
    if depth <= 0 or ply >= DEEPEST - 1 or n + 4 * G.ROOM > t + ROOT + 6 * G.ROOM + STACK:
        return (evaluate(E, s, mem, t) << 8) | CLEAN

    alpha, beta = max(alpha, ply - MATE), min(beta, MATE - ply - 1)
    if alpha >= beta:
        return (alpha << 8) | CLEAN
    narrow, exact = beta - alpha == 1, mem[EXACT] != 0
    first = -1
    data = _probe(key, mem)
    if data >= 0:
        first = data >> 26
        known, deep, score = (data >> 16) & 3, (data >> 18) & 255, _stored_score(data, ply)
        if deep == depth or (not exact and (deep > depth or score > WON or score < -WON)):
            enough = (score >= beta and (known & LOWER) != 0) or (score <= alpha and (known & UPPER) != 0)
            if deep == CERTAIN or (enough and (narrow or score > WON or score < -WON)):
                return (score << 8) | CLEAN

    if (
        E.NULL_MOVE >= 0
        and narrow
        and not exact
        and depth >= 3
        and -WON < beta < WON
        and mem[t + PATH + ply - 1] != PASSED
    ):
        if evaluate(E, s, mem, t) >= beta:
            mem[t + PATH + ply] = PASSED
            got = search(G, E, G.apply(s, E.NULL_MOVE), depth - 1 - NULL_CUT, -beta, 1 - beta, ply + 1, n, mem, t)
            mem[t + PATH + ply] = key
            if mem[STOP] != 0:
                return CLEAN
            if -(got >> 8) >= beta:
                return (beta << 8) | (got & 255)

    end = G.moves(s, mem, n)
    if depth >= 2:
        found = _quick_cutoff(G, s, depth, beta, ply, n, end, mem, t)
        if found >= 0:
            score = (found >> 16) - 32768
            store(key, score, LOWER, depth, found & 65535, ply, mem)
            mem[t + PV + WIDE * (ply + 1)] = 0
            _extend(mem[n + (found & 65535)], ply, mem, t)
            return (score << 8) | CLEAN
    order_moves(G, E, s, first, ply, n, end, mem, t)
    mem[t + KILLERS + 2 * ply + 2] = -1
    mem[t + KILLERS + 2 * ply + 3] = -1
    free = end + end - n
    best, number, low, old = -INFINITE, 0, CLEAN, alpha
    for i in range(end - n):
        which = next_move(i, n, end, mem)
        move = mem[n + which]
        child = G.apply(s, move)
        cut = 0
        if depth >= 3 and i >= LATE and not exact:
            cut = 1 if i < 12 or depth < 5 else 2
            if not narrow or mem[t + KILLERS + 2 * ply] == move:
                cut -= 1
        got = 0
        if i > 0:
            got = search(G, E, child, depth - 1 - cut, -alpha - 1, -alpha, ply + 1, free, mem, t)
            if cut > 0 and -(got >> 8) > alpha:
                got = search(G, E, child, depth - 1, -alpha - 1, -alpha, ply + 1, free, mem, t)
        if i == 0 or (not narrow and -(got >> 8) > alpha and mem[STOP] == 0):
            got = search(G, E, child, depth - 1, -beta, -alpha, ply + 1, free, mem, t)
        if mem[STOP] != 0:
            return CLEAN
        score = -(got >> 8)
        if score > best:
            best, number = score, which
            if score > alpha:
                alpha = score
                if not narrow:
                    _extend(move, ply, mem, t)
                if alpha >= beta:
                    low = got & 255
                    _cutoff(G, s, depth, ply, i, n, end, mem, t)
                    break
        low = min(low, got & 255)
    if low >= ply:
        low = CLEAN
    known = LOWER if best >= beta else UPPER if best <= old else FULL
    store(key, best, known if low == CLEAN else MOVE_ONLY, depth, number, ply, mem)
    return (best << 8) | low


@jit
def prepare(G: Any, s: Any, mem: Buffer, t: int) -> int:
    """Write down the root moves of a position; their number."""
    count: int = G.moves(s, mem, t + ROOT) - (t + ROOT)
    mem[t + ROOTS] = count
    mem[t + NODES] = 0
    mem[t + PATH] = G.key(s)
    for k in range(2 * DEEPEST):
        mem[t + KILLERS + k] = -1
    return count


@jit
def search_root(G: Any, E: Any, s: Any, depth: int, alpha: int, beta: int, skip: int, mem: Buffer, t: int) -> int:
    """Search all root moves but the first `skip`; the best one is moved to the place after those. Its score.

    A search that is stopped leaves in DONE the number of moves that were searched to the end.
    """
    count = mem[t + ROOTS]
    free = t + ROOT + 2 * G.ROOM
    narrow = -alpha - 1
    best = -INFINITE
    one = skip + 1 - skip  # no literal may be passed to a recursive function: see the traps in docs/design.md
    mem[t + DONE] = 0
    mem[t + DEPTH] = depth
    for i in range(skip, count):
        move = mem[t + ROOT + i]
        child = G.apply(s, move)
        got = 0
        if i > skip:
            narrow = -alpha - 1
            got = search(G, E, child, depth - 1, narrow, -alpha, one, free, mem, t)
        if i == skip or (-(got >> 8) > alpha and mem[STOP] == 0):
            got = search(G, E, child, depth - 1, -beta, -alpha, one, free, mem, t)
        if mem[STOP] != 0:
            return best
        mem[t + DONE] += 1
        score = -(got >> 8)
        best = max(best, score)
        if i == skip or score > alpha:
            _extend(move, 0 * one, mem, t)
            j = i
            while j > skip:
                mem[t + ROOT + j] = mem[t + ROOT + j - 1]
                j -= 1
            mem[t + ROOT + skip] = move
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best
