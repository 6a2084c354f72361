"""Billes from static files: no server but one that hands out files, and then not even that."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visit
from .hands import choose, expect_ply, handle, status, table
from .site import PREFIX, FileServer, made, served

STARTING = 60_000
"""Milliseconds until Python has started, on slow and busy machines."""
LIT = '.page[data-phase="playing"] button[data-handle]:not([aria-disabled="true"]):not(:disabled)'
TOUCH = f"""() => {{
  const lit = [...document.querySelectorAll('{LIT}')];
  const done = lit.find((each) => /^(done|pass)$/.test(each.dataset.handle));
  const chosen = done ?? lit[Math.floor(Math.random() * lit.length)];
  chosen?.click();
  return chosen?.dataset.handle ?? "";
}}"""
"""Touch anything that is lit, the end of the turn first."""


@pytest.fixture
def site() -> Iterator[FileServer]:
    with served() as server:
        yield server


def come(visit: Visit, site: FileServer, path: str = ".", **options: object) -> Page:
    """Come to a page of the site, as a browser that has never seen it."""
    page = visit(path, base_url=site.url, **options)
    page.set_default_timeout(STARTING)
    return page


def begin(page: Page, game: str, variant: str, *choices: str, level: int = 5) -> None:
    """Begin a game on the home page."""
    page.locator(".cards label", has=page.locator(f'input[value="{game}"]')).click()
    for value in (variant, *choices):
        choose(page, value)
    if "computer" in choices:
        page.locator('form.panel input[type="range"]').fill(str(level - 1))
    page.locator("form.panel button[type=submit]").click()
    expect(table(page)).to_have_attribute("data-phase", "playing", timeout=STARTING)


def play_to_the_end(page: Page) -> int:
    """Touch what is lit until the game is over; gives how many moves were played."""
    for _ in range(3000):
        phase = table(page).get_attribute("data-phase")
        if phase == "over":
            return int(table(page).get_attribute("data-ply") or 0)
        if not page.evaluate(TOUCH):
            page.wait_for_timeout(20)
        else:
            page.wait_for_timeout(30)
    raise AssertionError("the game does not end")


def kept(page: Page) -> None:
    """Wait until the page says that it is ready for offline use."""
    expect(page.locator('[data-offline="ready"]')).to_be_visible(timeout=STARTING)


@pytest.mark.offline
def test_a_game_goes_on_without_a_network(site: FileServer, visit: Visit) -> None:
    page = come(visit, site)
    kept(page)
    begin(page, "quits", "simple", "computer", "me")
    handle(page, "b2").click()
    handle(page, "c3").click()
    expect_ply(page, 2)
    page.context.set_offline(True)
    site.stop()
    page.reload()
    expect(table(page)).to_have_attribute("data-ply", "2", timeout=STARTING)
    assert page.url.startswith(f"{site.url}table/")
    assert play_to_the_end(page) > 4
    expect(status(page)).to_contain_text("wins")
    page.get_by_role("link", name="billes").first.click()
    expect(page.locator("[data-table]").first).to_contain_text("Quits")


@pytest.mark.parametrize(
    ("game", "variant", "choices"),
    [
        pytest.param("quits", "standard", (), id="quits"),
        pytest.param("pylos", "expert", (), marks=pytest.mark.whole_games, id="pylos"),
        pytest.param("balanx", "small", (), marks=pytest.mark.whole_games, id="balanx"),
        pytest.param("bilitaire", "round", (), marks=pytest.mark.whole_games, id="bilitaire"),
    ],
)
def test_whole_games_against_the_fifth_level(
    visit: Visit, site: FileServer, game: str, variant: str, choices: tuple[str, ...]
) -> None:
    page = come(visit, site, locale="fr-FR")
    expect(page.locator("form.panel button[type=submit]")).to_contain_text("Jouer")
    begin(page, game, variant, "computer", "me", *choices)
    assert play_to_the_end(page) > 4


@pytest.mark.parametrize(
    ("game", "variant"), [("pylos", "expert"), ("balanx", "small"), ("bilitaire", "round"), ("morris", "standard")]
)
def test_every_game_is_answered(site: FileServer, visit: Visit, game: str, variant: str) -> None:
    """Those of other distributions too, for which there is no WebAssembly."""
    page = come(visit, site)
    begin(page, game, variant, "computer", "me")
    while table(page).get_attribute("data-ply") == "0":
        page.evaluate(TOUCH)
        page.wait_for_timeout(50)
    expect(table(page)).to_have_attribute("data-ply", re.compile(r"[2-9]|1\d"), timeout=STARTING)


def test_analysis_and_two_languages(site: FileServer, visit: Visit) -> None:
    page = come(visit, site, "analysis?game=quits&variant=standard")
    expect(page.locator("ol li b").first).to_be_visible(timeout=STARTING)
    page.locator('header button[lang="fr"]').click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Analyse")


def test_a_page_that_waits_for_the_program_says_so(site: FileServer, visit: Visit) -> None:
    page = come(visit, site, "train/quits/simple/puzzles/", service_workers="block")
    expect(page.locator("[data-starting]")).to_be_visible(timeout=STARTING)
    expect(page.locator('button[data-handle]:not([aria-disabled="true"])').first).to_be_visible(timeout=STARTING)
    expect(page.locator("[data-starting]")).to_have_count(0)


def test_a_puzzle(site: FileServer, visit: Visit) -> None:
    page = come(visit, site, "train/quits/simple/puzzles/")
    expect(page.locator('button[data-handle]:not([aria-disabled="true"])').first).to_be_visible(timeout=STARTING)
    page.locator('[data-action="solution"]').click()
    expect(page.locator('[data-action="next"]')).to_be_visible()


def test_two_pages_share_one_program(site: FileServer, visit: Visit) -> None:
    page = come(visit, site)
    begin(page, "quits", "simple", "screen", "me")
    other = page.context.new_page()
    other.set_default_timeout(STARTING)
    other.goto(page.url if page.url.endswith("/") else site.url)  # before it is kept, only known addresses are files
    other.locator("[data-table]").first.click()
    expect(table(other)).to_have_attribute("data-ply", "0", timeout=STARTING)
    handle(page, "b2").click()
    handle(page, "c3").click()
    expect_ply(other, 1)
    page.close()  # it ran the program: the other page takes over
    handle(other, "d4").click()
    handle(other, "c5").click()
    expect(table(other)).to_have_attribute("data-ply", "2", timeout=STARTING)


def test_what_needs_a_server_is_not_offered(site: FileServer, visit: Visit) -> None:
    page = come(visit, site)
    expect(page.locator('form.panel input[type="radio"][value="screen"]')).to_be_attached()
    expect(page.locator('form.panel input[type="radio"][value="link"]')).to_have_count(0)


@pytest.fixture
def hosted() -> Iterator[str]:
    """The site below a server that answers with 404.html where no file lies, as GitHub Pages does; its address."""
    folder = made()

    class Handler(SimpleHTTPRequestHandler):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args, directory=str(folder))

        def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
            body = (folder / PREFIX / "404.html").read_bytes()
            self.send_response(code)
            self.send_header("content-type", "text/html")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # as it is named there
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{PREFIX}/"
        server.shutdown()


def test_an_address_without_a_file_shows_the_page(hosted: str, visit: Visit) -> None:
    """A link to a table of this browser's, opened where nothing is kept yet."""
    page = visit("table/nowhere/", base_url=hosted, service_workers="block")
    page.set_default_timeout(STARTING)
    expect(page.locator(".page a[href$='/a/b/']").first).to_be_visible(timeout=STARTING)
    assert page.url == f"{hosted}table/nowhere/"
    icon = page.locator("link[rel=icon]").evaluate("link => link.href")
    assert icon == f"{hosted}icon.svg"
