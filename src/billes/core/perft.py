"""Perft: counting legal move sequences, written once for all games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .codes import OPEN
from .jit import Buffer, jit

if TYPE_CHECKING:
    from ..games.spec import Rules


@jit
def perft(G: Rules, s: Any, depth: int, buf: Buffer, n: int) -> int:
    """The number of legal move sequences of exactly that many moves; `buf` holds moves from `n` on.

    `G` is the module of a game's rules: the compiler resolves `G.moves` and the like.
    """
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
