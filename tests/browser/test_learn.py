"""Lessons in the browser, done by a learner who reads what the page says and touches what is lit, and nothing else."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from billes.core.sentences import catalogue
from billes.games.registry import BUILT_IN
from billes.lessons.course import position_of, step_of, steps_of

from .conftest import Visit
from .hands import choose, handle, set_table, status, touches_of

LIT = "[role=grid] button:is(.hint, .may, .hover)[data-handle], .bar button:is([data-lit], .felt)[data-handle]"
"""What is lit: rings over the board, and buttons that stand out."""
HINT = "[role=grid] button.hint[data-handle], .bar button[data-lit]"


def lesson(page: Page) -> Locator:
    """The page of a step: tells which, and how it stands."""
    return page.locator(".page[data-phase]")


def touch_what_is_lit(page: Page, at: int = 0) -> None:
    """Touch something that is lit: a hint where there is one."""
    expect(page.locator(LIT).first).to_be_visible()
    hints = page.locator(HINT)
    lit = hints if hints.count() else page.locator(LIT)
    lit.nth(at % lit.count()).press("Enter")


def do_step(page: Page) -> int:
    """Do what a step asks for; gives the number of wrong moves on the way. The page has to say something to each."""
    wrongs, task = 0, page.locator("[data-task]")
    expect(task).not_to_be_empty()
    for touched in range(80):
        expect(lesson(page)).to_have_attribute("data-phase", re.compile("^(trying|done|wrong)$"))
        phase = lesson(page).get_attribute("data-phase")
        if phase == "done":
            expect(status(page)).to_contain_text(re.compile("Right!|C’est cela"))
            return wrongs
        if phase == "wrong":
            wrongs += 1
            expect(status(page)).to_contain_text(re.compile("Not quite|Pas tout à fait"))
            expect(lesson(page)).to_have_attribute("data-phase", "trying")
            continue
        state = page.evaluate(STATE)
        touch_what_is_lit(page, touched if wrongs == 0 else 0)
        page.wait_for_function(f"before => ({STATE})() !== before", arg=state)
    raise AssertionError(f"{page.url}: never done")


STATE = """() => {
  const page = document.querySelector(".page[data-phase]");
  const lit = [...document.querySelectorAll("[role=grid] button[data-handle], .bar button")];
  return [page.dataset.phase, page.dataset.moves, document.querySelector("[data-said]")?.textContent,
    ...lit.map((each) => each.className + each.dataset.handle)].join("|");
}"""


def learn(page: Page, game: str) -> dict[str, int]:
    """Do all lessons of a game, from the list to the last step; gives the wrong moves of each step."""
    page.locator(f'li[data-game="{game}"] a').click()
    wrongs = {}
    for step in steps_of(game):
        expect(lesson(page)).to_have_attribute("data-step", step.name)
        wrongs[step.name] = do_step(page)
        onward = page.locator('[data-action="next"], [data-action="play"]')
        expect(onward).to_be_visible()
        if step.plies:
            expect(lesson(page)).to_have_attribute("data-moves", str(step.plies))
        onward.press("Enter")
    return wrongs


def test_a_learner_does_all_lessons_of_a_game(visit: Visit) -> None:
    page = visit("/learn")
    wrongs = learn(page, "pylos")
    expect(page.locator('input[value="pylos"]')).to_be_checked()  # the game can be played at once
    found = {step.name for step in steps_of("pylos") if step.find}
    assert all(not count for name, count in wrongs.items() if name not in found)
    assert any(wrongs[name] for name in found), "everything allowed is lit there, so that a learner may go wrong"
    page.goto("/learn")
    expect(page.locator('li[data-game="pylos"]')).to_contain_text("14 of 14 steps done")


@pytest.mark.lessons
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", BUILT_IN)
def test_all_lessons(visit: Visit, game: str, language: str, phone: bool) -> None:
    page = visit("/learn", phone=phone, locale=language)
    learn(page, game)
    expect(page.locator(f'input[value="{game}"]')).to_be_checked()


def test_a_wrong_move_is_answered_and_put_back(visit: Visit) -> None:
    page = visit("/learn/quits/sides")
    expect(page.locator("[data-task]")).to_contain_text("never back")
    assert page.locator(LIT).evaluate_all("all => all.map(each => each.dataset.handle)") == ["c3"]
    handle(page, "c3").click()
    handle(page, "d4").click()
    expect(status(page)).to_contain_text("Not quite.")
    expect(status(page)).to_contain_text("That is the way forward. Step to the left or to the right this time.")
    expect(lesson(page)).to_have_attribute("data-phase", "trying")
    handle(page, "c3").click()
    handle(page, "b4").click()
    expect(status(page)).to_contain_text("A step to the side.")
    expect(page.locator('[data-action="next"]')).to_be_focused()
    expect(page.locator('nav a[href="/learn/quits/sides"]')).to_contain_text("done")
    expect(lesson(page)).to_have_attribute("data-phase", "done")
    page.reload()
    expect(page.locator('nav a[href="/learn/quits/sides"]')).to_contain_text("done")
    page.goto("/learn/quits")
    expect(lesson(page)).to_have_attribute("data-step", "aim")  # the first that is still to be done
    page.get_by_role("button", name="FR").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(str(catalogue("fr")["lesson.quits.aim"]))


def test_what_is_forbidden_is_explained_as_at_a_table(visit: Visit) -> None:
    page = visit("/learn/quits/undo")
    expect(lesson(page)).to_have_attribute("data-phase", "trying")
    page.locator('[data-cell="arrow:3>"]').press("Enter")
    expect(status(page)).to_contain_text("That would undo the slide just played.")
    expect(lesson(page)).to_have_attribute("data-phase", "trying")


def test_a_step_that_is_long_in_coming_is_waited_for_in_words(visit: Visit) -> None:
    """As the first hint is, where the engine is still to be compiled: what was said before is not about it."""
    page, held = visit("/learn/quits/rows"), list[Route]()
    page.route("**/api/lessons/quits/play", lambda route: held.append(route))
    expect(lesson(page)).to_have_attribute("data-phase", "trying")
    for name in touches_of(position_of("quits", step_of("quits", "rows")), "c^"):
        handle(page, name).press("Enter")
    expect(status(page)).to_contain_text("Right!")
    page.locator('[data-action="next"]').click()
    expect(status(page)).to_have_text("Setting up the board…")
    held[0].continue_()
    expect(lesson(page)).to_have_attribute("data-phase", "trying")
    expect(status(page)).not_to_contain_text("Setting up the board…")


def test_lessons_are_offered_where_a_game_is_chosen_and_first_played(visit: Visit) -> None:
    page = visit()
    page.locator(".cards label", has=page.locator('input[value="balanx"]')).click()
    expect(page.get_by_role("link", name="Learn in three minutes")).to_have_attribute("href", "/learn/balanx")
    page.locator(".cards label", has=page.locator('input[value="morris"]')).click()
    expect(page.get_by_role("link", name="Learn in three minutes")).to_have_count(0)
    choose(page, "screen")
    set_table(page, "quits", "simple", "screen", "me")
    expect(page.get_by_role("complementary").get_by_role("link", name="Learn")).to_have_attribute(
        "href", "/learn/quits"
    )
    page.goto("/learn/morris")
    expect(page.get_by_role("heading", name="There are no such lessons.")).to_be_visible()


def test_the_list_of_steps_shows_where_one_is(visit: Visit) -> None:
    page = visit("/learn/balanx/weight", locale="fr", has_touch=True, viewport={"width": 1280, "height": 800})
    current = page.get_by_role("navigation", name="Étapes").locator("[aria-current=step]")
    expect(current).to_be_in_viewport(ratio=0.9)
