"""Quits in space: twenty-five loose tiles in a frame, goals let into its corners, a cup beside it for marbles out."""

from __future__ import annotations

import math
import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ...scenes.grid import FILES, coordinates, flat, name, number, outline, players, point
from ...scenes.scene import (
    MATTERS,
    Arrow,
    Count,
    Flat,
    Label,
    Marble,
    Mark,
    MarkKind,
    Medal,
    Place,
    Point,
    Scene,
    Slab,
    Store,
    View,
    Zone,
)
from .rules import MARBLES, NEEDED, PLAYERS, SIDE, base_cell, goal_cell

if TYPE_CHECKING:
    from ...core.position import Position

CELLS = tuple(name(f, r) for r in range(SIDE) for f in range(SIDE))
VIEW = View(-45, 46, 20, -7, 62)
RADIUS = 0.365
REST = 0.27
TILE = 0.945

WAYS: dict[str, Flat] = {">": (1, 0), "<": (-1, 0), "^": (0, -1), "v": (0, 1)}
"""Where each direction of a slide points, seen from above."""

FRAME = (
    Slab("base", "base", "walnut", (0.0, -0.3, 0.0), (7.4, 0.2, 7.4), corner=0.6),
    Slab("bed", "floor", "felt", (0.0, -0.28, 0.0), (5.2, 0.02, 5.2), corner=0.1),
    Slab("rim", "rim", "walnut", (0.0, 0.06, 0.0), (7.4, 0.36, 7.4), corner=0.6, hole=(5.14, 5.14)),
)
CUPS: dict[tuple[int, int], Point] = {
    (0, 0): (1.6, -0.1, 5.5),
    (0, 4): (-5.5, -0.1, 1.6),
    (4, 4): (-1.6, -0.1, -5.5),
    (4, 0): (5.5, -0.1, -1.6),
}
"""Where the cup of the player at a base corner stands: at the player's right hand, seen towards the goal."""


def corner(cell: int) -> tuple[int, int]:
    """File and rank of a cell of the rules."""
    return cell % SIDE, cell // SIDE


def zones(count: int) -> tuple[list[Zone], list[Medal]]:
    """Bases and goals, and the medallions that show on the frame whose goal a corner is."""
    corners, medals = [], []
    for player in range(1, count + 1):
        base, target = corner(base_cell(player, count)), corner(goal_cell(player, count))
        corners.append(Zone(f"base{player}", player, "base", (name(*base),), outline([flat(*base, SIDE, SIDE)])))
        corners.append(Zone(f"goal{player}", player, "goal", (name(*target),), outline([flat(*target, SIDE, SIDE)])))
        x, z = flat(*target, SIDE, SIDE)
        medals.append(Medal(player, (number(x * 1.6), 0.06, number(z * 1.6)), 0.34))
    return corners, medals


@cache
def arrows(barred: str) -> tuple[Arrow, ...]:
    """The twenty arrows on the frame, each at the end its line would move towards."""
    found = []
    for line in "12345abcde":
        for way in "><" if line.isdigit() else "^v":
            dx, dz = WAYS[way]
            along = (
                flat(0, int(line) - 1, SIDE, SIDE)[1] if line.isdigit() else flat(FILES.index(line), 0, SIDE, SIDE)[0]
            )
            x, z = (dx * 2.84, along) if line.isdigit() else (along, dz * 2.84)
            kind, ends = ("rank", FILES[:SIDE]) if line.isdigit() else ("file", "12345")
            end = ends[-1] if way in ">^" else ends[0]
            slide = line + way
            label = f"handle.arrow.{kind}"
            found.append(Arrow(slide, (x, 0.06, z), (dx, dz), slide == barred, label, line, end))
    return tuple(found)


def cup(player: int, at: Point, marbles: int) -> tuple[Store, list[Place], Slab]:
    """A player's cup with a ring of seats, one for every marble that has to come out."""
    x, y, z = at
    seats = []
    for n in range(marbles):
        angle = 2 * math.pi * n / marbles - math.pi / 2
        seat = (number(x + 0.62 * math.cos(angle)), y, number(z + 0.62 * math.sin(angle)))
        seats.append(Place(f"out{player}.{n + 1}", seat, RADIUS, "seat", on=f"cup{player}"))
    slab = Slab(f"cup{player}", "cup", "walnut", (x, 0.2, z), (2.7, 0.6, 2.7), "disc", hole=(2.1, 2.1), beside=True)
    return Store(f"out{player}", "out", player, tuple(seat.id for seat in seats), beside=True), seats, slab


def marks(last: str, lying: dict[str, int]) -> list[Mark]:
    """What the last move left in brass: the marble that stepped, or the tiles that slid."""
    if step := re.fullmatch(r"([a-e]\d)([a-e]\d)", last):
        origin, target = step[1], step[2]
        end: MarkKind = "rest" if target in lying else "taken"
        return [Mark("path", (origin, target)), Mark("from", (origin,)), Mark(end, (target,))]
    if slide := re.fullmatch(r"([a-e1-5])([<>^v])", last):
        line = (
            [f"{f}{slide[1]}" for f in FILES[:SIDE]] if slide[1].isdigit() else [f"{slide[1]}{r}" for r in range(1, 6)]
        )
        return [Mark("slid", slabs=tuple(f"tile-{cell}" for cell in line), towards=WAYS[slide[2]])]
    return []


@cache
def marble(place: str, owner: int) -> Marble:
    """A marble on a place."""
    return Marble(place, owner, RADIUS, MATTERS[owner])


class Fixed(NamedTuple):
    """What stays the same in all positions of a variant."""

    places: tuple[Place, ...]
    slabs: tuple[Slab, ...]
    stores: tuple[Store, ...]
    zones: tuple[Zone, ...]
    medals: tuple[Medal, ...]
    labels: tuple[Label, ...]


@cache
def fixed(variant: str) -> Fixed:
    """The tiles, the cups beside them and what is let into the frame."""
    seats = PLAYERS[variant]
    at = {cell: point(*corner(n), REST, SIDE, SIDE) for n, cell in enumerate(CELLS)}
    cups = [cup(p, CUPS[corner(base_cell(p, seats))], NEEDED[variant]) for p in range(1, seats + 1)]
    places = [Place(cell, where, RADIUS, "bowl", on=f"tile-{cell}") for cell, where in at.items()]
    tiles = [
        Slab(f"tile-{c}", "tile", "oak", (x, 0.0, z), (TILE, 0.26, TILE), corner=0.1) for c, (x, _, z) in at.items()
    ]
    corners, medals = zones(seats)
    return Fixed(
        (*places, *(seat for _, rest, _ in cups for seat in rest)),
        (*FRAME, *tiles, *(slab for _, _, slab in cups)),
        tuple(store for store, _, _ in cups),
        tuple(corners),
        tuple(medals),
        tuple(coordinates(SIDE, SIDE, -3.28, 3.28, 0.26)),
    )


def scene(position: Position, last: str) -> Scene:
    """Lay out a position of Quits."""
    text = str(position)
    ranks, turn, barred = text.split()
    there = fixed(position.variant)
    lying = {cell: int(owner) for cell, owner in zip(CELLS, ranks.replace("/", ""), strict=True) if owner != "."}
    marbles = [marble(cell, owner) for cell, owner in lying.items()]
    counts = []
    for store in there.stores:
        out = MARBLES[position.variant] - ranks.count(str(store.owner))
        marbles += [marble(seat, store.owner) for seat in store.seats[:out]]
        counts.append([Count("out", out, NEEDED[position.variant])])
    return Scene(
        game="quits",
        variant=position.variant,
        text=text,
        last=last,
        felt="slate",
        view=VIEW,
        players=players(len(there.stores), int(turn), counts),
        places=there.places,
        marbles=tuple(marbles),
        slabs=there.slabs,
        zones=there.zones,
        medals=there.medals,
        arrows=arrows(barred),
        stores=there.stores,
        labels=there.labels,
        marks=tuple(marks(last, lying)),
    )
