"""Pylos in space: a pyramid of four levels on a round board, both reserves lying in the trough round it."""

from __future__ import annotations

import math
import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from ...scenes.grid import coordinates, name, number, players, point
from ...scenes.scene import MATTERS, Count, Label, Marble, Mark, Place, Scene, Slab, Store, View
from .rules import BALLS, NAME

if TYPE_CHECKING:
    from ...core.position import Position

SPACING = 1.02
RADIUS = 0.5
RISE = 0.693
REST = 0.36
"""How high the centre of a ball of level 1 lies over the board: its bowl takes the rest of its radius."""

TROUGH = 4.95
"""Distance of the reserve balls from the middle: both arcs of fifteen touching balls, and a gap between them."""

SLABS = (
    Slab("base", "base", "walnut", (0.0, -0.62, 0.0), (11.9, 0.3, 11.9), "disc", beside=True),
    Slab("trough", "floor", "felt", (0.0, -0.6, 0.0), (11.2, 0.02, 11.2), "disc", beside=True),
    Slab("rim", "rim", "walnut", (0.0, -0.1, 0.0), (11.9, 0.52, 11.9), "disc", hole=(11.1, 11.1), beside=True),
    Slab("table", "board", "walnut", (0.0, -0.2, 0.0), (8.7, 0.42, 8.7), "disc"),
    Slab("plate", "board", "oak", (0.0, 0.0, 0.0), (5.2, 0.2, 5.2), corner=0.5),
)
VIEW = View(-13, 46, 22, -9, 60)
MOVE = re.compile(r"(?:(\d\w\d)>)?(\d\w\d)((?:-\d\w\d)*)")


@cache
def supports() -> dict[str, tuple[str, ...]]:
    """For every cell of a higher level the four that it rests on."""
    return {
        f"{level}{name(file, rank)}": tuple(f"{level - 1}{name(file + f, rank + r)}" for f in (0, 1) for r in (0, 1))
        for level in range(2, 5)
        for rank in range(5 - level)
        for file in range(5 - level)
    }


@lru_cache(512)
def places(supported: tuple[bool, ...]) -> tuple[Place, ...]:
    """The thirty cells of the pyramid, those of the higher levels open where they are supported, and the reserves."""
    is_open = dict(zip(supports(), supported, strict=True))
    cells = []
    for level in range(1, 5):
        side = 5 - level
        for rank in range(side):
            for file in range(side):
                at = point(file, rank, REST + (level - 1) * RISE, side, side, SPACING)
                cell = f"{level}{name(file, rank)}"
                if level == 1:
                    cells.append(Place(cell, at, RADIUS, "bowl", on="plate"))
                else:
                    cells.append(Place(cell, at, RADIUS, "pocket", level, open=is_open[cell]))
    return (*cells, *reserve(1)[1], *reserve(2)[1])


@cache
def reserve(owner: int) -> tuple[Store, tuple[Place, ...]]:
    """A player's arc of the trough; its seats are filled from the middle outwards."""
    turn = 2 * math.asin(RADIUS * 1.005 / TROUGH)
    middle = math.pi / 2 if owner == 1 else -math.pi / 2
    seats = []
    for n in range(BALLS):
        angle = middle + turn * ((n + 1) // 2) * (1 if n % 2 else -1)
        at = (number(TROUGH * math.cos(angle)), -0.1, number(TROUGH * math.sin(angle)))
        seats.append(Place(f"reserve{owner}.{n + 1}", at, RADIUS, "seat", on="trough"))
    return Store(f"reserve{owner}", "reserve", owner, tuple(seat.id for seat in seats), beside=True), tuple(seats)


@cache
def fixed() -> tuple[tuple[Store, ...], tuple[Label, ...]]:
    """The stores, and the coordinates."""
    return (reserve(1)[0], reserve(2)[0]), tuple(coordinates(4, 4, -2.32, 2.32, 0.24, SPACING))


@cache
def ball(place: str, owner: int) -> Marble:
    """A ball on a place."""
    return Marble(place, owner, RADIUS, MATTERS[owner])


def marks(last: str) -> list[Mark]:
    """What the last move left in brass: where the ball lies, where it came from, which balls were taken back."""
    move = MOVE.fullmatch(last)
    if not move:
        return []
    origin, target, taken = move[1], move[2], move[3].split("-")[1:]
    found = [Mark("path", (origin, target)), Mark("from", (origin,))] if origin else []
    found += [Mark("taken", (cell,)) for cell in taken]
    return found if target in taken else [*found, Mark("rest", (target,))]


def scene(position: Position, last: str) -> Scene:
    """Lay out a position of Pylos."""
    text = str(position)
    levels, turn = text.split()
    filled = {
        cell: int(owner) for cell, owner in zip(NAME.values(), levels.replace("/", ""), strict=True) if owner != "."
    }
    cells = places(tuple(all(cell in filled for cell in below) for below in supports().values()))
    marbles = [ball(cell, owner) for cell, owner in filled.items()]
    stores, labels = fixed()
    counts = []
    for store in stores:
        left = BALLS - levels.count(str(store.owner))
        marbles += [ball(seat, store.owner) for seat in store.seats[:left]]
        counts.append([Count("reserve", left, BALLS)])
    return Scene(
        game="pylos",
        variant=position.variant,
        text=text,
        last=last,
        felt="moss",
        view=VIEW,
        players=players(2, int(turn), counts),
        places=cells,
        marbles=tuple(marbles),
        slabs=SLABS,
        stores=stores,
        labels=labels,
        marks=tuple(marks(last)),
    )
