"""What the engine knows of Three Men's Morris: rows that stand open, the centre, and how free the marbles are.

The game is so small that the search sees its end from nearly everywhere, so the weights matter to the weak levels only.
Of six sets that were tried these grade them best: in 60 games after a random first move each level from 2 to 5 takes 62
to 72 of 100 points from the one below.
"""

from __future__ import annotations

from collections.abc import Sequence

from billes.core.jit import Buffer, ctz, jit, popcount, table
from billes.engine.defaults import NULL_MOVE, PAR, TREE_SEARCH, chances, logit, scored, search_state, several
from billes.engine.evaluation import packed

from .rules import MARBLES, NEAR, ROWS, State, has_row

__all__ = [
    "COUNT",
    "GROUPS",
    "LEVEL_NODES",
    "NULL_MOVE",
    "PAR",
    "TREE_SEARCH",
    "chances",
    "features",
    "first_weights",
    "logit",
    "move_order",
    "scored",
    "search_state",
    "several",
    "weights",
    "wins_at_once",
]

LEVEL_NODES = {5: 300, 6: 1_500, 7: 10_000}
GROUPS = (
    ("to move", 1),
    ("centre", 1),  # for the player whose marble lies there
    ("open", 1),  # points where the player to move completes a row with the next move
    ("threatened", 1),  # those where the other one would
    ("free", 1),  # free points next to the marbles, less those next to the other's
)
COUNT = sum(size for _, size in GROUPS)
ROW = table(ROWS)
CENTRE = 4
ONCE = 1 << 16


def weights(variant: str) -> Sequence[int]:
    """The same in both variants, in the opening and in the ending."""
    return packed((weight, weight) for weight in (10, 30, 120, -100, 20))


def first_weights(variant: str) -> Sequence[int]:
    """The centre alone."""
    return packed((weight, weight) for weight in (0, 100, 0, 0, 0))


@jit
def _open(own: int, opp: int, free: int) -> int:
    """On how many points a player completes a row with the next move, if it were their turn."""
    count = 0
    for k in range(8):
        gap = ROW[k] & ~own
        if popcount(gap) != 1 or (gap & opp) != 0:
            continue
        if popcount(own) < MARBLES or free == 1 or (NEAR[ctz(gap)] & own & ~ROW[k]) != 0:
            count += 1
    return count


@jit
def _room(own: int, opp: int) -> int:
    """How many free points lie next to a player's marbles, counted for each marble."""
    count = 0
    left = own
    while left != 0:
        count += popcount(NEAR[ctz(left)] & ~(own | opp))
        left &= left - 1
    return count


@jit
def features(s: State, mem: Buffer, at: int) -> int:
    """Write the features from `at` on; the phase before them is always 0."""
    own, opp, side, free = s
    mem[at - 1] = 0
    mem[at] = ONCE
    mem[at + 1] = 1 | (((own >> CENTRE) & 1) - ((opp >> CENTRE) & 1)) * ONCE
    mem[at + 2] = 2 | _open(own, opp, free) * ONCE
    mem[at + 3] = 3 | _open(opp, own, free) * ONCE
    mem[at + 4] = 4 | (_room(own, opp) - _room(opp, own)) * ONCE
    return at + 5


@jit
def move_order(s: State, move: int) -> int:
    """A row first, then the centre."""
    own = s[0] | 1 << (move & 15)
    if move >= 16:
        own &= ~(1 << ((move >> 4) - 1))
    return 10_000 if has_row(own) else 1_000 if (move & 15) == CENTRE else 0


@jit
def wins_at_once(s: State) -> bool:
    """Whether the player to move completes a row with one move."""
    return _open(s[0], s[1], s[3]) > 0
