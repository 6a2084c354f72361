"""Quits as numbers, for programs that learn: what can be touched, and planes that show a position."""

from __future__ import annotations

from ...core.jit import Buffer, Planes, jit
from .rules import GOAL, LINE, NAME, PASS, PLAYERS, SIDE, SLIDES, State

SCORES = (0, 0)
LONGEST = 2  # a marble and where it steps
WAYS = 1
DONE = -1
CELLS = SIDE * SIDE
ARROWS = CELLS  # the touch of the first arrow
PASSED = CELLS + 20  # the touch of a pass


def handles(variant: str) -> tuple[str, ...]:
    """Every cell, every arrow, and passing."""
    return (*NAME, *(f"arrow:{slide}" for slide in SLIDES), "pass")


def grid(variant: str) -> tuple[int, int]:
    """Ranks and files of a plane."""
    return SIDE, SIDE


def planes(variant: str) -> tuple[str, ...]:
    """What each plane of a position shows."""
    others = ["the other's marbles"]
    if PLAYERS[variant] > 2:
        others = [f"marbles of the player {n} turn{'s' if n > 1 else ''} later" for n in range(1, PLAYERS[variant])]
    return (
        "own marbles",
        *others,
        "own goal",
        "the row whose slide towards e or 5 is forbidden",
        "the row whose slide towards a or 1 is forbidden",
    )


def touch_planes(variant: str) -> tuple[str, ...]:
    """What each plane of a turn shows."""
    return ("cells",)


@jit
def touches(s: State, move: int, way: int, buf: Buffer, n: int) -> int:
    """A marble and where it steps, or an arrow."""
    if move >= 32:
        buf[n] = (move >> 5) - 1
        buf[n + 1] = move & 31
        return n + 2
    buf[n] = PASSED if move == PASS else ARROWS + move
    return n + 1


@jit
def touched_at(s: State, touch: int) -> int:
    """Where the planes of a turn show a touch, or -1."""
    return touch if touch < CELLS else -1


@jit
def observe(s: State, player: int, out: Planes, at: int) -> None:
    """Write the planes of a position as a player sees it from `out[at]` on, where all is 0."""
    corner, forbidden, step = s[4], s[5], s[6]
    players = 4 // step
    goal = GOAL[((player - 1) * step) & 3]
    for turn in range(players):
        marbles = s[turn]
        plane = at + CELLS * ((corner // step + turn + 1 - player + players) % players)
        for cell in range(CELLS):
            if (marbles >> cell) & 1:
                out[plane + cell] = 1
    plane = at + CELLS * players
    for cell in range(CELLS):
        if (goal >> cell) & 1:
            out[plane + cell] = 1
        if forbidden != PASS and (LINE[forbidden] >> cell) & 1:
            out[plane + CELLS * (1 + (forbidden & 1)) + cell] = 1
