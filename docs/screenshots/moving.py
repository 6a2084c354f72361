"""Makes the moving picture beside this file: some moves of a recorded game, as the browser shows them.

Needs the built page and takes the browser of the tests: `python -m docs.screenshots.moving [game]`. The flat board is
filmed, which moves smoothly without a graphics card too.
"""

from __future__ import annotations

import base64
import struct
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from tests.browser.chromium import FLAGS, chromium
from tests.server.client import Server

from .take import TABLES, board, set_table

HERE = Path(__file__).parent
SIZE = (760, 600)
MOVES = 10
STILL, MOVING = 900, 90
"""Milliseconds that a picture stays: after a move, and during it."""
QUALITY = 60


def film(page: Page, game: str) -> list[tuple[bytes, int]]:
    """Pictures of the first moves of a game, each with how long it stays."""
    variant, moves, names, _ = TABLES[game]
    address = set_table(page, game, variant, moves, names, 0)
    page.goto(address)
    board(page)
    session = page.context.new_cdp_session(page)
    frames: list[tuple[bytes, int]] = []

    def shoot(stays: int) -> None:
        found = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        picture = base64.b64decode(found["data"])
        if not frames or frames[-1][0] != picture:
            frames.append((picture, stays))

    shoot(STILL)
    turn = page.request.get(f"/api/tables/{address.rsplit('/', 1)[1]}").json()["status"]["turn"]
    for ply, move in enumerate(moves.split()[:MOVES], 1):
        sent = {"type": "move", "move": move, "answers": turn}
        turn = page.request.post(f"/api{address.replace('/table/', '/tables/')}/move", data=sent).json()["number"]
        page.locator(f'.page[data-ply="{ply}"]').wait_for()
        for _ in range(6):
            shoot(MOVING)
        page.wait_for_timeout(1200)
        shoot(STILL)
    return frames


def chunk(name: bytes, data: bytes) -> bytes:
    """A chunk of a WebP file."""
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def picture_of(webp: bytes) -> bytes:
    """The chunks of a still picture that hold its image."""
    at, found = 12, b""
    while at < len(webp):
        name, size = webp[at : at + 4], struct.unpack_from("<I", webp, at + 4)[0]
        if name in (b"VP8 ", b"VP8L", b"ALPH"):
            found += chunk(name, webp[at + 8 : at + 8 + size])
        at += 8 + size + size % 2
    return found


def animated(frames: list[tuple[bytes, int]], width: int, height: int) -> bytes:
    """One moving picture of still ones, repeated without end."""

    def three(number: int) -> bytes:
        return struct.pack("<I", number)[:3]

    size = three(width - 1) + three(height - 1)
    body = chunk(b"VP8X", b"\x02\0\0\0" + size) + chunk(b"ANIM", b"\0\0\0\0" + b"\0\0")
    for picture, stays in frames:
        body += chunk(b"ANMF", three(0) + three(0) + size + three(stays) + b"\x02" + picture_of(picture))
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def main(game: str = "balanx") -> None:
    """Film a game."""
    found = chromium()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "tables.sqlite3")
        browser = playwright.chromium.launch(executable_path=found.program, env=found.environment, args=[*FLAGS])
        try:
            context = browser.new_context(
                base_url=server.url, viewport={"width": SIZE[0], "height": SIZE[1]}, locale="en", color_scheme="light"
            )
            context.add_init_script('localStorage.billes ??= JSON.stringify({"theme": "light", "flat": true})')
            page = context.new_page()
            page.goto("/rules")
            page.wait_for_load_state("networkidle")
            file = HERE / "moving.webp"
            file.write_bytes(animated(film(page, game), *SIZE))
            print(file, file.stat().st_size)
        finally:
            browser.close()
            server.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
