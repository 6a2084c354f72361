"""The server is gone in the middle of a game against the computer, which goes on in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from billes.core.position import Position, read
from tests.server.client import Server

from .bundled import page_with_bundle
from .conftest import Visit
from .hands import expect_ply, handle, table, touches_of

KEPT = "async () => Boolean(await caches.match('/offline/files.json', { ignoreVary: true }))"
SETTLED = 16_000
"""Milliseconds after which a page that is not left has the program kept."""
MINE = '.own section[data-to-move="true"]'


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill, and start again where it was."""
    folder = page_with_bundle(tmp_path / "page")
    running = Server(tmp_path / "tables.sqlite3", start=["-m", "tests.browser.bundled", str(folder)])
    running.environment["PORT"] = running.url.rsplit(":", 1)[1]
    yield running
    running.close()


def position_at(page: Page, name: str) -> Position:
    """The position on a table of the server's."""
    state = page.request.get(f"/api/tables/{name}").json()
    return read(state["game"], state["variant"], state["text"])


def play_any(page: Page, position: Position) -> None:
    """Play the first of all moves."""
    for name in touches_of(position, str(position.moves[0])):
        handle(page, name).click()


@pytest.mark.offline
def test_a_game_against_the_computer_goes_on_without_its_server(visit: Visit, mortal: Server) -> None:
    page = visit(None, base_url=mortal.url)
    page.clock.install()
    seats = [{"kind": "computer", "level": 2}, {"kind": "here", "name": "Claire"}]
    wanted = {"game": "quits", "variant": "simple", "seats": seats}
    there = page.request.post("/api/tables", data=wanted).json()["table"]
    page.goto(f"/table/{there}")
    expect_ply(page, 1)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    play_any(page, position_at(page, there))
    expect_ply(page, 3)
    assert not page.evaluate(KEPT)
    page.clock.fast_forward(SETTLED)
    page.wait_for_function(KEPT)
    position = position_at(page, there)

    mortal.kill()
    expect(page.locator(".cut")).to_contain_text("Connection lost")
    page.locator('[data-action="go-on"]').click()
    page.wait_for_url(lambda url: not url.endswith(there))
    here = page.url.rsplit("/", 1)[1]
    expect(page.locator(MINE)).to_contain_text("Claire")
    expect_ply(page, 0)
    play_any(page, position)
    expect_ply(page, 2)
    expect(page.locator(MINE)).to_be_visible()

    page.reload()
    expect_ply(page, 2)
    expect(table(page)).to_have_attribute("data-phase", "playing")
    expect(page.locator(".cut")).to_have_count(0)

    mortal.start()
    page.goto("/games")
    listed = page.locator("li[data-table]")
    expect(listed).to_have_count(2)
    expect(listed.nth(0)).to_have_attribute("data-table", here)
    expect(listed.nth(0)).to_contain_text("2 moves")
    page.goto(f"/table/{there}")
    expect_ply(page, 3)
    expect(page.locator(MINE)).to_be_visible()
