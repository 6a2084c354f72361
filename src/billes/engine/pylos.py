"""What the engine knows of Pylos.

The balls in reserve are the race: who has more of them left when the pyramid closes puts the last one on top. Raises
and figures are the two ways to save balls, so the evaluation counts what can be raised, which balls are free to be
taken back, and how near both sides are to a figure. All features are the player to move's less the opponent's.
"""

from __future__ import annotations

from ..jit import Buffer, ctz, jit, popcount
from ..rules.pylos import (
    ABOVE,
    ANCHORS,
    CYCLIC,
    GROUND,
    HIGHER,
    ROOM,
    State,
    apply,
    blocked,
    completing,
    key,
    mover,
    moves,
    result,
    supported,
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
    "to move",
    "reserve",  # balls in reserve
    "raises",  # balls that can be raised now
    "loose",  # balls that support none
    "figure now",  # places where the player to move completes a figure
    "figure next",  # places where the opponent would
    "three of a square",  # squares with three own balls and the fourth place empty
    "two of a square",  # ... with two, and no ball of the other
    "stopped squares",  # three own balls and one of the other: a place to rest on, but no figure
    "level 2",
    "level 3",
    "middle",  # balls on the four inner places of level 1
    "quiet places",  # (both) free places: odd or even decides who must open the next level
    "upper places",  # (both) free places above level 1
)
COUNT = len(NAMES)

MIDDLE = sum(1 << (4 * rank + file) for rank in (1, 2) for file in (1, 2))
LEVEL_2 = sum(1 << (16 + 4 * rank + file) for rank in range(3) for file in range(3))
LEVEL_3 = sum(1 << (27 + 4 * rank + file) for rank in range(2) for file in range(2))


@jit
def _raises(own: int, loose: int, rests: int) -> int:
    """How many balls can be raised."""
    count = 0
    left = own & loose
    while left != 0:
        a = ctz(left)
        left &= left - 1
        if rests & HIGHER[a] & ~ABOVE[a]:
            count += 1
    return count


@jit
def _twos(own: int, opp: int) -> int:
    """Squares with exactly two own balls and none of the other."""
    a, b, c, d = own, own >> 1, own >> 4, own >> 5
    pair = ((a & b) ^ (a & c) ^ (a & d) ^ (b & c) ^ (b & d) ^ (c & d)) & ~(
        (a & b & c) | (a & b & d) | (a & c & d) | (b & c & d)
    )
    foreign = opp | (opp >> 1) | (opp >> 4) | (opp >> 5)
    return popcount(pair & ~foreign & ANCHORS)


@jit
def _threes(own: int) -> int:
    """Anchors of squares with three own balls."""
    a, b, c, d = own, own >> 1, own >> 4, own >> 5
    return ((a & b & c & ~d) | (a & b & d & ~c) | (a & c & d & ~b) | (b & c & d & ~a)) & ANCHORS


@jit
def features(s: State, mem: Buffer, at: int) -> int:
    """Write the features; returns the phase, 0 on the empty board, 64 on the full one."""
    own, opp, side, rule = s
    occ = own | opp
    rests = supported(occ) & ~occ
    loose = occ & ~blocked(occ)
    free = rests | (GROUND & ~occ)
    mine, yours = _threes(own), _threes(opp)
    full = occ & (occ >> 1) & (occ >> 4) & (occ >> 5)
    mem[at] = 1
    mem[at + 1] = popcount(opp) - popcount(own)
    mem[at + 2] = _raises(own, loose, rests) - _raises(opp, loose, rests) if rests != 0 else 0
    mem[at + 3] = popcount(own & loose) - popcount(opp & loose)
    mem[at + 4] = popcount(completing(own, rule) & free)
    mem[at + 5] = -popcount(completing(opp, rule) & free)
    mem[at + 6] = popcount(mine & ~full) - popcount(yours & ~full)
    mem[at + 7] = _twos(own, opp) - _twos(opp, own)
    mem[at + 8] = popcount(mine & full) - popcount(yours & full)
    mem[at + 9] = popcount(own & LEVEL_2) - popcount(opp & LEVEL_2)
    mem[at + 10] = popcount(own & LEVEL_3) - popcount(opp & LEVEL_3)
    mem[at + 11] = popcount(own & MIDDLE) - popcount(opp & MIDDLE)
    mem[at + 12] = 1 - 2 * (popcount(free) & 1)
    mem[at + 13] = popcount(rests)
    return 2 * popcount(occ) + (popcount(occ) >> 3)


@jit
def promise(s: State, move: int) -> int:
    """How good a move looks before anything is known of it: balls taken back first, then raises, then height."""
    value = 0
    if move >> 18:
        value += 12000
    elif move >> 12:
        value += 6000
    if (move >> 6) & 63:
        value += 4000
    put = move & 63
    if put >= 16:
        value += 1000
    if ((MIDDLE >> put) & 1) != 0:
        value += 300
    return value


@jit
def several(s: State) -> bool:
    """Whether more than two play: never."""
    return False


@jit
def chances(s: State, mem: Buffer, at: int) -> None:
    """Of a game of two the chances follow from the score."""
