"""Handling Bi-litaire: touch a marble and every hole it lands in; or a tray and the slot up to which it is pushed.

Trays are pushed as on felt: the hand lies on the *hindmost* tray, and those standing before it go along. The slot
touched is the one where the foremost tray comes to stand, so that two touches tell every slide from every other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from ...core.sentences import Params
from ...scenes.grid import name
from ...scenes.handling import Prompt, Touches
from ...scenes.motions import Motion
from .rules import ALL_MARBLES, ALL_TRAYS

if TYPE_CHECKING:
    from ...core.position import Position

HOLES, SLOTS = "abcdefgh", "ABCD"
WAYS = {">": (1, 0), "<": (-1, 0), "^": (0, 1), "v": (0, -1)}
ALL_HOLES = tuple(name(f, r) for r in range(8) for f in range(8))
SLIDE = re.compile(r"([A-D]\d)([A-D]\d)?([<>^v])(\d)")


@cache
def slot(hole: str) -> str:
    """The slot that covers a hole."""
    return f"{SLOTS[HOLES.index(hole[0]) // 2]}{(int(hole[1]) + 1) // 2}"


@cache
def holes(slot: str) -> tuple[str, ...]:
    """The four holes of a slot.

    >>> holes("B1")
    ('c1', 'd1', 'c2', 'd2')
    """
    file, rank = 2 * SLOTS.index(slot[0]), 2 * int(slot[1]) - 1
    return tuple(f"{HOLES[file + f]}{rank + r}" for r in (0, 1) for f in (0, 1))


@cache
def shifted(place: str, letters: str, way: str, distance: int) -> str:
    """The hole or slot so far from another one."""
    df, dr = WAYS[way]
    return f"{letters[letters.index(place[0]) + df * distance]}{int(place[1]) + dr * distance}"


def over(origin: str, target: str) -> str:
    """The hole jumped over."""
    return f"{HOLES[(HOLES.index(origin[0]) + HOLES.index(target[0])) // 2]}{(int(origin[1]) + int(target[1])) // 2}"


def path(move: str) -> list[str]:
    """The holes of a marble's way."""
    return [move[i : i + 2] for i in range(0, len(move), 2)]


@cache
def group(slide: str) -> tuple[tuple[str, ...], str, int]:
    """The slots of the trays that slide, the foremost first, the direction and the distance.

    >>> group("A2B2>1")
    (('B2', 'A2'), '>', 1)
    """
    found = SLIDE.fullmatch(slide)
    if found is None:
        raise ValueError(f"{slide!r} is no slide of Bi-litaire")
    first, last, way = found[1], found[2] or found[1], found[3]
    files, ranks = SLOTS[SLOTS.index(first[0]) : SLOTS.index(last[0]) + 1], range(int(first[1]), int(last[1]) + 1)
    slots = [f"{f}{r}" for r in ranks for f in files]
    return tuple(slots[::-1] if way in ">^" else slots), way, int(found[4])


@cache
def jump(origin: str, target: str, gone: int, step: int) -> tuple[Motion, Motion]:
    """A jump and the jumped marble leaving, as the one of that number in the side tray."""
    hole = over(origin, target)
    leave = Motion("leave", hole, f"taken.{gone}", step, delay=0.5)
    return Motion("jump", origin, target, step, via=(hole,)), leave


@lru_cache(4096)
def slid(action: str) -> tuple[tuple[Motion, ...], tuple[tuple[str, Motion], ...]]:
    """The trays of a slide, and what each marble that may lie on them does."""
    slots, way, distance = group(action)
    trays = [Motion("slide", f"tray-{s}", f"tray-{shifted(s, SLOTS, way, distance)}", thing="slab") for s in slots]
    riding = [hole for s in slots for hole in holes(s)]
    rides = [(hole, Motion("slide", hole, shifted(hole, HOLES, way, 2 * distance))) for hole in riding]
    return tuple(trays), tuple(rides)


class Table:
    """The marbles, the trays and who moves."""

    def __init__(self, position: Position) -> None:
        board, role, announced, stage, _ = str(position).split()
        cells = tuple(zip(ALL_HOLES, board.replace("/", ""), strict=True))
        self.full = {hole for hole, mark in cells if mark == "o"}
        self.trays = {slot(hole) for hole, mark in cells if mark != "_"}
        self.jumping = role == "m"
        self.announced = 0 if announced == "-" else int(announced)
        self.second = stage == "2"
        self.taken = ALL_MARBLES - len(self.full)

    def hop(self, origin: str, target: str, before: int, step: int = 0) -> tuple[Motion, Motion]:
        """A jump and the jumped marble leaving, when `before` others have left in this turn."""
        return jump(origin, target, self.taken + before + 1, step)

    def first(self, hole: str) -> Motion:
        """The marble with which the game begins, taken off."""
        return Motion("leave", hole, f"taken.{self.taken + 1}")

    def handled(self, move: str) -> tuple[Motion, ...]:
        """Trays that slide with what lies on them, or one that is removed."""
        if move.startswith("x"):
            return (Motion("lift", f"tray-{move[1:]}", f"removed-{ALL_TRAYS - len(self.trays) + 1}", thing="slab"),)
        trays, rides = slid(move)
        return (*trays, *(ride for hole, ride in rides if hole in self.full))


class Hand(Table):
    """A hand over marbles or trays."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.moves = [move.text for move in position.moves]
        self.slides: dict[Touches, str] = {}

    def sequences(self) -> Iterator[tuple[Touches, str]]:
        """Every move with its touches."""
        for move in self.moves:
            if self.jumping:
                yield tuple(path(move.removeprefix("x"))), move
                continue
            action, _, number = move.partition("!")
            touches = self.touches(action)
            self.slides[touches] = action
            yield (*touches, f"announce:{number}" if number else "done"), move

    def touches(self, action: str) -> Touches:
        """The touches of a slide or removal, without what is announced."""
        if action.startswith("x"):
            return f"tray:{action[1:]}", "remove"
        slots, way, distance = group(action)
        return f"tray:{slots[-1]}", f"slot:{shifted(slots[0], SLOTS, way, distance)}"

    def detours(self, first: Touches) -> Mapping[str, Touches]:
        """There are none."""
        return {}

    def prompt(self, touched: Touches, handles: Touches) -> Prompt:
        """How the turn stands."""
        return self.marbles(touched, handles) if self.jumping else self.pushing(touched, handles)

    def marbles(self, touched: Touches, handles: Touches) -> Prompt:
        """The marble player: to begin, or with a marble on its way."""
        jumps = self.announced
        if not touched and not self.taken:
            return Prompt("bilitaire.change" if self.second else "bilitaire.first")
        if not touched and jumps > 1:
            able = sorted(handles)
            named = dict(zip(("first", "second"), able, strict=False))
            return Prompt("bilitaire.jumps", {"jumps": jumps, "count": len(able), **named})
        if not touched:
            return Prompt("bilitaire.jump")
        left = max(jumps, 1) - len(touched) + 1
        held = touched[-1:]
        params: Params = {"place": touched[-1], "left": left, "jumps": jumps}
        if len(touched) == 1:
            return Prompt("bilitaire.jump.where" if left == 1 else "bilitaire.jumps.where", params, held=held)
        return Prompt("bilitaire.jumps.on", params, held=held)

    def pushing(self, touched: Touches, handles: Touches) -> Prompt:
        """The tray player: to begin, with a hand on a tray, or about to announce."""
        if not touched:
            free = any(self.touches(f"x{handle[5:]}") in self.slides for handle in handles)
            return Prompt("bilitaire.trays.remove" if free else "bilitaire.trays")
        if len(touched) == 1:
            slot = touched[0][5:]
            ask = "push" if "remove" not in handles else "remove" if len(handles) == 1 else "push.remove"
            return Prompt(f"bilitaire.{ask}", {"slot": slot}, held=(f"tray-{slot}",))
        most = max(int(handle[9:]) for handle in handles if handle.startswith("announce:"))
        return Prompt("bilitaire.announce", {"most": most})

    def shows(self, touched: Touches) -> tuple[Motion, ...]:
        """A marble's last jump, or the trays pushed or removed."""
        if not self.jumping:
            return self.handled(self.slides[touched]) if touched in self.slides else ()
        if not self.taken:
            return (self.first(touched[0]),)
        return self.hop(touched[-2], touched[-1], len(touched) - 2) if len(touched) > 1 else ()


def fresh(before: Position, action: str, step: int) -> Iterator[Motion]:
    """What is done between the rounds: trays back on their slots, then marbles back into their holes."""
    table = Table(before)
    full, trays = set(table.full), {s: f"tray-{s}" for s in table.trays}
    for motion in table.handled(action):
        if motion.thing == "slab":
            trays.pop(motion.what[5:])
            if motion.kind == "slide":
                trays[motion.to[5:]] = motion.to
        else:
            full.remove(motion.what)
    full |= {motion.to for motion in table.handled(action) if motion.thing == "marble"}
    home = [f"{f}{r}" for r in range(1, 5) for f in SLOTS if f not in "AD" or r not in (1, 4)]
    waiting = [(trays[s], s) for s in sorted(trays) if s not in home]
    waiting += [(f"removed-{n}", "") for n in range(ALL_TRAYS - len(trays), 0, -1)]
    for (tray, origin), target in zip(waiting, [s for s in home if s not in trays], strict=True):
        yield Motion("lift", tray, f"tray-{target}", step, "slab")
        for here, there in zip(holes(origin) if origin else (), holes(target), strict=False):
            if here in full:
                full ^= {here, there}
                yield Motion("lift", here, there, step)
    empty = [hole for s in home for hole in holes(s) if hole not in full]
    for number, hole in zip(range(ALL_MARBLES - len(full), 0, -1), empty, strict=True):
        yield Motion("place", f"taken.{number}", hole, step + 1)


def motions(before: Position, after: Position, move: str, touched: Touches) -> tuple[Motion, ...]:
    """A marble jumps on and on, or trays slide, or one is taken off; after round one all is put back."""
    table = Table(before)
    if not table.jumping:
        action = move.partition("!")[0]
        again = tuple(fresh(before, action, 1)) if str(after).split()[3] != str(before).split()[3] else ()
        return (*table.handled(action), *again)
    if move.startswith("x"):
        return (table.first(move[1:]),)
    way = path(move)
    return tuple(m for n, pair in enumerate(pairwise(way)) for m in table.hop(*pair, n, n))
