"""Takes the screenshots beside this file: every page and state, at double resolution.

Needs the built page and takes the browser of the tests: `python -m docs.screenshots.take [name …]` retakes those whose
names begin so, or all. The tables stand in the middle of recorded games, so that every picture shows a position that
was reached by legal play. Without a graphics card a picture in space takes half a minute.
"""

from __future__ import annotations

import base64
import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, BrowserContext, Page, Route, sync_playwright
from tests.browser import games
from tests.browser.chromium import FLAGS, SPACE, chromium
from tests.server.client import Server

HERE = Path(__file__).parent
PATIENCE = 240_000
"""Milliseconds: without a graphics card a board takes its time."""
QUALITY = 90
"""Of WebP, which keeps wood smooth at a tenth of the size of PNG."""

SIZES = {"desktop": (1280, 800), "phone": (390, 844), "landscape": (844, 390), "tablet": (768, 1024)}
TABLES: dict[str, tuple[str, str, tuple[str, ...], str]] = {
    "pylos": (
        "standard",
        "1b1 1a3 1c1 1b2 1d2 1a1 1d4 1d1 1c2 2b1 2c1 1d3 1a4 1b4 1c4 1b3 2a3 1a2-1a1 1c3 2c2 2b2 3b1 1a1 2a2",
        ("Claire", "Malo"),
        "reserve:1",
    ),
    "quits": (
        "standard",
        "b1c2 e3d2 b2c3 4< a3b4 dv a2b3 d3e2 c2d3 d4e3 c1d2 c4b5 c3d4 d^ d4e5 d2e1",
        ("Claire", "Malo"),
        "d3",
    ),
    "balanx": (
        "standard",
        (
            "b8b5 g1g5 a7a4 f1c1 a7d7 g2g5 b7d7 g4g7 a6c6 g4g7 d8d5 f2d2 d7d5 d3d6 d7d3 e1e3 d5d3 d7a7 d3f3 f2f4 "
            "c8c6 f5e5 c7c4 g7f7"
        ),
        ("Claire", "Papa"),
        "c6",
    ),
    "bilitaire": (
        "match",
        (
            "xc8 B1C1<1 c6c8 B4<1 c4c6 C2C3v1 e4c4 C2^1 e8e6 C3v1 d2d4 C4<1!3 a5c5c7a7 C1C2^1!2 b3b5b7 A1B1>1 "
            "f4f2 A2v1!2 d1d3f3 D2D3^1 c3c5 A1C1>1!3"
        ),
        ("Claire", "Papa"),
        "f6",
    ),
}
"""Variant, moves played, players, and what is touched for the picture."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: what it shows, how large the window is, and what the visitor prefers."""

    subject: str
    show: Callable[[Page], None]
    size: str = "desktop"
    theme: str = "light"
    language: str = "en"
    kept: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of its file."""
        return "-".join([self.subject, self.size, self.theme, *(["fr"] if self.language == "fr" else [])])

    def visitor(self, browser: Browser, address: str) -> BrowserContext:
        """Somebody who wants no motion, so that a picture is ready when it is there."""
        width, height = SIZES[self.size]
        context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            device_scale_factor=2,
            color_scheme="dark" if self.theme == "dark" else "light",
            locale=self.language,
            reduced_motion="reduce",
            has_touch=self.size != "desktop",
            service_workers="block",  # it would answer in the place of `own_games`
        )
        context.route("**/api/games*", own_games)
        context.set_default_timeout(PATIENCE)
        return context


# ---------------------------------------------------------------------------------------------------------- setting up
def own_games(route: Route) -> None:
    """Leave out games that others have added to this installation, such as the one of the tests."""
    answer = route.fetch()
    route.fulfill(response=answer, json=[game for game in answer.json() if game["game"] in TABLES])


def set_table(page: Page, game: str, variant: str, moves: str, names: tuple[str, ...], plies: int | None = None) -> str:
    """Set a table and play its moves; gives the page's address."""
    seats = [{"kind": "here", "name": name} for name in names]
    wanted = {"game": game, "variant": variant, "seats": seats, "clock": {"main": 600, "increment": 5}}
    state = page.request.post("/api/tables", data=wanted).json()
    turn = state["status"]["turn"]
    for move in moves.split()[:plies]:
        sent = {"type": "move", "move": move, "answers": turn}
        turn = page.request.post(f"/api/tables/{state['table']}/move", data=sent).json()["number"]
    return f"/table/{state['table']}"


def game_table(page: Page, game: str, plies: int | None = None) -> str:
    """A table of a recorded game."""
    variant, moves, names, _ = TABLES[game]
    return set_table(page, game, variant, moves, names, plies)


def board(page: Page) -> None:
    """Wait until the board is drawn and can be touched."""
    page.locator(".handles [data-handle]").first.wait_for()


# --------------------------------------------------------------------------------------------------------------- pages
def home(page: Page) -> None:
    """The home page, with two games waiting."""
    game_table(page, "quits", 3)
    game_table(page, "balanx", 8)
    page.goto("/")
    page.locator(".cards label").nth(3).wait_for()
    page.locator(".cards img.space").nth(3).wait_for()


def table(game: str) -> Callable[[Page], None]:
    """A table in the middle of a turn."""

    def show(page: Page) -> None:
        page.goto(game_table(page, game))
        # As the keyboard does it: on a phone the reserve may lie beyond the edge.
        page.locator(f'[data-handle="{TABLES[game][3]}"]').first.dispatch_event("click")
        page.locator('[data-action="put-back"]').wait_for()

    return show


def four(page: Page) -> None:
    """Four players."""
    name, variant, moves = games.FOUR
    page.goto(set_table(page, name, variant, moves, ("Claire", "Malo", "Papa", "Louise"), 6))
    board(page)


def ending(game: tuple[str, str, str]) -> Callable[[Page], None]:
    """The end of a game."""

    def show(page: Page) -> None:
        name, variant, moves = game
        page.goto(set_table(page, name, variant, moves, ("Claire", "Malo")))
        page.locator('.page[data-phase="over"]').wait_for()
        page.locator("[data-view] :is(canvas, svg)").first.wait_for()

    return show


def analysis(page: Page) -> None:
    """A position with the engine's lines."""
    page.goto(f"/analysis?game=quits&variant=standard&text={quote('.11../1..../1.1.2/...22/..22. 2 -')}")
    board(page)
    lines = page.locator('[data-tab="lines"]')
    if lines.count():  # a small screen shows one panel at a time
        lines.click()
    page.locator("ol li:not(.none) button").first.wait_for()
    page.wait_for_timeout(12_000)


def rules(name: str) -> Callable[[Page], None]:
    """A rules page."""

    def show(page: Page) -> None:
        page.goto(f"/rules/{name}")
        page.locator("article h1").wait_for()

    return show


def learn(page: Page) -> None:
    """The lessons of all games."""
    page.goto("/learn")
    page.locator("li[data-game]").nth(3).wait_for()


def at_board(address: str) -> Callable[[Page], None]:
    """A page with a board that is no table."""

    def show(page: Page) -> None:
        page.goto(address)
        board(page)

    return show


def train(page: Page) -> None:
    """Puzzles of all kinds."""
    page.goto("/train/pylos/standard")
    page.locator("[data-training]").wait_for()


def join(page: Page) -> None:
    """The page behind an invitation, which somebody else has sent."""
    assert page.context.browser is not None
    host = page.context.browser.new_context()
    address = page.evaluate("location.origin") if page.url.startswith("http") else ""
    seats = [{"kind": "here", "name": "Claire"}, {"kind": "link"}]
    made = host.request.post(f"{address}/api/tables", data={"game": "pylos", "seats": seats}).json()
    invite = next(seat["invite"] for seat in made["seats"] if seat.get("invite"))
    host.close()
    page.goto(invite)
    page.locator("form button").first.wait_for()


def mine(page: Page) -> None:
    """The games somebody has played, or still plays."""
    game_table(page, "quits", 3)
    game_table(page, "balanx", 8)
    name, variant, moves = games.PYLOS
    set_table(page, name, variant, moves, ("Claire", "Malo"))
    page.goto("/games")
    page.locator("main li").nth(2).wait_for()


def unknown(page: Page) -> None:
    """An address that leads nowhere."""
    page.goto("/nowhere")
    page.locator("main h1").wait_for()


FRENCH = "fr"
CLAIRE = {"name": "Claire"}
LESSONS = {"pylos": "take", "quits": "undo", "balanx": "weight", "bilitaire": "multiple"}
"""The step of each game's lessons that is shown."""
SHOTS: list[Shot] = [
    *(
        Shot(game, table(game), size, theme)
        for game in TABLES
        for size, theme in (("desktop", "light"), ("desktop", "dark"), ("phone", "light"))
    ),
    Shot("home", home, kept=CLAIRE),
    Shot("home", home, "desktop", "dark", kept=CLAIRE),
    Shot("home", home, "tablet", kept=CLAIRE),
    Shot("home", home, "phone", language=FRENCH, kept=CLAIRE),
    Shot("home", home, "landscape", kept=CLAIRE),
    Shot("pylos", table("pylos"), "tablet", "dark"),
    Shot("quits", table("quits"), "landscape"),
    Shot("balanx", table("balanx"), "landscape", "dark"),
    Shot("bilitaire", table("bilitaire"), "phone", "dark", FRENCH),
    *(Shot(f"{game}-flat", table(game), size, kept={"flat": True}) for game in TABLES for size in ("desktop", "phone")),
    Shot("four", four),
    Shot("four", four, "phone"),
    Shot("end", ending(games.PYLOS)),
    Shot("end", ending(games.QUITS), "phone", language=FRENCH),
    Shot("analysis", analysis),
    Shot("analysis", analysis, "phone"),
    Shot("rules", rules("pylos")),
    Shot("rules", rules("pylos"), "phone", "dark", FRENCH),
    Shot("reference", rules("reference"), language=FRENCH),
    Shot("learn", learn, language=FRENCH),
    *(
        Shot(f"lesson-{game}", at_board(f"/learn/{game}/{step}"), size, theme, language)
        for game, step in LESSONS.items()
        for language in ("en", FRENCH)
        for size, theme in (("desktop", "light"), ("phone", "dark"))
    ),
    Shot("train", train, language=FRENCH),
    Shot("puzzle", at_board("/train/quits/simple/day")),
    Shot("puzzle", at_board("/train/quits/simple/day"), "phone", language=FRENCH),
    Shot("explore", at_board("/explore/quits/simple")),
    Shot("explore", at_board("/explore/quits/simple"), "phone", language=FRENCH),
    Shot("join", join),
    Shot("join", join, "phone", language=FRENCH),
    Shot("mine", mine, language=FRENCH, kept=CLAIRE),
    Shot("unknown", unknown, "phone", language=FRENCH),
]


def take(page: Page, path: Path) -> None:
    """Write what the page shows."""
    session = page.context.new_cdp_session(page)
    found = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    path.write_bytes(base64.b64decode(found["data"]))


def main(wanted: list[str]) -> None:
    """Take the pictures whose names begin with one of those wanted, or all."""
    found = chromium()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "tables.sqlite3", BILLES_LIMITS='{"asking": [100000, 10000]}')
        browser = playwright.chromium.launch(
            executable_path=found.program, env=found.environment, args=[*FLAGS, *SPACE]
        )
        try:
            for shot in SHOTS:
                if wanted and not any(shot.name.startswith(each) for each in wanted):
                    continue
                context = shot.visitor(browser, server.url)
                kept = {"theme": shot.theme, "flat": False, **shot.kept}
                context.add_init_script(f"localStorage.billes ??= JSON.stringify({json.dumps(kept)})")
                page = context.new_page()
                page.goto("/rules")  # the server tells this visitor who he is
                page.wait_for_load_state("networkidle")
                shot.show(page)
                page.wait_for_load_state("networkidle")
                # The last light is drawn a frame after the touch; the picture takes whatever was painted last.
                page.wait_for_timeout(2500)
                take(page, HERE / f"{shot.name}.webp")
                context.close()
                print(shot.name, flush=True)
        finally:
            browser.close()
            server.close()


if __name__ == "__main__":
    main(sys.argv[1:])
