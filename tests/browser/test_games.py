"""Every game, played to its end by clicks."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from billes.core.position import start

from . import games
from .conftest import PATIENCE, Visit
from .hands import choose, expect_ply, handle, lay, play, set_table, sit, status, table


@pytest.mark.parametrize(
    ("game", "before", "ending"),
    [
        (games.PYLOS, 0, "wins. has no ball left in reserve."),
        (games.QUITS, 0, "wins. 3 marbles are out."),
        (games.BALANX, 30, "wins. The arrival zone is full."),
        (games.BILITAIRE, 30, "The round is over. Marbles left: 10."),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_game_to_its_end_in_the_flat_view(visit: Visit, game: tuple[str, str, str], before: int, ending: str) -> None:
    """From the start, or the second half of a long game."""
    name, variant, moves = game
    page = visit(None)
    page.goto(lay(page, name, variant, " ".join(moves.split()[:before]), named=False))
    end = play(page, name, variant, moves.split(), played=before)
    assert end.outcome is not None
    expect(table(page)).to_have_attribute("data-phase", "over")
    expect(status(page)).to_contain_text(ending.split(". ")[0])
    expect(status(page)).to_contain_text(ending.split(". ")[1])
    expect(page.locator('[data-action="rematch-now"]')).to_be_visible()


def test_a_whole_game_of_four(visit: Visit) -> None:
    name, variant, moves = games.FOUR
    page = visit()
    page.locator(".cards label", has=page.locator('input[value="quits"]')).click()
    choose(page, "four")
    for seat in page.locator("form.panel select").all()[1:]:
        seat.select_option("here")
    choose(page, "me")
    page.locator("form.panel button[type=submit]").click()
    expect(page.locator("section[data-seat]")).to_have_count(4)
    play(page, name, variant, moves.split())
    expect(status(page)).to_contain_text("Light wins.")


def test_a_turn_can_be_put_back_until_its_last_touch(visit: Visit) -> None:
    name, variant, moves = games.PYLOS
    page = visit(None)
    sit(page, name, variant)
    play(page, name, variant, moves.split()[:9])
    handle(page, "1c3").click()
    expect(status(page)).to_contain_text("Take back one or two balls")
    expect(handle(page, "1b3")).to_be_visible()
    page.keyboard.press("Escape")
    expect(status(page)).to_contain_text("Place a ball")
    expect(page.locator('[data-action="put-back"]')).to_have_count(0)
    expect_ply(page, 9)


def test_the_reserve_lies_beside_the_flat_board(visit: Visit) -> None:
    page = visit(None)
    sit(page, "pylos", "standard")
    reserve = page.locator('[data-marble^="reserve1."]')
    expect(reserve).to_have_count(15)
    page.locator('[data-store="reserve1"]').click()
    expect(status(page)).to_contain_text("Set your ball on a lit place")
    handle(page, "1b2").click()
    expect_ply(page, 1)
    expect(reserve).to_have_count(14)
    handle(page, "1c2").click()
    expect_ply(page, 2)
    handle(page, "reserve:1").click()
    expect(status(page)).to_contain_text("Set your ball on a lit place")


ANNOUNCED = "xc8 B1C1<1 c6c8 B4<1 c4c6 C2C3v1 e4c4 C2^1 e8e6 C3v1 d2d4 C4<1!3"
"""Moves of a match up to a triple jump announced."""


@pytest.mark.parametrize(("flat", "height"), [(True, 844), (True, 640), (False, 640)], ids=["flat", "low", "space"])
def test_what_is_announced_covers_no_marble_on_a_phone(visit: Visit, flat: bool, height: int) -> None:
    position = start("bilitaire")
    for move in ANNOUNCED.split():
        position = position.play(move)
    page = visit(None, flat=flat, phone=True, viewport={"width": 390, "height": height})
    page.goto(lay(page, "bilitaire", "match", start=str(position)))
    expect(status(page)).to_contain_text("Jump three times with one marble")
    bubble = page.locator(".announced aside").bounding_box()
    marbles = page.locator("[data-marble]" if flat else ".handles [data-handle]")
    expect(marbles.first).to_be_visible()
    assert bubble is not None
    for marble in marbles.all():
        box = marble.bounding_box()
        assert box is not None
        below = box["y"] >= bubble["y"] + bubble["height"]
        beside = box["x"] >= bubble["x"] + bubble["width"] or box["x"] + box["width"] <= bubble["x"]
        assert below or beside


def test_against_the_computer(visit: Visit) -> None:
    page = visit()
    set_table(page, "quits", "simple", "computer", "me")
    handle(page, "b2").click()
    handle(page, "c3").click()
    # Its first thought may have to be compiled.
    expect(table(page)).to_have_attribute("data-ply", "2", timeout=4 * PATIENCE)
    expect(page.locator('.own section[data-to-move="true"]')).to_be_visible()
    page.locator('[data-action="undo"]').click()
    expect(table(page)).to_have_attribute("data-ply", "0")
    page.locator('[data-action="hint"]').click()
    expect(page.locator("button.hint")).to_be_visible(timeout=4 * PATIENCE)
    # A ring of its own: no other place that may be touched has a white core.
    expect(page.locator("[data-lit] .core")).to_have_count(page.locator('[data-state="hint"]').count())
    expect(page.locator('[data-state="hint"]')).to_be_visible()
    page.locator('[data-action="resign"]').click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(table(page)).to_have_attribute("data-phase", "over")
    page.locator('[data-action="rematch-now"]').click()
    expect(table(page)).to_have_attribute("data-phase", "playing")


def test_looking_back_does_not_touch_the_game(visit: Visit) -> None:
    name, variant, moves = games.SHORT
    page = visit(None)
    sit(page, name, variant)
    play(page, name, variant, moves.split()[:3])
    page.get_by_role("button", name="First position").click()
    expect(status(page)).to_contain_text("Looking back: the start")
    page.get_by_role("button", name="One move on").click()
    expect(page.locator("[aria-current=step]")).to_have_text("b2c3")
    page.locator('[data-action="live"]').click()
    expect(page.locator("[aria-current=step]")).to_have_text("c3d4")
    handle(page, "c5").click()
    expect(page.locator('[data-action="put-back"]')).to_be_visible()
