"""Takes the screenshots beside this file: home and the four tables, on a desktop and a phone, in both themes.

Needs the built page and a Chromium on the PATH: `python docs/screenshots/take.py [name …]`. The tables stand in the
middle of recorded games, so that every picture shows a position that was reached by legal play.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

HERE = Path(__file__).parent
FLAGS = ("--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-first-run")
PATIENCE = 180_000
"""Milliseconds: without a graphics card a board takes its time."""

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
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


@contextmanager
def server() -> Iterator[str]:
    """A server with an empty database; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "billes.server.serve", "--port", "0", "--no-open"]
        command += ["--database", str(Path(folder) / "tables.sqlite3")]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found, "the server did not start"
        try:
            yield found[0].rstrip("/")
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


def visitor(browser: Browser, address: str, size: str, theme: str) -> BrowserContext:
    """Somebody who wants no motion, so that a picture is ready when it is there."""
    width, height = SIZES[size]
    return browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        locale="fr" if (size, theme) == ("phone", "dark") else "en",
        reduced_motion="reduce",
        has_touch=size == "phone",
    )


def set_table(context: BrowserContext, game: str, plies: int | None = None) -> str:
    """Set a table and play its moves; gives the page's address."""
    variant, moves, names, _ = TABLES[game]
    seats = [{"kind": "here", "name": name} for name in names]
    wanted = {"game": game, "variant": variant, "seats": seats, "clock": {"main": 600, "increment": 5}}
    state = context.request.post("/api/tables", data=wanted).json()
    turn = state["status"]["turn"]
    for move in moves.split()[:plies]:
        sent = {"type": "move", "move": move, "answers": turn}
        turn = context.request.post(f"/api/tables/{state['table']}/move", data=sent).json()["number"]
    return f"/table/{state['table']}"


def home(page: Page, context: BrowserContext, size: str) -> None:
    """The home page, with two games waiting on a wide screen."""
    if size == "desktop":
        set_table(context, "quits", 3)
        set_table(context, "balanx", 8)
    page.goto("/")
    page.locator(".cards img.space").nth(3).wait_for(timeout=PATIENCE)


def table(page: Page, context: BrowserContext, game: str) -> None:
    """A table in the middle of a turn."""
    page.goto(set_table(context, game))
    page.locator(f'.handles [data-handle="{TABLES[game][3]}"]').click(timeout=PATIENCE)
    page.locator('[data-action="put-back"]').wait_for(timeout=PATIENCE)


def keep(picture: bytes, path: Path) -> None:
    """Write a picture; where Pillow and imagequant are installed with a palette, which is half the size."""
    path.write_bytes(picture)
    try:
        imagequant, images = import_module("imagequant"), import_module("PIL.Image")
    except ImportError:
        return
    with images.open(path) as image:
        imagequant.quantize_pil_image(image.convert("RGBA"), dithering_level=0.9, max_colors=256).save(
            path, optimize=True
        )


def main(wanted: list[str]) -> None:
    """Take the pictures whose names begin with one of those wanted, or all."""
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        for subject in ("home", *TABLES):
            for size in SIZES:
                for theme in ("light", "dark"):
                    name = f"{subject}-{size}-{theme}"
                    if wanted and not any(name.startswith(each) for each in wanted):
                        continue
                    context = visitor(browser, address, size, theme)
                    page = context.new_page()
                    if subject == "home":
                        home(page, context, size)
                    else:
                        table(page, context, subject)
                    # The last light is drawn a frame after the touch; the picture takes whatever was painted last.
                    page.wait_for_timeout(1500)
                    keep(page.screenshot(timeout=PATIENCE), HERE / f"{name}.png")
                    context.close()
                    print(name, flush=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
