"""Every step can be done, only what it asks for is praised, and all of it can be said in every language."""

from __future__ import annotations

import re

import pytest

from billes.core.errors import IllegalMove, UnknownGame
from billes.core.sentences import catalogue, languages, render
from billes.games.registry import BUILT_IN, GAMES
from billes.lessons.course import (
    NoLesson,
    first_position,
    games_with_lessons,
    judge,
    position_of,
    right_moves,
    step_of,
    steps_of,
    task,
    title,
)
from billes.lessons.step import Answer, Step

from .goals import GOALS

STEPS = [
    pytest.param(game, step, id=f"{game} {step.name}") for game in BUILT_IN for step in steps_of(game) if not step.plies
]
THEMES = {
    "pylos": "top place stack raise free square take both reserve save children lines block",
    "quits": "aim first sides taken slide back undo out pushed simple four rows",
    "balanx": "aim jump tilt roll several colours side forward zone full last weight ladder",
    "bilitaire": "first jump gap one two three announce multiple remove roles count isolate",
}
"""What is taught, in the order in which it is: all that the rules of a game say."""
LONGEST = 160
"""Letters of a sentence that fits beside a board on a phone."""


def test_the_games_that_have_lessons() -> None:
    assert list(games_with_lessons()) == list(BUILT_IN)
    for game in GAMES.keys() - set(BUILT_IN):
        with pytest.raises(NoLesson, match=f"{game} has no lessons"):
            steps_of(game)
    with pytest.raises(UnknownGame):
        steps_of("chess")
    with pytest.raises(NoLesson, match="no step castling"):
        step_of("quits", "castling")
    assert step_of("quits", "3") is step_of("quits", "sides")


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_rule_is_taught_and_then_a_game_begins(game: str) -> None:
    steps = steps_of(game)
    assert 8 <= len(steps) <= 14
    assert " ".join(step.name for step in steps) == f"{THEMES[game]} play"
    assert [step.name for step in steps if step.plies == 10] == ["play"]
    assert first_position(game, steps[-1]) == position_of(game, steps[-1])


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_exactly_what_is_asked_for_is_praised(game: str, step: Step) -> None:
    before, goal = position_of(game, step), GOALS[game][step.name]
    praised = set(right_moves(game, step))
    assert praised, "the goal can be reached"
    assert praised == {move.text for move in before.moves if goal(before, move.text, before.play(move.text))}
    if not step.wrong:
        assert praised == {move.text for move in before.moves}


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_every_answer_is_given_to_some_move_and_exists_in_every_language(game: str, step: Step) -> None:
    given = {judge(game, step, move.text).sentence.key for move in position_of(game, step).moves}
    wanted = {f"lesson.{game}.{step.name}.{answer.key}" for answer in (*step.right, *step.wrong)}
    assert given == wanted
    there_are = {title(game, step).key, task(game, step).key, *wanted}
    assert {key for key in catalogue("en") if re.match(rf"lesson\.{game}\.{step.name}(\.|$)", key)} == there_are
    for language in languages():
        for key in there_are:
            assert 0 < len(str(catalogue(language)[key])) <= LONGEST, key
        assert 1 <= len(re.findall(r"[.?!](?= |$)", render(task(game, step), language))) <= 2


def test_no_sentence_is_left_over() -> None:
    names = {f"lesson.{game}.{step.name}" for game in BUILT_IN for step in steps_of(game)}
    for key in catalogue("en"):
        if key.startswith("lesson.") and not key.startswith("lesson.play"):
            assert ".".join(key.split(".")[:3]) in names, key


def test_a_move_that_is_not_allowed_is_explained_as_in_a_game() -> None:
    with pytest.raises(IllegalMove, match="3>"):
        judge("quits", step_of("quits", "undo"), "3>")
    with pytest.raises(IllegalMove, match="supports 2a1"):
        judge("pylos", step_of("pylos", "free"), "1a1>2b1")
    with pytest.raises(IllegalMove):
        judge("balanx", step_of("balanx", "last"), "e8d8")


def test_an_answer_fits_moves_and_positions() -> None:
    answer = Answer("right", "b2.*", ".* 2 -")
    assert answer.fits("b2c3", "... 2 -", False)
    assert not answer.fits("c3b2", "... 2 -", False)
    assert not answer.fits("b2c3", "... 1 -", False)
    assert not Answer("right", wins=True).fits("b2c3", "", False)
    assert Answer("right", wins=True).fits("b2c3", "", True)
