"""HTTP: training with puzzles. Puzzles are found and tries judged in worker processes, figures are kept here."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import aclosing
from functools import cache
from hashlib import sha256
from typing import Annotated, Literal

from litestar import Response, get, post
from litestar.params import Parameter
from msgspec import json

from ...core.errors import IllegalMove, UnknownGame
from ...core.position import Position, read
from ...engine.limits import Limits
from ...games.registry import known
from ...puzzle.puzzle import BadPuzzles, NoPuzzles, Puzzle, find, puzzles, theme_name
from ...tablebase import solvable
from ..decoding import HttpRequest
from ..errors import NO_TABLE, Refused
from ..messages import requests
from ..messages.responses import sendable
from ..messages.training import Moments, PuzzleAnswer, PuzzleTask, Rush, Training
from ..services import Services
from ..training import Listed, Mode, Moment, moment_task
from ..work import drawing
from ..work.answers import asker_of
from ..work.computers import table_question
from .explore import form_of
from .positions import Short
from .tables import TableId

NO_PUZZLE = ("not-found", "unknown-game")
PuzzleName = Annotated[str, Parameter(pattern=r"^[0-9a-f]{8}$")]
LINES = 5
"""Moves of a moment of one's own game that are looked at."""
SECONDS = 1.0
"""For which the engine looks at them."""
AS_GOOD = 0.05
"""A move is good if its score, from -1 to 1, is less than this below the best."""
Choice = Literal["day", "puzzles", "mistakes"]


def known_variant(game: str, variant: str) -> None:
    """Refused where there is no such variant."""
    try:
        known(game, variant)
    except UnknownGame as error:
        raise Refused("unknown-game", error.sentence) from error


async def listed_of(services: Services, request: HttpRequest, game: str, variant: str) -> list[Listed]:
    """The puzzles of a variant, as far as they have to be known to choose one."""
    known_variant(game, variant)
    made = await services.answers.make(asker_of(request), make_list, game, variant)
    return json.decode(made, type=list[Listed])


async def exact(game: str, variant: str) -> bool:
    """Whether every value of a variant is known here: its tablebase is there."""
    return solvable(game, variant) and await asyncio.to_thread(form_of, game, variant) != ""


# ------------------------------------------------------------------------------------------------------- overview
@get("/training/{game:str}/{variant:str}", summary="What there is to train", refuses=NO_PUZZLE)
async def training(game: Short, variant: Short, request: HttpRequest, services: Services, visitor: str) -> Training:
    """The puzzles of a variant by themes, my rating, my streaks, and how many of my mistakes come back now."""
    listed = await listed_of(services, request, game, variant)
    return await services.trainer.overview(visitor, game, variant, listed, await exact(game, variant))


@get("/training/{game:str}/{variant:str}/next", summary="The next puzzle", uncompressed=True, refuses=NO_PUZZLE)
async def next_puzzle(
    game: Short,
    variant: Short,
    request: HttpRequest,
    services: Services,
    visitor: str,
    mode: Choice = "puzzles",
    theme: Annotated[str, Parameter(pattern=r"^[a-z0-9-]{0,40}$")] = "",
) -> Response[PuzzleTask]:
    """The puzzle of the day, one of about my rating that is new to me, or a mistake of mine that comes back."""
    listed = await listed_of(services, request, game, variant)
    puzzle = await services.trainer.next(visitor, game, variant, listed, mode, theme)
    moment = await services.trainer.moment(visitor, puzzle) if mode == "mistakes" else None
    return await services.answers.respond(request, make_task, game, variant, puzzle, moment)


# ----------------------------------------------------------------------------------------------------------- tries
@get(
    "/training/{game:str}/{variant:str}/puzzles/{puzzle:str}",
    summary="A puzzle",
    uncompressed=True,
    refuses=NO_PUZZLE,
)
async def one_puzzle(
    game: Short, variant: Short, puzzle: PuzzleName, request: HttpRequest, services: Services, visitor: str
) -> Response[PuzzleTask]:
    """A puzzle by its name: one that comes with the variant, or a moment of a game of mine."""
    known_variant(game, variant)
    moment = await services.trainer.moment(visitor, puzzle)
    return await services.answers.respond(request, make_task, game, variant, puzzle, moment)


@post(
    "/training/{game:str}/{variant:str}/puzzles/{puzzle:str}",
    status_code=200,
    summary="Try a move in a puzzle",
    refuses=(*NO_PUZZLE, "illegal"),
)
async def try_move(
    game: Short,
    variant: Short,
    puzzle: PuzzleName,
    data: requests.PuzzleTry,
    request: HttpRequest,
    services: Services,
    visitor: str,
) -> PuzzleAnswer:
    """Whether a move is right, and the answer to it; or the solution. How a try ends counts the first time."""
    trainer = services.trainer
    listed = await listed_of(services, request, game, variant)
    moment = await trainer.moment(visitor, puzzle)
    asked = game, variant, puzzle, moment, data.moves, data.touched, data.show
    made = await services.answers.make(asker_of(request), make_answer, *asked)
    answer = json.decode(made, type=PuzzleAnswer)
    if answer.done or not answer.right:
        mode: Mode = data.mode
        if mode == "day" and puzzle != await trainer.next(visitor, game, variant, listed, "day", ""):
            mode = "puzzles"
        one = next((each for each in listed if each.puzzle == puzzle), Listed(puzzle, 0, ()))
        answer.standing = await trainer.count(visitor, game, variant, one, mode, answer.right)
    return answer


# ------------------------------------------------------------------------------------------------------------ rush
@get("/training/{game:str}/{variant:str}/rush", summary="Puzzles for a rush", refuses=NO_PUZZLE)
async def rush(game: Short, variant: Short, request: HttpRequest, services: Services) -> Rush:
    """Puzzles for three minutes, the easiest first."""
    return services.trainer.rush(await listed_of(services, request, game, variant))


@post("/training/{game:str}/{variant:str}/rush", status_code=200, summary="End a rush", refuses=NO_PUZZLE)
async def end_rush(
    game: Short, variant: Short, data: requests.RushEnd, request: HttpRequest, services: Services, visitor: str
) -> Training:
    """Remember how many puzzles I solved in a rush, if they are more than ever."""
    listed = await listed_of(services, request, game, variant)
    await services.trainer.end_rush(visitor, game, variant, min(data.solved, len(listed)))
    return await services.trainer.overview(visitor, game, variant, listed, await exact(game, variant))


# --------------------------------------------------------------------------------------------------------- moments
@post(
    "/tables/{name:str}/moments",
    status_code=200,
    summary="Make puzzles of moments of a game",
    refuses=(*NO_TABLE, "not-your-seat", "not-allowed"),
)
async def moments(
    name: TableId, data: requests.WorstMoments, request: HttpRequest, services: Services, visitor: str
) -> Moments:
    """Up to three of my moves in a finished game, as puzzles that come back; those that were good are left out."""
    async with services.lobby.at(name) as live:
        table = live.table
        mine = table.seats_of(visitor)
        if not mine:
            raise Refused("not-your-seat")
        if table.phase != "over":
            raise Refused("not-allowed", "error.no-analysis")
        game, positions, moves = table.game, table.game.positions, [move.text for move in table.game.moves]
        plies = [ply for ply in data.plies if ply <= len(moves) and positions[ply - 1].player in mine]
        asked = [
            (positions[ply - 1], moves[ply - 1], table_question(table, Limits(SECONDS), ply - 1, LINES))
            for ply in plies
        ]
    found = []
    for position, move, question in asked:
        async with aclosing(services.computers.analyse(asker_of(request), question, position)) as thoughts:
            last = [thought async for thought in thoughts][-1]
        best = max((line.score for line in last.lines), default=0.0)
        good = tuple(line.moves[0] for line in last.lines if line.moves and line.score > best - AS_GOOD)
        if good and move not in good:
            found.append((_moment_name(position), Moment(str(position), good, move)))
    await services.trainer.add_moments(visitor, game.game, game.variant, found)
    return Moments(game.game, game.variant, [puzzle for puzzle, _ in found])


def _moment_name(position: Position) -> str:
    """A name that no puzzle of the package has, as far as eight letters and digits go."""
    return sha256(f"moment {position.game} {position.variant} {position}".encode()).hexdigest()[:8]


# --------------------------------------------------------------------------------------------- in worker processes
@cache
def _puzzles(game: str, variant: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with a variant; none where that cannot be read."""
    try:
        return puzzles(game, variant)
    except (NoPuzzles, BadPuzzles):
        return ()


def make_list(game: str, variant: str) -> bytes:
    """In a worker: what has to be known of puzzles to choose one."""
    return drawing.encode(
        [Listed(one.id, one.rating, one.themes, one.goal, one.plies) for one in _puzzles(game, variant)]
    )


def found_puzzle(game: str, variant: str, puzzle: str) -> Puzzle:
    """In a worker: the puzzle with a name."""
    try:
        return find(_puzzles(game, variant), puzzle)
    except NoPuzzles as error:
        raise Refused("not-found", "error.no-puzzle") from error


def make_task(game: str, variant: str, puzzle: str, moment: Moment | None) -> bytes:
    """In a worker: a puzzle as it is set."""
    if moment is not None:
        position = read(game, variant, moment.position)
        asked = sendable(moment_task())
        return drawing.encode(
            PuzzleTask(game, variant, puzzle, asked, 1, 0, [], drawing.view(None, position), moment.played)
        )
    one = found_puzzle(game, variant, puzzle)
    named = [sendable(theme_name(theme, game)) for theme in one.themes]
    view = drawing.view(None, one.position)
    return drawing.encode(PuzzleTask(game, variant, one.id, sendable(one.task), one.moves, one.rating, named, view))


def make_answer(
    game: str,
    variant: str,
    puzzle: str,
    moment: Moment | None,
    moves: tuple[str, ...],
    touched: tuple[str, ...],
    show: bool,
) -> bytes:
    """In a worker: whether the last of a solver's moves is right, and what follows; or the rest of the solution."""
    try:
        if moment is not None:
            return drawing.encode(_moment_answer(read(game, variant, moment.position), moment, moves, touched, show))
        return drawing.encode(_answer(found_puzzle(game, variant, puzzle), moves, touched, show))
    except IllegalMove as error:
        raise Refused("illegal", error.sentence) from error


def _answer(one: Puzzle, moves: tuple[str, ...], touched: tuple[str, ...], show: bool) -> PuzzleAnswer:
    """The moves before the last one were right, or the try would be over: the solution stands for them."""
    step = len(moves) if show else len(moves) - 1
    if not 0 <= step < one.moves:
        raise Refused("illegal", "error.puzzle-over", count=one.moves)
    places = one.positions
    if show:
        shown = places[2 * step :]
        line = [drawing.view(before, after, 1) for before, after in itertools.pairwise(shown)]
        return PuzzleAnswer(False, False, drawing.view(None, shown[0]), line=line)
    before, after = places[2 * step], places[2 * step].play(moves[-1])
    right = one.right(step, moves[-1])
    done = right and step == one.moves - 1
    reply = drawing.view(places[2 * step + 1], places[2 * step + 2], 2) if right and not done else None
    return PuzzleAnswer(right, done, drawing.view(before, after, 1, touched), reply)


def _moment_answer(
    position: Position, moment: Moment, moves: tuple[str, ...], touched: tuple[str, ...], show: bool
) -> PuzzleAnswer:
    if show:
        line = [drawing.view(position, position.play(moment.good[0]), 1)]
        return PuzzleAnswer(False, False, drawing.view(None, position), line=line)
    if len(moves) != 1:
        raise Refused("illegal", "error.puzzle-over", count=1)
    after = position.play(moves[0])
    right = any(position.play(move).state == after.state for move in moment.good)
    return PuzzleAnswer(right, right, drawing.view(position, after, 1, touched))


ROUTES = [training, next_puzzle, one_puzzle, try_move, rush, end_rush, moments]
