"""What the engine knows of Bi-litaire.

A round is played for the marbles it leaves, so the evaluation estimates that number: a marble that touches no other
cannot jump or be jumped, a marble alone on an isolated tray stays for good, empty trays can be removed, and every jump
that is open now is one the tray player must shut. Features are counted for the marble player and negated for the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...core.jit import Buffer, ctz, jit, popcount
from ...engine.defaults import NULL_MOVE, TREE_SEARCH, chances, several, wins_at_once
from ...engine.evaluation import packed, read_weights
from ...engine.memory import MARBLE
from .rules import ALL_MARBLES, HALF, SLIDES, TRAYS, State, jumpers

__all__ = [
    "COUNT", "GROUPS", "LEVEL_NODES", "NULL_MOVE", "PAR", "TREE_SEARCH", "chances", "features",
    "first_weights", "logit", "move_order", "scored", "search_state", "several", "weights", "wins_at_once",
]  # fmt: skip

LEVEL_NODES = {5: 3_500, 6: 17_000, 7: 85_000}
PAR = 16  # marbles left at which a round counts as even
GROUPS = (
    ("even", 1),  # the par of a round, so that weights count marbles
    ("to move", 1),  # for the player to move
    ("marbles", 1),
    ("jumps", 16),  # marbles that can jump, direction by direction; by whose turn it is in the first or second half
    ("jumpers", 1),  # marbles that can jump at all
    ("touching", 1),  # marbles with a neighbour
    ("pairs", 1),  # pairs of neighbours
    ("trays", 1),
    ("filled", 40),  # trays by marbles on them (0 to 4), trays they touch (0 to 3), and whose turn it is
    ("joints", 1),  # pairs of trays that touch
    ("announced", 1),  # jumps announced, beyond the one
    ("target", 1),  # round two of a match: marbles that may be left for a draw
)
COUNT = sum(size for _, size in GROUPS)
AT_JUMPS = 3
AT_REST = AT_JUMPS + 16
AT_FILLED = AT_REST + 4
AT_JOINTS = AT_FILLED + 40
NOT_H = sum(0x7F << (8 * rank) for rank in range(4))
COLUMNS = 0x7777


def weights(variant: str) -> Sequence[int]:
    """The weights of a round: a match is two rounds."""
    return packed(read_weights(__package__, "round"))


def first_weights(variant: str) -> Sequence[int]:
    """Marbles that are there, jumps that are open, and marbles that touch."""
    found = [0] * COUNT
    found[0], found[2] = PAR * MARBLE, -85
    for k in range(16):
        found[AT_JUMPS + k] = 15 * (k & 7)
    found[AT_REST + 1], found[AT_REST + 2] = 5, 3
    return packed((weight, weight) for weight in found)


def logit(variant: str) -> int:
    """Three marbles multiply the odds by e."""
    return 300


def search_state(s: State) -> State:
    """Round one of a match is played for its marbles, as if it were a single round."""
    return (*s[:7], 0) if s[7] and s[5] == 1 else s


def scored(s: State) -> bool:
    """A single round ends with the marbles left; a match has a winner."""
    return s[7] == 0


@jit
def _on(lo: int, hi: int, slot: int) -> int:
    """The marbles on a slot."""
    word = lo if slot < 8 else hi
    return (word >> (16 * ((slot >> 2) & 1) + 2 * (slot & 3))) & 0x0303


@jit
def _around(trays: int, slot: int) -> int:
    """How many trays touch that of a slot, at most 3."""
    rank = (trays >> (slot & 12)) & 15
    file = slot & 3
    count = ((rank << 1) >> file) & 1
    count += (rank >> (file + 1)) & 1
    count += (trays >> (slot + 4)) & 1
    count += ((trays << 4) >> slot) & 1
    return min(3, count)


@jit
def features(s: State, mem: Buffer, at: int) -> int:
    """Write the features from `at` on, and before them the phase: 0 with all marbles there, 64 with none."""
    lo, hi, trays, role, jumps, number, score, match = s
    sign = (1 - 2 * role) << 16
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
    mem[at - 1] = ((ALL_MARBLES - count) * 4) // 3
    mem[at] = sign
    mem[at + 1] = 1 | (1 << 16)
    mem[at + 2] = 2 | (sign * count)
    mem[at + 3] = (AT_JUMPS + 8 * role + min(7, ways)) | sign
    mem[at + 4] = AT_REST | (sign * (popcount(some) + popcount(some_hi)))
    mem[at + 5] = (AT_REST + 1) | (sign * (popcount(touch) + popcount(touch_hi)))
    pairs = popcount(east) + popcount(east_hi) + popcount(north) + popcount(north_hi)
    mem[at + 6] = (AT_REST + 2) | (sign * pairs)
    mem[at + 7] = (AT_REST + 3) | (sign * popcount(trays))
    mem[at + 8] = AT_JOINTS | (sign * (popcount(trays & (trays >> 1) & COLUMNS) + popcount(trays & (trays >> 4))))
    mem[at + 9] = (AT_JOINTS + 1) | (sign * max(0, jumps - 1))
    mem[at + 10] = (AT_JOINTS + 2) | (sign * score)
    at += 11
    left = trays
    while left != 0:
        slot = ctz(left)
        left &= left - 1
        on = popcount(_on(lo, hi, slot))
        mem[at] = (AT_FILLED + 20 * role + 4 * on + _around(trays, slot)) | sign
        at += 1
    return at


@jit
def move_order(s: State, move: int) -> int:
    """Nothing is known of a marble move; plain slides of trays come before announcements."""
    if s[3] == TRAYS:
        return 200 if (move & 255) >= SLIDES else -300 * (move >> 8)
    return 0
