"""HTTP: lessons. Everything is in the request, so nothing is kept here: a page remembers what it has learned."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated

from litestar import Response, get, post
from litestar.params import Parameter
from msgspec import Struct, json

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
from ..work import drawing
from ..work.answers import asker_of
from ..work.computers import command_of, game_question
from ..work.turns import Asker
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
    hint = ""
    if found.plies:
        hint = await _advice(services, asker_of(request), await _reached(services, asker_of(request), game, found, ()))
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
    asker, moves, reply, hint = asker_of(request), (*data.moves, data.move), "", ""
    played = await _reached(services, asker, game, found, moves)
    if not played.over:
        reply = (await services.computers.quick(asker, game_question(played.command, course.OPPONENT))).move
        played = await _reached(services, asker, game, found, (*moves, reply))
        hint = await _advice(services, asker, played)
    asked = game, found.name, moves, reply, data.touched, hint
    return await services.answers.respond(request, make_turn, *asked)


class Reached(Struct):
    """The game at the end of the lessons after some moves."""

    command: str
    """What the engine is told of it."""
    over: bool


async def _reached(services: Services, asker: Asker, game: str, step: Step, moves: tuple[str, ...]) -> Reached:
    return json.decode(await services.answers.make(asker, make_reached, game, step.name, moves), type=Reached)


async def _advice(services: Services, asker: Asker, played: Reached) -> str:
    """A good move for the learner; none where the game is over."""
    if played.over:
        return ""
    return (await services.computers.quick(asker, game_question(played.command, course.ADVISER, seed=0))).move


def _step(game: str, name: str) -> Step:
    try:
        return course.step_of(game, name)
    except UnknownGame as error:
        raise Refused("unknown-game", error.sentence) from error
    except course.NoLesson as error:
        raise Refused("not-found", error.sentence) from error


# --------------------------------------------------------------------------------------------- in worker processes
def _played(game: str, step: Step, moves: Sequence[str]) -> Game:
    """The game at the end of the lessons, after some moves."""
    position = course.position_of(game, step)
    played = Game(game, position.variant, start=position)
    for move in moves:
        if _over(played, step):
            raise Refused("illegal", "error.lesson-over", plies=step.plies)
        try:
            played.play(move)
        except IllegalMove as error:
            raise Refused("illegal", error.sentence) from error
    return played


def _over(played: Game, step: Step) -> bool:
    return played.outcome is not None or len(played.moves) >= step.plies


def make_reached(game: str, name: str, moves: tuple[str, ...]) -> bytes:
    """In a worker: where some moves of the game at the end lead to."""
    step = course.step_of(game, name)
    played = _played(game, step, moves)
    return drawing.encode(Reached(command_of(played), _over(played, step)))


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


def make_turn(game: str, name: str, moves: tuple[str, ...], reply: str, touched: tuple[str, ...], hint: str) -> bytes:
    """In a worker: a move of the game at the end, the opponent's answer, and the next hint."""
    step = course.step_of(game, name)
    played = _played(game, step, (*moves, reply) if reply else moves)
    before, own = played.positions[len(moves) - 1 : len(moves) + 1]
    answered = played.position if reply else None
    done = _over(played, step)
    said = [sendable(Sentence("lesson.play.right"))] if done else []
    return drawing.encode(
        LessonAnswer(
            right=True,
            done=done,
            sentences=said,
            view=drawing.view(before, own, 1, touched),
            reply=None if answered is None else drawing.view(own, answered, 2),
            hint=None if answered is None else _hint(answered, hint),
        )
    )


def _hint(position: Position, move: str) -> LessonHint | None:
    return LessonHint(move, drawing.touches(position).get(move, ())) if move else None


ROUTES = [lessons, lesson, try_move]
