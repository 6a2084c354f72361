"""A real Chromium on a real server. Nothing here waits for time: only for what the page shows."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect, sync_playwright

from tests.server import databases
from tests.server.client import Server

from .chromium import FLAGS, FLAT, SPACE, Chromium, NoChromium, chromium

PAGE = Path(__file__).parents[2] / "src" / "billes" / "server" / "static" / "index.html"
GENEROUS = '{"talking": [1000, 1000], "asking": [100000, 10000], "creating": [1000, 100]}'
PATIENCE = 30_000
"""Milliseconds a state is waited for: machines that test are slow and busy."""
HARMLESS = re.compile(
    "GPU stall|GL Driver|KHR_parallel_shader_compile|WebSocket connection|Service Worker registration blocked"
    r"|status of 4\d\d .*/api/(tables/|join/|me/take|position|record|rules/|training/)"
)
"""What is complained about where nothing is wrong. The addresses are those where a visitor may be refused something."""
CUT_OFF = re.compile("ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|preloaded using link preload but not used")
"""What may be complained about without a network; what was asked for early then comes from elsewhere, and late."""

Visit = Callable[..., Page]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all visitors."""
    if not PAGE.exists():
        pytest.fail("the page is not built: run `python hatch_build.py`")
    allowed = [*databases.options(), "--allow-solving"]
    running = Server(tmp_path_factory.mktemp("browser") / "tables.sqlite3", options=allowed, BILLES_LIMITS=GENEROUS)
    yield running
    running.close()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives browsers; there can be one only."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def program() -> Chromium:
    """The browser to test with. Without one there is no test of the page: that is a failure."""
    try:
        return chromium()
    except NoChromium as error:
        pytest.fail(str(error))


@pytest.fixture(scope="session")
def browsers(playwright: Playwright, program: Chromium) -> Callable[[bool], Browser]:
    """A Chromium that cannot draw in space and one that can, each started when it is first asked for."""

    @cache
    def launch(flat: bool) -> Browser:
        flags = [*FLAGS, *(FLAT if flat else SPACE)]
        return playwright.chromium.launch(executable_path=program.program, env=program.environment, args=flags)

    return launch


@pytest.fixture
def visit(
    browsers: Callable[[bool], Browser], program: Chromium, server: Server, request: pytest.FixtureRequest
) -> Iterator[Visit]:
    """Brings visitors; `kept` is what their browsers remember, None for what they forgot.

    Whatever a page complains about in its console, or fetches from elsewhere, fails the test. That the network is gone
    may be complained about in tests marked `offline` only.
    """
    offline = request.node.get_closest_marker("offline") is not None
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def hear(kind: str, text: str) -> None:
        if (
            not HARMLESS.search(text)
            and not re.search(program.mistaken, text)
            and not (offline and CUT_OFF.search(text))
        ):
            complaints.append(f"{kind}: {text}")

    def come(
        path: str | None = "/",
        *,
        flat: bool = True,
        phone: bool = False,
        kept: dict[str, Any] | None = None,
        **options: Any,
    ) -> Page:
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
        usual = {"base_url": server.url, "viewport": size, "locale": "en-GB", "reduced_motion": "reduce"}
        # The processor draws in space: a sixteenth of the pixels will do.
        chosen = {**usual, "has_touch": phone, **({} if flat else {"device_scale_factor": 0.25}), **options}
        context = browsers(flat).new_context(**chosen)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        # By itself the page would find that a processor draws in space too slowly.
        wanted = (kept or {}) if flat else {"flat": False, **(kept or {})}
        remembered = {key: value for key, value in wanted.items() if value is not None}
        if remembered:
            context.add_init_script(f"localStorage.billes ??= JSON.stringify({json.dumps(remembered)})")
        if "language" in remembered:  # the page tells it to the server too
            address = str(chosen["base_url"])
            context.add_cookies([{"name": "language", "value": remembered["language"], "url": address}])
        page, home = context.new_page(), str(chosen["base_url"])
        page.on("pageerror", lambda error: hear("error", str(error)))
        page.on(
            "console",
            lambda said: hear(said.type, said.text + " " + said.location["url"]) if _complains(said, page) else None,
        )
        page.on("request", lambda asked: hear("foreign", asked.url) if _foreign(asked.url, home) else None)
        if path is not None:  # else it goes somewhere later, and needs no first page
            page.goto(path)
        return page

    yield come
    for context in contexts:
        context.close()
    assert complaints == []


def _complains(said: ConsoleMessage, page: Page) -> bool:
    """Whether a message is a complaint. That a page was opened at an unknown address is none."""
    unknown = "status of 404" in said.text and said.location["url"] == page.url
    return said.type in ("error", "warning") and not unknown


def _foreign(address: str, home: str) -> bool:
    return not address.startswith((home, home.replace("http", "ws", 1), "data:", "blob:"))
