"""A static site in browsers that keep nothing, have no room left, or have dropped some of what was kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, Route, expect

from .chromium import FLAGS, FLAT, Chromium
from .conftest import Visit
from .hands import expect_ply, handle
from .site import FileServer, served
from .test_site import STARTING, begin, come, kept

DROP = """async () => {
  const [name] = await caches.keys();
  const cache = await caches.open(name);
  const there = await cache.keys();
  for (const request of there.slice(10, 30)) await cache.delete(request);
  return there.length;
}"""
COUNT = "async () => (await (await caches.open((await caches.keys())[0])).keys()).length"
FULL = """
const put = IDBObjectStore.prototype.put;
let full = false;
new BroadcastChannel("test-room").onmessage = ({ data }) => void (full = data);
IDBObjectStore.prototype.put = function (...given) {
  if (full) throw new DOMException("there is no room", "QuotaExceededError");
  return put.apply(this, given);
};
"""
"""Lets a worker's browser have no room when it is told so."""
ROOM = "full => { const channel = new BroadcastChannel('test-room'); channel.postMessage(full); channel.close(); }"


@pytest.fixture
def site() -> Iterator[FileServer]:
    with served() as server:
        yield server


@pytest.mark.offline
def test_what_the_browser_has_dropped_is_fetched_again(site: FileServer, visit: Visit) -> None:
    page = come(visit, site)
    kept(page)
    files = page.evaluate(DROP)
    assert page.evaluate(COUNT) < files
    page.reload()
    kept(page)
    assert page.evaluate(COUNT) == files
    site.stop()
    page.context.set_offline(True)
    page.reload()
    kept(page)


def test_one_can_play_where_nothing_is_kept(
    site: FileServer, playwright: Playwright, program: Chromium, tmp_path: Path
) -> None:
    """Storage is switched off, as a careful visitor may have it."""
    (tmp_path / "Default").mkdir()
    nothing = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(nothing))
    context = playwright.chromium.launch_persistent_context(
        tmp_path,
        executable_path=program.program,
        env=program.environment,
        args=[*FLAGS, *FLAT],
        locale="en-GB",
        reduced_motion="reduce",
    )
    try:
        page = context.new_page()
        page.set_default_timeout(STARTING)
        page.goto(site.url)
        if not page.evaluate("() => { try { return !localStorage } catch { return true } }"):
            pytest.skip("NOT RUN: this Chromium reads no preferences, and keeps everything")
        expect(page.locator("[data-offline]")).to_contain_text("keeps no games", timeout=STARTING)
        begin(page, "quits", "simple", "computer", "me", level=1)
        play_first(page)
        expect_ply(page, 2)
    finally:
        context.close()


def play_first(page: Page) -> None:
    handle(page, "b2").click()
    handle(page, "c3").click()


def test_a_move_that_cannot_be_kept_is_not_played(site: FileServer, browsers: Callable[[bool], Browser]) -> None:
    def limited(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=FULL + answer.text())

    context = browsers(True).new_context(locale="en-GB", reduced_motion="reduce", service_workers="block")
    context.route("**/backend_worker-*.js", limited)
    page = context.new_page()
    page.set_default_timeout(STARTING)
    page.goto(site.url)
    begin(page, "quits", "simple", "screen", "me")
    play_first(page)
    expect_ply(page, 1)

    page.evaluate(ROOM, True)
    handle(page, "d4").click()
    handle(page, "c5").click()
    expect(page.locator(".cut")).to_contain_text("cannot keep the game")
    expect_ply(page, 1)
    page.evaluate(ROOM, False)
    expect(page.locator(".cut")).to_have_count(0, timeout=STARTING)
    expect_ply(page, 2)  # it was sent once more
    page.goto(site.url)
    page.locator("[data-table]").first.click()
    expect_ply(page, 2)
    context.close()
