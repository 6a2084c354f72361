"""What the engine knows of Bi-litaire.

A round is worth the marbles it leaves, so the evaluation foretells that number: a marble that touches no other cannot
jump or be jumped, a marble alone on an isolated tray stays for good, empty trays can be removed, and every jump that is
open now is one the tray player must shut. Features are counted for the marble player and turned round for the other.
"""

from __future__ import annotations

from ..jit import Buffer, jit, popcount
from ..rules.bilitaire import (
    CYCLIC,
    HALF,
    ROOM,
    SLIDES,
    TRAYS,
    WHOLE,
    State,
    apply,
    jumpers,
    key,
    mover,
    moves,
    result,
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

NAMES = (
    "even",  # the par of a round, so that weights count marbles
    "to move",  # for whoever moves
    "marbles",
    "jumps",  # marbles that can jump, direction by direction
    "jumpers",  # marbles that can jump at all
    "touching",  # marbles with a neighbour
    "pairs",  # pairs of neighbours
    "trays",
    "empty trays",
    "joints",  # pairs of trays that touch
    "target",  # round two of a match: marbles that may be left for a draw
)
COUNT = len(NAMES)
NOT_H = sum(0x7F << (8 * rank) for rank in range(4))
COLUMNS = 0x7777
SLOT_CORNER = 0x00550055  # one hole of every slot of two ranks of slots


@jit
def _empty(lo: int, hi: int, trays: int) -> int:
    """Trays that hold no marble."""
    lo |= lo >> 1
    hi |= hi >> 1
    lo = (lo | (lo >> 8)) & SLOT_CORNER
    hi = (hi | (hi >> 8)) & SLOT_CORNER
    return popcount(trays) - popcount(lo) - popcount(hi)


@jit
def features(s: State, mem: Buffer, at: int) -> int:
    """Write the features; returns the phase: 0 with all marbles there, 64 with none."""
    lo, hi, trays, role, jumps, number, score, match = s
    sign = 1 - 2 * role
    count = popcount(lo) + popcount(hi)
    some, some_hi, ways = 0, 0, 0
    for d in range(4):
        a, b = jumpers(lo, hi, trays, d)
        ways += popcount(a) + popcount(b)
        some |= a
        some_hi |= b
    east, east_hi = lo & (lo >> 1) & NOT_H, hi & (hi >> 1) & NOT_H
    above, above_hi = ((lo >> 8) | (hi << 24)) & HALF, hi >> 8
    north, north_hi = lo & above, hi & above_hi
    touch = east | (east << 1) | north | ((north << 8) & HALF)
    touch_hi = east_hi | (east_hi << 1) | north_hi | (north_hi << 8) | (north >> 24)
    mem[at] = sign
    mem[at + 1] = 1
    mem[at + 2] = sign * count
    mem[at + 3] = sign * ways
    mem[at + 4] = sign * (popcount(some) + popcount(some_hi))
    mem[at + 5] = sign * (popcount(touch) + popcount(touch_hi))
    mem[at + 6] = sign * (popcount(east) + popcount(east_hi) + popcount(north) + popcount(north_hi))
    mem[at + 7] = sign * popcount(trays)
    mem[at + 8] = sign * _empty(lo, hi, trays)
    mem[at + 9] = sign * (popcount(trays & (trays >> 1) & COLUMNS) + popcount(trays & (trays >> 4)))
    mem[at + 10] = sign * score
    return ((WHOLE - count) * 4) // 3


@jit
def promise(s: State, move: int) -> int:
    """Nothing is known of a marble move; the tray player looks at plain slides before announcements."""
    if s[3] == TRAYS:
        return 200 if (move & 255) >= SLIDES else -300 * (move >> 8)
    return 0


@jit
def several(s: State) -> bool:
    """Whether more than two play: never."""
    return False


@jit
def chances(s: State, mem: Buffer, at: int) -> None:
    """Of a game of two the chances follow from the score."""
