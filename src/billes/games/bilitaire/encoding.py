"""Bi-litaire as numbers, for programs that learn: what can be touched, and planes that show a position."""

from __future__ import annotations

from ...core.jit import Buffer, Planes, jit, table
from .rules import (
    ALL_MARBLES,
    ALL_SLIDES,
    EAST,
    FLOOR,
    MARBLES,
    NAME,
    NORTH,
    SLIDES,
    SLOT_NAME,
    STEP,
    State,
    slots_apart,
)

SCORES = (0, ALL_MARBLES)
MOST = 16  # no marble makes more jumps in a row: see ROOM in the rules
LONGEST = 1 + MOST
WAYS = 1
TRAY = 64  # the touches of trays, of slots, of removing, of announcing two jumps
SLOT = TRAY + 16
REMOVE = SLOT + 16
ANNOUNCE = REMOVE + 1
DONE = ANNOUNCE + MOST - 1
PLANE = 64


def _pushed(slot: int, count: int, direction: int, distance: int) -> tuple[int, int]:
    """The hindmost slot of trays that slide, and the one where the foremost comes to stand."""
    last = slot + (count - 1) * slots_apart(direction)
    far = distance * slots_apart(direction)
    return (slot, last + far) if direction in (EAST, NORTH) else (last, slot - far)


PUSHED = table([TRAY + _pushed(*slide)[0] for slide in ALL_SLIDES])
PUSHED_TO = table([SLOT + _pushed(*slide)[1] for slide in ALL_SLIDES])


def handles(variant: str) -> tuple[str, ...]:
    """Every hole, every tray by its slot, every slot, removing, the announcements, and that nothing is announced."""
    trays, slots = (f"tray:{slot}" for slot in SLOT_NAME), (f"slot:{slot}" for slot in SLOT_NAME)
    return (*NAME, *trays, *slots, "remove", *(f"announce:{n}" for n in range(2, MOST + 1)), "done")


def grid(variant: str) -> tuple[int, int]:
    """Ranks and files of a plane."""
    return 8, 8


def planes(variant: str) -> tuple[str, ...]:
    """What each plane of a position shows."""
    return (
        "marbles",
        "holes of trays",
        "all 1 where the player has the marbles",
        f"announced jumps / {MOST}, everywhere",
        "all 1 in round two",
        f"score of round one / {ALL_MARBLES}, everywhere",
    )


def touch_planes(variant: str) -> tuple[str, ...]:
    """What each plane of a turn shows."""
    return "holes", "trays, by their lower left hole", "slots, by their lower left hole"


@jit
def touches(s: State, move: int, way: int, buf: Buffer, n: int) -> int:
    """A marble and every hole it lands in; or a tray, the slot up to which it is pushed, and what is announced."""
    if s[3] == MARBLES:
        hole, count = move & 63, (move >> 6) & 31
        buf[n] = hole
        for i in range(count):
            hole += 2 * STEP[(move >> (11 + 2 * i)) & 3]
            buf[n + 1 + i] = hole
        return n + 1 + count
    what, announced = move & 255, move >> 8
    if what < SLIDES:
        buf[n] = PUSHED[what]
        buf[n + 1] = PUSHED_TO[what]
    else:
        buf[n] = TRAY + what - SLIDES
        buf[n + 1] = REMOVE
    buf[n + 2] = ANNOUNCE + announced - 2 if announced != 0 else DONE
    return n + 3


@jit
def touched_at(s: State, touch: int) -> int:
    """Where the planes of a turn show a touch, or -1."""
    if touch < TRAY:
        return touch
    if touch >= REMOVE:
        return -1
    slot = (touch - TRAY) & 15
    return PLANE * (1 + (touch - TRAY) // 16) + 16 * (slot // 4) + 2 * (slot % 4)


@jit
def observe(s: State, player: int, out: Planes, at: int) -> None:
    """Write the planes of a position as a player sees it from `out[at]` on, where all is 0."""
    lo, hi, trays, role, jumps, number, score, match = s
    floor, floor_hi = FLOOR[trays & 255], FLOOR[trays >> 8]
    jumping = 1 if (player == 1) == (number == 1) else 0
    for hole in range(32):
        if (lo >> hole) & 1:
            out[at + hole] = 1
        if (hi >> hole) & 1:
            out[at + 32 + hole] = 1
        if (floor >> hole) & 1:
            out[at + PLANE + hole] = 1
        if (floor_hi >> hole) & 1:
            out[at + PLANE + 32 + hole] = 1
    for hole in range(PLANE):
        out[at + 2 * PLANE + hole] = jumping
        out[at + 3 * PLANE + hole] = jumps / MOST
        out[at + 4 * PLANE + hole] = number - 1
        out[at + 5 * PLANE + hole] = score / ALL_MARBLES
