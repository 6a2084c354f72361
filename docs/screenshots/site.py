"""Takes the pictures of a hosted copy beside this file: what visitors of static files see, with a network and without.

`python -m docs.screenshots.site [FOLDER]` serves the site in a folder, or the one that the tests have made, below an
address of a plain file server. It takes the browser of the tests; without a graphics card it takes some minutes.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.chromium import FLAGS, SPACE, chromium
from tests.browser.hands import choose, handle, touches_of
from tests.browser.site import PREFIX, FileServer, made

from billes.core.position import start
from billes.games.registry import BUILT_IN
from billes.offline.site import write_service_worker

from .take import PATIENCE, SIZES, TABLES, take

HERE = Path(__file__).parent


def copied(source: Path, folder: Path) -> Path:
    """The site below a folder, without the games that others have added to this installation; gives the folder."""
    site = folder / PREFIX
    shutil.copytree(source, site)
    listed = site / "answers" / "api" / "games.json"
    games = [game for game in json.loads(listed.read_text("utf-8")) if game["game"] in BUILT_IN]
    listed.write_text(json.dumps(games), "utf-8")
    first = site / "index.html"
    cards = f'<meta name="cards" content="{" ".join(BUILT_IN)}"'
    first.write_text(re.sub(r'<meta name="cards" content="[^"]*"', cards, first.read_text("utf-8")), "utf-8")
    (site / "sw.js").unlink()
    write_service_worker(site)
    return folder


def visitor(browser: Browser, size: str, theme: str, language: str) -> Page:
    """Somebody who has never been here, and wants no motion."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=2,
        color_scheme="dark" if theme == "dark" else "light",
        locale=language,
        reduced_motion="reduce",
        has_touch=size != "desktop",
    )
    context.set_default_timeout(PATIENCE)
    # Flat at first: moves are played sooner.
    kept: dict[str, Any] = {"theme": theme, "language": language, "flat": True}
    context.add_init_script(f"localStorage.billes ??= JSON.stringify({json.dumps(kept)})")
    return context.new_page()


def in_space(page: Page) -> None:
    """Show boards in space from now on."""
    change = "localStorage.billes = JSON.stringify({ ...JSON.parse(localStorage.billes), flat: false })"
    page.evaluate(change)
    page.reload()


def shown(page: Page, name: str) -> None:
    """Take a picture, when what was painted last is there."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(2500)
    take(page, HERE / f"{name}.webp")
    print(name, flush=True)


def ready(page: Page) -> None:
    """Wait until all is kept."""
    page.locator('[data-offline="ready"]').wait_for()


def begin(page: Page, game: str, plies: int | None = None) -> None:
    """A game of two people at this screen, so many moves into it, or as many as are recorded."""
    variant, moves, *_ = TABLES[game]
    page.locator(".cards label", has=page.locator(f'input[value="{game}"]')).click()
    for value in (variant, "screen", "me"):
        choose(page, value)
    page.locator("form.panel button[type=submit]").click()
    page.locator(".page[data-phase=playing]").wait_for()
    position = start(game, variant)
    for ply, move in enumerate(moves.split()[:plies], 1):
        for touch in touches_of(position, move):
            handle(page, touch).click()
        page.locator(f'.page[data-ply="{ply}"]').wait_for()
        position = position.play(move)


def lit(page: Page, game: str) -> None:
    """A turn that was begun: what may be touched next is lit."""
    page.locator(".handles [data-handle]").first.wait_for()
    # As the keyboard does it: on a phone the reserve may lie beyond the edge.
    page.locator(f'[data-handle="{TABLES[game][3]}"]').first.dispatch_event("click")
    page.locator('[data-action="put-back"]').wait_for()


def main(folder: Path) -> None:
    """Take the pictures."""
    found = chromium()
    with tempfile.TemporaryDirectory() as copy, sync_playwright() as playwright:
        server = FileServer(copied(folder, Path(copy)))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=found.program, env=found.environment, args=[*FLAGS, *SPACE]
        )
        try:
            desktop = visitor(browser, "desktop", "light", "en")
            desktop.goto(server.url)
            ready(desktop)
            begin(desktop, "quits")
            in_space(desktop)
            lit(desktop, "quits")
            shown(desktop, "site-table-desktop-light")
            desktop.goto(server.url)
            ready(desktop)
            desktop.locator(".cards img.space").nth(len(BUILT_IN) - 1).wait_for()
            shown(desktop, "site-home-desktop-light")

            phone = visitor(browser, "phone", "dark", "fr")
            phone.goto(server.url)
            begin(phone, "pylos")
            phone.goto(server.url)
            ready(phone)
            server.stop()
            phone.context.set_offline(True)
            in_space(phone)
            phone.locator(".cards img.space").nth(len(BUILT_IN) - 1).wait_for()
            phone.locator("[data-offline]").scroll_into_view_if_needed()
            shown(phone, "site-home-phone-dark-fr")
            phone.locator("[data-table]").first.click()
            lit(phone, "pylos")
            shown(phone, "site-table-phone-dark-fr")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else made() / PREFIX)
