"""A static site that is replaced by a newer one, and games that an older one has left in the browser."""

from __future__ import annotations

import base64
import gzip
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from billes.core.position import read
from billes.offline.browser import DATABASE
from billes.offline.site import write_service_worker
from tests.server.test_old_database import DATA, OLD

from .conftest import Visit
from .hands import expect_ply, handle, table, touches_of
from .site import PREFIX, FileServer, made
from .test_site import STARTING, begin, come, kept

NEW = "html[data-newer]"
PUT = """async (files) => {
  const database = await new Promise((done, failed) => {
    const asked = indexedDB.open("/kept", 21);
    asked.onupgradeneeded = () => asked.result.createObjectStore("FILE_DATA").createIndex("timestamp", "timestamp");
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  const writing = database.transaction("FILE_DATA", "readwrite");
  for (const [name, content] of Object.entries(files)) {
    const contents = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    writing.objectStore("FILE_DATA").put({ timestamp: new Date(), mode: 0o100644, contents }, `/kept/${name}`);
  }
  await new Promise((done, failed) => { writing.oncomplete = done; writing.onerror = failed; });
  database.close();
}"""
"""Writes files where Python in the browser finds them when it starts."""


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[FileServer]:
    """A site that a test may change."""
    shutil.copytree(made() / PREFIX, tmp_path / PREFIX)
    server = FileServer(tmp_path)
    server.start()
    yield server
    server.stop()


def replace(site: Path) -> None:
    """Put a newer version in the place of a site."""
    page = site / "index.html"
    page.write_text(page.read_text("utf-8").replace("<html ", "<html data-newer ", 1), "utf-8")
    (site / "sw.js").unlink()
    write_service_worker(site)


def test_a_newer_version_takes_over_in_all_pages_and_finds_the_games(
    visit: Visit, own_site: FileServer, tmp_path: Path
) -> None:
    playing = come(visit, own_site)
    kept(playing)
    begin(playing, "quits", "simple", "screen", "me")
    handle(playing, "b2").click()
    handle(playing, "c3").click()
    expect_ply(playing, 1)
    there = playing.url
    replace(tmp_path / PREFIX)

    home = playing.context.new_page()
    home.set_default_timeout(STARTING)
    home.goto(own_site.url)
    expect(home.locator("[data-offline=ready]")).to_be_visible(timeout=STARTING)
    update = home.locator('[data-action="update"]')
    expect(update).to_be_visible(timeout=STARTING)
    # Nobody is hurried: until it is wanted, all pages go on with the version they came from.
    expect(home.locator(NEW)).to_have_count(0)
    handle(playing, "d4").click()
    handle(playing, "c5").click()
    expect_ply(playing, 2)

    update.click()
    for page in (home, playing):
        expect(page.locator(NEW)).to_have_count(1, timeout=STARTING)
    assert playing.url == there
    expect(table(playing)).to_have_attribute("data-ply", "2", timeout=STARTING)
    expect(home.locator("[data-table]").first).to_contain_text("Quits", timeout=STARTING)
    expect(update).to_have_count(0)


def leave_behind(page: Page, files: dict[str, bytes]) -> None:
    """Files that an earlier version has kept in this browser."""
    page.evaluate(PUT, {name: base64.b64encode(content).decode() for name, content in files.items()})


def test_games_of_an_older_version_go_on(visit: Visit, own_site: FileServer) -> None:
    page = come(visit, own_site, "rules/")
    games = gzip.decompress((DATA / "tables-0.1.sqlite3.gz").read_bytes())
    leave_behind(page, {DATABASE: games, "visitor": OLD["cookies"]["host"]["billes"].encode()})
    page.goto(f"{own_site.url}games/")
    expect(page.locator("li[data-table]")).to_have_count(len(OLD["tables"]), timeout=STARTING)
    old = OLD["states"]["alone"]
    page.locator(f'li[data-table="{OLD["tables"]["alone"]}"] a').first.click()
    expect(table(page)).to_have_attribute("data-ply", str(len(old["moves"])), timeout=STARTING)
    position = read(old["game"], old["variant"], old["text"])
    for name in touches_of(position, str(position.moves[0])):
        handle(page, name).click()
    expect_ply(page, len(old["moves"]) + 1)
    page.reload()
    expect(table(page)).to_have_attribute("data-ply", str(len(old["moves"]) + 1), timeout=STARTING)
