"""The lessons of a game: their steps, the positions they begin with, and what is said to a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..core.errors import BillesError
from ..core.position import Position, read, start
from ..core.sentences import Sentence
from ..games.registry import known, spec_of, working
from .step import Step

OPPONENT, ADVISER = 1, 4
"""The level that plays against a learner, and the one whose move is the hint."""


class NoLesson(BillesError):
    """A game has no lessons, or they have no such step."""


def games_with_lessons() -> Iterator[str]:
    """The games that can be learned here."""
    return (game for game in working() if spec_of(game).has("lessons"))


def steps_of(game: str) -> Sequence[Step]:
    """The steps of a game's lessons, in order; NoLesson where it has none, UnknownGame where there is no such game."""
    spec = spec_of(game)
    if not spec.has("lessons"):
        raise NoLesson.of("unknown.lessons", game=game)
    return spec.lessons.STEPS


def step_of(game: str, name: str) -> Step:
    """A step by its name or its number, from 1."""
    steps = steps_of(game)
    for number, step in enumerate(steps, 1):
        if name in (step.name, str(number)):
            return step
    raise NoLesson.of("unknown.step", game=game, step=name[:40])


def first_position(game: str, step: Step) -> Position:
    """The position of a step, before the opponent's move where one is shown first."""
    variant = known(game, step.variant or None)[1]
    return read(game, variant, step.position) if step.position else start(game, variant)


def position_of(game: str, step: Step) -> Position:
    """The position in which the learner is to do something."""
    before = first_position(game, step)
    return before.play(step.played) if step.played else before


def title(game: str, step: Step) -> Sentence:
    """What a step is called."""
    return Sentence(_key(game, step))


def task(game: str, step: Step) -> Sentence:
    """What is to be done, and what there is to know for it."""
    return Sentence(f"{_key(game, step)}.say")


def _key(game: str, step: Step) -> str:
    """How the keys of a step's sentences begin; the game at the end is the same everywhere."""
    return "lesson.play" if step.plies else f"lesson.{game}.{step.name}"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a move of a learner is worth."""

    right: bool
    sentence: Sentence
    after: Position


def judge(game: str, step: Step, move: str) -> Judgement:
    """Whether a move is right, and why; IllegalMove says why one is not allowed at all."""
    before = position_of(game, step)
    after = before.play(move)
    text = after.last.text if after.last else move
    won = after.outcome is not None and after.outcome.winner == before.player
    for answers, good in ((step.right, True), (step.wrong, False)):
        for answer in answers:
            if answer.fits(text, str(after), won):
                return Judgement(good, Sentence(f"{_key(game, step)}.{answer.key}"), after)
    raise AssertionError(f"{game} {step.name}: nothing is said to {text}")


def right_moves(game: str, step: Step) -> list[str]:
    """The moves that a step asks for; none where it is a game."""
    if step.plies:
        return []
    return [move.text for move in position_of(game, step).moves if judge(game, step, move.text).right]


def after_hint(followed: bool) -> Sentence:
    """What is said to a move of the game at the end: whether it was the hint's or one's own idea."""
    return Sentence("lesson.play.hint" if followed else "lesson.play.own")
