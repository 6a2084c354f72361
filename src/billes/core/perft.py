"""What is played without a player, written once for all games: counting (perft) and random playouts.

Every function takes the game module as its first argument: `perft(quits, state, …)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .codes import DRAW, OPEN, RESULTS, WORD, mix
from .jit import Buffer, jit

if TYPE_CHECKING:
    from ..games.spec import Rules

SEEN = 1 << 15  # slots of the table that remembers a playout's positions; twice the longest playout
LONGEST = SEEN // 2
PLIES, SHORTEST, LONGEST_SEEN, MOVES, TALLY = RESULTS, RESULTS + 1, RESULTS + 2, RESULTS + 3, RESULTS + 8


@jit
def perft(G: Rules, s: Any, depth: int, buf: Buffer, n: int) -> int:
    """The number of legal move sequences of exactly that many moves; buf holds moves from n on."""
    if depth == 0:
        return 1
    if G.result(s) != OPEN:
        return 0
    end = G.moves(s, buf, n)
    if depth == 1:
        return end - n
    total = 0
    for i in range(n, end):
        total += perft(G, G.apply(s, buf[i]), depth - 1, buf, end)
    return total


@jit
def _thrice(key: int, seen: Buffer, path: Buffer, ply: int) -> bool:
    """Note one more occurrence of a position; whether it is the third."""
    slot = 2 * (mix(1, key) & (SEEN - 1))
    while seen[slot + 1] != 0 and seen[slot] != key:
        slot = (slot + 2) & (2 * SEEN - 1)
    seen[slot] = key
    seen[slot + 1] += 1
    path[ply] = slot
    return seen[slot + 1] >= 3


@jit
def _playout(G: Rules, s: Any, rng: int, limit: int, buf: Buffer, seen: Buffer, path: Buffer) -> tuple[int, int, int]:
    """One random game: its result (OPEN where the limit came first), its plies, and the sum of its choices."""
    ply, choices = 0, 0
    end = G.result(s)
    while end == OPEN and ply < limit:
        if G.CYCLIC and _thrice(G.key(s), seen, path, ply):
            end = DRAW
            ply += 1
            break
        count = G.moves(s, buf, 0)
        rng = (rng * 0x1E3779B97F4A7C15 + 0x2545F4914F6CDD1D) & WORD
        s = G.apply(s, buf[((rng >> 30) * count) >> 32])
        choices += count
        ply += 1
        end = G.result(s)
    if G.CYCLIC:
        for i in range(ply):
            seen[path[i] + 1] = 0
        if end == DRAW:
            ply -= 1
    return end, ply, choices


@jit
def playouts(
    G: Rules,
    s: Any,
    seed: int,
    first: int,
    last: int,
    limit: int,
    buf: Buffer,
    seen: Buffer,
    path: Buffer,
    tally: Buffer,
) -> int:
    """The random games numbered first to last - 1 of a seed, counted into the tally; returns their plies."""
    total = 0
    for number in range(first, last):
        end, plies, choices = _playout(G, s, mix(mix(1, seed), number), limit, buf, seen, path)
        tally[end] += 1
        tally[PLIES] += plies
        tally[MOVES] += choices
        if tally[SHORTEST] == 0 or plies < tally[SHORTEST]:
            tally[SHORTEST] = plies
        tally[LONGEST_SEEN] = max(tally[LONGEST_SEEN], plies)
        total += plies
    return total
