"""What the engine knows of Balanx.

A race across a see-saw. A marble's value depends on its place and its neighbours, in the opening and in the ending: two
ahead and two aside tell which jumps stand open and where a ladder leads, one behind and one at its back who may jump
it. Each player's marbles are seen as they lie when the board is tilted towards that player. Besides: marbles arrived,
how full the arrival zone is, and how far the last marble lags. All is the player to move's less the opponent's.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...core.jit import Buffer, ctz, jit, popcount, table
from ...engine.defaults import PAR, TREE_SEARCH, chances, logit, scored, search_state, several, wins_at_once
from ...engine.evaluation import packed, read_weights
from .rules import DOWN, HALF, LEFT, PASS, PLACES, RIGHT, STRIDE, UP, ZONE, State, apply, row, shifted, sizes

__all__ = [
    "COUNT", "GROUPS", "LEVEL_NODES", "NULL_MOVE", "PAR", "TREE_SEARCH", "chances", "features",
    "first_weights", "logit", "move_order", "scored", "search_state", "several", "weights", "wins_at_once",
]  # fmt: skip

Six = tuple[int, int, int, int, int, int]

LEVEL_NODES = {5: 7_000, 6: 30_000, 7: 180_000}
NULL_MOVE = PASS
CELLS = 2 * HALF
NEAR = 64  # six neighbours of a place, each free or not
GROUPS = (
    *((f"place {cell // STRIDE} {cell % STRIDE}", NEAR) for cell in range(CELLS)),  # counted from the goal's corner
    ("to move", 1),
    ("arrived", 11),  # marbles in the arrival zone
    ("filled", 11),  # places of the arrival zone that are taken, by either player
    ("last", 17),  # how far the marble that lags most has to go
)
COUNT = sum(size for _, size in GROUPS)
AT_MOVE = NEAR * CELLS
AT_ARRIVED = AT_MOVE + 1
AT_FILLED = AT_ARRIVED + 11
AT_LAST = AT_FILLED + 11
ONCE, LESS = 1 << 16, -1 << 16


def weights(variant: str) -> Sequence[int]:
    """The weights of a variant."""
    return packed(read_weights(__package__, variant))


def first_weights(variant: str) -> Sequence[int]:
    """The way that marbles have to go, those that have arrived, and how far the last one lags."""
    found = [0] * COUNT
    for cell in range(CELLS):
        to_go = 14 * (cell // STRIDE) + 12 * (cell % STRIDE)
        found[NEAR * cell : NEAR * (cell + 1)] = [-to_go] * NEAR
    for k in range(11):
        found[AT_ARRIVED + k] = found[AT_FILLED + k] = 12 * k
    for k in range(17):
        found[AT_LAST + k] = -6 * k
    return packed((weight, weight) for weight in found)


def _views() -> tuple[list[int], list[int]]:
    """For every size, side and cell: the cell as that side sees it, and files to go + 16 * ranks to go."""
    views, to_go = [], []
    for files, ranks in sizes():
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
def _around(own: int, own_hi: int, opp: int, opp_hi: int, side: int, size: int) -> tuple[Six, Six]:
    """For both words, where a neighbour is free: one and two ahead, one and two aside, behind, at the back."""
    free, free_hi = PLACES[2 * size] & ~(own | opp), PLACES[2 * size + 1] & ~(own_hi | opp_hi)
    ahead, aside = shifted(free, free_hi, UP ^ side, size), shifted(free, free_hi, LEFT ^ side, size)
    beyond = shifted(ahead[0], ahead[1], UP ^ side, size)
    further = shifted(aside[0], aside[1], LEFT ^ side, size)
    behind, back = shifted(free, free_hi, DOWN ^ side, size), shifted(free, free_hi, RIGHT ^ side, size)
    return (
        (ahead[0], beyond[0], aside[0], further[0], behind[0], back[0]),
        (ahead[1], beyond[1], aside[1], further[1], behind[1], back[1]),
    )


@jit
def _stand(word: int, base: int, around: Six, sign: int, mem: Buffer, at: int) -> int:
    """Marbles by their places and their neighbours."""
    ahead, beyond, aside, further, behind, back = around
    while word != 0:
        x = ctz(word)
        near = ((ahead >> x) & 1) | ((beyond >> x) & 1) << 1 | ((aside >> x) & 1) << 2
        near |= ((further >> x) & 1) << 3 | ((behind >> x) & 1) << 4 | ((back >> x) & 1) << 5
        mem[at] = (NEAR * VIEW[base + x] + (NEAR - 1 - near)) | sign
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
    size = row(board)
    me, other = (2 * size + side) * CELLS, (2 * size + 1 - side) * CELLS
    first = at
    low, high = _around(own, own_hi, opp, opp_hi, side, size)
    at = _stand(own, me, low, ONCE, mem, at)
    at = _stand(own_hi, me + HALF, high, ONCE, mem, at)
    opp, opp_hi, rest, rest_hi, turned, board = apply(s, PASS)  # the board as the opponent will see it
    low, high = _around(opp, opp_hi, rest, rest_hi, turned, size)
    at = _stand(opp, other, low, LESS, mem, at)
    at = _stand(opp_hi, other + HALF, high, LESS, mem, at)
    occ, occ_hi = opp | rest, opp_hi | rest_hi
    z, y = 2 * (2 * size + side), 2 * (2 * size + 1 - side)
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
def move_order(s: State, move: int) -> int:
    """The further a move goes, the earlier it is searched."""
    if move == PASS:
        return 0
    base = (2 * row(s[5]) + s[4]) * 2 * HALF
    back, to = TO_GO[base + (move >> 7)], TO_GO[base + (move & 127)]
    return 1000 * ((back & 15) + (back >> 4) - (to & 15) - (to >> 4))
