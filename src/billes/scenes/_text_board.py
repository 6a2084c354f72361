"""The board in characters. Three ways of setting places serve all games: apart, in grooves, and in boxed trays.

A place takes three columns; the outer two carry the marks of the last move. Places are set by the file and rank their
names end with.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ._canvas import Canvas, Style
from .captions import Captions
from .grid import FILES, name
from .scene import Flat, Scene

# A box is six signs: upper left, across, upper right, upright, lower left, lower right.
UNICODE = {
    "ivory": "◎",
    "night": "✶",
    "amber": "◊",
    "celadon": "∴",
    "ribbon": "●",
    "empty": "·",
    "closed": "-",
    "taken": "×",
    "zone1": "◦",
    "zone2": "⋆",
    "turn": "▸",
    "barred": "✕",
    "ways": "▸◂▴▾",
    "box": "╭─╮│╰╯",
    "slid": "╔═╗║╚╝",
    "gone": "┌╌┐╎└┘",
    "walls": "│┤├┼",
    "edges": "┌┬┐└┴┘─",
    "lines": "─│╱╲",
}
ASCII = {
    "ivory": "1",
    "night": "2",
    "amber": "3",
    "celadon": "4",
    "ribbon": "o",
    "empty": ".",
    "closed": "-",
    "taken": "x",
    "zone1": "-",
    "zone2": "=",
    "turn": ">",
    "barred": "X",
    "ways": "><^v",
    "box": "+-+|++",
    "slid": "#=####",
    "gone": "...:..",
    "walls": "|+++",
    "edges": "++++++-",
    "lines": "-|/\\",
}
WAYS: dict[Flat, int] = {(1, 0): 0, (-1, 0): 1, (0, -1): 2, (0, 1): 3}

INKS = {
    "ivory": Style(94, 230, True),
    "night": Style(195, 18, True),
    "amber": Style(52, 214, True),
    "celadon": Style(230, 30, True),
}
RIBBONS = (160, 130, 28, 25, 91, 162, 30)
OAK, TRAY, EBONY, SLID = 180, 223, 236, 222
FELTS = {"moss": 22, "slate": 24, "brick": 88, "plum": 60}
LABEL = Style(245)
BRASS = Style(16, 178, True)
BRASS_LINE = Style(130, None, True)


@dataclass(frozen=True)
class Pen:
    """A scene, the canvas it is written on, and the characters it is written with."""

    canvas: Canvas
    scene: Scene
    glyphs: dict[str, str]
    captions: Captions

    @cached_property
    def marks(self) -> dict[str, str]:
        """What the last move left on each place; where a marble rests counts most."""
        found: dict[str, str] = {}
        for mark in self.scene.marks:
            if mark.kind in ("from", "via", "taken", "rest"):
                found[mark.places[0]] = mark.kind
        return found

    @cached_property
    def zones(self) -> dict[str, int]:
        """Whose arrival zone a place belongs to."""
        return {place: zone.owner for zone in self.scene.zones if zone.kind == "arrival" for place in zone.places}

    @cached_property
    def slid(self) -> set[str]:
        """The slabs that moved."""
        return {slab for mark in self.scene.marks for slab in mark.slabs}

    def cell(self, place: str, row: int, column: int, ground: int) -> None:
        """Write one place: its marble or its emptiness, between the marks of the last move."""
        ball = self.scene.lying.get(place)
        mark = self.marks.get(place, "")
        if ball:
            style = INKS.get(ball.matter) or Style(RIBBONS[ball.hue], ground, True)
            sign = self.glyphs[ball.matter]
        else:
            style, sign = Style(94 if ground != EBONY else 250, ground), self.empty(place, mark)
        self.canvas.put(row, column, f" {sign} ", style)
        if mark == "rest":
            self.canvas.put(row, column, "[", BRASS)
            self.canvas.put(row, column + 2, "]", BRASS)
        elif mark in ("from", "via"):
            brass = BRASS_LINE if ground != EBONY else Style(220, None, True)
            self.canvas.put(row, column, "(", brass)
            self.canvas.put(row, column + 2, ")", brass)

    def empty(self, place: str, mark: str) -> str:
        """The sign of an empty place."""
        if mark == "taken":
            return self.glyphs["taken"]
        if place in self.zones:
            return self.glyphs[f"zone{self.zones[place]}"]
        return self.glyphs["empty" if self.scene.by_id[place].open else "closed"]

    def box(self, kind: str, row: int, column: int, width: int, height: int, style: Style) -> None:
        """Write a box with its inside filled."""
        left, across, right, upright, low_left, low_right = tuple(self.glyphs[kind])
        self.canvas.put(row, column, left + across * (width - 2) + right, style)
        for n in range(1, height - 1):
            self.canvas.put(row + n, column, upright + " " * (width - 2) + upright, style)
        self.canvas.put(row + height - 1, column, low_left + across * (width - 2) + low_right, style)


def board(pen: Pen, row: int) -> None:
    """Write the board of a scene from this row on."""
    scene = pen.scene
    played = [place for place in scene.places if place.kind in ("bowl", "pocket")]
    if scene.grooves:
        files, ranks = len({place.id[0] for place in played}), len({place.id[1:] for place in played})
        grooves(pen, row, files, ranks)
    elif any(place.kind == "slot" for place in scene.places):
        trays(pen, row, 4)
    elif len({place.level for place in played}) > 1:
        levels(pen, row)
    else:
        apart(pen, row, len({place.id[0] for place in played}))


# ------------------------------------------------------------------------------------------------------- side by side
def levels(pen: Pen, row: int) -> None:
    """All levels side by side, standing on one line, each with its own coordinates."""
    top = max(place.level for place in pen.scene.places)
    column = 1
    for level in range(1, top + 1):
        side = top + 1 - level
        high = row + 2 * level - 1
        pen.canvas.put(high - 1, column, pen.captions.say("storey", level=level), Style(bold=True))
        square(pen, [[f"{level}{name(f, r)}" for f in range(side)] for r in range(side)], high, column + 2, OAK)
        column += 4 * side + 5


def square(pen: Pen, ranks: list[list[str]], row: int, column: int, ground: int) -> None:
    """A square of places from the last rank down, with its coordinates; the row and column of its upper left edge."""
    side = len(ranks)
    for n in range(2 * side - 1):
        pen.canvas.put(row + n, column, " " * (4 * side + 1), Style(None, ground))
    for n, places in enumerate(reversed(ranks)):
        pen.canvas.put(row + 2 * n, column - 2, str(side - n), LABEL)
        for file, place in enumerate(places):
            wood = SLID if f"tile-{place}" in pen.slid else OAK
            pen.cell(place, row + 2 * n, column + 1 + 4 * file, wood)
    for file in range(side):
        pen.canvas.put(row + 2 * side - 1, column + 2 + 4 * file, FILES[file], LABEL)


def apart(pen: Pen, row: int, side: int) -> None:
    """A square of loose tiles, or of places joined by lines.

    On the frame round them stand the goals' signs, the slide just played and the barred one.
    """
    left, high, low = 6, row + 1, row + 2 * side
    ground = OAK if pen.scene.lines else felt_of(pen.scene)
    square(pen, [[name(f, r) for f in range(side)] for r in range(side)], high, left, ground)
    for here, there in (pair for line in pen.scene.lines for pair in pairwise(line.places)):
        files, ranks = zip(*((FILES.index(place[0]), int(place[1:]) - 1) for place in (here, there)), strict=True)
        across, up = files[1] - files[0], ranks[1] - ranks[0]
        way = 0 if not up else 1 if not across else 2 if across == up else 3
        at_row, at_column = high + 2 * (side - 1) - sum(ranks), left + 2 + 2 * sum(files)
        pen.canvas.put(at_row, at_column, pen.glyphs["lines"][way], Style(94, OAK))
    for medal in pen.scene.medals:
        matter = matter_of(pen.scene, medal.owner)
        at_row = row if medal.at[2] < 0 else low
        at_column = 1 if medal.at[0] < 0 else left + 4 * side + 2
        pen.canvas.put(at_row, at_column, f" {pen.glyphs[matter]} ", INKS[matter])
    slid = any(mark.kind == "slid" for mark in pen.scene.marks)
    for arrow in pen.scene.arrows:
        played = slid and arrow.id == pen.scene.last
        if played or arrow.barred:
            x, z = arrow.at[0] + side / 2, arrow.at[2] + side / 2
            at_row = row if z < 0 else low + 1 if z > side else high + 2 * int(z)
            at_column = 2 if x < 0 else left + 4 * side + 2 if x > side else left + 2 + 4 * int(x)
            sign = pen.glyphs["ways"][WAYS[arrow.towards]] if played else pen.glyphs["barred"]
            pen.canvas.put(at_row, at_column, sign, Style(178, None, True) if played else Style(bold=True))


def felt_of(scene: Scene) -> int:
    """The colour of the felt; an unknown one looks like moss."""
    return FELTS.get(scene.felt, FELTS["moss"])


def matter_of(scene: Scene, owner: int) -> str:
    """The matter of a player's marbles."""
    return next(player.matter for player in scene.players if player.number == owner)


# --------------------------------------------------------------------------------------------------------- in grooves
def grooves(pen: Pen, row: int, files: int, ranks: int) -> None:
    """Files as columns between walls; a bar closes a groove, and where there is none two places share one."""
    runs = [groove.places for groove in pen.scene.grooves if not groove.track]
    joined = {pair for run in runs for pair in pairwise(run)}
    wall, ground = Style(244, EBONY), EBONY
    upper_left, upper, upper_right, low_left, low, low_right, bar = tuple(pen.glyphs["edges"])
    left = 3
    pen.canvas.put(row, left, upper_left + upper.join([bar * 3] * files) + upper_right, wall)
    for rank in reversed(range(ranks)):
        here = row + 1 + 2 * (ranks - 1 - rank)
        pen.canvas.put(here, 1, str(rank + 1), LABEL)
        for file in range(files):
            pen.canvas.put(here, left + 4 * file, pen.glyphs["walls"][0], wall)
            pen.cell(name(file, rank), here, left + 1 + 4 * file, ground)
        pen.canvas.put(here, left + 4 * files, pen.glyphs["walls"][0], wall)
        if rank:
            closed = [(name(file, rank - 1), name(file, rank)) not in joined for file in range(files)]
            pen.canvas.put(here + 1, left, walls(pen, closed, bar), wall)
    last = row + 2 * ranks
    pen.canvas.put(last, left, low_left + low.join([bar * 3] * files) + low_right, wall)
    for file in range(files):
        pen.canvas.put(last + 1, left + 2 + 4 * file, FILES[file], LABEL)
    lean(pen, row, last, left + 4 * files + 3)


def walls(pen: Pen, closed: list[bool], bar: str) -> str:
    """The line between two ranks: a bar in every file whose groove ends here."""
    line = ""
    for before, after in zip([False, *closed], [*closed, False], strict=True):
        line += pen.glyphs["walls"][before + 2 * after] + (bar if after else " ") * 3
    return line[:-3]


def lean(pen: Pen, top: int, bottom: int, column: int) -> None:
    """Beside the board, arrows pointing down the slope."""
    tilt = pen.scene.tilt
    if tilt:
        sign = pen.glyphs["ways"][3 if tilt.degrees > 0 else 2]
        for row in range(top + 1, bottom, 2):
            pen.canvas.put(row, column, sign, Style(178))


# --------------------------------------------------------------------------------------------------------- in trays
def trays(pen: Pen, row: int, slots: int) -> None:
    """Every tray a box of two by two holes; the felt shows where none stands."""
    scene = pen.scene
    standing = {slab.on: slab.id for slab in scene.slabs if slab.on}
    left = {mark.places[0] for mark in scene.marks if mark.kind == "gone"}
    edge, high = 3, row + 1
    felt = Style(250, felt_of(scene))
    for rank in range(slots):
        here = high + 4 * (slots - 1 - rank)
        pen.canvas.put(here + 1, 1, str(2 * rank + 2), LABEL)
        pen.canvas.put(here + 2, 1, str(2 * rank + 1), LABEL)
        pen.canvas.put(here + 1, edge + 8 * slots + 1, str(rank + 1), LABEL)
        for file in range(slots):
            slot, column = name(file, rank).upper(), edge + 8 * file
            if slot in standing:
                tray(pen, standing[slot], here, column, 2 * file, 2 * rank)
            elif slot in left:
                pen.box("gone", here, column, 8, 4, felt._replace(ink=220))
            else:
                for n in range(4):
                    pen.canvas.put(here + n, column, " " * 8, felt)
    for file in range(slots):
        pen.canvas.put(row, edge + 8 * file + 4, FILES[file].upper(), LABEL)
        for n in range(2):
            pen.canvas.put(high + 4 * slots, edge + 8 * file + 2 + 3 * n, FILES[2 * file + n], LABEL)


def tray(pen: Pen, slab: str, row: int, column: int, file: int, rank: int) -> None:
    """One tray with its four holes; one that just slid has a double edge."""
    moved = slab in pen.slid
    pen.box("slid" if moved else "box", row, column, 8, 4, Style(94, SLID if moved else TRAY, moved))
    for up in range(2):
        for right in range(2):
            pen.cell(name(file + right, rank + up), row + 2 - up, column + 1 + 3 * right, SLID if moved else TRAY)
