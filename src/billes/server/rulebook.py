"""The rules pages, from the Markdown they are written in to HTML that is safe to show."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ..core.errors import UnknownGame
from ..core.position import start
from ..games.registry import spec_of
from ..scenes.svg import svg
from .errors import Refused
from .responses import RulesPage

_HERE = Path(__file__).parent
_FOLDERS = (_HERE / "rulebook", _HERE.parents[2] / "docs")
"""Where the pages are: in an installed package, or in a checkout."""
_START = re.compile(r"([a-z]+)-([a-z-]+)-start\.svg")


def _file(*names: str) -> Path | None:
    found = (folder.joinpath(*names) for folder in _FOLDERS)
    return next((path for path in found if path.is_file()), None)


@cache
def page(game: str, language: str) -> RulesPage:
    """The rules of a game: from our documentation, or from the game's own package."""
    spec = spec_of(game)
    path = _file(language, f"{game}.md")
    text = path.read_text("utf-8") if path else spec.rules_page(language)
    if text is None:
        raise Refused("not-found", "error.no-rules")
    markdown = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    tokens = markdown.parse(text)
    title = _tidied(tokens, language) or game
    return RulesPage(game, language, title, markdown.renderer.render(tokens, markdown.options, {}))


def _tidied(tokens: list[Token], language: str) -> str:
    """Make links and pictures lead into the house, give headings names to link to; gives the title."""
    title = ""
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and following is not None:
            title = title or following.content
            token.attrSet("id", re.sub(r"\W+", "-", following.content.lower()).strip("-"))
        if "style" in token.attrs:  # alignment of table cells: our policy allows no style in markup
            token.attrSet("class", str(token.attrs.pop("style")).replace("text-align:", "to-"))
        for child in token.children or ():
            _lead(child, language)
    return title


def _lead(token: Token, language: str) -> None:
    if token.type == "image":
        name = str(token.attrs.get("src", "")).rsplit("/", 1)[-1]
        token.attrs["src"] = f"/api/pictures/{name}"
        token.attrs["loading"] = "lazy"
    elif token.type == "link_open":
        target: Any = token.attrs.get("href", "")
        if local := re.fullmatch(r"(?:.*/)?([a-z]+)\.md(#.*)?", str(target)):
            token.attrs["href"] = f"/rules/{local[1]}{local[2] or ''}"
        elif re.match(r"https?://", str(target)):
            token.attrs["rel"] = "noopener noreferrer"
            token.attrs["target"] = "_blank"
        elif not str(target).startswith("#"):
            token.attrs["href"] = "#"


def picture(name: str) -> bytes:
    """A figure of the rules pages; the start of any game can be drawn where no file is."""
    path = _file("pictures", name)
    if path is not None:
        return path.read_bytes()
    wanted = _START.fullmatch(name)
    if wanted is None:
        raise Refused("not-found")
    try:
        return svg(start(wanted[1], wanted[2]), rail=False).encode()
    except UnknownGame as error:
        raise Refused("not-found") from error
