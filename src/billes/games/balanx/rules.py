"""Balanx: jump and side-step on a see-saw board that tilts before every move and rolls every marble.

A state is (own, own_hi, opp, opp_hi, side, board): the marbles of the player to move and of the other, two words each,
always settled towards the player to move; who moves (0 or 1); the board. A move is one int: 128 * from + to, or PASS.

A board is one int too: the number of a variant's own, or a code of any other one that fits the words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ...core.codes import OPEN, mix
from ...core.jit import Buffer, ctz, jit, popcount, table
from ...core.reading import FILES

State = tuple[int, int, int, int, int, int]

PLAYERS = {"standard": 2, "small": 2, "large": 2}
ROOM = 128  # ten marbles, four jumps and two steps each
CYCLIC = True

# ---------------------------------------------------------------------------------------------------- geometry
# One literal per board: for every file from a onwards the lengths of its grooves, seen from the last rank downwards.
# TRIANGLE is how many places of each file belong to White's start triangle, again from the last rank. Black's is the
# same turned by 180 degrees, and each one's arrival zone is the other's start triangle.
BOARDS = {
    "standard": ("2222", "12221", "2222", "12221", "2222", "12221", "2222"),
    "small": ("2221", "1222", "2221", "1222", "2221", "1222"),
    "large": ("22221", "12222", "22221", "12222", "22221", "12222", "22221", "12222"),
}
TRIANGLE = (4, 3, 2, 1)
# A cell is 10 * file + rank: ten to a file leaves a gap between files, so that a shift never runs from one into the
# next. Files a-d lie in the low word, e-h in the high one; grooves never cross from word to word.
STRIDE = 10
HALF = 4 * STRIDE
WORD_MASK = (1 << HALF) - 1
TOP_FILE = 3 * STRIDE
FILE_MASK = (1 << STRIDE) - 1
PASS = (1 << 14) - 1
UP, DOWN, RIGHT, LEFT = range(4)
DELTA = table([1, -1, STRIDE, -STRIDE])


# The code of a board that no variant has: OTHER, six bits for its size, and six for every file, the number of its
# grooves among FILE_WORDS. A file's word has a bit for the lower place of every groove of two.
NUMBER = {variant: number for number, variant in enumerate(BOARDS)}
OWN_BOARDS = len(BOARDS)
MOST_FILES, MOST_RANKS = (4, 8), (4, 9)
SIZE_AT = 6 * MOST_FILES[1]
OTHER = 1 << SIZE_AT + 6
FILE_WORDS = [word for word in range(1 << MOST_RANKS[1] - 1) if not word & word << 1]


def board_code(lengths: Sequence[str]) -> int:
    """The code of a board: the number of the variant's that has the same grooves, where there is one."""
    for variant, own in BOARDS.items():
        if own == tuple(lengths):
            return NUMBER[variant]
    code = OTHER | _size_code(len(lengths), sum(map(int, lengths[0]))) << SIZE_AT
    words = [0] * len(lengths)
    for groove in grooves_of(lengths):
        if len(groove) == 2:
            words[groove[0] // STRIDE] |= 1 << groove[0] % STRIDE
    return code | sum(FILE_WORDS.index(word) << 6 * file for file, word in enumerate(words))


def _size_code(files: int, ranks: int) -> int:
    return 8 * (files - MOST_FILES[0]) + ranks - MOST_RANKS[0]


@cache
def lengths(board: int) -> tuple[str, ...]:
    """For every file from a onwards the lengths of its grooves, seen from the last rank downwards."""
    if board < OWN_BOARDS:
        return list(BOARDS.values())[board]
    wide, high = divmod(board >> SIZE_AT & 63, 8)
    ranks, found = high + MOST_RANKS[0], []
    for file in range(wide + MOST_FILES[0]):
        word, rank, text = FILE_WORDS[board >> 6 * file & 63], 0, ""
        while rank < ranks:
            length = 1 + (word >> rank & 1)
            rank, text = rank + length, f"{length}{text}"
        found.append(text)
    return tuple(found)


def size(board: int) -> tuple[int, int]:
    """Files and ranks of a board."""
    found = lengths(board)
    return len(found), sum(map(int, found[0]))


def grooves_of(lengths: Sequence[str]) -> list[list[int]]:
    """The cells of every groove, from low rank to high."""
    found = []
    for file, own in enumerate(lengths):
        rank = sum(map(int, own))
        for length in map(int, own):
            rank -= length
            found.append([STRIDE * file + r for r in range(rank, rank + length)])
    return found


def cell_name(cell: int) -> str:
    """File and rank of a cell."""
    return f"{FILES[cell // STRIDE]}{cell % STRIDE + 1}"


def triangle(files: int, ranks: int, turned: bool) -> int:
    """A start triangle: White's, or turned by 180 degrees Black's."""
    word = 0
    for file, depth in enumerate(TRIANGLE):
        for rank in range(ranks - depth, ranks):
            word |= 1 << (STRIDE * (files - 1 - file) + ranks - 1 - rank if turned else STRIDE * file + rank)
    return word


@cache
def grooves(board: int) -> list[tuple[str, ...]]:
    """The places of every groove, from low rank to high."""
    return [tuple(cell_name(cell) for cell in groove) for groove in grooves_of(lengths(board))]


@cache
def zones(board: int) -> dict[int, frozenset[str]]:
    """Every player's arrival zone: where the other one starts."""
    words = {1: triangle(*size(board), turned=True), 2: triangle(*size(board), turned=False)}
    return {who: frozenset(cell_name(c) for c in range(2 * HALF) if word >> c & 1) for who, word in words.items()}


def _pairs(words: list[int]) -> list[int]:
    return [half for word in words for half in (word & WORD_MASK, word >> HALF)]


def sizes() -> list[tuple[int, int]]:
    """Files and ranks of every row of the tables by size: those of the variants, then all others; see `row`."""
    others = [(MOST_FILES[0] + code // 8, MOST_RANKS[0] + code % 8) for code in range(64)]
    return [*map(size, NUMBER.values()), *((min(f, MOST_FILES[1]), min(r, MOST_RANKS[1])) for f, r in others)]


_cells = [sum(1 << STRIDE * f + r for f in range(files) for r in range(ranks)) for files, ranks in sizes()]
_lower = [sum(1 << groove[0] for groove in grooves_of(own) if len(groove) == 2) for own in BOARDS.values()]
_zones = [triangle(*one, turned) for one in sizes() for turned in (True, False)]
PLACES = table(_pairs(_cells))  # low and high word of a board's places, by row
ZONE = table(_pairs(_zones))  # ... of the arrival zones: number 2 * row + side
LOWER = table(_pairs(_lower))  # ... of the lower places of the two-place grooves of the variants' boards
FILE_LOWER = table(FILE_WORDS + [0] * (64 - len(FILE_WORDS)))  # ... of one file of any other board
MARBLES = 10


# ------------------------------------------------------------------------------------------------------- start
def start(variant: str) -> State:
    """White's triangle at the top left, Black's at the bottom right."""
    return start_on(NUMBER[variant])


def start_on(board: int) -> State:
    """The start on any board."""
    white, black = (triangle(*size(board), turned) for turned in (False, True))
    return white & WORD_MASK, white >> HALF, black & WORD_MASK, black >> HALF, 0, board


# ------------------------------------------------------------------------------------------------------- moves
@jit
def row(board: int) -> int:
    """The row of a board in the tables by size."""
    return board if board < OWN_BOARDS else OWN_BOARDS + ((board >> SIZE_AT) & 63)


@jit
def shifted(lo: int, hi: int, direction: int, row: int) -> tuple[int, int]:
    """All places moved by one in a direction; what leaves the board is gone."""
    if direction == UP:
        lo, hi = lo << 1, hi << 1
    elif direction == DOWN:
        lo, hi = lo >> 1, hi >> 1
    elif direction == RIGHT:
        lo, hi = lo << STRIDE, (hi << STRIDE) | (lo >> TOP_FILE)
    else:
        lo, hi = (lo >> STRIDE) | ((hi & FILE_MASK) << TOP_FILE), hi >> STRIDE
    return lo & PLACES[2 * row], hi & PLACES[2 * row + 1]


@jit
def _land(cells: int, base: int, back: int, shut: int, zone: int, zone_hi: int, buf: Buffer, n: int) -> int:
    """Append a move onto every cell from the cell `back` behind it, except from outside the zone onto `shut`."""
    while cells != 0:
        to = base + ctz(cells)
        cells &= cells - 1
        origin = to - back
        inside = (zone >> origin) & 1 if origin < HALF else (zone_hi >> (origin - HALF)) & 1
        if to != shut or inside != 0:
            buf[n] = 128 * origin + to
            n += 1
    return n


@jit
def moves(s: State, buf: Buffer, n: int) -> int:
    """Append the legal moves of a game that is not over; there is always one, if only to pass."""
    own, own_hi, opp, opp_hi, side, board = s
    occ, occ_hi = own | opp, own_hi | opp_hi
    first = n
    size = row(board)
    z = 2 * (2 * size + 1 - side)
    zone, zone_hi = ZONE[z], ZONE[z + 1]
    gap, gap_hi = zone & ~occ, zone_hi & ~occ_hi
    shut = -1  # the last free place of the opponent's arrival zone: it may not be filled
    if popcount(gap) + popcount(gap_hi) == 1:
        shut = ctz(gap) if gap != 0 else HALF + ctz(gap_hi)
    for d in range(4):
        far = DELTA[d]
        lo, hi = shifted(own, own_hi, d, size)
        if d >= RIGHT:
            n = _land(lo & ~occ, 0, far, shut, zone, zone_hi, buf, n)
            n = _land(hi & ~occ_hi, HALF, far, shut, zone, zone_hi, buf, n)
        lo, hi = lo & occ, hi & occ_hi
        while (lo | hi) != 0:
            far += DELTA[d]
            lo, hi = shifted(lo, hi, d, size)
            n = _land(lo & ~occ, 0, far, shut, zone, zone_hi, buf, n)
            n = _land(hi & ~occ_hi, HALF, far, shut, zone, zone_hi, buf, n)
            lo, hi = lo & occ, hi & occ_hi
    if n == first:
        buf[n] = PASS
        n += 1
    return n


# ------------------------------------------------------------------------------------------------------- apply
@jit
def _rolled(x: int, occ: int, lower: int, side: int) -> int:
    """The marbles of one colour after the board has tilted towards a side."""
    if side == 0:
        go = x & (lower << 1) & ~(occ << 1)
        return (x ^ go) | (go >> 1)
    go = x & lower & ~(occ >> 1)
    return (x ^ go) | (go << 1)


@jit
def _lower_places(board: int) -> tuple[int, int]:
    """The lower places of the two-place grooves of a board that no variant has."""
    lo, hi = 0, 0
    for file in range(4):
        lo |= FILE_LOWER[(board >> (6 * file)) & 63] << (STRIDE * file)
        hi |= FILE_LOWER[(board >> (6 * file + 24)) & 63] << (STRIDE * file)
    return lo, hi


@jit
def apply(s: State, move: int) -> State:
    """The state after a legal move, tilted towards the other player.

    The marbles also roll towards the mover before that; as a groove has at most two places, the tilt that follows
    leaves no trace of it.
    """
    own, own_hi, opp, opp_hi, side, board = s
    if move != PASS:
        origin, to = move >> 7, move & 127
        if origin < HALF:
            own ^= 1 << origin
        else:
            own_hi ^= 1 << (origin - HALF)
        if to < HALF:
            own ^= 1 << to
        else:
            own_hi ^= 1 << (to - HALF)
    occ, occ_hi = own | opp, own_hi | opp_hi
    if board < OWN_BOARDS:
        lower, lower_hi = LOWER[2 * board], LOWER[2 * board + 1]
    else:
        lower, lower_hi = _lower_places(board)
    side = 1 - side
    return (
        _rolled(opp, occ, lower, side),
        _rolled(opp_hi, occ_hi, lower_hi, side),
        _rolled(own, occ, lower, side),
        _rolled(own_hi, occ_hi, lower_hi, side),
        side,
        board,
    )


# ------------------------------------------------------------------------------------------------------ result
@jit
def mover(s: State) -> int:
    """The number of the player to move."""
    return s[4] + 1


@jit
def result(s: State) -> int:
    """OPEN, or the player who has just moved if that player's arrival zone is full and holds one of their marbles.

    A zone is made of whole grooves, so that rolling never changes how full it is.
    """
    own, own_hi, opp, opp_hi, side, board = s
    z = 2 * (2 * row(board) + 1 - side)
    zone, zone_hi = ZONE[z], ZONE[z + 1]
    if ((own | opp) & zone) == zone and ((own_hi | opp_hi) & zone_hi) == zone_hi:
        if ((opp & zone) | (opp_hi & zone_hi)) != 0:
            return 2 - side
    return OPEN


@jit
def key(s: State) -> int:
    """A hash of the position."""
    own, own_hi, opp, opp_hi, side, board = s
    return mix(mix(mix(mix(1, own | (side << HALF)), own_hi), opp), opp_hi)


def reason(s: State) -> str:
    """Why a game that is over is over: a keyword, `why.REASON` in the catalogue its sentence."""
    return "zone"


def scores(s: State) -> tuple[int, ...]:
    """There are none: somebody wins, or nobody."""
    return ()
