"""For keyboards, screen readers, other colours and fingers: what axe-core finds, and where the keyboard is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from billes.core.position import start

from . import games
from .conftest import Visit
from .hands import expect_ply, handle, lay, set_table, sit, status, table, touches_of, until_heard
from .test_layout import COMPLAINTS
from .test_online import invite

AXE = Path(__file__).parents[2] / "ui" / "node_modules" / "axe-core" / "axe.min.js"
LOOK = """async (only) => {
  const options = only ? { runOnly: { type: "rule", values: only } } : {};
  const { violations } = await axe.run(document, options);
  return violations.map((found) => `${found.id}: ${found.nodes.map((node) => node.target.join(" ")).join("; ")}`);
}"""
BOARDS = ("/analysis?game=bilitaire", "/learn/quits/sides", "/train/quits/simple/day")
"""Boards that are no tables."""
SMALL = """() => {
  const small = [];
  for (const found of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
    if (found.closest("[role=grid], article, .skip") || !found.checkVisibility() || found.disabled) continue;
    const box = (["radio", "checkbox"].includes(found.type) && found.closest("label") || found).getBoundingClientRect();
    if (box.width < 43.5 || box.height < 43.5)
      small.push(`${found.outerHTML.slice(0, 120)} ${Math.round(box.width)}x${Math.round(box.height)}`);
  }
  return small;
}"""


def clean(page: Page, *only: str) -> None:
    """Nothing on the page as it is now hinders anybody, as far as axe-core can tell, in either theme."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))")
    assert page.evaluate(LOOK, list(only) or None) == [], page.url
    theme = page.locator("html").get_attribute("data-theme")
    other = "dark" if theme == "light" else "light"
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", other)
    assert page.evaluate(LOOK, ["color-contrast"]) == [], f"{page.url} {other}"
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe_finds_nothing(visit: Visit, phone: bool) -> None:
    page = visit(phone=phone, color_scheme="light", is_mobile=phone)
    expect(page.locator(".cards label").first).to_be_visible()
    clean(page)
    page.locator(".cards label", has=page.locator('input[value="quits"]')).click()
    page.locator("form.panel label", has=page.locator('input[value="four"]')).click()
    clean(page)
    invited = page.request.post(
        "/api/tables", data={"game": "quits", "seats": [{"kind": "here"}, {"kind": "link"}]}
    ).json()
    invitation = next(seat["invite"] for seat in invited["seats"] if seat.get("invite"))
    guest = visit(invitation, phone=phone, is_mobile=phone)
    expect(guest.get_by_role("button", name="Take the seat")).to_be_visible()
    clean(guest)
    for address in ("/table/nowhere", "/no/where"):
        guest.goto(address)
        expect(guest.get_by_role("heading", level=1)).to_be_visible()
        clean(guest)
    for language in ("fr",) if phone else ("en", "fr"):
        reader = visit("/rules/quits", phone=phone, is_mobile=phone, locale=language)
        expect(reader.locator("article img").first).to_be_visible()
        clean(reader)
    for address in (*BOARDS, "/explore/quits/simple"):
        page.goto(address)
        expect(page.locator("[data-handle]").first).to_be_visible()
        clean(page)
    page.goto("/learn")
    expect(page.locator("li[data-game]").first).to_be_visible()
    clean(page)
    page.goto("/train/quits/simple")
    expect(page.locator("[data-training]")).to_be_visible()
    clean(page)
    page.goto("/rules/bilitaire/print")
    expect(page.locator("svg").first).to_be_visible()
    clean(page)
    for game in ("quits", "bilitaire") if phone else ("pylos", "quits", "balanx", "bilitaire", "morris"):
        page.goto(lay(page, game))
        expect(page.locator("[data-handle]").first).to_be_visible()
        clean(page)
        if game not in ("quits", "bilitaire"):
            continue
        page.request.post(f"/api/tables/{page.url.rsplit('/', 1)[1]}/resign", data={"type": "resign"})
        expect(table(page)).to_have_attribute("data-phase", "over")
        clean(page)
    for address in ("/", "/games"):
        page.goto(address)
        expect(page.locator("[data-table]").first).to_be_visible()
        clean(page)


def test_axe_finds_nothing_on_pages_to_read(visit: Visit) -> None:
    page = visit(None, locale="fr", color_scheme="light")
    for name in ("pylos", "balanx", "bilitaire", "reference", "notation", "sources"):
        page.goto(f"/rules/{name}")
        expect(page.locator("article h1")).to_be_visible()
        clean(page)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe_finds_nothing_in_dialogs(visit: Visit, phone: bool) -> None:
    page = visit(None, phone=phone, color_scheme="light", is_mobile=phone)
    sit(page, "quits", "simple")
    handle(page, "b2").click()
    handle(page, "c3").click()
    expect_ply(page, 1)
    for key in ("m",) if phone else ("m", "?", "u"):
        until_heard(page, key, "dialog")
        expect(page.get_by_role("dialog")).to_be_visible()
        clean(page)
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
    buttons = ['[data-tool="menu"]', '[data-action="resign"]']
    for opener in [*buttons, '[data-action="list"]' if phone else '[data-tool="share"]']:
        page.locator(opener).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        clean(page)
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
    page.locator('[data-tool="menu"]').click()
    page.get_by_role("dialog").get_by_role("button", name="Preferences").click()
    expect(page.get_by_role("dialog", name="Preferences")).to_be_visible()
    clean(page)
    page.keyboard.press("Escape")
    page.goto("/")
    visit(invite(page, "quits", "simple")).get_by_role("button", name="Take the seat").click()
    expect(table(page)).to_have_attribute("data-phase", "playing")
    page.locator('[data-tool="menu"]').click()
    page.get_by_role("dialog").get_by_role("button", name="Say something").click()
    expect(page.locator("[data-phrase]").first).to_be_visible()
    clean(page)


def test_the_keyboard_follows_from_page_to_page(visit: Visit) -> None:
    page = visit()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    page.get_by_role("link", name="Rules").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page).to_have_title(re.compile("^Pylos · Rules"))
    page.get_by_role("link", name="Quits").press("Enter")
    expect(page.get_by_role("heading", level=1, name="Quits")).to_be_focused()
    page.go_back()
    expect(page.get_by_role("heading", level=1, name="Pylos")).to_be_focused()
    page.goto("/")
    page.get_by_role("button", name="Play").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    page.get_by_role("link", name="Home").press("Enter")
    expect(page.get_by_role("heading", level=1, name="Which game tonight?")).to_be_focused()


def test_the_keyboard_comes_back_when_a_dialog_closes(visit: Visit) -> None:
    page = visit(None)
    sit(page, "quits", "simple")
    for name in ("Share", "Resign"):
        opener = page.get_by_role("button", name=name)
        opener.press("Enter")
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(opener).to_be_focused()
        expect(page.locator("dialog")).to_have_count(0)
    more = page.get_by_role("button", name="More")
    more.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Keyboard").press("Enter")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    page.keyboard.press("Escape")
    expect(more).to_be_focused()
    expect(page.locator("dialog")).to_have_count(0)
    page.get_by_role("button", name="Resign").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Resign").press("Enter")
    expect(table(page)).to_have_attribute("data-phase", "over")
    assert page.evaluate("() => document.activeElement !== document.body")


def test_the_keyboard_stays_on_the_board_after_the_last_touch(visit: Visit) -> None:
    """Trays leave the slot they were touched on; places and buttons go with what they did."""
    page = visit(None)
    sit(page, "bilitaire", "round")
    position = start("bilitaire", "round")
    for ply, move in enumerate(games.BILITAIRE[2].split()[:12], 1):
        for name in touches_of(position, move):
            handle(page, name).press("Enter")
        expect_ply(page, ply)
        expect(page.locator("[data-handle]").first).to_be_visible()
        assert page.evaluate("() => document.activeElement.closest('[role=grid]') !== null"), move
        position = position.play(move)


def test_single_letters_can_be_switched_off_and_destroy_nothing(visit: Visit) -> None:
    page = visit(None)
    sit(page, "quits", "simple")
    handle(page, "b2").click()
    handle(page, "c3").click()
    expect_ply(page, 1)
    until_heard(page, "u", "dialog")
    expect(page.get_by_role("dialog")).to_contain_text("Take the last move back?")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect_ply(page, 1)
    until_heard(page, "u", "dialog")
    page.get_by_role("dialog").get_by_role("button", name="Undo").press("Enter")
    expect_ply(page, 0)
    expect(page.get_by_role("log")).to_contain_text("One move was taken back.")
    until_heard(page, "?", "dialog")
    page.get_by_role("checkbox", name="Single-letter shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("[data-handle]").first).to_be_visible()
    for letter in "mu?":
        page.keyboard.press(letter)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="More").press("Enter")
    expect(page.get_by_role("dialog").get_by_role("button", name="Keyboard")).to_be_visible()


def test_arrow_keys_step_through_the_moves(visit: Visit) -> None:
    page = visit(None)
    sit(page, "quits", "simple")
    for name in ("b2", "c3", "d4", "c5"):
        handle(page, name).click()
    expect_ply(page, 2)
    page.get_by_role("button", name="2. d4c5: Dark plays d4 to c5.").focus()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("button", name="1. b2c3: Light plays b2 to c3.")).to_be_focused()
    expect(page.get_by_role("log")).to_contain_text("Light plays b2 to c3. Looking back: move 1 of 2.")
    page.keyboard.press("End")
    expect(status(page)).to_contain_text("Step, or slide a row")
    page.get_by_role("heading", level=1).focus()
    page.keyboard.press("ArrowLeft")
    expect(status(page)).to_contain_text("Looking back: move 1 of 2")


def test_what_may_not_be_touched_says_why(visit: Visit) -> None:
    page = visit(None)
    sit(page, "quits", "simple")
    said = page.get_by_role("log").get_by_text("That one is not yours.")
    for times in (1, 2):  # said again when asked again
        page.get_by_role("grid").get_by_role("button", name="Dark marble on d4").press("Enter")
        expect(said).to_have_count(times)


def test_the_ring_of_the_keyboard_is_clearer_than_none(visit: Visit) -> None:
    page = visit(None)
    sit(page, "quits", "simple")
    until_heard(page, "b", "[role=grid] button:focus")
    place = page.locator("[role=grid] button:focus")
    expect(place).to_have_count(1)
    ring, ink = place.evaluate(
        "(button) => [getComputedStyle(button, '::after').border, getComputedStyle(document.body).color]"
    )
    assert ring == f"3px solid {ink}"


def test_other_colours_keep_rings_and_focus(visit: Visit) -> None:
    page = visit(None, forced_colors="active")
    sit(page, "quits", "simple")
    border = "(button) => getComputedStyle(button).borderTopStyle"
    assert handle(page, "b2").evaluate(border) == "dashed"
    handle(page, "b2").press("Enter")
    assert handle(page, "b2").evaluate(border) == "solid"
    assert handle(page, "b2").evaluate("(b) => getComputedStyle(b, '::after').borderTopStyle") == "solid"


def test_controls_are_large_enough_for_a_finger(visit: Visit) -> None:
    page = visit(phone=True, is_mobile=True)
    expect(page.locator(".cards label").first).to_be_visible()
    assert page.evaluate("() => matchMedia('(pointer: coarse)').matches")
    assert page.evaluate(SMALL) == []
    assert page.evaluate(COMPLAINTS) == []
    page.goto("/rules/quits")
    expect(page.locator("article img").first).to_be_visible()
    assert page.evaluate(SMALL) == []
    for address in ("/analysis?game=quits", "/learn/balanx/weight"):
        page.goto(address)
        expect(page.locator("[data-handle]").first).to_be_visible()
        assert page.evaluate(SMALL) == []
    page.goto("/")
    set_table(page, "quits", "simple", "screen", "me")
    assert page.evaluate(SMALL) == []
    handle(page, "b2").tap()
    expect(page.locator('[data-action="put-back"]')).to_be_visible()
    assert page.evaluate(SMALL) == []
    page.locator('[data-tool="menu"]').tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate(SMALL) == []
