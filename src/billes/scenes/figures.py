"""Figures of the rules: positions with the moves that may or may not be played in them, as pictures.

A game states its figures in its part `figures`; the captions are sentences `figure.GAME.NAME` of its catalogue.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2s
from html import escape
from typing import TYPE_CHECKING

from ..core.sentences import Sentence, own, render
from ..games.registry import spec_of
from ._svg_board import Picture, board
from ._svg_defs import Style
from ._svg_marbles import marbles
from ._svg_pointers import arrow, pointers, rolls
from ._theme import LIGHT, Theme
from ._xml import figure as number
from ._xml import tag
from .build import scene
from .motions import motions
from .scene import Flat, Mark, Scene
from .svg import FONT, definitions

if TYPE_CHECKING:
    from ..core.position import Position

FIGURE = re.compile(r"figure-([a-z0-9-]+)-([a-z0-9]+)\.svg")
"""The name of a picture of a figure: its game, and its name there."""
PAD = 0.08
"""How much is seen round the board, in units of the scene."""
SIZE = 420
"""The width of a figure in pixels, where nothing else is asked for."""


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A move that the rules forbid, and the places from and to which it would go."""

    move: str
    here: str
    there: str


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of the rules of a game."""

    name: str
    """What it is called in captions, in lower case; the figures of the rule sheet have the sheet's names."""
    variant: str
    position: str = ""
    """The position text; nothing is the start of the variant."""
    may: tuple[str, ...] = ()
    """Legal moves that are shown by arrows and not played."""
    may_not: tuple[Forbidden, ...] = ()
    """Moves that are shown by arrows struck through."""
    played: str = ""
    """A legal move that has been played: the figure shows what it left."""
    halfway: bool = False
    """Show the move half played: before anything is taken off the board."""
    whole: bool = False
    """Show also what stands beside the board."""
    sheet: bool = True
    """Whether the rule sheet has such a figure; otherwise it is an addition of ours."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A figure as it is drawn: the elements of the picture, its scene, and the part of it that is seen."""

    body: tuple[str, ...]
    scene: Scene
    corner: Flat
    size: Flat


def figures(game: str) -> tuple[Figure, ...]:
    """The figures of a game in the order of its rules; none where it states none."""
    spec = spec_of(game)
    return tuple(spec.figures.FIGURES) if spec.has("figures") else ()


def figure_of(game: str, name: str) -> Figure | None:
    """A figure by its name."""
    return next((each for each in figures(game) if each.name == name), None)


def shown(game: str, figure: Figure) -> tuple[Position, Position]:
    """The position that a figure starts from, and the one that it shows."""
    from ..core.position import read, start

    before = read(game, figure.variant, figure.position) if figure.position else start(game, figure.variant)
    return before, before.play(figure.played) if figure.played else before


def caption(game: str, figure: Figure, language: str) -> str:
    """What stands below a figure."""
    return render(Sentence(f"figure.{game}.{figure.name}"), language, game=game)


def described(game: str, figure: Figure, language: str) -> str:
    """What lies where in a figure, for those who do not see it."""
    position = shown(game, figure)[1]
    made = scene(position)
    aside = {seat for store in made.stores for seat in store.seats}
    said = []
    for owner in sorted({marble.owner for marble in made.marbles}):
        lying = [m.place for m in made.marbles if m.owner == owner and m.place not in aside and m.matter != "steel"]
        if owner and lying:
            called = Sentence(own(f"player.{owner}", game))
            said.append(Sentence("figure.lying", {"who": called, "places": ", ".join(lying)}))
        elif lying:
            said.append(Sentence("figure.marbles", {"count": len(lying)}))
    return render(said or [Sentence("figure.empty")], language, game=game)


def drawn(game: str, figure: Figure, theme: Theme = LIGHT, prefix: str = "") -> Drawing:
    """Draw a figure. All drawings with one prefix use the same definitions."""
    before, after = shown(game, figure)
    made = _half_played(before, after) if figure.halfway else scene(after, last=figure.played)
    if figure.whole:
        slabs = tuple(replace(slab, beside=False) for slab in made.slabs)
        made = replace(made, slabs=slabs, stores=tuple(replace(store, beside=False) for store in made.stores))
    picture = Picture(made, Style(theme, prefix))
    over = []
    for move in figure.may:
        there = before.play(move)
        over += pointers(picture, motions(before, there), scene(there, last=""))
    over += [arrow(picture, wrong.here, wrong.there, forbidden=True) for wrong in figure.may_not]
    if figure.played:
        over += rolls(picture, motions(before, after))
    corner, size = _seen(picture, figure.whole)
    return Drawing((*board(picture), *marbles(picture), *over), made, corner, size)


@lru_cache(256)
def figure_svg(game: str, name: str) -> str | None:
    """A figure as SVG text that stands on its own, on a light page and on a dark one; None where there is no such."""
    figure = figure_of(game, name)
    if figure is None:
        return None
    prefix = "f" + blake2s(f"{game} {name}".encode(), digest_size=5).hexdigest()
    made = drawn(game, figure, LIGHT, prefix)
    (left, top), (width, height) = made.corner, made.size
    return tag(
        "svg",
        tag("title", escape(caption(game, figure, "en"), quote=False)),
        definitions(made.scene, Style(LIGHT, prefix)),
        *made.body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{number(left)} {number(top)} {number(width)} {number(height)}",
        width=SIZE,
        height=SIZE * height / width,
        role="img",
        font_family=FONT,
    )


def _half_played(before: Position, after: Position) -> Scene:
    """The scene of a move when its marble has come to rest and nothing has been taken off yet."""
    made, end = scene(before, last=""), scene(after)
    moved = motions(before, after)
    taking = min((motion.step for motion in moved if motion.kind in ("take", "leave")), default=len(moved))
    lying = {marble.place: marble for marble in made.marbles}
    rests = []
    for motion in moved:
        if motion.step < taking and motion.thing == "marble":
            lying[motion.to] = replace(lying.pop(motion.what), place=motion.to)
            rests.append(Mark("rest", (motion.to,)))
    way = [mark for mark in end.marks if mark.kind in ("path", "from")]
    return replace(made, marbles=tuple(lying.values()), marks=(*way, *rests[-1:]))


def _seen(picture: Picture, whole: bool) -> tuple[Flat, Flat]:
    """The part of the picture that a figure shows: the board itself, without the round table that it stands on."""
    boxes = [slab for slab in picture.slabs if slab.shape == "box"]
    shown = picture.slabs if whole or not boxes else boxes
    half = [max(abs(slab.at[axis]) + slab.size[axis] / 2 for slab in shown) + PAD for axis in (0, 2)]
    (x, y), (to_x, to_y) = picture.xy(-half[0], -half[1]), picture.xy(*half)
    return (x, y), (to_x - x, to_y - y)
