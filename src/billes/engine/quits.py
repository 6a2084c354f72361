"""What the engine knows of Quits.

How far a marble is from its goal cannot be read off a ruler: steps keep the colour of a cell, slides change it, and the
goal corner itself may be taken. So every kind of cell has a weight of its own (the board is symmetric about the line
from base to goal: fifteen kinds), fitted from games. What else counts: marbles already out, slides that are free, and
the goal being taken. All features are the player to move's less the opponent's.
"""

from __future__ import annotations

import math

from ..jit import Buffer, ctz, jit, popcount, table
from ..rules.quits import (
    CORNERS,
    CYCLIC,
    END,
    GOAL,
    LINE,
    ROOM,
    State,
    apply,
    key,
    mover,
    moves,
    result,
)
from .memory import LOGIT, SCALE, WEIGHTS

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

KINDS = 15


def _kinds() -> list[int]:
    """For every base corner and cell, the kind of the cell: which of fifteen, mirrored about the diagonal."""
    numbers: dict[tuple[int, int], int] = {}
    for low in range(5):
        for high in range(low, 5):
            numbers[low, high] = len(numbers)
    found = []
    for corner in CORNERS:
        for cell in range(25):
            rank, file = abs(cell // 5 - corner // 5), abs(cell % 5 - corner % 5)
            found.append(numbers[min(rank, file), max(rank, file)])
    return found


KIND = table(_kinds())
NAMES = (
    *(f"{low}-{high} from the base" for low in range(5) for high in range(low, 5)),
    "to move",
    "free slides",
    "goal taken",  # a marble of the other stands on the goal
    "lonely marbles",  # marbles whose rank and file are both shut: they move by steps only
)
COUNT = len(NAMES)


@jit
def _slides(own: int, occ: int) -> int:
    """Slides that a player may make."""
    count = 0
    for k in range(20):
        if (own & LINE[k]) != 0 and (occ & END[k]) == 0:
            count += 1
    return count


@jit
def _stand(marbles: int, corner: int, sign: int, mem: Buffer, at: int) -> None:
    """Count a player's marbles by the kind of their cells."""
    while marbles != 0:
        kind = KIND[25 * corner + ctz(marbles)]
        marbles &= marbles - 1
        mem[at + kind] += sign


@jit
def features(s: State, mem: Buffer, at: int) -> int:
    """Write the features of a game of two; returns the phase: 0 with all marbles there, 16 more for each one out."""
    own, opp, three, four, corner, forbidden, step = s
    occ = own | opp
    for k in range(KINDS):
        mem[at + k] = 0
    one = step - 1
    _stand(own, corner, one, mem, at)
    _stand(opp, corner ^ 2, -one, mem, at)
    mem[at + 15] = 1
    mem[at + 16] = _slides(own, occ) - _slides(opp, occ)
    mem[at + 17] = ((opp & GOAL[corner]) != 0) - ((own & GOAL[corner ^ 2]) != 0)
    mem[at + 18] = 0
    return max(0, min(64, 16 * (10 - popcount(own) - popcount(opp))))


@jit
def promise(s: State, move: int) -> int:
    """Steps towards the goal look better than slides, the nearer the better."""
    if move < 32:
        return 0
    corner = s[4]
    back, to = KIND[25 * corner + (move >> 5) - 1], KIND[25 * corner + (move & 31)]
    return 400 * (to - back)


@jit
def several(s: State) -> bool:
    """Whether more than two play."""
    return s[6] == 1


@jit
def chances(s: State, mem: Buffer, at: int) -> None:
    """The four players' chances of winning, adding up to SCALE, at the places 1 to 4.

    One marble out wins: a player is as strong as his foremost marble, the others count a little, and it helps to be
    the next to move.
    """
    corner = s[4]
    total = 0.0
    for seat in range(4):
        total += _strength(s[seat], (corner + seat) & 3, seat, mem)
    for seat in range(4):
        strength = _strength(s[seat], (corner + seat) & 3, seat, mem)
        mem[at + 1 + ((corner + seat) & 3)] = int(SCALE * strength / total)


@jit
def _strength(marbles: int, corner: int, seat: int, mem: Buffer) -> float:
    first, rest = -10000, 0
    while marbles != 0:
        kind = KIND[25 * corner + ctz(marbles)]
        marbles &= marbles - 1
        first = max(first, mem[WEIGHTS + kind])
        rest += mem[WEIGHTS + COUNT + kind]
    return math.exp((first + rest - seat * mem[WEIGHTS + KINDS]) / mem[LOGIT])
