"""Balanx as numbers, for programs that learn: what can be touched, and planes that show a position.

The boards are those of the variants.
"""

from __future__ import annotations

from ...core.jit import Buffer, Planes, jit, table
from ...core.reading import FILES
from .rules import BOARDS, HALF, LOWER, NUMBER, PASS, STRIDE, ZONE, State, size

SCORES = (0, 0)
LONGEST = 2  # a marble and where it lands
WAYS = 1
DONE = -1
WIDE = table([size(NUMBER[variant])[0] for variant in BOARDS])
HIGH = table([size(NUMBER[variant])[1] for variant in BOARDS])


def handles(variant: str) -> tuple[str, ...]:
    """Every place, rank by rank, and passing."""
    high, wide = grid(variant)
    return (*(f"{FILES[file]}{rank + 1}" for rank in range(high) for file in range(wide)), "pass")


def grid(variant: str) -> tuple[int, int]:
    """Ranks and files of a plane."""
    wide, high = size(NUMBER[variant])
    return high, wide


def planes(variant: str) -> tuple[str, ...]:
    """What each plane of a position shows."""
    return "own marbles", "the other's marbles", "own arrival zone", "the lower places of grooves of two"


def touch_planes(variant: str) -> tuple[str, ...]:
    """What each plane of a turn shows."""
    return ("places",)


@jit
def touches(s: State, move: int, way: int, buf: Buffer, n: int) -> int:
    """A marble and where it lands."""
    wide = WIDE[s[5]]
    if move == PASS:
        buf[n] = wide * HIGH[s[5]]
        return n + 1
    origin, to = move >> 7, move & 127
    buf[n] = origin % STRIDE * wide + origin // STRIDE
    buf[n + 1] = to % STRIDE * wide + to // STRIDE
    return n + 2


@jit
def touched_at(s: State, touch: int) -> int:
    """Where the planes of a turn show a touch, or -1."""
    return touch if touch < WIDE[s[5]] * HIGH[s[5]] else -1


@jit
def _write(lo: int, hi: int, wide: int, high: int, out: Planes, at: int) -> int:
    """Write a plane with these places; gives where the next one begins."""
    for file in range(wide):
        word = lo >> (STRIDE * file) if STRIDE * file < HALF else hi >> (STRIDE * file - HALF)
        for rank in range(high):
            if (word >> rank) & 1:
                out[at + wide * rank + file] = 1
    return at + wide * high


@jit
def observe(s: State, player: int, out: Planes, at: int) -> None:
    """Write the planes of a position as a player sees it from `out[at]` on, where all is 0."""
    own, own_hi, opp, opp_hi, side, board = s
    wide, high = WIDE[board], HIGH[board]
    if side + 1 != player:
        own, own_hi, opp, opp_hi = opp, opp_hi, own, own_hi
    at = _write(own, own_hi, wide, high, out, at)
    at = _write(opp, opp_hi, wide, high, out, at)
    zone = 2 * (2 * board + player - 1)
    at = _write(ZONE[zone], ZONE[zone + 1], wide, high, out, at)
    _write(LOWER[2 * board], LOWER[2 * board + 1], wide, high, out, at)
