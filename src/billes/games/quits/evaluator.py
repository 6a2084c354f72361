"""What the engine knows of Quits.

How far a marble is from its goal is no distance on the board: steps keep the colour of a cell, slides change it and
carry others along, and the goal corner itself may be taken. So the evaluation looks up every pair of marbles (two of
the player to move, two of the other, one of each) and every rank and file as a whole, which shows its slides. Each
number of marbles left has tables of its own. All is seen from the player to move, with the base at a1; what mirrors
about the line from base to goal is the same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...core.jit import Buffer, ctz, jit, popcount, table
from ...engine.defaults import NULL_MOVE, PAR, scored, search_state
from ...engine.evaluation import packed, read_weights
from ...engine.memory import LOGIT, SCALE, WEIGHTS
from .rules import CORNERS, END, GOAL, LEFT, LINE, PASS, State

__all__ = [
    "COUNT", "GROUPS", "LEVEL_NODES", "NULL_MOVE", "PAR", "TREE_SEARCH", "chances", "features",
    "first_weights", "logit", "move_order", "scored", "search_state", "several", "weights", "wins_at_once",
]  # fmt: skip

LEVEL_NODES = {5: 5_000, 6: 30_000, 7: 120_000}
TREE_SEARCH = ("four",)
KINDS = 15  # of cells, seen from a base corner and mirrored about the diagonal


def weights(variant: str) -> Sequence[int]:
    """The weights of a variant: the last three marbles of `standard` are `simple`, `four` has no ending of its own."""
    if variant == "four":
        return table(weight for weight, _ in read_weights(__package__, "four"))
    return packed(read_weights(__package__, "standard"))


def first_weights(variant: str) -> Sequence[int]:
    """A marble is worth how far it has come; with two players this is shared among the pairs it stands in."""
    if variant == "four":
        near = [5 * value for value in NEAR_KIND]
        return table([*near, 20, *(n // 6 for n in near), 0, 0, 0, 0, 0])
    found = [0] * COUNT
    far = [12 * (c // 5 + c % 5) + 14 * min(c // 5, c % 5) - 130 for c in range(25)]
    for own in (3, 4, 5):
        for opp in (3, 4, 5):
            base = CLASS * (3 * (own - 3) + opp - 3)
            found[base] = 10
            for one in range(25):
                for two in range(25):
                    found[base + 2 + PAIR[25 * one + two]] = (far[one] + far[two]) // (own - 1)
                    found[base + 2 + PAIR[1250 + 25 * one + two]] = -(far[24 - one] + far[24 - two]) // (opp - 1)
    return packed((weight, weight) for weight in found)


def logit(variant: str) -> int:
    """With four players less makes the difference."""
    return 40 if variant == "four" else 100


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


def _mirrored(cell: int) -> int:
    return 5 * (cell % 5) + cell // 5


def _pairs() -> tuple[list[int], int]:
    """For kind of pair (own, mixed, other), cell and cell: a number; the order of two of one colour does not matter."""
    numbers: dict[tuple[int, ...], int] = {}
    found = []
    for kind in range(3):
        for one in range(25):
            for two in range(25):
                faces = [(one, two), (_mirrored(one), _mirrored(two))]
                if kind != 1:
                    faces += [face[::-1] for face in faces]
                found.append(numbers.setdefault((kind, *min(faces)), len(numbers)))
    return found, len(numbers)


def _line_codes() -> list[int]:
    """Own cells + other's cells * 32 of a line as a number to base three."""
    return [sum((1 if c >> k & 1 else 2 if c >> (5 + k) & 1 else 0) * 3**k for k in range(5)) for c in range(1024)]


def _turned(first: int, count: int) -> list[int]:
    """Some cells of the board seen from the other side."""
    return [sum(1 << (24 - first - c) for c in range(count) if word >> c & 1) for word in range(1 << count)]


def _entries() -> tuple[list[int], list[int], list[int]]:
    """For every base corner: the cell a step before its goal, and two slides that end there with the cells they move.

    The slides and their cells stand in twos.
    """
    steps, slides, cells = [], [], []
    for corner in CORNERS:
        goal = 24 - corner
        inward = 1 if goal % 5 == 0 else -1, 5 if goal < 5 else -5
        steps.append(1 << (goal + sum(inward)))
        for way in inward:
            cells.append(1 << (goal + way))
            slides += [k for k in range(20) if END[k] == 1 << goal and LINE[k] & cells[-1]]
    return steps, slides, cells


KIND = table(_kinds())
# How near to its goal a cell is, by kind and by base corner: a rank or file is worth four, a step on the diagonal five
# more.
NEAR_KIND = [4 * (low + high) + 5 * low for low in range(5) for high in range(low, 5)]
NEAR = table([NEAR_KIND[kind] for kind in _kinds()])
WAY = table([*(1, -1) * 5, *(5, -5) * 5])
_steps, _slides, _cells = _entries()
STEP_IN, SLIDE_IN, SLID_IN = table(_steps), table(_slides), table(_cells)
BEFORE = table([_steps[k] | _cells[2 * k] | _cells[2 * k + 1] for k in range(4)])  # all cells a move before the goal
_pair, PAIRS = _pairs()
PAIR, CODE = table(_pair), table(_line_codes())
TURN_LOW, TURN_HIGH = table(_turned(0, 13)), table(_turned(13, 12))
LINES = 5 * 243
CLASS = PAIRS + LINES + 2
GROUPS = tuple(
    (f"{what}, {own} against {opp}", size)
    for own in (3, 4, 5)
    for opp in (3, 4, 5)
    for what, size in (("even", 1), ("forbidden", 1), ("pairs", PAIRS), ("lines", LINES))
)
COUNT = 9 * CLASS
ONCE = 1 << 16


@jit
def _turn(word: int) -> int:
    """The board seen from the other side."""
    return TURN_LOW[word & 8191] | TURN_HIGH[word >> 13]


@jit
def _marbles(word: int, mem: Buffer, at: int) -> int:
    """The cells of a colour, one after the other."""
    while word != 0:
        mem[at] = ctz(word)
        word &= word - 1
        at += 1
    return at


@jit
def features(s: State, mem: Buffer, at: int) -> int:
    """Write the features of a game of two from `at` on; the phase before them is always 0."""
    own, opp, three, four, corner, forbidden, step = s
    if step == 1:
        return at
    shut = 0
    if forbidden < 20 and (own & LINE[forbidden]) != 0 and ((own | opp) & END[forbidden]) == 0:
        shut = ONCE
    if corner != 0:
        own, opp = _turn(own), _turn(opp)
    base = CLASS * (3 * (min(5, popcount(own)) - 3) + min(5, popcount(opp)) - 3)
    mem[at - 1] = 0
    mem[at] = base | ONCE
    mem[at + 1] = (base + 1) | shut
    at += 2
    first = at + 64  # the cells of both, out of the way
    mine = _marbles(own, mem, first)
    last = _marbles(opp, mem, mine)
    pairs = (base + 2) | ONCE
    for i in range(first, mine):
        row = 25 * mem[i]
        for j in range(i + 1, mine):
            mem[at] = pairs + PAIR[row + mem[j]]
            at += 1
        for j in range(mine, last):
            mem[at] = pairs + PAIR[625 + row + mem[j]]
            at += 1
    for i in range(mine, last):
        row = 1250 + 25 * mem[i]
        for j in range(i + 1, last):
            mem[at] = pairs + PAIR[row + mem[j]]
            at += 1
    lines = pairs + PAIRS
    for k in range(5):
        a, b = (own >> (5 * k)) & 31, (opp >> (5 * k)) & 31
        mem[at] = lines + 243 * k + CODE[a + 32 * b]
        a, b = ((((own >> k) & 0x108421) * 0x111110) >> 20) & 31, ((((opp >> k) & 0x108421) * 0x111110) >> 20) & 31
        mem[at + 1] = lines + 243 * k + CODE[a + 32 * b]
        at += 2
    return at


@jit
def move_order(s: State, move: int) -> int:
    """Steps towards the goal come before slides, the nearer the earlier; with four it is how far the own get."""
    if s[6] == 1:
        return _advance(s, move)
    if move < 32:
        return 0
    corner = s[4]
    back, to = KIND[25 * corner + (move >> 5) - 1], KIND[25 * corner + (move & 31)]
    return 400 * (to - back)


@jit
def _advance(s: State, move: int) -> int:
    """How much nearer to their goal a move brings the own marbles."""
    own, base = s[0], 25 * s[4]
    if move >= 32:
        return NEAR[base + (move & 31)] - NEAR[base + (move >> 5) - 1]
    if move == PASS:
        return 0
    slid = own & LINE[move]
    way = WAY[move]
    gained = 0
    while slid != 0:
        cell = ctz(slid)
        slid &= slid - 1
        gained += NEAR[base + cell + way] - NEAR[base + cell]
    return gained


@jit
def wins_at_once(s: State) -> bool:
    """Whether the player to move can bring out the last marble: its goal is free and it stands before it."""
    own, corner, forbidden = s[0], s[4], s[5]
    if popcount(own) != LEFT + 1 or ((own | s[1] | s[2] | s[3]) & GOAL[corner]) != 0:
        return False
    if (own & STEP_IN[corner]) != 0:
        return True
    one, two = 2 * corner, 2 * corner + 1
    return ((own & SLID_IN[one]) != 0 and SLIDE_IN[one] != forbidden) or (
        (own & SLID_IN[two]) != 0 and SLIDE_IN[two] != forbidden
    )


@jit
def several(s: State) -> bool:
    """Whether more than two play."""
    return s[6] == 1


@jit
def chances(s: State, mem: Buffer, at: int) -> None:
    """The four players' chances of winning, adding up to SCALE, at the places 1 to 4.

    One marble out wins: a player is as strong as their foremost marble, the others count a little, and so do a goal
    that is taken, a marble that stands before a free one, and being the next to move.
    """
    corner = s[4]
    if wins_at_once(s):
        for who in range(4):
            mem[at + 1 + who] = SCALE if who == corner else 0
        return
    occ = s[0] | s[1] | s[2] | s[3]
    total = 0.0
    for seat in range(4):
        total += _strength(s[seat], (corner + seat) & 3, seat, occ, mem)
    for seat in range(4):
        strength = _strength(s[seat], (corner + seat) & 3, seat, occ, mem)
        mem[at + 1 + ((corner + seat) & 3)] = int(SCALE * strength / total)


@jit
def _strength(marbles: int, corner: int, seat: int, occ: int, mem: Buffer) -> float:
    rest = -seat * mem[WEIGHTS + KINDS]
    if (occ & GOAL[corner]) != 0:
        rest += mem[WEIGHTS + 2 * KINDS + 5]
    elif (marbles & BEFORE[corner]) != 0:
        rest += mem[WEIGHTS + 2 * KINDS + 1 + seat]
    first = -10000
    while marbles != 0:
        kind = KIND[25 * corner + ctz(marbles)]
        marbles &= marbles - 1
        first = max(first, mem[WEIGHTS + kind])
        rest += mem[WEIGHTS + KINDS + 1 + kind]
    return math.exp((first + rest) / mem[LOGIT])
