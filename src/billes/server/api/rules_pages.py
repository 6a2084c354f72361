"""The rules pages: those of the games and those about all games, written in Markdown and sent as safe HTML."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ...core.errors import MissingPart, UnknownGame
from ...core.position import read, start
from ...core.sentences import FALLBACK, Sentence, render
from ...games.registry import spec_of, working
from ...games.rulebook import FOLDERS
from ...scenes.figures import FIGURE, described, figure_of, figure_svg
from ...scenes.sheet import sheet_svg
from ...scenes.svg import svg
from ..errors import Refused
from ..messages.responses import Heading, RulesPage

DOCUMENTS = {"reference": "rules", "notation": "notation", "sources": "sources"}
"""Pages about all games, and the files they are written in."""
SHEET = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>{title} · billes</title>
<link rel="icon" href="../../icon.svg">
<style>@page {{ size: A4; margin: 0 }} body {{ margin: 0; background: #fff }}
h1 {{ position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%) }}
svg {{ display: block }} main > svg {{ width: 100%; max-width: 210mm; height: auto; margin: 0 auto }}
@media print {{ h1 {{ display: none }} main > svg {{ width: 210mm; height: 296.9mm }} }}</style>
<body><main><h1>{title}</h1>{drawn}</main></body></html>
"""
"""A page that is nothing but a sheet."""
_CARD = re.compile(r"card-([a-z0-9-]+)-(light|dark)\.svg")


def exists(name: str) -> bool:
    """Whether there is such a page."""
    return name in DOCUMENTS or has_sheet(name)


def has_sheet(name: str) -> bool:
    """Whether there is a sheet of that name to be printed: one of every game that works and has rules for players."""
    return name in working() and _text(name, FALLBACK) is not None


def rules_page(name: str, language: str) -> RulesPage:
    """The rules of a game, or one of the pages about all: from our documentation, or from the game's own package.

    It is in English where it does not exist in a language.
    """
    try:
        found = next((text for code in (language, FALLBACK) if (text := _text(name, code)) is not None), None)
    except UnknownGame as error:
        raise Refused("unknown-game", error.sentence) from error
    if found is None:
        raise Refused("not-found", "error.no-rules")
    markdown = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    tokens = markdown.parse(found.text)
    headings = _tidied(tokens, found)
    title = headings[0].title if headings else name
    contents = [heading for heading in headings if heading.level in (2, 3)]
    return RulesPage(name, found.language, title, markdown.renderer.render(tokens, markdown.options, {}), contents)


@dataclass(frozen=True, slots=True)
class _Text:
    """A page as it is written, its language, and the folder that its links start from."""

    text: str
    language: str
    folder: str


def _text(name: str, language: str) -> _Text | None:
    """A page as it is written; None where it does not exist in a language."""
    file = f"{DOCUMENTS.get(name, name)}.md"
    if path := _file(language, file):
        return _Text(path.read_text("utf-8"), language, language)
    if name in DOCUMENTS:  # in English some of them stand at the top
        path = _file(file) if language == FALLBACK else None
        return _Text(path.read_text("utf-8"), language, "") if path else None
    text = spec_of(name).rules_page(language)
    return None if text is None else _Text(text, language, language)


def _file(*names: str) -> Path | None:
    found = (folder.joinpath(*names) for folder in FOLDERS)
    return next((path for path in found if path.is_file()), None)


def _tidied(tokens: list[Token], page: _Text) -> list[Heading]:
    """Make links and pictures lead to this server, and headings linkable; gives the headings."""
    headings: list[Heading] = []
    taken: Counter[str] = Counter()
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and following is not None:
            anchor = re.sub(r"\W+", "-", following.content.lower()).strip("-")
            taken[anchor] += 1
            anchor = anchor if taken[anchor] == 1 else f"{anchor}-{taken[anchor] - 1}"
            token.attrSet("id", anchor)
            headings.append(Heading(int(token.tag[1:]), anchor, _plain(following)))
        if token.type == "th_open" and following is not None and not following.content:
            token.tag = tokens[tokens.index(following) + 1].tag = "td"  # an empty corner is the heading of nothing
        if "style" in token.attrs:  # alignment of table cells: our policy allows no style in markup
            token.attrSet("class", str(token.attrs.pop("style")).replace("text-align:", "to-"))
        for child in token.children or ():
            _redirect(child, page)
        if token.type == "inline" and (shown := _figures(token, page.language)):
            token.type, token.content = "html_block", shown
    for opening, inner, closing in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if inner.type == "html_block":  # figures stand by themselves, not in a paragraph
            opening.hidden = closing.hidden = True
    return headings


def _figures(paragraph: Token, language: str) -> str:
    """A paragraph of nothing but figures of the rules, side by side with their captions; nothing for any other."""
    found = []
    for child in paragraph.children or ():
        if child.type == "softbreak" or (child.type == "text" and not child.content.strip()):
            continue
        named = FIGURE.fullmatch(str(child.attrs.get("src", "")).rsplit("/", 1)[-1])
        stated = figure_of(named[1], named[2]) if named and child.type == "image" else None
        if named is None or stated is None:
            return ""
        label = escape(stated.name.upper() if stated.name[0].isalpha() else stated.name)
        picture = f'<img src="/api/pictures/{named[0]}" alt="{escape(described(named[1], stated, language))}"'
        words = f"<figcaption><b>{label}</b> {escape(child.content)}</figcaption>"
        found.append(f'<figure id="figure-{stated.name}">{picture} loading="lazy">{words}</figure>')
    return f'<div class="figures">{"".join(found)}</div>\n' if found else ""


def _plain(heading: Token) -> str:
    """The words of a heading without its marks."""
    return "".join(child.content for child in heading.children or ())


def _redirect(token: Token, page: _Text) -> None:
    if token.type == "image":
        name = str(token.attrs.get("src", "")).rsplit("/", 1)[-1]
        token.attrs["src"] = f"/api/pictures/{name}"
        token.attrs["loading"] = "lazy"
    elif token.type == "link_open":
        target = str(token.attrs.get("href", ""))
        if re.match(r"https?://", target):
            token.attrs["rel"] = "noopener noreferrer"
            token.attrs["target"] = "_blank"
        elif not target.startswith("#"):
            address = _address(target, page.folder, page.language)
            token.attrs.pop("href")
            if address is not None:
                token.attrs["href"] = address


def _address(target: str, folder: str, language: str) -> str | None:
    """Where a link from a page in a folder and a language leads on this server; None where that file is not here.

    >>> _address("../rules.md#quits-turn", "en", "en"), _address("fr/quits.md", "", "en")
    ('/rules/reference#quits-turn', '/rules/quits?language=fr')
    >>> _address("notation.md", "fr", "fr"), _address("../notation.md", "fr", "fr")
    ('/rules/notation', '/rules/notation?language=en')
    >>> _address("../examples/quits.txt", "fr", "fr"), _address("../design.md", "en", "en")
    ('/api/examples/quits.txt', None)
    """
    path, _, anchor = target.partition("#")
    *folders, name = posixpath.normpath(posixpath.join(folder, path)).split("/")
    stem, kind = posixpath.splitext(name)
    if folders == ["examples"] and _file("examples", name):
        return f"/api/examples/{name}"
    page = {file: page for page, file in DOCUMENTS.items()}.get(stem, stem)
    if kind != ".md" or not exists(page):
        return None
    other = folders[0] if folders else FALLBACK
    asked = "" if other == language else f"?language={other}"
    return f"/rules/{page}{asked}{'#' if anchor else ''}{anchor}"


def figure(name: str) -> bytes:
    """A figure of the rules pages, or the board on a game's card; the start of any game is drawn where no file is."""
    try:
        if (asked := FIGURE.fullmatch(name)) is not None and (drawn := figure_svg(asked[1], asked[2])) is not None:
            return drawn.encode()
        if (path := _file("pictures", name)) is not None:
            return path.read_bytes()
        if (card := _CARD.fullmatch(name)) is not None:
            return _card(card[1], card[2])
    except UnknownGame as error:
        raise Refused("not-found") from error
    for game, variants in working().items():
        for variant in variants:
            if name == f"{game}-{variant}-start.svg":
                return _start(game, variant)
    raise Refused("not-found")


@lru_cache(64)
def _start(game: str, variant: str) -> bytes:
    """The start of a game."""
    return svg(start(game, variant), rail=False).encode()


@cache
def _card(game: str, theme: str) -> bytes:
    """The board on the card of a game, without anything round it."""
    shown = spec_of(game).showcase
    position = read(game, shown[0], shown[1]) if shown else start(game)
    return svg(position, last="", rail=False, dark=theme == "dark", bare=True).encode()


def sheet_page(game: str, language: str) -> bytes:
    """The rules of a game on one sheet of A4, as a page to be printed: nothing runs on it and it leads nowhere."""
    try:
        drawn, found = sheet_svg(game, language)
    except UnknownGame as error:
        raise Refused("unknown-game", error.sentence) from error
    except MissingPart as error:
        raise Refused("not-found", "error.no-rules") from error
    title = escape(render(Sentence(f"game.{game}"), found))
    return SHEET.format(language=escape(found), title=title, drawn=drawn).encode()


def example(name: str) -> str:
    """The record of a game that the rules pages show."""
    path = _file("examples", name)
    if path is None:
        raise Refused("not-found")
    return path.read_text("utf-8")
