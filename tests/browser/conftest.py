"""A real Chromium on a real server. Nothing here waits for time: only for what the page shows."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="the browser tests need Playwright")
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.server.client import Server

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PAGE = Path(__file__).parents[2] / "src" / "billes" / "server" / "static" / "index.html"
FLAGS = (
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
SPACE = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader")
"""WebGL by the processor. Without it there is none, and the page shows its flat view by itself."""
FLAT = ("--disable-gpu", "--disable-3d-apis")
GENEROUS = '{"talking": [1000, 1000], "asking": [100000, 10000], "creating": [1000, 100]}'
PATIENCE = 30_000
"""Milliseconds a state is waited for: machines that test are slow and busy."""
HARMLESS = re.compile(
    "GPU stall|GL Driver|KHR_parallel_shader_compile|ERR_INTERNET_DISCONNECTED|WebSocket connection|status of 400"
    "|blocked by Playwright"
)

Visit = Callable[..., Page]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all visitors."""
    if not PAGE.exists():
        pytest.skip("the page is not built: run `python hatch_build.py`")
    running = Server(tmp_path_factory.mktemp("browser") / "tables.sqlite3", BILLES_LIMITS=GENEROUS)
    yield running
    running.close()


@pytest.fixture(scope="session")
def browsers() -> Iterator[Callable[[bool], Browser]]:
    """A Chromium that cannot draw in space and one that can, each started when it is first asked for."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:

        @cache
        def launch(flat: bool) -> Browser:
            flags = [*FLAGS, *(FLAT if flat else SPACE)]
            return playwright.chromium.launch(executable_path=CHROMIUM, args=flags)

        yield launch


@pytest.fixture
def visit(browsers: Callable[[bool], Browser], server: Server) -> Iterator[Visit]:
    """Brings visitors; `kept` is what their browsers remember.

    Whatever a page complains about in its console, or fetches from elsewhere, fails the test.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def hear(kind: str, text: str) -> None:
        if not HARMLESS.search(text):
            complaints.append(f"{kind}: {text}")

    def come(
        path: str = "/", *, flat: bool = True, phone: bool = False, kept: dict[str, Any] | None = None, **options: Any
    ) -> Page:
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
        usual = {"base_url": server.url, "viewport": size, "locale": "en-GB", "reduced_motion": "reduce"}
        chosen = {**usual, "has_touch": phone, **options}
        context = browsers(flat).new_context(**chosen)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if kept:
            context.add_init_script(f"localStorage.billes ??= JSON.stringify({json.dumps(kept)})")
        page, home = context.new_page(), str(chosen["base_url"])
        page.on("pageerror", lambda error: hear("error", str(error)))
        page.on("console", lambda said: hear(said.type, said.text) if said.type in ("error", "warning") else None)
        page.on("request", lambda asked: hear("foreign", asked.url) if _foreign(asked.url, home) else None)
        page.goto(path)
        return page

    yield come
    for context in contexts:
        context.close()
    assert complaints == []


def _foreign(address: str, home: str) -> bool:
    return not address.startswith((home, home.replace("http", "ws", 1), "data:", "blob:"))
