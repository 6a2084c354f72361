"""Pylos as numbers, for programs that learn: what can be touched, and planes that show a position."""

from __future__ import annotations

from ...core.jit import Buffer, Planes, jit, popcount, table
from .rules import BALLS, CELLS, NAME, OFFSETS, SIZES, State, blocked, completing

SCORES = (0, 0)
LONGEST = 4  # a ball, where it is raised to, and two balls taken back
WAYS = 2  # two balls are taken back in either order
DONE = len(CELLS)
LEVEL = 16  # cells of a plane: every level lies on the grid of the lowest
OWN, OTHER, RESERVE = 0, 4 * LEVEL, 8 * LEVEL

_level = {bit: max(n for n, first in enumerate(OFFSETS) if first <= bit) for bit in NAME}
TOUCH = table([list(NAME).index(bit) if bit in NAME else -1 for bit in range(34)])  # the touch of a cell
CELL = table([LEVEL * _level[bit] + bit - OFFSETS[_level[bit]] if bit in NAME else 0 for bit in range(34)])
TOUCHED = table([int(CELL[bit]) for bit in NAME] + [-1])


def handles(variant: str) -> tuple[str, ...]:
    """Every cell from the lowest level up, and that no more is taken back."""
    return (*NAME.values(), "done")


def grid(variant: str) -> tuple[int, int]:
    """Ranks and files of a plane."""
    return SIZES[0], SIZES[0]


def planes(variant: str) -> tuple[str, ...]:
    """What each plane of a position shows."""
    levels = range(1, len(SIZES) + 1)
    return (
        *(f"own balls on level {level}" for level in levels),
        *(f"the other's balls on level {level}" for level in levels),
        f"own reserve / {BALLS}, everywhere",
        f"the other's reserve / {BALLS}, everywhere",
    )


def touch_planes(variant: str) -> tuple[str, ...]:
    """What each plane of a turn shows."""
    return tuple(f"cells of level {level}" for level in range(1, len(SIZES) + 1))


@jit
def touches(s: State, move: int, way: int, buf: Buffer, n: int) -> int:
    """The ball to raise, where one is put, those taken back; done with less than two."""
    own, opp, side, rule = s
    start = n
    put, origin, first, second = move & 63, (move >> 6) & 63, (move >> 12) & 63, (move >> 18) & 63
    if origin != 0:
        buf[n] = TOUCH[origin - 1]
        n += 1
        own ^= 1 << (origin - 1)
    buf[n] = TOUCH[put]
    n += 1
    if (completing(own, rule) >> put) & 1 == 0:
        return n if way == 0 else start
    if second != 0:
        fixed = blocked(own | opp | (1 << put))
        either = ((fixed >> (first - 1)) | (fixed >> (second - 1))) & 1 == 0
        if way == 1 and not either:
            return start
        if way == 1 or (fixed >> (first - 1)) & 1:
            first, second = second, first
    elif way == 1:
        return start
    if first != 0:
        buf[n] = TOUCH[first - 1]
        n += 1
    buf[n] = TOUCH[second - 1] if second != 0 else DONE
    return n + 1


@jit
def touched_at(s: State, touch: int) -> int:
    """Where the planes of a turn show a touch, or -1."""
    return TOUCHED[touch]


@jit
def observe(s: State, player: int, out: Planes, at: int) -> None:
    """Write the planes of a position as a player sees it from `out[at]` on, where all is 0."""
    own, opp, side, rule = s
    if side + 1 != player:
        own, opp = opp, own
    for cell in range(34):
        if (own >> cell) & 1:
            out[at + OWN + CELL[cell]] = 1
        elif (opp >> cell) & 1:
            out[at + OTHER + CELL[cell]] = 1
    for cell in range(LEVEL):
        out[at + RESERVE + cell] = (BALLS - popcount(own)) / BALLS
        out[at + RESERVE + LEVEL + cell] = (BALLS - popcount(opp)) / BALLS
