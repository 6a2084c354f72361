"""What the server sends about lessons."""

from __future__ import annotations

from msgspec import Struct

from .positions import View
from .responses import SceneJson, Sentence


class LessonTitle(Struct):
    """A step of a lesson in the list of all."""

    step: str
    title: Sentence


class LessonList(Struct):
    """The lessons of a game."""

    game: str
    steps: list[LessonTitle]


class LessonHint(Struct):
    """A good move, and a sequence of touches that plays it."""

    move: str
    touches: tuple[str, ...]


class Lesson(Struct):
    """A step of a lesson: a position and what is to be done there."""

    game: str
    step: str
    title: Sentence
    task: Sentence
    view: View
    before: SceneJson | None
    """The board before the opponent's move that is shown first, where one is."""
    right: list[str]
    """The moves that are asked for; none where a game is played."""
    find: bool
    """Whether the goal is to be found, so that nothing shows it before the first wrong move."""
    plies: int
    """In the game at the end: how many moves are played; else 0."""
    hint: LessonHint | None = None


class LessonAnswer(Struct):
    """What is said to a learner's move, and the board after it."""

    right: bool
    done: bool
    """Whether the step is finished."""
    sentences: list[Sentence]
    view: View
    reply: View | None = None
    """In the game at the end: the board after the opponent's answer."""
    hint: LessonHint | None = None
