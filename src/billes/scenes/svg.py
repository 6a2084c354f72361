"""A position as a picture: its scene seen from above, as SVG text that stands on its own."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2s
from html import escape
from typing import TYPE_CHECKING

from . import _svg_defs as defs
from ._svg_board import SIDE, Picture, board
from ._svg_defs import Style
from ._svg_marbles import marbles
from ._svg_rail import WIDTH, Rail
from ._theme import DARK, LIGHT
from ._xml import tag
from .build import scene
from .captions import Captions
from .scene import SIGNS, Scene

if TYPE_CHECKING:
    from ..core.position import Move, Position

FONT = "Figtree, system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"


def svg(
    position: Position,
    *,
    last: Move | str | None = None,
    size: int = 720,
    rail: bool = True,
    dark: bool = False,
    bare: bool = False,
    language: str = "en",
) -> str:
    """Draw a position from above.

    `last` is the move to mark (by default the position's own last move, "" for none), `size` the width in pixels.
    Without the `rail` there is only the board, which is then square. `dark` draws it for a dark page, in any
    of the `languages`. A `bare` picture has no ground and no letters: it stands on whatever is behind it.
    """
    made = scene(position, last=last)
    if bare:
        made = replace(made, labels=())
    # Two pictures in one page may share an id only if they are the same picture.
    known = f"{made.game} {made.variant} {made.text} {made.last} {rail} {dark} {bare} {language}"
    prefix = "b" + blake2s(known.encode(), digest_size=5).hexdigest()
    captions = Captions.of(position, made, language)
    style = Style(DARK if dark else LIGHT, prefix)
    picture = Picture(made, style)
    width = SIDE + WIDTH if rail else SIDE
    parts = [
        tag("title", escape(captions.summary(), quote=False)),
        tag("desc", escape(made.text, quote=False)),
        definitions(made, style),
        *(() if bare else (tag("rect", width=width, height=SIDE, rx=40, fill=style.theme.page),)),
        *board(picture),
        *marbles(picture),
        *(Rail(picture, captions).draw() if rail else ()),
    ]
    return tag(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {SIDE}",
        width=size,
        height=size * SIDE / width,
        role="img",
        font_family=FONT,
    )


def definitions(made: Scene, style: Style) -> str:
    """What this scene is drawn with, and no more."""
    parts = [*defs.woods(style), *defs.light(style), defs.grain(style), defs.weave(style)]
    seen = {marble.matter for marble in made.marbles} | {player.matter for player in made.players}
    for matter in sorted(seen - {"ribbon"}):
        parts += defs.marble(style, matter, SIGNS.get(matter, ""))
    hues = sorted({marble.hue for marble in made.marbles if marble.matter == "ribbon"})
    parts += defs.glass(style) if hues else []
    return tag("defs", *parts, *(part for hue in hues for part in defs.ribbon(style, hue)))
