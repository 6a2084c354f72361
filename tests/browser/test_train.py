"""Training in the browser: the puzzle of the day, one that is missed, and what is remembered of both."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from billes.core.position import Position
from billes.puzzle.puzzle import Puzzle, find, puzzles

from . import games
from .conftest import Visit
from .hands import handle, lay, status, touches_of


def board(page: Page) -> Locator:
    """The page of puzzles: tells how the one on the board stands."""
    return page.locator(".page[data-phase]")


def current(page: Page) -> Puzzle:
    """The puzzle on the board, once it waits for a move."""
    expect(board(page)).to_have_attribute("data-phase", "trying")
    return find(puzzles("quits", "simple"), page.locator("[data-task]").get_attribute("data-task") or "")


def touch(page: Page, position: Position, move: str) -> None:
    """Play a move by the keyboard."""
    for name in touches_of(position, move):
        handle(page, name).press("Enter")


def test_solving_missing_and_what_is_remembered(visit: Visit) -> None:
    page = visit("/train/quits/simple")
    page.locator('[data-mode="day"]').click()
    puzzle = current(page)
    for step in range(puzzle.moves):
        touch(page, puzzle.positions[2 * step], puzzle.solution[2 * step].text)
        expect(board(page)).to_have_attribute("data-phase", "trying" if step + 1 < puzzle.moves else "done")
    expect(status(page)).to_contain_text(re.compile(r"Right!.*Your rating: \d+ \(\+\d+\)"))
    expect(page.locator('[data-action="more"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/train/quits/simple/puzzles$"))
    missed = current(page)
    wrong = next(move.text for move in missed.position.moves if not missed.right(0, move))
    touch(page, missed.position, wrong)
    expect(status(page)).to_contain_text("That is not the move.")
    expect(board(page)).to_have_attribute("data-phase", "trying")  # it is put back
    expect(status(page)).to_contain_text("Try again")
    page.locator('[data-action="solution"]').click()
    expect(status(page)).to_contain_text("That was the solution.")
    page.locator('[data-action="next"]').click()
    assert current(page).id not in (puzzle.id, missed.id)
    page.locator("header a.all").click()
    expect(page.locator(".ways")).to_contain_text("1 of 2 solved at the first try")
    expect(page.locator(".ways")).to_contain_text(re.compile(r"Next one: \d"))
    expect(page.locator(".ways li").first).to_contain_text("Solved")


def test_a_rush_on_a_phone_in_french(visit: Visit) -> None:
    page = visit("/train/quits/simple/rush", phone=True, is_mobile=True, locale="fr")
    for missed in range(1, 4):
        puzzle = current(page)
        wrong = next(move.text for move in puzzle.position.moves if not puzzle.right(0, move))
        touch(page, puzzle.position, wrong)
        if missed < 3:
            expect(page.locator(".rush")).to_contain_text(f"erreurs : {missed} sur 3")
            expect(page.locator("[data-task]")).not_to_have_attribute("data-task", puzzle.id)
    expect(board(page)).to_have_attribute("data-phase", "over")
    expect(status(page)).to_contain_text("C’est fini : 0 problème résolu.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_win_is_played_out_with_a_verdict_after_every_move(visit: Visit) -> None:
    page = visit("/train/quits/simple")  # its verdicts are exact, wherever the tests run
    page.locator('[data-goal="win"]').click()
    expect(board(page)).to_have_attribute("data-phase", "trying")
    name = page.locator("[data-task]").get_attribute("data-task") or ""
    puzzle = find(puzzles("quits", "simple"), name)
    wrong = next(move.text for move in puzzle.position.moves if not puzzle.right(0, move))
    touch(page, puzzle.position, wrong)
    expect(status(page)).to_contain_text("A mistake:", timeout=120_000)  # the engine may have to start
    expect(board(page)).to_have_attribute("data-phase", "trying")  # it is put back
    for _ in range((puzzle.plies or 0) // 2 + 3):
        page.locator('[data-action="solution"]').click()
        expect(status(page)).to_contain_text("Right: you ")
        expect(board(page)).to_have_attribute("data-phase", re.compile("trying|done"))
        if board(page).get_attribute("data-phase") == "done":
            break
    expect(status(page)).to_contain_text("Right: you have won.")
    page.locator('[data-action="next"]').click()
    expect(page.locator("[data-task]")).not_to_have_attribute("data-task", name)


def test_the_board_stays_where_it_is_from_try_to_try(visit: Visit) -> None:
    """On phones, in French: sentences become longer and shorter, and the button below them comes and goes."""
    for size in ((360, 640), (390, 844)):
        viewport = {"width": size[0], "height": size[1]}
        page = visit("/train/quits/simple/puzzles", locale="fr", has_touch=True, viewport=viewport)
        puzzle, stage = current(page), page.locator("main > .stage")
        before = stage.bounding_box()
        touch(page, puzzle.position, next(move.text for move in puzzle.position.moves if not puzzle.right(0, move)))
        expect(status(page)).to_contain_text("Ce n’est pas le bon coup")
        assert stage.bounding_box() == before, size
        expect(status(page)).to_contain_text("Essayez encore")
        assert stage.bounding_box() == before, size
        page.locator('[data-action="solution"]').click()
        expect(page.locator('[data-action="next"]')).to_be_visible()
        assert stage.bounding_box() == before, size


def test_where_there_is_nothing_to_solve_no_board_is_missed(visit: Visit) -> None:
    page = visit("/train/quits/simple/mistakes", phone=True)
    expect(page.get_by_role("main").get_by_text("No more mistakes to solve again for now.")).to_be_visible()
    expect(page.locator(".stage")).to_have_count(0)
    page.get_by_role("link", name="All training").click()
    expect(page).to_have_url(re.compile("/train/quits/simple$"))


def test_worst_moments_are_offered_after_a_game_on_a_phone(visit: Visit) -> None:
    """In the bar, with a short word."""
    page = visit(None, phone=True, is_mobile=True)
    game, variant, moves = games.QUITS
    page.goto(lay(page, game, variant, moves))
    moments = page.get_by_role("button", name="My worst moments")
    expect(moments).to_have_text("Moments")
    moments.tap()
    expect(page).to_have_url(re.compile(rf"/train/{game}/{variant}/mistakes\?table="))
