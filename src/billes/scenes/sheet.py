"""The rules of a game on one sheet of A4: its rules page without the rest, with all figures, as one SVG picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ..core.errors import MissingPart
from ..core.sentences import Sentence, render
from ..games.rulebook import rules_text
from . import _print_text as paper
from ._print_text import Kind, Run, broken
from ._svg_defs import Style
from ._theme import PAPER
from ._xml import figure as number
from ._xml import tag
from .figures import FIGURE, Drawing, Figure, drawn, figure_of
from .scene import Flat
from .svg import definitions

WIDTH, HEIGHT = 595.28, 841.89
"""A4 in points."""
MARGIN, GUTTER, COLUMNS = 30.0, 16.0, 2
TOP, FOOT = 76.0, 26.0
"""Where the columns begin, and what is left free below them."""
LARGEST, SMALLEST, FINER = 10.5, 6.0, 0.1
"""Sizes of the text that are tried, in points."""
GOOD = (9.0, 8.5, 8.0)
"""Sizes that the text should have, the best first; with it come the largest figures that then fit."""
PICTURES = (1.5, 1.4, 1.3, 1.2, 1.1, 1.0)
"""Widths of figures that are tried, in thirds of a column."""
LEADING, BETWEEN = 1.24, 0.5
"""The distance of lines, and what stays free between paragraphs, in sizes."""
APART = 9.0
"""What stays free beside a figure."""
SMALL = 0.88
"""The size of captions and tables, as a part of that of the text."""
SECTIONS = (0, 2, 3, 4, 5)
"""The sections of a rules page that a sheet has: aim, start, turn, end, variants. The page has the others."""
_START = re.compile(r"([a-z0-9-]+?)-start(?:-[a-z]+)?\.svg")

Draw: TypeAlias = Callable[[float, float], str]


@dataclass(frozen=True, slots=True)
class Piece:
    """What is not broken between columns: its height, what it is drawn by at its upper left corner, the gap above."""

    height: float
    draw: Draw
    gap: float = 0.0
    keep: bool = False
    """Whether the next piece has to stand in the same column."""


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the text: what it is, its texts, and for figures what they show."""

    kind: str
    """heading, paragraph, item, table or figures."""
    runs: tuple[Run, ...] = ()
    rows: tuple[tuple[tuple[Run, ...], ...], ...] = ()
    figures: tuple[tuple[Figure, str], ...] = ()


@dataclass
class Sheet:
    """A sheet while it is laid out with one size of text and one width of figures."""

    game: str
    size: float
    wide: float
    shown: list[Drawing] = field(default_factory=list)

    @property
    def column(self) -> float:
        """The width of a column."""
        return (WIDTH - 2 * MARGIN - (COLUMNS - 1) * GUTTER) / COLUMNS

    def pieces(self, blocks: Iterable[Block]) -> Iterator[Piece]:
        """All blocks in pieces, from the first to the last; a figure alone stands beside the paragraph before it."""
        waiting: Block | None = None
        for block in blocks:
            if waiting is not None and block.kind == "figures" and len(block.figures) == 1:
                yield from self._beside(*block.figures[0], waiting.runs)
                waiting = None
                continue
            if waiting is not None:
                yield from self._paragraph(waiting)
            waiting = block if block.kind == "paragraph" else None
            if waiting is None:
                yield from getattr(self, f"_{block.kind}")(block)
        if waiting is not None:
            yield from self._paragraph(waiting)

    def _heading(self, block: Block) -> Iterator[Piece]:
        size = self.size * 1.3
        (line,) = broken(block.runs, self.column, size)[:1]

        def draw(x: float, y: float) -> str:
            rule = tag("path", d=f"M{number(x)} {number(y + size * 1.3)}h{number(self.column)}", stroke="#000")
            return line.draw(x, y + size, size) + rule

        yield Piece(size * 1.45, draw, self.size * 0.9, keep=True)

    def _paragraph(self, block: Block, indent: float = 0.0, mark: str = "") -> Iterator[Piece]:
        lines = broken(block.runs, self.column - indent, self.size)
        for place, line in enumerate(lines):
            gap = 0.0 if place else self.size * (0.22 if mark else BETWEEN)

            def draw(x: float, y: float, line: paper.Line = line, first: bool = not place) -> str:
                dot = tag("circle", cx=x + indent * 0.4, cy=y + self.size * 0.66, r=self.size * 0.16)
                return (dot if mark and first else "") + line.draw(x + indent, y + self.size, self.size)

            # Neither the first nor the last line of a paragraph stands alone.
            yield Piece(self.size * LEADING, draw, gap, keep=len(lines) > 1 and place in (0, len(lines) - 2))

    def _item(self, block: Block) -> Iterator[Piece]:
        yield from self._paragraph(block, self.size * 1.1, "•")

    def _table(self, block: Block) -> Iterator[Piece]:
        size, pad = self.size * SMALL, self.size * 0.8
        columns = len(block.rows[0])
        wanted = [max(_natural(row[n], size) for row in block.rows) + pad for n in range(columns)]
        while sum(wanted) > self.column + 0.01:  # the widest columns give way
            widest = max(wanted)
            most = [n for n in range(columns) if wanted[n] > widest - 1]
            for n in most:
                wanted[n] -= min(1.0, (sum(wanted) - self.column) / len(most) + 0.01)
        for place, row in enumerate(block.rows):
            cells = [broken(cell, wanted[n] - pad, size) for n, cell in enumerate(row)]
            height = max(len(cell) for cell in cells) * size * LEADING + size * 0.45

            def draw(x: float, y: float, cells: list[list[paper.Line]] = cells, height: float = height) -> str:
                parts = []
                for n, cell in enumerate(cells):
                    left = x + sum(wanted[:n])
                    parts += [line.draw(left, y + size * (1 + LEADING * at), size) for at, line in enumerate(cell)]
                low = y + height - size * 0.1
                rule = tag(
                    "path", d=f"M{number(x)} {number(low)}h{number(self.column)}", stroke="#999", stroke_width=0.5
                )
                return "".join(parts) + rule

            yield Piece(height, draw, 0.0 if place else self.size * BETWEEN, keep=place < len(block.rows) - 1)

    def _figures(self, block: Block) -> Iterator[Piece]:
        """Figures side by side, three to a row, with their captions below."""
        size = self.size * SMALL
        for first in range(0, len(block.figures), 3):
            group = block.figures[first : first + 3]
            if len(group) == 1:
                yield from self._beside(*group[0])
                continue
            cell = (self.column - APART * (len(group) - 1)) / len(group)
            pictures = [self._picture(stated, cell) for stated, _ in group]
            captions = [broken(_labelled(stated, caption), cell, size) for stated, caption in group]
            tall = max(height for _, (_, height) in pictures)

            def draw(
                x: float,
                y: float,
                pictures: list[tuple[Drawing, Flat]] = pictures,
                captions: list[list[paper.Line]] = captions,
                tall: float = tall,
                cell: float = cell,
            ) -> str:
                parts = []
                for n, ((made, extent), lines) in enumerate(zip(pictures, captions, strict=True)):
                    left = x + n * (cell + APART)
                    parts.append(_placed(made, (left, y), extent))
                    parts += [
                        line.draw(left, y + tall + size * (1.2 + LEADING * k), size) for k, line in enumerate(lines)
                    ]
                return "".join(parts)

            texts = max(len(lines) for lines in captions) * size * LEADING
            yield Piece(tall + texts + size * 0.2, draw, self.size * 0.6)

    def _beside(self, stated: Figure, caption: str, runs: tuple[Run, ...] = ()) -> Iterator[Piece]:
        """A figure alone: beside it the paragraph that it belongs to, if any, and its caption."""
        small = self.size * SMALL
        made, (width, height) = self._picture(stated, self.column)
        room = self.column - width - APART
        said = broken(runs, room, self.size) if runs else []
        lines = broken(_labelled(stated, caption), room, small)
        above = len(said) * self.size * LEADING + (self.size * BETWEEN if said else 0.0)

        def draw(x: float, y: float) -> str:
            left = x + width + APART
            parts = [line.draw(left, y + self.size * (1 + LEADING * n), self.size) for n, line in enumerate(said)]
            parts += [line.draw(left, y + above + small * (1 + LEADING * n), small) for n, line in enumerate(lines)]
            return _placed(made, (x, y), (width, height)) + "".join(parts)

        yield Piece(max(height, above + len(lines) * small * LEADING), draw, self.size * 0.6)

    def _picture(self, stated: Figure, widest: float) -> tuple[Drawing, Flat]:
        """A figure and how large it is drawn."""
        made = _drawing(self.game, stated)
        self.shown.append(made)
        width = min((self.column - 2 * APART) / 3 * self.wide, widest)
        return made, (width, width * made.size[1] / made.size[0])


def _labelled(stated: Figure, caption: str) -> list[Run]:
    """The name of a figure and its caption."""
    label: Run = (stated.name.upper() if stated.name[:1].isalpha() else stated.name, "bold")
    return [*([label] if stated.name else []), (f" {caption}", "")]


@lru_cache(256)
def _drawing(game: str, stated: Figure) -> Drawing:
    """A figure drawn for paper; all of a sheet share their definitions."""
    return drawn(game, stated, PAPER, "s")


def _natural(runs: tuple[Run, ...], size: float) -> float:
    return sum(paper.wide(text, kind, size) for text, kind in runs)


def _placed(made: Drawing, at: Flat, size: Flat) -> str:
    """A figure in its place on the sheet."""
    (left, top), (width, height) = made.corner, made.size
    return tag(
        "svg",
        *made.body,
        x=at[0],
        y=at[1],
        width=size[0],
        height=size[1],
        viewBox=f"{number(left)} {number(top)} {number(width)} {number(height)}",
    )


# ------------------------------------------------------------------------------------------------------ the text
def _blocks(game: str, text: str) -> list[Block]:
    """The parts of a rules page that stand on its sheet."""
    tokens = (
        MarkdownIt("commonmark", {"html": False, "typographer": True, "quotes": "“”‘’"})
        .enable(["table", "smartquotes"])
        .parse(text)
    )
    starts = [n for n, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    found = []
    for place, (begin, end) in enumerate(pairwise([*starts, len(tokens)])):
        if place not in SECTIONS:
            continue
        part = list(_read(game, tokens[begin:end]))
        if place == SECTIONS[-1]:  # what is said about the variants after the last table or figure is no rule
            last = max((n for n, block in enumerate(part) if block.kind in ("table", "figures")), default=len(part))
            part = part[: last + 1]
        found += part
    return found


def _read(game: str, tokens: list[Token]) -> Iterator[Block]:
    inside: list[str] = []
    rows: list[list[tuple[Run, ...]]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "table_close":
            yield Block("table", rows=tuple(tuple(row) for row in rows))
            rows = []
        if token.nesting > 0:
            inside.append(token.tag)
        elif token.nesting < 0:
            inside.pop()
        elif token.type == "fence":
            yield Block("paragraph", ((token.content.strip(), "code"),))
        elif token.type == "inline":
            if inside[-1] in ("td", "th"):
                rows[-1].append(tuple(_runs(token, "bold" if inside[-1] == "th" else "")))
            elif shown := _pictured(game, token):
                yield Block("figures", figures=shown)
            else:
                kind = "heading" if inside[-1] == "h2" else "item" if "li" in inside else "paragraph"
                yield Block(kind, tuple(_runs(token, "bold" if kind == "heading" else "")))


def _runs(token: Token, usual: Kind) -> Iterator[Run]:
    """The text of a paragraph with its emphasis."""
    kinds: list[Kind] = [usual]
    for child in token.children or ():
        if child.type in ("strong_open", "em_open"):
            kinds.append("bold" if child.type == "strong_open" else "italic")
        elif child.type in ("strong_close", "em_close"):
            kinds.pop()
        elif child.type == "code_inline":
            yield child.content, "code"
        elif child.type == "softbreak":
            yield " ", kinds[-1]
        elif child.content:
            yield child.content, kinds[-1]


def _pictured(game: str, token: Token) -> tuple[tuple[Figure, str], ...]:
    """The figures of a paragraph of pictures, with their captions."""
    found = []
    for child in token.children or ():
        if child.type != "image":
            continue
        name = str(child.attrs.get("src", "")).rsplit("/", 1)[-1]
        if (named := FIGURE.fullmatch(name)) and (stated := figure_of(game, named[2])):
            found.append((stated, child.content))
        elif start := _START.fullmatch(name.removeprefix(f"{game}-")):
            found.append((Figure("", start[1]), child.content))
    return tuple(found)


# ------------------------------------------------------------------------------------------------------ the page
def _laid(pieces: list[Piece]) -> list[tuple[Piece, float, float]] | None:
    """Where every piece stands on the sheet; None where they do not all fit."""
    column, bottom = 0, HEIGHT - FOOT
    step = (WIDTH - 2 * MARGIN + GUTTER) / COLUMNS
    y, placed = TOP, []
    for n, piece in enumerate(pieces):
        needed, k = piece.height, n  # together with those that have to stay with it
        while pieces[k].keep and k + 1 < len(pieces):
            k += 1
            needed += pieces[k].gap + pieces[k].height
        gap = piece.gap if y > TOP else 0.0
        if y + gap + needed > bottom and y > TOP:
            column, y, gap = column + 1, TOP, 0.0
            if column == COLUMNS:
                return None
        if y + gap + piece.height > bottom:
            return None
        placed.append((piece, MARGIN + column * step, y + gap))
        y += gap + piece.height
    return placed


def _tries() -> Iterator[tuple[float, float]]:
    """Widths of figures with sizes of text, the best first."""
    sizes = [LARGEST - FINER * n for n in range(round((LARGEST - SMALLEST) / FINER) + 1)]
    for good in GOOD:
        yield from ((wide, size) for wide in PICTURES for size in sizes if size > good - FINER / 2)
    yield from ((PICTURES[-1], size) for size in sizes)


@lru_cache(32)
def sheet_svg(game: str, language: str) -> tuple[str, str]:
    """The sheet of a game, and the language it is in: English where the rules are in no other.

    MissingPart where the game has no rules page or too long a one, UnknownGame where there is no such game.
    """
    found, text = rules_text(game, language)
    blocks = _blocks(game, text)
    for wide, size in _tries():
        sheet = Sheet(game, size, wide)
        placed = _laid(list(sheet.pieces(blocks)))
        if placed is not None:
            return _page(sheet, [piece.draw(x, y) for piece, x, y in placed], found), found
    raise MissingPart.of("missing.sheet", game=game)


def _page(sheet: Sheet, body: list[str], language: str) -> str:
    """The whole sheet: its head, the columns, its foot."""

    def say(key: str, kind: Kind = "", size: float = 10.0) -> paper.Line:
        said = render(Sentence(key), language, game=sheet.game)
        return broken([(said, kind)], WIDTH, size)[0]

    first = sheet.shown[0].scene
    marbles = tuple(marble for made in sheet.shown for marble in made.scene.marbles)
    players = tuple(player for made in sheet.shown for player in made.scene.players)
    everything = definitions(replace(first, marbles=marbles, players=players), Style(PAPER, "s"))
    title, more = say(f"game.{sheet.game}", "bold", 30), say(f"game.{sheet.game}.more", "", 12)
    what, foot = say("sheet.title", "", 9), say("sheet.foot", "", 7)
    middle = number(MARGIN + sheet.column + GUTTER / 2)
    return tag(
        "svg",
        tag("title", paper.escaped(render(Sentence(f"game.{sheet.game}"), language))),
        everything,
        tag("rect", width=WIDTH, height=HEIGHT, fill="#fff"),
        title.draw(MARGIN, 43, 30),
        more.draw(MARGIN, 64, 12),
        what.draw(WIDTH - MARGIN - what.width, 43, 9),
        tag("path", d=f"M{middle} {number(TOP)}V{number(HEIGHT - FOOT)}", stroke="#ccc", stroke_width=0.5),
        *body,
        foot.draw(MARGIN, HEIGHT - 16, 7, fill="#444"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width="210mm",
        height="297mm",
        font_family=paper.FONT,
        lang=language,
    )
