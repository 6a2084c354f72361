"""HTTP: practice. A position is to be won or held against the best defence, with a verdict after every move."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Literal

from litestar import Response, get, post

from ...core.errors import IllegalMove
from ...core.game import Game
from ...core.position import Position, read
from ...core.sentences import Sentence
from ...engine.limits import Limits
from ...games.spec import Value
from ...puzzle.verdict import HELD, Verdict, value_of_outcome, value_of_score
from ..decoding import HttpRequest
from ..errors import Refused
from ..messages import requests
from ..messages.responses import sendable
from ..messages.training import PuzzleAnswer, PuzzleTask
from ..services import Services
from ..work import answers, drawing
from ..work.answers import Place, asker_of, place_of
from ..work.computers import best_question
from .positions import Short
from .training import NO_PUZZLE, PuzzleName, exact, found_puzzle, known_variant, listed_of

THINKING = Limits(seconds=4.0, depth=10)
"""How the engine looks for a win that is not in a tablebase: farther than any that is practised so."""


@get(
    "/training/{game:str}/{variant:str}/practice",
    summary="A position to practise",
    uncompressed=True,
    refuses=NO_PUZZLE,
)
async def position_to_practise(
    game: Short,
    variant: Short,
    request: HttpRequest,
    services: Services,
    visitor: str,
    goal: Literal["win", "draw"] = "win",
    but: Short = "",
) -> Response[PuzzleTask]:
    """A position that is won, or with the goal `draw` one that can be held, of about my rating.

    Another one than `but`, the puzzle that was just played out.
    """
    listed = await listed_of(services, request, game, variant)
    sure = await exact(game, variant)
    puzzle = await services.trainer.practice(visitor, game, variant, listed, goal, sure, but)
    return await services.answers.respond(request, make_position, game, variant, puzzle)


@post(
    "/training/{game:str}/{variant:str}/practice/{puzzle:str}",
    status_code=200,
    summary="Play a move in practice",
    uncompressed=True,
    refuses=(*NO_PUZZLE, "illegal"),
)
async def practise(
    game: Short,
    variant: Short,
    puzzle: PuzzleName,
    data: requests.PracticeMove,
    request: HttpRequest,
    services: Services,
) -> Response[PuzzleAnswer]:
    """What the position is worth after my move, and the best defence against it."""
    known_variant(game, variant)
    asker = asker_of(request)
    goal, start = (await services.answers.make(asker, make_start, game, variant, puzzle)).decode().split(" ", 1)
    played = await asyncio.to_thread(_played, game, variant, start, data.moves)
    if data.show:
        best = await services.computers.quick(asker, best_question(played, THINKING))
        await asyncio.to_thread(_play, played, best.move)
    elif not data.moves:
        raise Refused("illegal", "error.no-move")
    before, after = played.positions[-2:]
    player = before.player
    held = goal == "draw" and (len(played.moves) + 1) // 2 >= HELD
    reply = None
    if played.outcome is not None:
        value: Value | None = value_of_outcome(played.outcome, player)
    else:
        found = await services.computers.quick(asker, best_question(played, THINKING))
        value = value_of_score(found.lines[0].score, own=False) if found.lines else None
        if not held:
            reply = await asyncio.to_thread(_play, played, found.move)
        if played.outcome is not None:  # the answer may repeat a position for the third time
            value = value_of_outcome(played.outcome, player)
    right = Verdict((goal, None), value, player).kept is True
    done = right and (held or played.outcome is not None)
    places = place_of(before), place_of(after), None if reply is None or not right else place_of(reply)
    return await services.answers.respond(request, make_turn, *places, data.touched, goal, value, held, done)


def _played(game: str, variant: str, start: str, moves: Sequence[str]) -> Game:
    """The moves so far, from the position that is practised."""
    played = Game(game, variant, start=read(game, variant, start))
    for move in moves:
        _play(played, move)
    return played


def _play(played: Game, move: str) -> Position:
    try:
        played.play(move)
    except IllegalMove as error:
        raise Refused("illegal", error.sentence) from error
    return played.position


# --------------------------------------------------------------------------------------------- in worker processes
def make_start(game: str, variant: str, puzzle: str) -> bytes:
    """In a worker: the goal of a puzzle, and its position."""
    one = found_puzzle(game, variant, puzzle)
    return f"{one.goal} {one.position}".encode()


def make_position(game: str, variant: str, puzzle: str) -> bytes:
    """In a worker: a puzzle as a position to practise."""
    one = found_puzzle(game, variant, puzzle)
    player = {"name": one.position.player}
    moves = HELD if one.goal == "draw" else ((one.plies or 1) + 1) // 2
    task = Sentence(f"puzzle.practice.{one.goal}", {"count": moves}, player)
    view = drawing.view(None, one.position)
    return drawing.encode(PuzzleTask(game, variant, one.id, sendable(task), moves, one.rating, [], view))


def make_turn(
    before: Place,
    after: Place,
    reply: Place | None,
    touched: tuple[str, ...],
    goal: str,
    value: Value | None,
    held: bool,
    done: bool,
) -> bytes:
    """In a worker: a move of practice, the verdict, and the answer."""
    was, now = answers.position_at(before), answers.position_at(after)
    verdict = Verdict((goal, None), value, was.player)
    right = verdict.kept is True
    return drawing.encode(
        PuzzleAnswer(
            right=right,
            done=done,
            view=drawing.view(was, now, 1, touched),
            reply=None if reply is None else drawing.view(now, answers.position_at(reply), 2),
            verdict=sendable(Sentence("verdict.held") if held and right else verdict.sentence),
        )
    )


ROUTES = [position_to_practise, practise]
