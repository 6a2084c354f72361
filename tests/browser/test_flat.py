"""The flat board: drawn in the page, with motions, without the code that draws in space; and when it is chosen."""

from __future__ import annotations

import re
import time
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from billes.core.position import start
from billes.games.registry import GAMES

from . import games
from .conftest import PATIENCE, Visit
from .hands import expect_ply, handle, lay, play, set_table, status, table, touches_of

MOTION = "no-preference"

WATCH = """() => {
  const stage = document.querySelector('[data-view="flat"]');
  const seen = (window.seen = { moving: false, places: new Set(), tilts: new Set() });
  new MutationObserver(() => {
    if (stage.dataset.moving !== "true") return;
    seen.moving = true;
    const note = (parts, attribute, all) => {
      for (const part of stage.querySelectorAll(parts)) all.add(part.getAttribute(attribute));
    };
    note("[data-marble], [data-slab]", "transform", seen.places);
    note("[data-lean]", "opacity", seen.tilts);
  }).observe(stage, { attributes: true, subtree: true, childList: true });
}"""
"""Notes where everything is whenever something is drawn anew while the board says that it moves."""


@pytest.mark.parametrize(
    ("game", "plies"),
    [(games.PYLOS, 1), (games.QUITS, 4), (games.BALANX, 1), (games.BILITAIRE, 2)],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_moves_are_seen(visit: Visit, game: tuple[str, str, str], plies: int) -> None:
    name, variant, moves = game
    page = visit(None, reduced_motion=MOTION)
    before = start(name, variant)
    *played, last = moves.split()[:plies]
    for move in played:
        before = before.play(move)
    page.goto(lay(page, name, variant, start=str(before)))
    expect(page.locator('[data-view="flat"] [data-marble]').first).to_be_visible()
    page.evaluate(WATCH)
    for touch in touches_of(before, last):
        handle(page, touch).click()
    expect_ply(page, 1)
    expect(page.locator("[data-view]")).to_have_attribute("data-moving", "false")
    expect(page.locator('[data-view="flat"] [data-mark]').first).to_be_attached()
    seen = page.evaluate("() => ({ moving: seen.moving, places: seen.places.size, tilts: seen.tilts.size })")
    still = page.locator('[data-view="flat"] :is([data-marble], [data-slab])').count()
    assert seen["moving"]
    # Things were at more places than they began and ended at.
    assert seen["places"] > still + 3
    assert name != "balanx" or seen["tilts"] > 3


def test_with_reduced_motion_nothing_is_under_way(visit: Visit) -> None:
    page = visit()
    name, variant, moves = games.SHORT
    set_table(page, name, variant, "screen", "me")
    expect(page.locator('[data-view="flat"] [data-marble]').first).to_be_visible()
    expect(page.get_by_text("No 3D in this browser").last).to_be_visible()
    page.evaluate(WATCH)
    play(page, name, variant, moves.split()[:2])
    assert page.evaluate("() => seen.moving") is False
    # Why the board is flat was said when the table was opened, and is not said again.
    page.reload()
    expect(page.locator('[data-view="flat"] [data-marble]').first).to_be_visible()
    expect(page.get_by_text("No 3D in this browser")).to_have_count(0)


def test_it_is_played_without_the_code_for_space(visit: Visit) -> None:
    page = visit(None)
    scripts: set[str] = set()
    page.on("request", lambda asked: scripts.add(asked.url) if asked.url.endswith(".js") else None)
    page.goto("/")
    name, variant, moves = games.SHORT
    set_table(page, name, variant, "screen", "me")
    play(page, name, variant, moves.split())
    expect(status(page)).to_contain_text("Light wins.")
    page.goto("/analysis?game=quits")
    expect(handle(page, "b2")).to_be_visible()
    kept = {path for path in page.request.get("/shell.json").json() if path.endswith(".js")}
    assert scripts
    assert kept
    assert [each for each in scripts | kept if "WebGLRenderer" in page.request.get(each).text()] == []


def test_the_far_side_is_lit_from_the_same_lamp(visit: Visit) -> None:
    page = visit()
    set_table(page, "quits", "standard", "link", "they")
    expect(page.locator('[data-view="flat"] [data-marble]').first).to_be_visible()
    turned = "part => { const { a, d } = part.getScreenCTM(); return a <= 0 || d <= 0; }"
    for part in ('[data-marble="b1"]', '[data-slab="tile-a1"] circle', "[data-board] text"):
        assert page.locator(f'[data-view="flat"] {part}').first.evaluate(turned) is False


def test_the_tray_in_the_hand_is_seen(visit: Visit) -> None:
    """Its light goes round it, over what lies there: it used to lie under the tray that was lifted over it."""
    page = visit(None)
    page.goto(lay(page, "bilitaire", "round", " ".join(games.BILITAIRE[2].split()[:1])))
    handle(page, "tray:B1").click()
    light = page.locator('[data-lit="tray:B1"][data-state="selected"]')
    expect(light).to_be_attached()
    tray = page.locator('svg:has([data-lit="tray:B1"]) [data-slab]')
    expect(tray).to_have_count(1)  # drawn with what moves, over the wood that lies
    after = "(light, tray) => Boolean(tray.compareDocumentPosition(light) & Node.DOCUMENT_POSITION_FOLLOWING)"
    assert light.evaluate(after, tray.element_handle())


def test_setting_up_changes_the_top_of_a_stack(visit: Visit) -> None:
    position = start("pylos", "standard")
    for move in ("1a1", "1a2", "1b1", "1b2", "1c1", "1c2", "1a3", "1b3", "1c3", "2a1", "2b1", "2a2", "2b2"):
        position = position.play(move)
    page = visit(f"/analysis?game=pylos&variant=standard&text={quote(str(position))}")
    page.locator('[data-tab="position"]').click()
    box = page.get_by_role("textbox", name="Position")
    expect(box).to_have_value(str(position))
    page.locator("label", has=page.locator('input[value="edit"]')).click()
    expect(handle(page, "1b2")).to_have_count(0)  # under the open place 3a1
    handle(page, "3a1").click()
    expect(box).not_to_have_value(str(position))
    expect(page.locator('[data-marble="3a1"]')).to_be_attached()
    expect(page.locator('[data-marble="1b2"][data-owner="2"]')).to_be_attached()


# ------------------------------------------------------------------------------------------------- choosing it
def menu_view(page: Page, view: str) -> None:
    """Choose a view in the menu of a table, without waiting for frames, which come slowly here."""
    page.locator('[data-tool="menu"]').dispatch_event("click")
    page.locator(f'[data-choice="view"] input[value="{view}"]').dispatch_event("click")
    page.keyboard.press("Escape")
    expect(page.locator('[data-choice="view"]')).to_have_count(0)


def test_a_machine_that_draws_slowly_gets_the_flat_board_and_is_told(visit: Visit) -> None:
    page = visit(None, flat=False, kept={"flat": None})
    began = time.monotonic()
    page.goto("/")
    # Nothing waits for frames here, which a processor draws slowly: what counts is whether the page answers.
    page.locator("form.panel button[type=submit]").dispatch_event("click")
    expect(table(page)).to_have_attribute("data-phase", re.compile("playing"))
    # It takes a second or two; drawing cards in space used to block the page for half a minute.
    assert time.monotonic() - began < PATIENCE / 2000
    stage = page.locator("[data-view]")
    expect(stage).to_have_attribute("data-view", "flat")
    said = page.get_by_text("This device draws the 3D view slowly").last
    expect(said).to_be_visible()
    menu_view(page, "space")
    expect(stage).to_have_attribute("data-view", "space")
    expect(page.locator("canvas")).to_be_visible()
    menu_view(page, "automatic")
    expect(stage).to_have_attribute("data-view", "flat")
    page.reload()
    expect(page.locator('[data-view="flat"] [data-marble]').first).to_be_visible()
    expect(said).to_have_count(0)


def test_every_card_shows_its_board(visit: Visit) -> None:
    page = visit()
    expect(page.locator(".cards label")).to_have_count(len(GAMES))
    for picture in page.locator(".cards label img.flat").all():
        assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    assert page.locator(".cards label img.flat").count() == len(GAMES)
