"""HTTP: practice. A position is to be won or held against the best defence, with a verdict after every move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from litestar import Response, get, post
from msgspec import Struct, json

from ...core.errors import IllegalMove
from ...core.game import Game
from ...core.position import Position
from ...core.sentences import Sentence
from ...engine.limits import Limits
from ...games.spec import Value
from ...puzzle.puzzle import Puzzle
from ...puzzle.verdict import HELD, Verdict, value_of_outcome, value_of_score
from ..decoding import HttpRequest
from ..errors import Refused
from ..messages import requests
from ..messages.responses import sendable
from ..messages.training import PuzzleAnswer, PuzzleTask
from ..services import Services
from ..work import drawing
from ..work.answers import asker_of
from ..work.computers import command_of, lines_question
from ..work.turns import Asker
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
    asker, moves = asker_of(request), data.moves
    played = await _reached(services, asker, game, variant, puzzle, moves)
    if data.show:
        best = await services.computers.defend(asker, lines_question(played.command, THINKING, 1))
        moves = (*moves, best.move)
        played = await _reached(services, asker, game, variant, puzzle, moves)
    elif not moves:
        raise Refused("illegal", "error.no-move")
    held = played.goal == "draw" and (len(moves) + 1) // 2 >= HELD
    value, reply = played.value, ""
    if not played.over:
        found = await services.computers.defend(asker, lines_question(played.command, THINKING, 1))
        value = value_of_score(found.lines[0].score, own=False) if found.lines else None
        reply = "" if held else found.move
    asked = game, variant, puzzle, moves, reply, value, data.touched, held
    return await services.answers.respond(request, make_turn, *asked)


class Reached(Struct):
    """A position of practice after some moves."""

    goal: str
    command: str
    """What the engine is told of it."""
    over: bool
    value: Value | None
    """What the game was worth to who moved last, where it is over."""


async def _reached(
    services: Services, asker: Asker, game: str, variant: str, puzzle: str, moves: tuple[str, ...]
) -> Reached:
    made = await services.answers.make(asker, make_reached, game, variant, puzzle, moves)
    return json.decode(made, type=Reached)


# --------------------------------------------------------------------------------------------- in worker processes
def _played(one: Puzzle, moves: Sequence[str]) -> Game:
    """The moves so far, from the position that is practised."""
    played = Game(one.position.game, one.position.variant, start=one.position)
    for move in moves:
        _play(played, move)
    return played


def _play(played: Game, move: str) -> Position:
    try:
        played.play(move)
    except IllegalMove as error:
        raise Refused("illegal", error.sentence) from error
    return played.position


def make_reached(game: str, variant: str, puzzle: str, moves: tuple[str, ...]) -> bytes:
    """In a worker: where some moves of practice lead to."""
    one = found_puzzle(game, variant, puzzle)
    played = _played(one, moves)
    over = played.outcome
    value = None if over is None or not moves else value_of_outcome(over, played.positions[-2].player)
    return drawing.encode(Reached(one.goal, command_of(played), over is not None, value))


def make_position(game: str, variant: str, puzzle: str) -> bytes:
    """In a worker: a puzzle as a position to practise."""
    one = found_puzzle(game, variant, puzzle)
    player = {"name": one.position.player}
    moves = HELD if one.goal == "draw" else ((one.plies or 1) + 1) // 2
    task = Sentence(f"puzzle.practice.{one.goal}", {"count": moves}, player)
    view = drawing.view(None, one.position)
    return drawing.encode(PuzzleTask(game, variant, one.id, sendable(task), moves, one.rating, [], view))


def make_turn(
    game: str,
    variant: str,
    puzzle: str,
    moves: tuple[str, ...],
    reply: str,
    value: Value | None,
    touched: tuple[str, ...],
    held: bool,
) -> bytes:
    """In a worker: a move of practice, the verdict, and the answer."""
    one = found_puzzle(game, variant, puzzle)
    played = _played(one, moves)
    before, after = played.positions[-2:]
    answered = _play(played, reply) if reply else None
    if answered is not None and played.outcome is not None:  # it may repeat a position for the third time
        value = value_of_outcome(played.outcome, before.player)
    verdict = Verdict((one.goal, None), value, before.player)
    right = verdict.kept is True
    return drawing.encode(
        PuzzleAnswer(
            right=right,
            done=right and (held or played.outcome is not None),
            view=drawing.view(before, after, 1, touched),
            reply=drawing.view(after, answered, 2) if answered is not None and right else None,
            verdict=sendable(Sentence("verdict.held") if held and right else verdict.sentence),
        )
    )


ROUTES = [position_to_practise, practise]
