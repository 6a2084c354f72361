"""Every game, played to its end by clicks."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from . import games
from .conftest import PATIENCE, Visit
from .hands import choose, expect_ply, handle, play, set_table, status, table


@pytest.mark.parametrize(
    ("game", "ending"),
    [
        (games.PYLOS, "wins. has no ball left in reserve."),
        (games.QUITS, "wins. 3 marbles are out."),
        (games.BALANX, "wins. The arrival zone is full."),
        (games.BILITAIRE, "The round is over. Marbles left: 10."),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_whole_game_in_the_flat_view(visit: Visit, game: tuple[str, str, str], ending: str) -> None:
    name, variant, moves = game
    page = visit()
    set_table(page, name, variant, "screen", "me")
    end = play(page, name, variant, moves.split())
    assert end.outcome is not None
    expect(table(page)).to_have_attribute("data-phase", "over")
    expect(status(page)).to_contain_text(ending.split(". ")[0])
    expect(status(page)).to_contain_text(ending.split(". ")[1])
    expect(page.locator('[data-action="rematch-now"]')).to_be_visible()


def test_a_whole_game_in_space(visit: Visit) -> None:
    name, variant, moves = games.SHORT
    page = visit(flat=False, kept={"flat": True})
    set_table(page, name, variant, "screen", "me")
    expect(page.locator('[data-view="flat"] svg').first).to_be_visible()
    page.locator('[data-tool="flat"]').click()
    expect(page.locator('[data-view="space"] canvas')).to_be_visible()
    play(page, name, variant, moves.split())
    expect(status(page)).to_contain_text("Ivory wins.")


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
    expect(status(page)).to_contain_text("Ivory wins.")


def test_a_turn_can_be_put_back_until_its_last_touch(visit: Visit) -> None:
    name, variant, moves = games.PYLOS
    page = visit()
    set_table(page, name, variant, "screen", "me")
    play(page, name, variant, moves.split()[:9])
    handle(page, "1c3").click()
    expect(status(page)).to_contain_text("Take back one or two balls")
    expect(handle(page, "1b3")).to_be_visible()
    page.keyboard.press("Escape")
    expect(status(page)).to_contain_text("Place a ball")
    expect(page.locator('[data-action="put-back"]')).to_have_count(0)
    expect_ply(page, 9)


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
    page.locator('[data-action="resign"]').click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(table(page)).to_have_attribute("data-phase", "over")
    page.locator('[data-action="rematch-now"]').click()
    expect(table(page)).to_have_attribute("data-phase", "playing")


def test_looking_back_does_not_touch_the_game(visit: Visit) -> None:
    name, variant, moves = games.SHORT
    page = visit()
    set_table(page, name, variant, "screen", "me")
    play(page, name, variant, moves.split()[:3])
    page.get_by_role("button", name="First position").click()
    expect(status(page)).to_contain_text("Looking back: the start")
    page.get_by_role("button", name="One move on").click()
    expect(page.locator("[aria-current=step]")).to_have_text("b2c3")
    page.locator('[data-action="live"]').click()
    expect(page.locator("[aria-current=step]")).to_have_text("c3d4")
    handle(page, "c5").click()
    expect(page.locator('[data-action="put-back"]')).to_be_visible()
