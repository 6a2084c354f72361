"""What the engine knows of Balanx.

A race across a see-saw. Every place has a weight of its own, in the opening and in the ending, as the player sees it
whose marble lies there: rolling makes neighbours in a groove very different, and a place two jumps from the zone may be
worth more than one that lies nearer. Besides: marbles arrived, how full the arrival zone is, how far the last marble
lags, and the jumps that stand open. All is the player to move's less the opponent's.
"""

from __future__ import annotations

from ..jit import Buffer, ctz, jit, popcount, table
from ..rules.balanx import (
    BOARDS,
    CYCLIC,
    HALF,
    PASS,
    ROOM,
    STRIDE,
    ZONE,
    State,
    apply,
    key,
    mover,
    moves,
    result,
    size,
)

__all__ = [
    "COUNT",
    "CYCLIC",
    "GROUPS",
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

CELLS = 2 * HALF
GROUPS = (
    ("places", CELLS),
    ("to move", 1),
    ("arrived", 11),  # marbles in the arrival zone
    ("filled", 11),  # places of the arrival zone that are taken, by whomever
    ("last", 17),  # how far the marble that lags most has to go
    ("pushes", 1),  # marbles with a neighbour ahead of them
    ("jumps", 1),  # ... and an empty place behind that
    ("side jumps", 1),  # likewise along the rank, towards the zone
)
COUNT = sum(size for _, size in GROUPS)
AT_MOVE = CELLS
AT_ARRIVED = AT_MOVE + 1
AT_FILLED = AT_ARRIVED + 11
AT_LAST = AT_FILLED + 11
AT_PUSHES = AT_LAST + 17
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
def _stand(word: int, base: int, sign: int, mem: Buffer, at: int) -> int:
    """The places of some marbles."""
    while word != 0:
        mem[at] = VIEW[base + ctz(word)] | sign
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
def _ahead(own: int, occ: int, side: int, step: int) -> tuple[int, int]:
    """Marbles with another in front of them, and those among them with an empty place behind that one."""
    if side == 0:
        push = own & (occ << step)
        return popcount(push), popcount(push & ~(occ << (2 * step)))
    push = own & (occ >> step)
    return popcount(push), popcount(push & ~(occ >> (2 * step)))


@jit
def features(s: State, mem: Buffer, at: int) -> int:
    """Write the features from `at` on, and before them the phase: how much of both arrival zones is taken."""
    own, own_hi, opp, opp_hi, side, board = s
    occ, occ_hi = own | opp, own_hi | opp_hi
    me, other = (2 * board + side) * CELLS, (2 * board + 1 - side) * CELLS
    first = at
    at = _stand(own, me, ONCE, mem, at)
    at = _stand(own_hi, me + HALF, ONCE, mem, at)
    at = _stand(opp, other, LESS, mem, at)
    at = _stand(opp_hi, other + HALF, LESS, mem, at)
    z, y = 2 * (2 * board + side), 2 * (2 * board + 1 - side)
    zone, zone_hi, home, home_hi = ZONE[z], ZONE[z + 1], ZONE[y], ZONE[y + 1]
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
    at += 7
    a, b = _ahead(own, occ, side, 1), _ahead(own_hi, occ_hi, side, 1)
    c, d = _ahead(opp, occ, 1 - side, 1), _ahead(opp_hi, occ_hi, 1 - side, 1)
    e, f = _ahead(own, occ, 1 - side, STRIDE), _ahead(own_hi, occ_hi, 1 - side, STRIDE)
    g, h = _ahead(opp, occ, side, STRIDE), _ahead(opp_hi, occ_hi, side, STRIDE)
    mem[at] = AT_PUSHES | ((a[0] + b[0] - c[0] - d[0]) << 16)
    mem[at + 1] = (AT_PUSHES + 1) | ((a[1] + b[1] - c[1] - d[1]) << 16)
    mem[at + 2] = (AT_PUSHES + 2) | ((e[1] + f[1] - g[1] - h[1]) << 16)
    return at + 3


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
