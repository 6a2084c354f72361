"""Three Men's Morris as numbers, for programs that learn: what can be touched, and planes that show a position."""

from __future__ import annotations

from billes.core.jit import Buffer, Planes, jit

from .rules import NAME, State

SCORES = (0, 0)
LONGEST = 2  # a marble and where it goes
WAYS = 1
DONE = -1
POINTS = 9


def handles(variant: str) -> tuple[str, ...]:
    """The nine points."""
    return tuple(NAME)


def grid(variant: str) -> tuple[int, int]:
    """Ranks and files of a plane."""
    return 3, 3


def planes(variant: str) -> tuple[str, ...]:
    """What each plane of a position shows."""
    return "own marbles", "the other's marbles"


def touch_planes(variant: str) -> tuple[str, ...]:
    """What each plane of a turn shows."""
    return ("points",)


@jit
def touches(s: State, move: int, way: int, buf: Buffer, n: int) -> int:
    """A point to place a marble on, or a marble and where it goes."""
    if move >= 16:
        buf[n] = (move >> 4) - 1
        n += 1
    buf[n] = move & 15
    return n + 1


@jit
def touched_at(s: State, touch: int) -> int:
    """Where the planes of a turn show a touch, or -1."""
    return touch


@jit
def observe(s: State, player: int, out: Planes, at: int) -> None:
    """Write the planes of a position as a player sees it from `out[at]` on, where all is 0."""
    own, opp, side, free = s
    if side + 1 != player:
        own, opp = opp, own
    for point in range(POINTS):
        if (own >> point) & 1:
            out[at + point] = 1
        elif (opp >> point) & 1:
            out[at + POINTS + point] = 1
