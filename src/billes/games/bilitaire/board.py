"""Bi-litaire in space: trays of four holes on the felt of a frame, captured marbles and removed trays beside it."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from ...scenes.grid import FILES, coordinates, name, number, players, point
from ...scenes.scene import Count, Flat, Label, Marble, Mark, Place, Player, Scene, Slab, Store, View
from .rules import ALL_MARBLES, ALL_TRAYS

if TYPE_CHECKING:
    from ...core.position import Position

HOLES, SLOTS = 8, 4
SIZE = HOLES, HOLES
ALL_HOLES = tuple(name(f, r) for r in range(HOLES) for f in range(HOLES))
VIEW = View(-11, 52, 20, -2, 62)
RADIUS = 0.385
REST = 0.27
TRAY = 1.93

FRAME = (
    Slab("base", "base", "walnut", (0.0, -0.46, 0.0), (9.7, 0.2, 9.7), corner=0.55),
    Slab("bed", "floor", "felt", (0.0, -0.44, 0.0), (8.2, 0.02, 8.2), corner=0.12),
    Slab("rim", "rim", "walnut", (0.0, 0.06, 0.0), (9.7, 0.52, 9.7), corner=0.55, hole=(8.12, 8.12)),
    Slab("side", "cup", "walnut", (7.2, 0.0, 0.0), (3.9, 0.5, 9.7), corner=0.4, hole=(3.2, 9.1), beside=True),
)
HUES = ("35436512", "61024304", "04560163", "12312541", "46054026", "35163154", "20325431", "56401265")
"""The hues of the marbles by rank and file: as if thrown at random, but no two near ones alike."""

WAYS: dict[str, tuple[int, int]] = {">": (1, 0), "<": (-1, 0), "^": (0, 1), "v": (0, -1)}
"""Steps in slots, files and ranks, of each direction of a slide."""

SLIDE = re.compile(r"([A-D]\d)([A-D]\d)?([<>^v])(\d)(?:!\d+)?")
REMOVE = re.compile(r"x([A-D]\d)(?:!\d+)?")
JUMPS = re.compile(r"(?:[a-h]\d){2,}")
TAKE = re.compile(r"x([a-h]\d)")


@cache
def slot(hole: str) -> str:
    """The slot that covers a hole.

    >>> slot("d3")
    'B2'
    """
    return f"{FILES[FILES.index(hole[0]) // 2].upper()}{(int(hole[1]) + 1) // 2}"


def hue(file: int, rank: int) -> int:
    """The hue of the marble in a hole."""
    return int(HUES[rank][file])


@cache
def side_tray() -> tuple[Store, tuple[Place, ...], tuple[Marble, ...]]:
    """The side tray with a seat for every marble, and the marbles as they come to lie in it."""
    seats = []
    for n in range(ALL_MARBLES):
        at = (number(6.06 + n % 4 * 0.76), -0.02, number(4.18 - n // 4 * 0.76))
        seats.append(Place(f"taken.{n + 1}", at, RADIUS, "seat", on="side"))
    hues = [hue(n % HOLES, n // HOLES) for n in range(ALL_MARBLES)]
    balls = tuple(Marble(seat.id, 0, RADIUS, "ribbon", hue) for seat, hue in zip(seats, hues, strict=True))
    return Store("taken", "taken", 0, tuple(seat.id for seat in seats), beside=True), tuple(seats), balls


@cache
def stores() -> tuple[Store, ...]:
    """The side tray."""
    return (side_tray()[0],)


@cache
def marble(hole: str) -> Marble:
    """The marble in a hole."""
    return Marble(hole, 0, RADIUS, "ribbon", hue(FILES.index(hole[0]), int(hole[1]) - 1))


@lru_cache(2048)
def standing(board: str) -> tuple[tuple[Place, ...], tuple[Slab, ...], int]:
    """Slots, holes and seats, the frame and the trays, and how many of these stand on the board."""
    holes = [hole for hole, mark in zip(ALL_HOLES, board, strict=True) if mark != "_"]
    slots = {name(f, r).upper(): point(2 * f + 0.5, 2 * r + 0.5, 0, *SIZE) for r in range(4) for f in range(4)}
    stand = sorted({slot(hole) for hole in holes})
    trays = [Slab(f"tray-{s}", "tray", "oak", slots[s], (TRAY, 0.4, TRAY), corner=0.16, on=s) for s in stand]
    places = [Place(s, at, 1.0, "slot", on="bed") for s, at in slots.items()]
    for hole in holes:
        at = point(FILES.index(hole[0]), int(hole[1]) - 1, REST, *SIZE)
        places.append(Place(hole, at, RADIUS, "bowl", on=f"tray-{slot(hole)}"))
    slabs = (*FRAME, *trays, *piles(ALL_TRAYS - len(stand)))
    return (*places, *side_tray()[1]), slabs, len(stand)


def piles(removed: int) -> list[Slab]:
    """The removed trays, four to a pile, on the other side of the board."""
    found = []
    for n in range(removed):
        at = (-6.3, number(-0.1 + n % 4 * 0.42), number(3.2 - n // 4 * 2.2))
        found.append(Slab(f"removed-{n + 1}", "tray", "oak", at, (TRAY, 0.4, TRAY), corner=0.16, beside=True))
    return found


def steps(slots: tuple[str, str], way: str, distance: int) -> tuple[list[str], list[str]]:
    """The slots a group of trays left and those it stands on now."""
    (f0, r0), (f1, r1) = ((FILES.index(s[0].lower()), int(s[1]) - 1) for s in slots)
    df, dr = WAYS[way]
    group = [(f, r) for f in range(f0, f1 + 1) for r in range(r0, r1 + 1)]
    now = [name(f + df * distance, r + dr * distance).upper() for f, r in group]
    return [old for old in (name(f, r).upper() for f, r in group) if old not in now], now


def between(start: str, end: str) -> str:
    """The hole in the middle of a jump.

    >>> between("d4", "d6")
    'd5'
    """
    return name((FILES.index(start[0]) + FILES.index(end[0])) // 2, (int(start[1]) + int(end[1])) // 2 - 1)


def marks(last: str) -> list[Mark]:
    """What the last move left in brass: a marble's jumps and those it captured, or the trays that slid or left."""
    if taken := TAKE.fullmatch(last):
        return [Mark("taken", (taken[1],))]
    if removed := REMOVE.fullmatch(last):
        return [Mark("gone", (removed[1],))]
    if slide := SLIDE.fullmatch(last):
        left, now = steps((slide[1], slide[2] or slide[1]), slide[3], int(slide[4]))
        df, dr = WAYS[slide[3]]
        towards: Flat = (df, -dr)
        return [Mark("gone", (old,)) for old in left] + [
            Mark("slid", slabs=tuple(f"tray-{new}" for new in now), towards=towards)
        ]
    if not JUMPS.fullmatch(last):
        return []
    way = [last[i : i + 2] for i in range(0, len(last), 2)]
    over = [between(start, end) for start, end in pairwise(way)]
    found = [Mark("path", tuple(way)), Mark("from", (way[0],))]
    found += [Mark("via", (hole,)) for hole in dict.fromkeys(way[1:-1]) if hole not in (way[0], way[-1])]
    return [*found, *(Mark("taken", (hole,)) for hole in over), Mark("rest", (way[-1],))]


@cache
def labels() -> tuple[Label, ...]:
    """Holes along the near and left edges, slots in capitals along the far and right ones: moves name both."""
    found = coordinates(HOLES, HOLES, -4.44, 4.44, 0.28)
    for n in range(SLOTS):
        along = number(2 * n - 3)
        found.append(Label(FILES[n].upper(), (along, 0.0, -4.44), 0.28))
        found.append(Label(str(n + 1), (4.44, 0.0, -along), 0.28))
    return tuple(found)


def table(role: str, stage: str, marbles: int, trays: int) -> tuple[Player, ...]:
    """The players, who change roles with the round: player 1 has the marbles in the first."""
    jumper = 1 if stage == "1" else 2
    roles = ["marbles", "trays"]
    counts = [
        [Count("marbles", marbles, ALL_MARBLES), Count("taken", ALL_MARBLES - marbles, ALL_MARBLES)],
        [Count("trays", trays, ALL_TRAYS)],
    ]
    if jumper == 2:
        roles.reverse()
        counts.reverse()
    return players(2, jumper if role == "m" else 3 - jumper, counts, roles)


def scene(position: Position, last: str) -> Scene:
    """Lay out a position of Bi-litaire."""
    text = str(position)
    board, role, announced, stage, score = text.split()
    board = board.replace("/", "")
    full = [hole for hole, mark in zip(ALL_HOLES, board, strict=True) if mark == "o"]
    places, slabs, trays = standing(board.replace("o", "."))
    counts = [Count("round", int(stage), 2)] if position.variant == "match" else []
    counts += [Count("score", int(score))] if score != "-" else []
    counts += [Count("announced", int(announced))] if announced != "-" else []
    # The move that ends round one leads straight to a fresh board, where its marks would point at the wrong trays.
    fresh = stage == "2" and len(full) == ALL_MARBLES
    return Scene(
        game="bilitaire",
        variant=position.variant,
        text=text,
        last=last,
        felt="plum",
        view=VIEW,
        players=table(role, stage, len(full), trays),
        places=places,
        marbles=(*map(marble, full), *side_tray()[2][: ALL_MARBLES - len(full)]),
        slabs=slabs,
        stores=stores(),
        labels=labels(),
        marks=() if fresh else tuple(marks(last)),
        counts=tuple(counts),
    )
