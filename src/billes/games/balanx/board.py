"""Balanx in space: a grooved board on a cradle, leaning towards the player to move, steel balls in the side tracks."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ...scenes.grid import FILES, coordinates, flat, name, number, outline, players, point
from ...scenes.scene import (
    MATTERS,
    Count,
    Flat,
    Groove,
    Label,
    Marble,
    Mark,
    Medal,
    Place,
    Point,
    Scene,
    Slab,
    Tilt,
    View,
    Zone,
)
from . import rules

if TYPE_CHECKING:
    from ...core.position import Position

RADIUS = 0.40
REST = 0.24
STEEL = 0.24
LEAN = 4.5
STEEL_WEIGHT = 1.25
"""Weight of a steel ball, in marbles; see `pull`."""
PIVOT: Point = (0.0, -0.6, 0.0)
TILTS = {1: Tilt(1, LEAN, PIVOT), 2: Tilt(2, -LEAN, PIVOT)}
VIEW = View(-17, 47, 20, -3, 60)


def spot(place: str, files: int, ranks: int) -> Flat:
    """Where a named place lies, seen from above."""
    return flat(FILES.index(place[0]), int(place[1:]) - 1, files, ranks)


def slabs(files: int, ranks: int) -> tuple[Slab, ...]:
    """The cradle that stays level, felt on it, and the board that leans."""
    width, depth = files + 2.3, ranks + 1.3
    return (
        Slab("cradle", "base", "walnut", (0.0, -1.0, 0.0), (width + 1.0, 0.4, depth + 1.0), corner=0.5),
        Slab("bed", "floor", "felt", (0.0, -0.98, 0.0), (width + 0.3, 0.02, depth + 0.3), corner=0.3),
        Slab("board", "board", "ebony", (0.0, 0.0, 0.0), (width, 0.4, depth), corner=0.35, fixed=False),
    )


@cache
def tracks(files: int, ranks: int, towards: int) -> tuple[list[Place], list[Groove], list[Marble]]:
    """The two narrow tracks beside the files; a steel ball lies at the low end of each and weighs the board down."""
    seats, grooves, balls = [], [], []
    for side, x in (("left", -files / 2 - 0.64), ("right", files / 2 + 0.64)):
        for player, z in ((1, ranks / 2 - 0.2), (2, 0.2 - ranks / 2)):
            seats.append(Place(f"{side}{player}", (number(x), 0.12, number(z)), STEEL, "seat", on="board"))
        grooves.append(Groove(side, (f"{side}1", f"{side}2"), STEEL, track=True))
        balls.append(Marble(f"{side}{towards}", 0, STEEL, "steel"))
    return seats, grooves, balls


def zones(arrival: dict[int, frozenset[str]], files: int, ranks: int) -> tuple[list[Zone], list[Medal]]:
    """The arrival zones with their outlines, and a medallion in the corner behind each."""
    found, medals = [], []
    for player, names in sorted(arrival.items()):
        ring = outline(spot(place, files, ranks) for place in sorted(names))
        found.append(Zone(f"arrival{player}", player, "arrival", tuple(sorted(names)), ring))
        side = 1 if player == 1 else -1
        medals.append(Medal(player, (number(side * (files / 2 + 0.14)), 0.0, number(side * (ranks / 2 + 0.33))), 0.22))
    return found, medals


def marks(last: str, grooves: list[tuple[str, ...]], lying: dict[str, int]) -> list[Mark]:
    """What the last move left in brass: where the marble came from, where it landed, and where it rolled to.

    A marble that shares its groove could not roll; one alone in it now lies at the low end, the one filled place.
    """
    move = re.fullmatch(r"([a-i]\d)([a-i]\d)", last)
    if not move:
        return []
    origin, landed = move[1], move[2]
    filled = [place for groove in grooves if landed in groove for place in groove if place in lying]
    rest = filled[0] if len(filled) == 1 else landed
    found = [Mark("path", (origin, landed)), Mark("from", (origin,))]
    if rest != landed:
        found.append(Mark("via", (landed,)))
    return [*found, Mark("rest", (rest,))]


@cache
def marble(place: str, owner: int) -> Marble:
    """A marble on a place."""
    return Marble(place, owner, RADIUS, MATTERS[owner])


class Fixed(NamedTuple):
    """What stays the same in all positions on a board."""

    grid: tuple[str, ...]
    places: tuple[Place, ...]
    slabs: tuple[Slab, ...]
    grooves: tuple[Groove, ...]
    zones: tuple[Zone, ...]
    medals: tuple[Medal, ...]
    labels: tuple[Label, ...]


@lru_cache(64)
def fixed(board: int, files: int, ranks: int) -> Fixed:
    """The board with its grooves, tracks and zones."""
    runs = rules.grooves(board)
    homes = {place: "-".join(run) for run in runs for place in run}
    grid = {name(f, r): point(f, r, REST, files, ranks) for r in range(ranks) for f in range(files)}
    seats, rails, _ = tracks(files, ranks, 1)
    corners, medals = zones(rules.zones(board), files, ranks)
    return Fixed(
        tuple(grid),
        (*(Place(place, at, RADIUS, "bowl", on=homes[place]) for place, at in grid.items()), *seats),
        slabs(files, ranks),
        (*(Groove("-".join(run), run, RADIUS) for run in runs), *rails),
        tuple(corners),
        tuple(medals),
        tuple(coordinates(files, ranks, -files / 2 - 0.16, ranks / 2 + 0.33, 0.22)),
    )


def scene(position: Position, last: str) -> Scene:
    """Lay out a position of Balanx."""
    text = str(position)
    board, turn = text.split()[:2]
    rows = board.split("/")
    files, ranks = len(rows[0]), len(rows)
    there = fixed(position.state[5], files, ranks)
    lying = {place: int(owner) for place, owner in zip(there.grid, "".join(rows), strict=True) if owner != "."}
    arrival = rules.zones(position.state[5])
    counts = []
    for player in (1, 2):
        inside = [lying[place] for place in arrival[player] if place in lying]
        whole = len(arrival[player])
        counts.append([Count("arrived", inside.count(player), whole), Count("free", whole - len(inside))])
    usual = position.state[5] == rules.NUMBER[position.variant]
    return Scene(
        game="balanx",
        variant=position.variant,
        text=text,
        last=last,
        felt="brick",
        view=VIEW,
        players=players(2, int(turn), counts),
        places=there.places,
        marbles=(*(marble(place, owner) for place, owner in lying.items()), *tracks(files, ranks, int(turn))[2]),
        slabs=there.slabs,
        grooves=there.grooves,
        zones=there.zones,
        medals=there.medals,
        labels=there.labels,
        marks=tuple(marks(last, rules.grooves(position.state[5]), lying)),
        tilt=TILTS[int(turn)],
        counts=() if usual else (Count("board", files, ranks),),
    )


def pull(position: Position) -> float:
    """How strongly the weight of all marbles pulls the board down towards the player to move; below 0 it pulls away.

    The board hangs on a pin under its middle. Every marble turns it by its weight times its distance from the
    middle axis, marbles of both colours alike; the steel balls lie at the low end of their tracks, on the side of
    the player to move. If all that still pulls the other way, the board would tip back were it not held. Most
    weight then lies far from the player to move, and as both players bring their marbles towards themselves, the
    rule sheet reads it as that player being behind.

    Measured with a steel ball of 1.25 marbles on the standard board, the engine playing itself after two random
    moves: the board pulled away in 2 of 1,000 turns between equals of the fourth level (38 games, 1 in 20 saw it),
    in 8 of 1,000 between equals of the second (100 games, 1 in 5), in 142 of 1,000 when the first played the fourth
    (62 games, 5 in 6), and in 14 of 1,000 of random play. In games that were decided the player to move lost after
    752 of 761 such turns. On the large board between equals (63 games) only after 9 of 54: there it is no more than
    weight.

    >>> from billes.core.position import start
    >>> pull(start("balanx"))  # the triangles balance each other, the steel balls pull
    9.5
    """
    board, turn = str(position).split()[:2]
    rows = board.split("/")
    near = 1 if turn == "1" else -1
    arms = sum(((len(rows) - 1) / 2 - rank) * (len(row) - row.count(".")) for rank, row in enumerate(rows))
    steel = near * number(len(rows) / 2 - 0.2)
    return round(near * (arms + 2 * STEEL_WEIGHT * steel), 6) + 0.0
