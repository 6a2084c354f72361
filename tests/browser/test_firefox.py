"""The page in Firefox, where there is one: as Debian has it, spoken to by WebDriver BiDi. Elsewhere this is not run.

Playwright drives a Firefox of its own only, or one newer than Debian's; so the few commands needed are sent plainly.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from billes.core.position import start
from tests.server.client import Server

from . import games
from .hands import touches_of
from .site import served

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
PATIENCE = 60.0
"""Seconds a state is waited for."""


class Firefox:
    """One window, driven by script: what is clicked is what a person could click."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.numbers = count(1)
        self.complaints: list[str] = []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        self.window = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def send(self, method: str, **params: Any) -> Any:
        """Send a command; gives its result."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            heard = json.loads(self.socket.recv(PATIENCE))
            if heard.get("method") == "log.entryAdded" and heard["params"]["level"] == "error":
                self.complaints.append(str(heard["params"]["text"]))
            if heard.get("id") == number:
                assert heard["type"] == "success", heard
                return heard["result"]

    def open(self, address: str) -> None:
        """Open an address, and wait until it is loaded."""
        self.send("browsingContext.navigate", context=self.window, url=address, wait="complete")

    def evaluate(self, script: str) -> Any:
        """What an expression gives: a text, a number or a truth value."""
        where = {"context": self.window}
        said = self.send("script.evaluate", expression=script, target=where, awaitPromise=True)
        return said.get("result", {}).get("value")

    def wait(self, script: str) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + PATIENCE
        while True:
            if self.evaluate(f"!!({script})") is True:
                return
            assert time.monotonic() < end, f"{script} never came true: {self.complaints}"
            time.sleep(0.1)

    def click(self, selector: str) -> None:
        """Click what a selector finds, once it is there and nothing lies over it."""
        where = f"document.querySelector({json.dumps(selector)})"
        self.wait(where)
        self.wait(
            f"(() => {{ const it = {where}; it.scrollIntoView({{ block: 'nearest' }});"
            " const { x, y, width, height } = it.getBoundingClientRect();"
            " const top = document.elementFromPoint(x + width / 2, y + height / 2);"
            " if (!top || !(it === top || it.contains(top) || top.contains(it))) return false;"
            " it.click(); return true; })()"
        )


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """A Firefox without a window, with an empty profile."""
    assert FIREFOX is not None
    profile.mkdir()
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stderr is not None
            address = next(found[0] for line in process.stderr if (found := re.search(r"ws://\S+", line)))
            with connect(f"{address}/session", max_size=None) as socket:
                yield Firefox(socket)
        finally:
            process.kill()


WITH_FIREFOX = pytest.mark.skipif(
    FIREFOX is None, reason="NOT RUN: there is no Firefox on this machine (apt install firefox-esr)"
)


@WITH_FIREFOX
def test_a_game_in_firefox(server: Server, tmp_path: Path) -> None:
    name, variant, moves = games.SHORT
    with firefox(tmp_path / "profile") as browser:
        browser.open(f"{server.url}/rules/{name}")
        browser.wait("document.querySelector('article h1')")
        browser.open(f"{server.url}/")
        browser.click(f'.cards label:has(input[value="{name}"])')
        for value in (variant, "screen", "me"):
            browser.click(f'form.panel label:has(input[type="radio"][value="{value}"])')
        browser.click("form.panel button[type=submit]")
        browser.wait("document.querySelector('.page[data-phase=playing]')")
        position = start(name, variant)
        for ply, move in enumerate(moves.split(), 1):
            for touch in touches_of(position, move):
                browser.click(f'[data-handle="{touch}"]')
            browser.wait(f"document.querySelector('.page[data-ply=\"{ply}\"]')")
            position = position.play(move)
        browser.wait("document.querySelector('.page[data-phase=over]')")
        assert browser.complaints == []


@WITH_FIREFOX
def test_a_static_site_in_firefox(tmp_path: Path) -> None:
    """Python and the engine run in workers there too; then the network is cut, and the game goes on."""
    with served() as site, firefox(tmp_path / "profile") as browser:
        browser.open(site.url)
        browser.wait("document.querySelector('[data-offline=ready]')")
        browser.click('.cards label:has(input[value="quits"])')
        for value in ("simple", "computer", "me"):
            browser.click(f'form.panel label:has(input[type="radio"][value="{value}"])')
        browser.click("form.panel button[type=submit]")
        browser.wait("document.querySelector('.page[data-phase=playing]')")
        for touch in ("b2", "c3"):
            browser.click(f'[data-handle="{touch}"]')
        browser.wait("document.querySelector('.page[data-ply=\"2\"]')")
        where = browser.evaluate("location.href")
        site.stop()
        browser.open(where)
        browser.wait("document.querySelector('.page[data-phase=playing][data-ply=\"2\"]')")
        browser.click('[data-handle]:not([aria-disabled="true"]):not(:disabled)')
        browser.wait("document.querySelector('[data-action=cancel], .page[data-ply=\"4\"]')")
        assert browser.complaints == []
