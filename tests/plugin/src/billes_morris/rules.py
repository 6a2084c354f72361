"""The rules of Three Men's Morris.

A state is (own, opp, side, free): the marbles of the player to move, those of the other, who moves (0 or 1), and
whether a marble may move to any free point. A move is one int: to | from+1 << 4, without a from while marbles are
placed.
"""

from __future__ import annotations

from billes.core.codes import OPEN
from billes.core.jit import Buffer, ctz, jit, popcount, table
from billes.core.reading import FILES

State = tuple[int, int, int, int]

PLAYERS = {"standard": 2, "free": 2}
ROOM = 9  # nine points to place a marble on, or three marbles with three free points
CYCLIC = True

# ---------------------------------------------------------------------------------------------------- geometry
# Point = 3 * rank + file. A line is three points in order; a marble slides from a point to the next one on a line.
MARBLES = 3
FREE = {"standard": 0, "free": 1}
FULL = (1 << 9) - 1
LINES = (
    *((3 * r, 3 * r + 1, 3 * r + 2) for r in range(3)),
    *((f, f + 3, f + 6) for f in range(3)),
    (0, 4, 8),
    (2, 4, 6),
)
POINT = {f"{FILES[p % 3]}{p // 3 + 1}": p for p in range(9)}
NAME = list(POINT)


def _next_to(point: int) -> int:
    """The points next to a point on some line."""
    pairs = [pair for a, b, c in LINES for pair in ((a, b), (b, c))]
    return sum({1 << (b if a == point else a) for a, b in pairs if point in (a, b)})


NEAR = table([_next_to(point) for point in range(9)])
ROWS = [1 << a | 1 << b | 1 << c for a, b, c in LINES]
HAS_ROW = table([int(any(marbles & row == row for row in ROWS)) for marbles in range(512)])


@jit
def has_row(marbles: int) -> bool:
    """Whether all three points of a line are among these."""
    return HAS_ROW[marbles] == 1


# ------------------------------------------------------------------------------------------------------- start
def start(variant: str) -> State:
    """The empty board."""
    return 0, 0, 0, FREE[variant]


# ------------------------------------------------------------------------------------------------------- moves
@jit
def moves(s: State, buf: Buffer, n: int) -> int:
    """Append the legal moves of a game that is not over."""
    own, opp, side, free = s
    empty = FULL & ~(own | opp)
    if popcount(own) < MARBLES:
        while empty != 0:
            buf[n] = ctz(empty)
            empty &= empty - 1
            n += 1
        return n
    while own != 0:
        origin = ctz(own)
        own &= own - 1
        left = empty if free == 1 else empty & NEAR[origin]
        while left != 0:
            buf[n] = ctz(left) | (origin + 1) << 4
            left &= left - 1
            n += 1
    return n


# ------------------------------------------------------------------------------------------------------- apply
@jit
def apply(s: State, move: int) -> State:
    """The state after a legal move."""
    own, opp, side, free = s
    own |= 1 << (move & 15)
    if move >= 16:
        own &= ~(1 << ((move >> 4) - 1))
    return opp, own, 1 - side, free


# ------------------------------------------------------------------------------------------------------ result
@jit
def mover(s: State) -> int:
    """The number of the player to move."""
    return s[2] + 1


@jit
def result(s: State) -> int:
    """OPEN, or the winner: always the one who has just moved."""
    return 2 - s[2] if has_row(s[1]) else OPEN


@jit
def key(s: State) -> int:
    """The position in one word, exact."""
    own, opp, side, free = s
    return own | (opp << 9) | (side << 18) | (free << 19)


def reason(s: State) -> str:
    """Why a game that is over is over: there is one way only."""
    return "row"


def scores(s: State) -> tuple[int, ...]:
    """There are none: somebody wins, or nobody."""
    return ()
