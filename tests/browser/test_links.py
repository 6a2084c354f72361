"""Every link of every page is followed, in both languages: none is dead, and every anchor is there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import cycle
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Page, expect

from billes.games.registry import GAMES

from .conftest import Visit

READ = "() => [...document.querySelectorAll('a:not([aria-disabled])')].map((link) => link.getAttribute('href'))"
READING = {"Accept": "text/html"}
ANCHORS = "() => [...document.querySelectorAll('[id]')].map((each) => each.id)"


def has_links(address: str) -> bool:
    """Whether an address has links of its own: not files, nor sheets to be printed."""
    path = address.partition("?")[0]
    return not path.startswith("/api/") and not path.endswith("/print")


def like_another(address: str, opened: Iterable[str]) -> bool:
    """Whether a page has the links of one opened already.

    The steps of a game's lessons all have the same; so do its variants where they are explored, or trained in the same
    way; and the ways to train, but for the page that lists them, whatever the game. The server knows which of all
    these there are.
    """
    kind, game, *more = (*address.partition("?")[0].strip("/").split("/"), "")
    if kind == "train" and len(more) == 3:  # with a mode
        return any(re.fullmatch(rf"/train/[^/]+/[^/]+/{more[1]}", other) for other in opened)
    if kind in ("learn", "explore", "train") and len(more) == 2:
        return any(re.fullmatch(rf"/{kind}/{game}/[^/]+", other) for other in opened)
    return False


def arrived(page: Page) -> None:
    """Wait until a page shows what it is about."""
    expect(page.locator("main").first).to_be_visible()
    if "/rules" in page.url:
        expect(page.locator("article h1")).to_be_visible()
    elif re.search("/train(/[^/]+){0,2}$", page.url):
        expect(page.locator("[data-training]")).to_be_visible()
    elif re.search("/learn$", page.url):  # the list of games, and of what is solved
        expect(page.locator("li[data-game] a").first).to_be_visible()
        expect(page.locator("main section a").first).to_be_visible()
    elif re.search("/(train|learn)/.*/", page.url):
        expect(page.locator("[data-task]")).not_to_be_empty()
    elif "/explore/" in page.url:
        expect(page.locator("[data-move]").first).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_link_is_dead(visit: Visit, language: str) -> None:
    page = visit("/", locale=language)
    waiting, seen, wanted = ["/"], {"/"}, []
    anchors: dict[str, set[str]] = {}
    while waiting:
        address = waiting.pop(0)
        if not has_links(address):
            assert page.request.get(address).status == 200, address
            continue
        if like_another(address, anchors):
            assert page.request.get(address, headers=READING).status == 200, address
            continue
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        arrived(page)
        anchors[urlsplit(address).path] = set(page.evaluate(ANCHORS))
        for target in page.evaluate(READ):
            assert target, f"{address} has a link to nowhere"
            parts = urlsplit(target)
            if parts.scheme:
                assert parts.scheme == "https", target
                continue
            path = parts.path or urlsplit(address).path
            if parts.fragment and "language=" not in parts.query:
                wanted.append((path, unquote(parts.fragment), address))
            # A link to a page in the other language is followed there: the test runs in both.
            other = re.search(r"language=(\w+)", parts.query)
            if path not in seen and (other is None or other[1] == language):
                seen.add(path)
                waiting.append(path + (f"?{parts.query}" if other else ""))
    dead = [
        f"{page}#{anchor} from {address}" for page, anchor, address in wanted if anchor not in anchors.get(page, ())
    ]
    assert dead == []
    games = {f"/rules/{game}" for game in GAMES}
    assert games | {f"{game}/print" for game in games} <= seen
    assert {f"/train/pylos/standard/{mode}" for mode in ("day", "puzzles", "rush", "practice")} <= seen
    assert {"/learn/quits/four", "/explore/quits/simple", "/explore/pylos/expert"} <= seen
    assert {"/rules/reference", "/rules/notation", "/rules/sources", "/analysis"} <= seen


def test_every_sheet_prints_on_one_page(visit: Visit) -> None:
    page = visit(None)
    for game, language in zip(GAMES, cycle(("fr", "en")), strict=False):
        page.goto(f"/rules/{game}/print?language={language}")
        printed = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, (game, language)
        size = re.search(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", printed)
        assert size is not None
        assert [round(float(each) / 72 * 25.4) for each in size.groups()] == [210, 297]
