"""A game of another distribution at the table: set up on the home page and played to its end by clicks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import PATIENCE, Visit
from .hands import expect_ply, handle, lay, play, set_table, status, table

PLACED = "b2 a1 c2 a2 a3 c1"
SLID = "b2b3 a1b1 c2c3"


@pytest.mark.parametrize(
    ("locale", "name", "ending"),
    [
        ("en-GB", "Three Men’s Morris", "Light wins. Three marbles are in a row."),
        ("fr-FR", "Marelle à trois", "Clair gagne. Trois billes sont alignées."),
    ],
)
def test_a_whole_game(visit: Visit, locale: str, name: str, ending: str) -> None:
    page = visit(locale=locale)
    expect(page.locator(".cards label", has_text=name)).to_be_visible()
    set_table(page, "morris", "standard", "screen", "me")
    end = play(page, "morris", "standard", f"{PLACED} {SLID}".split())
    assert end.outcome is not None
    expect(table(page)).to_have_attribute("data-phase", "over")
    for sentence in ending.split(". "):
        expect(status(page)).to_contain_text(sentence)


def test_the_other_variant_in_space(visit: Visit) -> None:
    # The home page draws no cards in space: without a graphics card they would keep the page busy for a while.
    page = visit(None, flat=False, kept={"flat": True}, viewport={"width": 1000, "height": 600})
    moves = f"{PLACED} b2b1 a1b2 a3c3 c1a3 b1c1".split()
    page.goto(lay(page, "morris", "free", " ".join(moves[:9])))
    page.locator('[data-tool="flat"]').click()
    expect(page.locator('[data-view="space"] canvas')).to_be_visible()
    play(page, "morris", "free", moves, played=9)
    expect(status(page)).to_contain_text("Three marbles are in a row.")


def test_against_the_computer(visit: Visit) -> None:
    page = visit()
    set_table(page, "morris", "standard", "computer", "me")
    handle(page, "b2").click()
    # Its first thought may have to be compiled.
    expect(table(page)).to_have_attribute("data-ply", "2", timeout=4 * PATIENCE)
    page.locator('[data-action="undo"]').click()
    expect_ply(page, 0)
    page.locator('[data-action="hint"]').click()
    expect(page.locator("button.hint")).to_be_visible(timeout=4 * PATIENCE)


def test_its_rules_are_on_the_rules_page(visit: Visit) -> None:
    page = visit("/rules/morris")
    expect(page.get_by_role("heading", name="Three Men’s Morris", level=1)).to_be_visible()
    picture = page.locator("article img, main img").first
    expect(picture).to_have_attribute("src", re.compile("morris-standard-start.svg"))
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
