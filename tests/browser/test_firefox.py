"""The page in Firefox, where there is one: as Debian has it, over WebDriver BiDi. Elsewhere this is said not to run."""

from __future__ import annotations

import shutil

import pytest
from playwright.sync_api import Playwright, expect

from tests.server.client import Server

from . import games
from .conftest import PATIENCE
from .hands import play, set_table, status, table

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")


@pytest.mark.skipif(FIREFOX is None, reason="NOT RUN: there is no Firefox on this machine (apt install firefox-esr)")
def test_a_game_in_firefox(playwright: Playwright, server: Server) -> None:
    name, variant, moves = games.SHORT
    complaints: list[str] = []
    browser = playwright.firefox.launch(channel="moz-firefox", executable_path=FIREFOX)
    context = browser.new_context(base_url=server.url, viewport={"width": 1280, "height": 800}, locale="en-GB")
    context.set_default_timeout(PATIENCE)
    context.add_init_script('localStorage.billes ??= JSON.stringify({"flat": true})')
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto("/")
    set_table(page, name, variant, "screen", "me")
    play(page, name, variant, moves.split())
    expect(table(page)).to_have_attribute("data-phase", "over")
    expect(status(page)).to_contain_text("Light wins.")
    browser.close()
    assert complaints == []
