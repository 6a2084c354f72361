"""Quits: march diagonally, or slide the very tiles you stand on, and get your marbles out of the far corner.

A state is (own, two, three, four, corner, forbidden, step): the marbles of the player to move and of the next players
in turn (with two players the last two are empty), the base corner of the player to move, the forbidden slide, and how
many corners further the next player sits (2 with two players, 1 with four). A move is one int: the number of a
slide, PASS, or 32 + 32 * from + to.
"""

from __future__ import annotations

from ...core.codes import OPEN, mix
from ...core.jit import Buffer, ctz, jit, popcount, table
from ...core.reading import FILES

State = tuple[int, int, int, int, int, int, int]

PLAYERS = {"standard": 2, "simple": 2, "four": 4}
ROOM = 64  # at most 20 slides and 15 steps
CYCLIC = True

# ---------------------------------------------------------------------------------------------------- geometry
# Cell = 5 * rank + file. Base corners in order of play: a1, a5, e5, e1; a goal is the opposite corner. Slide 2 * r is
# rank r towards e, 2 * r + 1 towards a; slide 10 + 2 * f is file f towards rank 5, 11 + 2 * f towards rank 1: the
# inverse of slide k is k ^ 1.
SIDE = 5
MARBLES = {"standard": 5, "simple": 3, "four": 3}
LEFT = 2  # with no more marbles than this on the board a player has won, in every variant
NEEDED = {variant: marbles - LEFT for variant, marbles in MARBLES.items()}  # marbles to bring out
STARTS = {
    "standard": ".11../11.../1...2/...22/..22.",
    "simple": ".1.../11.../...../...22/...2.",
    "four": ".1.4./11.44/...../22.33/.2.3.",
}
FULL = (1 << 25) - 1
PASS = 31  # also: no forbidden slide
FILE_A = sum(1 << (5 * r) for r in range(5))
FILE_E = FILE_A << 4
RANK_1 = 31
RANK_5 = 31 << 20
CORNERS = (0, 20, 24, 4)
# the cells of the rank or file that a slide moves, and the cell at the end it moves towards
LINE = table([RANK_1 << 5 * r for r in range(5) for _ in (0, 1)] + [FILE_A << f for f in range(5) for _ in (0, 1)])
END = table([1 << 5 * r + f for r in range(5) for f in (4, 0)] + [1 << 5 * r + f for f in range(5) for r in (4, 0)])
GOAL = table([1 << CORNERS[(c + 2) & 3] for c in range(4)])
SLIDES = [f"{r + 1}{d}" for r in range(5) for d in "><"] + [f"{f}{d}" for f in FILES[:5] for d in "^v"]
CELL = {f"{FILES[c % 5]}{c // 5 + 1}": c for c in range(25)}
NAME = list(CELL)


def base_cell(player: int, players: int) -> int:
    """The base corner of a player."""
    return CORNERS[(player - 1) * (4 // players)]


def goal_cell(player: int, players: int) -> int:
    """The goal of a player: the corner opposite the base."""
    return 24 - base_cell(player, players)


# ------------------------------------------------------------------------------------------------------- start
def start(variant: str) -> State:
    """The first position of a variant: player 1 to move, no slide forbidden."""
    board = STARTS[variant].replace("/", "")
    own, two, three, four = (sum(1 << c for c, sign in enumerate(board) if sign == who) for who in "1234")
    return own, two, three, four, 0, PASS, 4 // PLAYERS[variant]


# ------------------------------------------------------------------------------------------------------- moves
@jit
def _steps(land: int, back: int, buf: Buffer, n: int) -> int:
    """Append a step onto every cell of land from the cell that lies back behind it."""
    while land != 0:
        to = ctz(land)
        land &= land - 1
        buf[n] = 32 + 32 * (to - back) + to
        n += 1
    return n


@jit
def moves(s: State, buf: Buffer, n: int) -> int:
    """Append the legal moves of a game that is not over; there is always one, if only to pass."""
    own, two, three, four, corner, forbidden, step = s
    occ = own | two | three | four
    first = n
    for k in range(20):
        if (own & LINE[k]) != 0 and (occ & END[k]) == 0 and k != forbidden:
            buf[n] = k
            n += 1
    free = FULL & ~occ
    if corner != 2:
        n = _steps(((own & ~(FILE_E | RANK_5)) << 6) & free, 6, buf, n)
    if corner != 1:
        n = _steps(((own & ~(FILE_A | RANK_5)) << 4) & free, 4, buf, n)
    if corner != 3:
        n = _steps(((own & ~(FILE_E | RANK_1)) >> 4) & free, -4, buf, n)
    if corner != 0:
        n = _steps(((own & ~(FILE_A | RANK_1)) >> 6) & free, -6, buf, n)
    if n == first:
        buf[n] = PASS
        n += 1
    return n


# ------------------------------------------------------------------------------------------------------- apply
@jit
def _slid(x: int, line: int, slide: int) -> int:
    """The marbles after a slide."""
    moved = x & line
    shift = 1 if slide < 10 else 5
    moved = moved >> shift if slide & 1 else moved << shift
    return (x & ~line) | moved


@jit
def apply(s: State, move: int) -> State:
    """The state after a legal move; marbles that reach their goal leave the board."""
    own, two, three, four, corner, forbidden, step = s
    forbidden = PASS
    if move >= 32:
        own ^= (1 << ((move >> 5) - 1)) | (1 << (move & 31))
    elif move != PASS:
        line = LINE[move]
        own, two, three, four = (
            _slid(own, line, move),
            _slid(two, line, move),
            _slid(three, line, move),
            _slid(four, line, move),
        )
        forbidden = move ^ 1
    own &= ~GOAL[corner]
    two &= ~GOAL[(corner + step) & 3]
    if step == 2:
        return two, own, three, four, corner ^ 2, forbidden, step
    three &= ~GOAL[(corner + 2) & 3]
    four &= ~GOAL[(corner + 3) & 3]
    return two, three, four, own, (corner + 1) & 3, forbidden, step


# ------------------------------------------------------------------------------------------------------ result
@jit
def mover(s: State) -> int:
    """The number of the player to move."""
    return s[4] // s[6] + 1


@jit
def result(s: State) -> int:
    """OPEN, or the player who has enough marbles out."""
    own, two, three, four, corner, forbidden, step = s
    if popcount(own) <= LEFT:
        return corner // step + 1
    if popcount(two) <= LEFT:
        return ((corner + step) & 3) // step + 1
    if step == 1:
        if popcount(three) <= LEFT:
            return ((corner + 2) & 3) + 1
        if popcount(four) <= LEFT:
            return ((corner + 3) & 3) + 1
    return OPEN


@jit
def key(s: State) -> int:
    """The position in one word: exact with two players, a hash with four."""
    own, two, three, four, corner, forbidden, step = s
    if step == 2:
        return own | (two << 25) | (corner << 50) | (forbidden << 52)
    return mix(mix(1, own | (two << 25) | (corner << 50)), three | (four << 25) | (forbidden << 50))


def reason(s: State) -> str:
    """Why a game that is over is over: a keyword, `why.REASON` in the catalogue its sentence."""
    return "out"


def scores(s: State) -> tuple[int, ...]:
    """There are none: somebody wins, or nobody."""
    return ()
