"""Pylos: stack a pyramid, save your balls, put the last one on top.

A state is (own, opp, side, rule): the balls of the player to move, those of the other, who moves (0 or 1), and the
reading of the rules as flags. A move is one int: put | from+1 << 6 | take+1 << 12 | second take+1 << 18.
"""

from __future__ import annotations

from ...core.codes import OPEN
from ...core.jit import Buffer, ctz, jit, popcount, table
from ...core.reading import FILES

State = tuple[int, int, int, int]

PLAYERS = {"standard": 2, "children": 2, "expert": 2, "standard-icga": 2, "children-icga": 2, "expert-icga": 2}
# No position has more moves. A ball on the board has at most 8 cells to be raised to: at most 9 cells are supported and
# free at once, and if so all of level 2, some of it above the ball. With a reserve that is 14 balls, and at most 16
# cells to place one on; without it 15 balls: at most 14 * 8 + 16 = 128 ways to put a ball down, each with at most
# 1 + 15 + 15 * 14 / 2 = 121 ways to take none, one or two of 15 back. The fullest found by search has 1265.
ROOM = 1 << 14
CYCLIC = True

# ---------------------------------------------------------------------------------------------------- geometry
# Every level lies on a grid four wide, so that one shift serves all levels: the ball on cell c rests on the cells
# a, a+1, a+4, a+5 of the level below, a being its anchor. Level 1 takes bits 0-15, 2 from 16, 3 from 27, the top is 33.
BALLS = 15
SQUARES, LINES, ICGA = 1, 2, 4
RULE = {
    "standard": SQUARES,
    "children": 0,
    "expert": SQUARES | LINES,
    "standard-icga": SQUARES | ICGA,
    "children-icga": ICGA,
    "expert-icga": SQUARES | LINES | ICGA,
}
SIZES = (4, 3, 2, 1)
OFFSETS = (0, 16, 27, 33)


def _cell(level: int, file: int, rank: int) -> int:
    return OFFSETS[level] + 4 * rank + file


CELLS = [(level, f, r) for level, size in enumerate(SIZES) for r in range(size) for f in range(size)]  # board order
BIT = {f"{level + 1}{FILES[f]}{r + 1}": _cell(level, f, r) for level, f, r in CELLS}
NAME = {bit: name for name, bit in BIT.items()}


def _mask(level: int, size: int) -> int:
    """The cells of a level whose file and rank are less than size."""
    return sum(1 << _cell(level, f, r) for r in range(size) for f in range(size))


GROUND = _mask(0, 4)
A1, A2, A3 = _mask(0, 3), _mask(1, 2), _mask(2, 1)  # anchors of squares: where the next level's balls rest
ANCHORS = A1 | A2 | A3
TOP = 1 << OFFSETS[3]
RANKS_1 = sum(1 << _cell(0, 0, r) for r in range(4))  # where lines of four and of three begin
FILES_1 = sum(1 << _cell(0, f, 0) for f in range(4))
RANKS_2 = sum(1 << _cell(1, 0, r) for r in range(3))
FILES_2 = sum(1 << _cell(1, f, 0) for f in range(3))

_above = [0] * 34
_higher = [0] * 34
for _level, _f, _r in CELLS:
    _here = _cell(_level, _f, _r)
    for _l2, _f2, _r2 in CELLS:
        if _l2 > _level:
            _higher[_here] |= 1 << _cell(_l2, _f2, _r2)
        if _l2 == _level + 1 and 0 <= _f - _f2 <= 1 and 0 <= _r - _r2 <= 1:
            _above[_here] |= 1 << _cell(_l2, _f2, _r2)
ABOVE = table(_above)  # the cells that rest on a cell
HIGHER = table(_higher)  # the cells of all higher levels


@jit
def supported(occ: int) -> int:
    """Cells above level 1 whose four supports are all filled."""
    t = occ & (occ >> 1) & (occ >> 4) & (occ >> 5)
    return ((t & A1) << 16) | ((t & A2) << 11) | ((t & A3) << 6)


@jit
def blocked(occ: int) -> int:
    """Cells that support a ball."""
    a = ((occ >> 16) & A1) | ((occ >> 11) & A2) | ((occ >> 6) & A3)
    return a | (a << 1) | (a << 4) | (a << 5)


@jit
def _line(x: int, step: int, first: int) -> int:
    """Cells that complete a line of four with that step, beginning in first."""
    b, c, d = x >> step, x >> (2 * step), x >> (3 * step)
    return (
        (b & c & d & first)
        | ((x & c & d & first) << step)
        | ((x & b & d & first) << (2 * step))
        | ((x & b & c & first) << (3 * step))
    )


@jit
def _short(x: int, step: int, first: int) -> int:
    """Cells that complete a line of three."""
    b, c = x >> step, x >> (2 * step)
    return (b & c & first) | ((x & c & first) << step) | ((x & b & first) << (2 * step))


@jit
def completing(own: int, rule: int) -> int:
    """Cells where one more ball of that colour completes a figure."""
    if (rule & SQUARES) == 0:
        return 0
    b, c, d = own >> 1, own >> 4, own >> 5
    t = b & c & d & ANCHORS
    t |= ((own & c & d & ANCHORS) << 1) | ((own & b & d & ANCHORS) << 4) | ((own & b & c & ANCHORS) << 5)
    if rule & LINES:
        t |= _line(own, 1, RANKS_1) | _line(own, 4, FILES_1) | _short(own, 1, RANKS_2) | _short(own, 4, FILES_2)
    return t


# ------------------------------------------------------------------------------------------------------- start
def start(variant: str) -> State:
    """The empty board."""
    return 0, 0, 0, RULE[variant]


# ------------------------------------------------------------------------------------------------------- moves
@jit
def _take_back(move: int, own: int, occ: int, rule: int, buf: Buffer, n: int) -> int:
    """Append the move with every set of one or two balls that may be taken back after it."""
    if rule & ICGA:
        buf[n] = move
        n += 1
    loose = own & ~blocked(occ)
    left = loose
    while left != 0:
        a = ctz(left)
        left &= left - 1
        buf[n] = move | ((a + 1) << 12)
        n += 1
        second = own & ~(1 << a) & ~blocked(occ & ~(1 << a))
        second &= ~loose | left  # two balls that were both loose make one set, not two
        while second != 0:
            b = ctz(second)
            second &= second - 1
            buf[n] = move | ((min(a, b) + 1) << 12) | ((max(a, b) + 1) << 18)
            n += 1
    return n


@jit
def moves(s: State, buf: Buffer, n: int) -> int:
    """Append the legal moves of a game that is not over."""
    own, opp, side, rule = s
    occ = own | opp
    rests = supported(occ) & ~occ
    if popcount(own) < BALLS:
        done = completing(own, rule)
        left = rests | (GROUND & ~occ)
        while left != 0:
            c = ctz(left)
            left &= left - 1
            if (done >> c) & 1:
                n = _take_back(c, own | (1 << c), occ | (1 << c), rule, buf, n)
            else:
                buf[n] = c
                n += 1
    loose = own & ~blocked(occ)
    while loose != 0 and rests != 0:
        a = ctz(loose)
        loose &= loose - 1
        left = rests & HIGHER[a] & ~ABOVE[a]
        if left == 0:
            continue
        own2, occ2 = own ^ (1 << a), occ ^ (1 << a)
        done = completing(own2, rule)
        while left != 0:
            c = ctz(left)
            left &= left - 1
            move = c | ((a + 1) << 6)
            if (done >> c) & 1:
                n = _take_back(move, own2 | (1 << c), occ2 | (1 << c), rule, buf, n)
            else:
                buf[n] = move
                n += 1
    return n


# ------------------------------------------------------------------------------------------------------- apply
@jit
def apply(s: State, move: int) -> State:
    """The state after a legal move."""
    own, opp, side, rule = s
    own |= 1 << (move & 63)
    for shift in (6, 12, 18):
        cell = (move >> shift) & 63
        if cell != 0:
            own &= ~(1 << (cell - 1))
    return opp, own, 1 - side, rule


# ------------------------------------------------------------------------------------------------------ result
@jit
def mover(s: State) -> int:
    """The number of the player to move."""
    return s[2] + 1


@jit
def result(s: State) -> int:
    """OPEN, or the winner: always the one who has just moved."""
    own, opp, side, rule = s
    occ = own | opp
    if occ & TOP:
        return 2 - side
    if popcount(own) < BALLS:
        return OPEN
    if rule & ICGA:
        rests = supported(occ) & ~occ
        loose = own & ~blocked(occ)
        while loose != 0:
            a = ctz(loose)
            loose &= loose - 1
            if rests & HIGHER[a] & ~ABOVE[a]:
                return OPEN
    return 2 - side


@jit
def key(s: State) -> int:
    """The position in one word, exact (without the reading of the rules)."""
    own, opp, side, rule = s
    return _pack(own) | (_pack(opp) << 30) | (side << 60)


@jit
def _pack(x: int) -> int:
    """The thirty cells without the gaps of the four-wide grid."""
    two, three = x >> 16, x >> 27
    two = (two & 7) | ((two >> 1) & 0o70) | ((two >> 2) & 0o700)
    three = (three & 3) | ((three >> 2) & 12)
    return (x & GROUND) | (two << 16) | (three << 25) | (((x >> 33) & 1) << 29)


def reason(s: State) -> str:
    """Why a game that is over is over: a keyword, `why.REASON` in the catalogue its sentence."""
    if (s[0] | s[1]) & TOP:
        return "top"
    return "blocked" if s[3] & ICGA else "reserve"


def scores(s: State) -> tuple[int, ...]:
    """There are none: somebody wins, or nobody."""
    return ()
