"""Three Men's Morris in space: nine bowls joined by lines, and a cup at each player's right hand."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from billes.scenes.grid import coordinates, name, number, players, point
from billes.scenes.scene import MATTERS, Count, Line, Marble, Mark, Place, Point, Scene, Slab, Store, View

from .rules import LINES, MARBLES, NAME

if TYPE_CHECKING:
    from billes.core.position import Position

SIDE = 3
RADIUS = 0.3
REST = 0.2
SLABS = (
    Slab("base", "base", "walnut", (0.0, -0.12, 0.0), (4.0, 0.3, 4.0), corner=0.45),
    Slab("plate", "board", "beech", (0.0, 0.0, 0.0), (3.1, 0.16, 3.1), corner=0.28),
)
CUPS: dict[int, Point] = {1: (1.0, -0.1, 3.25), 2: (-1.0, -0.1, -3.25)}
"""Where the cup with a player's reserve stands: at their right hand."""
MOVE = re.compile(r"([a-c][1-3])?([a-c][1-3])")


def cup(player: int) -> tuple[Store, list[Place], Slab]:
    """A player's cup with a ring of seats for the marbles that are not placed yet."""
    x, y, z = CUPS[player]
    seats = []
    for n in range(MARBLES):
        angle = 2 * math.pi * n / MARBLES - math.pi / 2
        seat = (number(x + 0.4 * math.cos(angle)), y, number(z + 0.4 * math.sin(angle)))
        seats.append(Place(f"reserve{player}.{n + 1}", seat, RADIUS, "seat", on=f"cup{player}"))
    slab = Slab(f"cup{player}", "cup", "walnut", (x, 0.05, z), (1.9, 0.45, 1.9), "disc", hole=(1.5, 1.5), beside=True)
    return Store(f"reserve{player}", "reserve", player, tuple(seat.id for seat in seats), beside=True), seats, slab


def marks(last: str) -> list[Mark]:
    """What the last move left in brass."""
    move = MOVE.fullmatch(last)
    if move is None:
        return []
    slid = [Mark("path", (move[1], move[2])), Mark("from", (move[1],))] if move[1] else []
    return [*slid, Mark("rest", (move[2],))]


def scene(position: Position, last: str) -> Scene:
    """Lay out a position of Three Men's Morris."""
    text = str(position)
    ranks, turn = text.split()
    at = {name(f, r): point(f, r, REST, SIDE, SIDE) for r in range(SIDE) for f in range(SIDE)}
    lying = {place: int(owner) for place, owner in zip(at, ranks.replace("/", ""), strict=True) if owner != "."}
    places = [Place(place, where, RADIUS, "bowl", on="plate") for place, where in at.items()]
    marbles = [Marble(place, owner, RADIUS, MATTERS[owner]) for place, owner in lying.items()]
    stores, cups, counts = [], [], []
    for player in (1, 2):
        left = MARBLES - list(lying.values()).count(player)
        store, seats, slab = cup(player)
        marbles += [Marble(seat.id, player, RADIUS, MATTERS[player]) for seat in seats[:left]]
        places += seats
        stores.append(store)
        cups.append(slab)
        counts.append([Count("reserve", left, MARBLES)])
    return Scene(
        game="morris",
        variant=position.variant,
        text=text,
        last=last,
        felt="moss",
        view=View(-20, 48, 20, -4, 62),
        players=players(2, int(turn), counts),
        places=tuple(places),
        marbles=tuple(marbles),
        slabs=(*SLABS, *cups),
        lines=tuple(Line(tuple(NAME[p] for p in line)) for line in LINES),
        stores=tuple(stores),
        labels=tuple(coordinates(SIDE, SIDE, -1.78, 1.78, 0.18)),
        marks=tuple(marks(last)),
    )
