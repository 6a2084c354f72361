"""Walking through solved variants: what every move is worth, and what making a missing table takes."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .conftest import Visit


def test_a_solved_variant_is_walked_through(visit: Visit) -> None:
    page = visit("/explore/quits/simple")
    best = page.locator("[data-move]").first
    expect(page.get_by_text("Light wins in 63 turns.", exact=True)).to_be_visible()
    expect(best).to_contain_text("wins, 62 turns left")
    expect(best).to_contain_text(re.compile(r"\d+ of \d+ replies keep the value"))
    expect(page.locator("[data-move]").last).to_have_attribute("data-value", "loss")
    expect(page.get_by_text(re.compile("Levels that play this: [678]")).first).to_be_visible()
    best.click()
    expect(page.get_by_text("Dark loses in 62 turns.", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile(r"/explore/quits/simple\?text="))
    page.reload()
    expect(page.get_by_text("Dark loses in 62 turns.", exact=True)).to_be_visible()


def test_what_a_missing_table_takes_is_said(visit: Visit) -> None:
    page = visit("/explore/pylos/expert", phone=True)
    expect(page.get_by_text("A draw with perfect play.", exact=True)).to_be_visible()
    table = page.get_by_role("region", name="The complete table")
    expect(table).to_contain_text("about 21 minutes on one core, 6 GB of memory and 5 GB of disk")
    expect(table.get_by_role("button", name="Make the table")).to_be_visible()


def test_it_is_found_where_one_learns_and_analyses(visit: Visit) -> None:
    page = visit("/learn")
    page.get_by_role("navigation", name="Perfect play").get_by_role("link", name="Quits Simple").click()
    page.locator("[data-move=a2b3]").click()
    expect(page.get_by_text("Dark loses in 62 turns.", exact=True)).to_be_visible()
    page.get_by_role("link", name="Analysis").click()
    expect(page).to_have_url(re.compile(r"/analysis\?game=quits"))
    page.get_by_role("link", name="Perfect play").click()
    expect(page.get_by_text("Dark loses in 62 turns.", exact=True)).to_be_visible()
