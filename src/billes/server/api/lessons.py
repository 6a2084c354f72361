"""HTTP: lessons. Everything is in the request, so nothing is kept here: a page remembers what it has learned."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated

from litestar import Response, get, post
from litestar.params import Parameter

from ...core.errors import IllegalMove, UnknownGame
from ...core.game import Game
from ...core.position import Position
from ...core.sentences import Sentence
from ...lessons import course
from ...lessons.step import Step
from ..decoding import HttpRequest
from ..errors import Refused
from ..messages import requests
from ..messages.lessons import Lesson, LessonAnswer, LessonHint, LessonList, LessonTitle
from ..messages.responses import sendable
from ..services import Services
from ..work import answers, drawing
from ..work.answers import Place, asker_of, place_of
from ..work.computers import game_question
from .positions import Short

NO_LESSON = ("not-found", "unknown-game")
StepName = Annotated[str, Parameter(pattern=r"^[a-z0-9-]{1,40}$")]


@get("/lessons", summary="The games that can be learned")
async def lessons() -> list[LessonList]:
    """The lessons there are, game by game, with the titles of their steps."""
    return await asyncio.to_thread(_lessons)


def _lessons() -> list[LessonList]:
    return [
        LessonList(game, [LessonTitle(step.name, sendable(course.title(game, step))) for step in course.steps_of(game)])
        for game in course.games_with_lessons()
    ]


@get("/lessons/{game:str}/{step:str}", summary="A step of a lesson", uncompressed=True, refuses=NO_LESSON)
async def lesson(game: Short, step: StepName, request: HttpRequest, services: Services) -> Response[Lesson]:
    """A position, what is to be done there, and the moves that do it."""
    found = await asyncio.to_thread(_step, game, step)
    if not found.plies:
        return await services.answers.respond(request, make_lesson, game, found.name, "")
    begun = await asyncio.to_thread(_played, game, found, ())
    hint = (await services.computers.quick(asker_of(request), game_question(begun, course.ADVISER, seed=0))).move
    return await services.answers.respond(request, make_lesson, game, found.name, hint)


@post(
    "/lessons/{game:str}/{step:str}",
    status_code=200,
    summary="Try a move in a lesson",
    uncompressed=True,
    refuses=(*NO_LESSON, "illegal"),
)
async def try_move(
    game: Short, step: StepName, data: requests.LessonMove, request: HttpRequest, services: Services
) -> Response[LessonAnswer]:
    """Whether a move is right, and why; in the game at the end, what the opponent answers."""
    found = await asyncio.to_thread(_step, game, step)
    if not found.plies:
        return await services.answers.respond(request, make_answer, game, found.name, data.move, data.touched)
    asker = asker_of(request)
    played = await asyncio.to_thread(_played, game, found, (*data.moves, data.move))
    before, after, reply, hint = *played.positions[-2:], None, ""
    if not _over(played, found):
        answer = await services.computers.quick(asker, game_question(played, course.OPPONENT))
        reply = await asyncio.to_thread(_answered, played, answer.move)
        if not _over(played, found):
            hint = (await services.computers.quick(asker, game_question(played, course.ADVISER, seed=0))).move
    places = place_of(before), place_of(after), None if reply is None else place_of(reply)
    done = _over(played, found)
    return await services.answers.respond(request, make_turn, *places, data.touched, hint, done)


def _step(game: str, name: str) -> Step:
    try:
        return course.step_of(game, name)
    except UnknownGame as error:
        raise Refused("unknown-game", error.sentence) from error
    except course.NoLesson as error:
        raise Refused("not-found", error.sentence) from error


def _played(game: str, step: Step, moves: Sequence[str]) -> Game:
    """The game at the end of the lessons, after some moves."""
    position = course.position_of(game, step)
    played = Game(game, position.variant, start=position)
    for move in moves:
        if _over(played, step):
            raise Refused("illegal", "error.lesson-over", plies=step.plies)
        _play(played, move)
    return played


def _play(played: Game, move: str) -> None:
    try:
        played.play(move)
    except IllegalMove as error:
        raise Refused("illegal", error.sentence) from error


def _answered(played: Game, move: str) -> Position:
    """The position after the opponent's answer."""
    _play(played, move)
    return played.position


def _over(played: Game, step: Step) -> bool:
    return played.outcome is not None or len(played.moves) >= step.plies


# --------------------------------------------------------------------------------------------- in worker processes
def make_lesson(game: str, name: str, hint: str) -> bytes:
    """In a worker: a step of a lesson."""
    step = course.step_of(game, name)
    before, position = course.first_position(game, step), course.position_of(game, step)
    shown = before if step.played else None
    return drawing.encode(
        Lesson(
            game=game,
            step=step.name,
            title=sendable(course.title(game, step)),
            task=sendable(course.task(game, step)),
            view=drawing.view(shown, position, 1 if step.played else 0),
            before=None if shown is None else drawing.joined(drawing.parts(shown)),
            right=course.right_moves(game, step),
            find=step.find,
            plies=step.plies,
            hint=_hint(position, hint),
        )
    )


def make_answer(game: str, name: str, move: str, touched: tuple[str, ...]) -> bytes:
    """In a worker: what is said to a move."""
    step = course.step_of(game, name)
    try:
        judged = course.judge(game, step, move)
    except IllegalMove as error:
        raise Refused("illegal", error.sentence) from error
    view = drawing.view(course.position_of(game, step), judged.after, 1, touched)
    return drawing.encode(LessonAnswer(judged.right, judged.right, [sendable(judged.sentence)], view))


def make_turn(
    before: Place, after: Place, reply: Place | None, touched: tuple[str, ...], hint: str, done: bool
) -> bytes:
    """In a worker: a move of the game at the end, the opponent's answer, and the next hint."""
    own, answered = answers.position_at(after), None if reply is None else answers.position_at(reply)
    said = [sendable(Sentence("lesson.play.right"))] if done else []
    return drawing.encode(
        LessonAnswer(
            right=True,
            done=done,
            sentences=said,
            view=drawing.view(answers.position_at(before), own, 1, touched),
            reply=None if answered is None else drawing.view(own, answered, 2),
            hint=None if answered is None else _hint(answered, hint),
        )
    )


def _hint(position: Position, move: str) -> LessonHint | None:
    return LessonHint(move, drawing.touches(position).get(move, ())) if move else None


ROUTES = [lessons, lesson, try_move]
