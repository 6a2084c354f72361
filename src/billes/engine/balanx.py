"""What the engine knows of Balanx.

A race across a see-saw: files and ranks still to go, each with a weight of its own per file and per rank (rolling and
jumping make some worth more than others), marbles arrived, and how freely a side can still jump. A rank counts as
seen from the player: his marbles come from the far left corner as White sees it. All features are the player to
move's less the opponent's.
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
    "NAMES",
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
]

FILES, RANKS = 8, 9  # of the largest board
NAMES = (
    *(f"{n} files to go" for n in range(FILES)),
    *(f"{n} ranks to go" for n in range(RANKS)),
    "to move",
    "arrived",  # marbles in the arrival zone
    "zone filled",  # places of the arrival zone that are taken, by whomever
    "last marble",  # how far the marble that lags most has to go
    "pushes",  # marbles with a neighbour ahead of them to jump over
)
COUNT = len(NAMES)
WAY = FILES + RANKS


def _to_go() -> list[int]:
    """For every board, side and cell: files to go, 16 * ranks to go."""
    found = []
    for variant in BOARDS:
        files, ranks = size(variant)
        for side in (0, 1):
            for cell in range(2 * HALF):
                file, rank = cell // STRIDE, cell % STRIDE
                across, down = (files - 1 - file, rank) if side == 0 else (file, ranks - 1 - rank)
                found.append(max(0, across) + 16 * max(0, down))
    return found


TO_GO = table(_to_go())


@jit
def _stand(lo: int, hi: int, side: int, board: int, sign: int, mem: Buffer, at: int) -> int:
    """Count a player's marbles by files and ranks to go; how far the last one has to go."""
    last = 0
    base = (2 * board + side) * 2 * HALF
    while lo != 0:
        go = TO_GO[base + ctz(lo)]
        lo &= lo - 1
        mem[at + (go & 15)] += sign
        mem[at + FILES + (go >> 4)] += sign
        last = max(last, (go & 15) + (go >> 4))
    while hi != 0:
        go = TO_GO[base + HALF + ctz(hi)]
        hi &= hi - 1
        mem[at + (go & 15)] += sign
        mem[at + FILES + (go >> 4)] += sign
        last = max(last, (go & 15) + (go >> 4))
    return last


@jit
def _pushes(lo: int, hi: int, occ: int, occ_hi: int, side: int) -> int:
    """Marbles with another in front of them, along the file."""
    if side == 0:
        return popcount(lo & (occ << 1)) + popcount(hi & (occ_hi << 1))
    return popcount(lo & (occ >> 1)) + popcount(hi & (occ_hi >> 1))


@jit
def features(s: State, mem: Buffer, at: int) -> int:
    """Write the features; returns the phase: how much of both arrival zones is taken by those who arrive."""
    own, own_hi, opp, opp_hi, side, board = s
    occ, occ_hi = own | opp, own_hi | opp_hi
    for k in range(WAY):
        mem[at + k] = 0
    one = popcount(1 + board - board)
    last = _stand(own, own_hi, side, board, one, mem, at)
    other = _stand(opp, opp_hi, 1 - side, board, -one, mem, at)
    z, y = 2 * (2 * board + side), 2 * (2 * board + 1 - side)
    zone, zone_hi, home, home_hi = ZONE[z], ZONE[z + 1], ZONE[y], ZONE[y + 1]
    mine = popcount(own & zone) + popcount(own_hi & zone_hi)
    yours = popcount(opp & home) + popcount(opp_hi & home_hi)
    filled = popcount(occ & zone) + popcount(occ_hi & zone_hi)
    theirs = popcount(occ & home) + popcount(occ_hi & home_hi)
    mem[at + WAY] = 1
    mem[at + WAY + 1] = mine - yours
    mem[at + WAY + 2] = (filled if mine > 0 else 0) - (theirs if yours > 0 else 0)
    mem[at + WAY + 3] = last - other
    mem[at + WAY + 4] = _pushes(own, own_hi, occ, occ_hi, side) - _pushes(opp, opp_hi, occ, occ_hi, 1 - side)
    return min(64, 4 * (mine + yours))


@jit
def promise(s: State, move: int) -> int:
    """The further a move goes, the better it looks."""
    if move == PASS:
        return 0
    base = (2 * s[5] + s[4]) * 2 * HALF
    back, to = TO_GO[base + (move >> 7)], TO_GO[base + (move & 127)]
    return 1000 * ((back & 15) + (back >> 4) - (to & 15) - (to >> 4))


@jit
def several(s: State) -> bool:
    """Whether more than two play: never."""
    return False


@jit
def chances(s: State, mem: Buffer, at: int) -> None:
    """Of a game of two the chances follow from the score."""
