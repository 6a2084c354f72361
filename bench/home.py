"""How soon the home page can be used where the processor draws WebGL: `python -m bench.home [--json]`.

Measured from the beginning of the visit, in a browser that knows nothing of the page, to a click on Play, and to the
table that answers it.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright
from tests.browser.chromium import FLAGS, SPACE, chromium
from tests.server.client import Server

RUNS = 5
SIZE: ViewportSize = {"width": 1280, "height": 800}


def visit(browser: Browser, address: str) -> tuple[float, float]:
    """Seconds from the beginning of a first visit until Play was clicked, and until the table was there."""
    with browser.new_context(viewport=SIZE, locale="en-GB") as context:
        page = context.new_page()
        began = time.monotonic()
        page.goto(address, wait_until="commit")
        page.locator("form.panel button[type=submit]").click()
        clicked = time.monotonic() - began
        page.locator(".page[data-phase=playing]").wait_for()
        return clicked, time.monotonic() - began


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.home",
        description="How soon the home page can be used where the processor draws WebGL.",
        epilog="example: python -m bench.home --json",
    )
    parser.add_argument("--json", action="store_true", help="print the median of both times as JSON")
    wanted = parser.parse_args()
    found = chromium()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "tables.sqlite3")
        browser = playwright.chromium.launch(
            executable_path=found.program, env=found.environment, args=[*FLAGS, *SPACE]
        )
        try:
            seen = [visit(browser, server.url) for _ in range(RUNS)]
        finally:
            browser.close()
            server.close()
    clicked, answered = (round(statistics.median(times), 2) for times in zip(*seen, strict=True))
    if wanted.json:
        print(json.dumps({"clicked_s": clicked, "answered_s": answered, "runs": RUNS}))
    else:
        print(f"Play was clicked after {clicked} s and answered after {answered} s (median of {RUNS} first visits)")


if __name__ == "__main__":
    main()
