"""Bi-litaire: solitaire for two; one jumps marbles, the other slides the trays away under them.

A state is (lo, hi, trays, role, jumps, round, score, match): the marbles on ranks 1-4 and 5-8, the slots that carry a
tray, who moves (MARBLES or TRAYS), the announced number of jumps (0 for none), the round, the score of round one (0
while unknown), and 1 for a match of two rounds. A marble move is one int: hole | n << 6 | directions << 11, two bits
per jump, n = 0 for taking a marble off. A tray move is the number of a slide, or SLIDES + slot for removing, with the
announced number << 8.
"""

from __future__ import annotations

from ...core.codes import DRAW, OPEN, SCORE, mix
from ...core.jit import Buffer, ctz, jit, popcount, table
from ...core.reading import FILES

State = tuple[int, int, int, int, int, int, int, int]

PLAYERS = {"match": 2, "round": 2}
# No position has more moves. A jumping marble keeps to one hole of each slot and jumps over every marble once: its path
# is a trail in the grid of slots with trays. No twelve slots have more than 2784 trails of one length, counted from all
# starts together, nor any longer than 16 (tests/games/bilitaire/test_rules.py counts them), and a slot has four holes:
# 4 * 2784 marble moves. The tray player has at most 160 slides and 16 removals, each with at most 15 announcements.
# The fullest found by search have 628 and 290.
ROOM = 1 << 14
CYCLIC = False

# ---------------------------------------------------------------------------------------------------- geometry
# Hole = 8 * rank + file, slot = 4 * rank + file in slots. A jump goes from a hole over the next onto the second next.
MARBLES, TRAYS = 0, 1
START_TRAYS = 0xFFFF & ~(1 << 0 | 1 << 3 | 1 << 12 | 1 << 15)
ALL_TRAYS = 12
ALL_MARBLES = 4 * ALL_TRAYS
HALF = (1 << 32) - 1
EAST, WEST, NORTH, SOUTH = range(4)
STEP = table([1, -1, 8, -8])
ARROWS = "><^v"
_to_right = sum(0x3F << (8 * r) for r in range(4))  # holes with two holes to the right of them
_to_left = sum(0xFC << (8 * r) for r in range(4))
TO_RIGHT, TO_LEFT = _to_right, _to_left
_SLOT = 0x0303


def _floor(trays: int) -> int:
    """The holes of eight slots."""
    return sum(_SLOT << (16 * (slot // 4) + 2 * (slot % 4)) for slot in range(8) if trays >> slot & 1)


FLOOR = table(_floor(trays) for trays in range(256))


def _all_slides() -> list[tuple[int, int, int, int]]:
    """Every slide that some board allows: first slot, number of trays, direction, distance."""
    found = []
    for direction in range(4):
        along = 1 if direction < NORTH else 4
        for slot in range(16):
            place = slot % 4 if along == 1 else slot // 4
            for count in (1, 2, 3):
                room = 4 - place - count if direction in (EAST, NORTH) else place
                if place + count <= 4:
                    found += [(slot, count, direction, distance) for distance in range(1, min(room, 4 - count) + 1)]
    return found


ALL_SLIDES = _all_slides()
SLIDES = len(ALL_SLIDES)  # 160


def slots_apart(direction: int) -> int:
    """By how much the numbers of neighbouring slots differ along a direction."""
    return 1 if direction < NORTH else 4


def _group(slot: int, count: int, direction: int) -> int:
    return sum(1 << (slot + k * slots_apart(direction)) for k in range(count))


def _ahead(slot: int, count: int, direction: int, distance: int) -> int:
    """The slots that a group passes over or comes to stand on, without its own."""
    moved = 0
    for k in range(1, distance + 1):
        shift = k * slots_apart(direction) * (1 if direction in (EAST, NORTH) else -1)
        moved |= _group(slot + shift, count, direction)
    return moved & ~_group(slot, count, direction)


NEED = table(_group(slot, count, d) for slot, count, d, _ in ALL_SLIDES)
CLEAR = table(_ahead(*slide) for slide in ALL_SLIDES)
SHIFT = table((2 if d < NORTH else 16) * far * (1 if d in (EAST, NORTH) else -1) for _, _, d, far in ALL_SLIDES)
TRAY_SHIFT = table(slots_apart(d) * far * (1 if d in (EAST, NORTH) else -1) for _, _, d, far in ALL_SLIDES)

AFTER_ONE_SLIDE = {  # how the trays can stand after the first slide of a round
    (START_TRAYS & ~_group(slot, count, d))
    | _group(slot + slots_apart(d) * far * (1 if d in (EAST, NORTH) else -1), count, d)
    for slot, count, d, far in ALL_SLIDES
    if START_TRAYS & _group(slot, count, d) == _group(slot, count, d)
    if not START_TRAYS & _ahead(slot, count, d, far)
}

HOLE = {f"{FILES[h % 8]}{h // 8 + 1}": h for h in range(64)}
NAME = list(HOLE)
SLOT = {name.upper(): slot for slot, name in enumerate(f"{FILES[s % 4]}{s // 4 + 1}" for s in range(16))}
SLOT_NAME = list(SLOT)


# ------------------------------------------------------------------------------------------------------- start
def start(variant: str) -> State:
    """Twelve full trays, the marble player to take one marble off."""
    return round_start(1, 0, 1 if variant == "match" else 0)


@jit
def round_start(number: int, score: int, match: int) -> State:
    """The start of a round."""
    return FLOOR[START_TRAYS & 255], FLOOR[START_TRAYS >> 8], START_TRAYS, MARBLES, 0, number, score, match


# ------------------------------------------------------------------------------------------------------- moves
@jit
def jumpers(lo: int, hi: int, trays: int, direction: int) -> tuple[int, int]:
    """The marbles that can jump in a direction."""
    free, free_hi = FLOOR[trays & 255] & ~lo, FLOOR[trays >> 8] & ~hi
    if direction == EAST:
        return lo & (lo >> 1) & (free >> 2) & TO_RIGHT, hi & (hi >> 1) & (free_hi >> 2) & TO_RIGHT
    if direction == WEST:
        return lo & (lo << 1) & (free << 2) & TO_LEFT, hi & (hi << 1) & (free_hi << 2) & TO_LEFT
    if direction == NORTH:
        over, land = (lo >> 8) | ((hi << 24) & HALF), (free >> 16) | ((free_hi << 16) & HALF)
        return lo & over & land, hi & (hi >> 8) & (free_hi >> 16)
    over, land = (hi << 8) | (lo >> 24), (free_hi << 16) | (free >> 16)
    return lo & (lo << 8) & (free << 16), hi & over & land & HALF


@jit
def can_jump(lo: int, hi: int, trays: int) -> bool:
    """Whether any marble can jump."""
    for d in range(4):
        one, two = jumpers(lo, hi, trays, d)
        if (one | two) != 0:
            return True
    return False


@jit
def _has(lo: int, hi: int, hole: int) -> int:
    return (lo >> hole) & 1 if hole < 32 else (hi >> (hole - 32)) & 1


@jit
def _without(lo: int, hi: int, hole: int) -> tuple[int, int]:
    if hole < 32:
        return lo & ~(1 << hole), hi
    return lo, hi & ~(1 << (hole - 32))


@jit
def _free_beyond(hole: int, direction: int, lo: int, hi: int, trays: int) -> bool:
    """Whether a marble on the hole (itself not in lo, hi) can jump in a direction."""
    file, rank = hole & 7, hole >> 3
    if direction == EAST:
        if file > 5:
            return False
    elif direction == WEST:
        if file < 2:
            return False
    elif direction == NORTH:
        if rank > 5:
            return False
    elif rank < 2:
        return False
    over, to = hole + STEP[direction], hole + 2 * STEP[direction]
    if _has(lo, hi, over) == 0 or _has(lo, hi, to) != 0:
        return False
    return _has(FLOOR[trays & 255], FLOOR[trays >> 8], to) != 0


@jit
def _longest(hole: int, lo: int, hi: int, trays: int) -> int:
    """The most jumps in a row that a marble standing on the hole (itself not in lo, hi) can make."""
    best = 0
    for d in range(4):
        if _free_beyond(hole, d, lo, hi, trays):
            lo2, hi2 = _without(lo, hi, hole + STEP[d])
            found = 1 + _longest(hole + 2 * STEP[d], lo2, hi2, trays)
            best = max(best, found)
    return best


@jit
def longest(lo: int, hi: int, trays: int) -> int:
    """The most jumps in a row that any marble can make."""
    best = 0
    for d in range(4):
        some, some_hi = jumpers(lo, hi, trays, d)
        for half in range(2):
            left = some if half == 0 else some_hi
            while left != 0:
                hole = ctz(left) + 32 * half
                left &= left - 1
                lo2, hi2 = _without(lo, hi, hole)
                lo2, hi2 = _without(lo2, hi2, hole + STEP[d])
                best = max(best, 1 + _longest(hole + 2 * STEP[d], lo2, hi2, trays))
    return best


@jit
def _paths(hole: int, lo: int, hi: int, trays: int, left: int, move: int, shift: int, buf: Buffer, n: int) -> int:
    """Append every way of making `left` more jumps from the hole."""
    if left == 0:
        buf[n] = move
        return n + 1
    for d in range(4):
        if _free_beyond(hole, d, lo, hi, trays):
            lo2, hi2 = _without(lo, hi, hole + STEP[d])
            onto = hole + 2 * STEP[d]
            n = _paths(onto, lo2, hi2, trays, left - 1, move | (d << shift), shift + 2, buf, n)
    return n


@jit
def _marble_moves(s: State, buf: Buffer, n: int) -> int:
    lo, hi, trays, role, jumps, number, score, match = s
    first = popcount(lo) + popcount(hi) == ALL_MARBLES
    count = max(jumps, 1)
    for half in range(2):
        left = lo if half == 0 else hi
        while left != 0:
            hole = ctz(left) + 32 * half
            left &= left - 1
            if first:
                buf[n] = hole
                n += 1
            else:
                lo2, hi2 = _without(lo, hi, hole)
                n = _paths(hole, lo2, hi2, trays, count, hole | (count << 6), 11 + 0 * hole, buf, n)
    return n


@jit
def _announced(move: int, lo: int, hi: int, trays: int, buf: Buffer, n: int) -> int:
    """Append a tray move, then the same with every announcement that can be carried out after it."""
    buf[n] = move
    n += 1
    for jumps in range(2, longest(lo, hi, trays) + 1):
        buf[n] = move | (jumps << 8)
        n += 1
    return n


@jit
def _slot_holds(lo: int, hi: int, slot: int) -> int:
    """The marbles on a slot."""
    word = lo if slot < 8 else hi
    return (word >> (16 * ((slot >> 2) & 1) + 2 * (slot & 3))) & _SLOT


@jit
def moves(s: State, buf: Buffer, n: int) -> int:
    """Append the legal moves of a game that is not over."""
    lo, hi, trays, role, jumps, number, score, match = s
    if role == MARBLES:
        return _marble_moves(s, buf, n)
    for k in range(SLIDES):
        if (trays & NEED[k]) == NEED[k] and (trays & CLEAR[k]) == 0:
            lo2, hi2, trays2 = slid(lo, hi, trays, k)
            n = _announced(k, lo2, hi2, trays2, buf, n)
    for slot in range(16):
        if (trays >> slot) & 1 and _slot_holds(lo, hi, slot) == 0:
            n = _announced(SLIDES + slot, lo, hi, trays & ~(1 << slot), buf, n)
    return n


# ------------------------------------------------------------------------------------------------------- apply
@jit
def slid(lo: int, hi: int, trays: int, slide: int) -> tuple[int, int, int]:
    """Marbles and trays after a slide."""
    group = NEED[slide]
    floor, floor_hi = FLOOR[group & 255], FLOOR[group >> 8]
    a, b = lo & floor, hi & floor_hi
    lo, hi, trays = lo & ~floor, hi & ~floor_hi, trays & ~group
    k, t = SHIFT[slide], TRAY_SHIFT[slide]
    trays |= group << t if t > 0 else group >> -t
    if -8 < k < 8:
        a, b = (a << k, b << k) if k > 0 else (a >> -k, b >> -k)
    elif k == 16:
        a, b = (a << 16) & HALF, (b << 16) | (a >> 16)
    elif k == -16:
        a, b = (a >> 16) | ((b << 16) & HALF), b >> 16
    elif k > 0:
        a, b = 0, a << (k - 32)
    else:
        a, b = b >> (-k - 32), 0
    return lo | a, hi | b, trays


@jit
def _jumped(lo: int, hi: int, move: int) -> tuple[int, int]:
    """The marbles after a marble move."""
    hole, count = move & 63, (move >> 6) & 31
    lo, hi = _without(lo, hi, hole)
    for i in range(count):
        step = STEP[(move >> (11 + 2 * i)) & 3]
        lo, hi = _without(lo, hi, hole + step)
        hole += 2 * step
    if count == 0:
        return lo, hi
    if hole < 32:
        return lo | (1 << hole), hi
    return lo, hi | (1 << (hole - 32))


@jit
def apply(s: State, move: int) -> State:
    """The state after a legal move; in a match the end of round one leads straight to round two."""
    lo, hi, trays, role, jumps, number, score, match = s
    if role == MARBLES:
        lo, hi = _jumped(lo, hi, move)
        return lo, hi, trays, TRAYS, 0, number, score, match
    what = move & 255
    if what < SLIDES:
        lo, hi, trays = slid(lo, hi, trays, what)
    else:
        trays &= ~(1 << (what - SLIDES))
    if match == 1 and number == 1 and not can_jump(lo, hi, trays):
        return round_start(2, popcount(lo) + popcount(hi), match)
    return lo, hi, trays, MARBLES, move >> 8, number, score, match


# ------------------------------------------------------------------------------------------------------ result
@jit
def mover(s: State) -> int:
    """The number of the player to move: player 1 has the marbles in round one, the trays in round two."""
    return 1 + (s[3] ^ (s[5] - 1))


@jit
def result(s: State) -> int:
    """OPEN, the winner of the match or DRAW, or SCORE + the marbles left in a single round."""
    lo, hi, trays, role, jumps, number, score, match = s
    count = popcount(lo) + popcount(hi)
    if role == TRAYS or count == ALL_MARBLES or can_jump(lo, hi, trays):
        return OPEN
    if match == 0:
        return SCORE + count
    if score == count:
        return DRAW
    return 1 if score < count else 2


@jit
def key(s: State) -> int:
    """A hash of the position."""
    lo, hi, trays, role, jumps, number, score, match = s
    head = trays | (role << 16) | (jumps << 17) | (number << 22) | (score << 24) | (match << 30)
    return mix(mix(mix(1, head), lo), hi)


def reason(s: State) -> str:
    """Why a game that is over is over: a keyword, `why.REASON` in the catalogue its sentence."""
    return "score"


def scores(s: State) -> tuple[int, ...]:
    """Marbles left as marble player, for every round that is over in a game that is over."""
    count = s[0].bit_count() + s[1].bit_count()
    return (s[6], count) if s[7] else (count,)
