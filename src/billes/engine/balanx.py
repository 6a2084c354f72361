"""What the engine knows of Balanx.

A race across a see-saw. A marble is worth what its place and its neighbours make of it, in the opening and in the
ending: two ahead and two aside tell which jumps stand open and where a ladder leads, one behind and one at its back who
may jump it. Each player's marbles are seen as they lie when the board is tilted towards him. Besides: marbles arrived,
how full the arrival zone is, and how far the last marble lags. All is the player to move's less the opponent's.
"""

from __future__ import annotations

from ..jit import Buffer, ctz, jit, popcount, table
from ..rules.balanx import (
    BOARDS,
    CYCLIC,
    HALF,
    LOWER,
    PASS,
    PLACES,
    ROOM,
    STRIDE,
    WORD_MASK,
    ZONE,
    State,
    apply,
    key,
    mover,
    moves,
    result,
    rolled,
    size,
)

__all__ = [
    "COUNT",
    "CYCLIC",
    "GROUPS",
    "IDLE",
    "ROOM",
    "apply",
    "chances",
    "features",
    "key",
    "mover",
    "moves",
    "promise",
    "result",
    "several",
    "strikes",
]

Six = tuple[int, int, int, int, int, int]

IDLE = PASS
CELLS = 2 * HALF
NEAR = 64  # six neighbours of a place, each free or not
GROUPS = (
    *((f"place {cell // STRIDE} {cell % STRIDE}", NEAR) for cell in range(CELLS)),  # counted from the goal's corner
    ("to move", 1),
    ("arrived", 11),  # marbles in the arrival zone
    ("filled", 11),  # places of the arrival zone that are taken, by whomever
    ("last", 17),  # how far the marble that lags most has to go
)
COUNT = sum(size for _, size in GROUPS)
AT_MOVE = NEAR * CELLS
AT_ARRIVED = AT_MOVE + 1
AT_FILLED = AT_ARRIVED + 11
AT_LAST = AT_FILLED + 11
ONCE, LESS = 1 << 16, -1 << 16


def _views() -> tuple[list[int], list[int]]:
    """For every board, side and cell: the cell as that side sees it, and files to go + 16 * ranks to go."""
    views, to_go = [], []
    for variant in BOARDS:
        files, ranks = size(variant)
        for side in (0, 1):
            for cell in range(2 * HALF):
                file, rank = cell // STRIDE, cell % STRIDE
                across, down = (files - 1 - file, rank) if side == 0 else (file, ranks - 1 - rank)
                to_go.append(max(0, across) + 16 * max(0, down))
                views.append(STRIDE * max(0, across) + max(0, down))
    return views, to_go


_seen, _far = _views()
VIEW, TO_GO = table(_seen), table(_far)


@jit
def _moved(lo: int, hi: int, step: int) -> tuple[int, int]:
    """All places moved by so many; what comes in from outside is not free."""
    if step > 0:
        return (lo << step) | ((1 << step) - 1), (hi << step) | (lo >> (HALF - step))
    return (lo >> -step) | (hi << (HALF + step)), (hi >> -step) | (WORD_MASK << (HALF + step))


@jit
def _around(occ: int, occ_hi: int, board: int, way: int) -> tuple[Six, Six]:
    """For both words, where a neighbour is not free: one and two ahead, one and two aside, behind, at the back.

    `way` is 1 for the player whose way leads down the ranks, else -1.
    """
    off, off_hi = ~PLACES[2 * board] & WORD_MASK, ~PLACES[2 * board + 1] & WORD_MASK
    lo, hi = occ | off, occ_hi | off_hi
    ahead, beyond, edge = _moved(lo, hi, way), _moved(lo, hi, 2 * way), _moved(off, off_hi, way)
    aside, further = _moved(lo, hi, -STRIDE * way), _moved(lo, hi, -2 * STRIDE * way)
    behind, back = _moved(lo, hi, -way), _moved(lo, hi, STRIDE * way)
    return (
        (ahead[0], beyond[0] | edge[0], aside[0], further[0], behind[0], back[0]),
        (ahead[1], beyond[1] | edge[1], aside[1], further[1], behind[1], back[1]),
    )


@jit
def _stand(word: int, base: int, around: Six, sign: int, mem: Buffer, at: int) -> int:
    """Marbles by their places and their neighbours."""
    ahead, beyond, aside, further, behind, back = around
    while word != 0:
        x = ctz(word)
        near = ((ahead >> x) & 1) | ((beyond >> x) & 1) << 1 | ((aside >> x) & 1) << 2
        near |= ((further >> x) & 1) << 3 | ((behind >> x) & 1) << 4 | ((back >> x) & 1) << 5
        mem[at] = (NEAR * VIEW[base + x] + near) | sign
        word &= word - 1
        at += 1
    return at


@jit
def _last(word: int, base: int) -> int:
    """How far the marble that lags most has to go."""
    most = 0
    while word != 0:
        go = TO_GO[base + ctz(word)]
        word &= word - 1
        most = max(most, (go & 15) + (go >> 4))
    return most


@jit
def features(s: State, mem: Buffer, at: int) -> int:
    """Write the features from `at` on, and before them the phase: how much of both arrival zones is taken."""
    own, own_hi, opp, opp_hi, side, board = s
    occ, occ_hi = own | opp, own_hi | opp_hi
    me, other = (2 * board + side) * CELLS, (2 * board + 1 - side) * CELLS
    first = at
    low, high = _around(occ, occ_hi, board, 1 - 2 * side)
    at = _stand(own, me, low, ONCE, mem, at)
    at = _stand(own_hi, me + HALF, high, ONCE, mem, at)
    lower, lower_hi = LOWER[2 * board], LOWER[2 * board + 1]
    opp, opp_hi = rolled(opp, occ, lower, 1 - side), rolled(opp_hi, occ_hi, lower_hi, 1 - side)
    occ, occ_hi = opp | rolled(own, occ, lower, 1 - side), opp_hi | rolled(own_hi, occ_hi, lower_hi, 1 - side)
    low, high = _around(occ, occ_hi, board, 2 * side - 1)
    at = _stand(opp, other, low, LESS, mem, at)
    at = _stand(opp_hi, other + HALF, high, LESS, mem, at)
    z, y = 2 * (2 * board + side), 2 * (2 * board + 1 - side)
    zone, zone_hi, home, home_hi = ZONE[z], ZONE[z + 1], ZONE[y], ZONE[y + 1]  # rolling never leaves or enters a zone
    mine = popcount(own & zone) + popcount(own_hi & zone_hi)
    yours = popcount(opp & home) + popcount(opp_hi & home_hi)
    filled = popcount(occ & zone) + popcount(occ_hi & zone_hi)
    theirs = popcount(occ & home) + popcount(occ_hi & home_hi)
    mem[first - 1] = min(64, 4 * (mine + yours))
    mem[at] = AT_MOVE | ONCE
    mem[at + 1] = (AT_ARRIVED + mine) | ONCE
    mem[at + 2] = (AT_ARRIVED + yours) | LESS
    mem[at + 3] = (AT_FILLED + (filled if mine > 0 else 0)) | ONCE
    mem[at + 4] = (AT_FILLED + (theirs if yours > 0 else 0)) | LESS
    mem[at + 5] = (AT_LAST + min(16, max(_last(own, me), _last(own_hi, me + HALF)))) | ONCE
    mem[at + 6] = (AT_LAST + min(16, max(_last(opp, other), _last(opp_hi, other + HALF)))) | LESS
    return at + 7


@jit
def promise(s: State, move: int) -> int:
    """The further a move goes, the better it looks."""
    if move == PASS:
        return 0
    base = (2 * s[5] + s[4]) * 2 * HALF
    back, to = TO_GO[base + (move >> 7)], TO_GO[base + (move & 127)]
    return 1000 * ((back & 15) + (back >> 4) - (to & 15) - (to >> 4))


@jit
def strikes(s: State) -> bool:
    """Whether the player to move can win at once, where that is seen at a glance: never."""
    return False


@jit
def several(s: State) -> bool:
    """Whether more than two play: never."""
    return False


@jit
def chances(s: State, mem: Buffer, at: int) -> None:
    """Of a game of two the chances follow from the score."""
