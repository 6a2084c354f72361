"""HTTP: engine lines about positions, reviews of games, whole games and records."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from copy import copy
from typing import Annotated, Any

from litestar import get, post
from litestar.params import Parameter
from litestar.response import ServerSentEvent, ServerSentEventMessage

from ..core.errors import BadRecord, IllegalMove
from ..core.game import Game
from ..core.record import load_one
from ..engine.conversation import position_command
from ..engine.limits import Limits
from . import drawing, requests, responses
from .api_positions import Short, Text
from .api_tables import TableId, position_of, record_tags
from .computers import lines_question, table_question
from .errors import Refused
from .responses_positions import RecordText, WholeGame
from .services import Services
from .whole_games import record_of, whole_game

Lines = Annotated[int, Parameter(ge=1, le=5)]
Seconds = Annotated[float, Parameter(ge=0.1, le=60)]


# ----------------------------------------------------------------------------------------------------- whole games
@get("/tables/{name:str}/game", summary="The whole game of a table")
async def table_game(name: TableId, services: Services, visitor: str) -> WholeGame:
    """The game of a table with all its positions, however long it is."""
    async with services.lobby.at(name) as live:
        game = copy(live.table.game)
        game.tags = record_tags(live.table)
        names = [seat.name for seat in live.table.seats]
        rights = live.table.rights(visitor)
    whole = await asyncio.to_thread(whole_game, game, names)
    whole.analysis = rights.analysis
    return whole


@post("/record", status_code=200, summary="Open a record")
async def open_record(data: requests.OpenRecord) -> WholeGame:
    """A game of a record with all its positions, and the lines beside it."""
    return await asyncio.to_thread(_opened, data)


def _opened(data: requests.OpenRecord) -> WholeGame:
    try:
        game, count = load_one(data.text, data.number)
    except BadRecord as error:
        raise Refused("bad-record", detail=error.sentence) from error
    return whole_game(game, count=count)


@post("/record/text", status_code=200, summary="Write a record")
async def write_record(data: requests.WriteRecord) -> RecordText:
    """The record of a game with lines beside it."""
    return RecordText(await asyncio.to_thread(record_of, data))


# --------------------------------------------------------------------------------------------------------- analyses
@get("/analysis", summary="Analyse a free position", uncompressed=True)
async def analysis(
    services: Services,
    visitor: str,
    game: Short,
    variant: Short = "",
    text: Text = "",
    lines: Lines = 3,
    seconds: Seconds = 10,
) -> ServerSentEvent:
    """Engine lines as server-sent events."""
    shown = position_of(game, variant, text)
    question = lines_question(position_command(shown.game, shown.variant, str(shown)), Limits(seconds), lines)
    return _stream(services, visitor, "thought", services.computers.analyse(visitor, question, shown))


@get("/tables/{name:str}/analysis", summary="Analyse a table", uncompressed=True)
async def table_analysis(
    name: TableId,
    services: Services,
    visitor: str,
    ply: Annotated[int | None, Parameter(ge=0)] = None,
    lines: Lines = 3,
    seconds: Seconds = 10,
) -> ServerSentEvent:
    """Engine lines about a table after some of its moves, once the game is over or if one plays alone."""
    async with services.lobby.at(name) as live:
        _check_analysis(live.table.rights(visitor))
        positions = live.table.game.positions
        shown = positions[-1 if ply is None else min(ply, len(positions) - 1)]
        question = table_question(live.table, Limits(seconds), ply, lines)
    return _stream(services, visitor, "thought", services.computers.analyse(visitor, question, shown))


@get("/tables/{name:str}/review", summary="Review a whole game", uncompressed=True)
async def table_review(name: TableId, services: Services, visitor: str, seconds: Seconds = 0.3) -> ServerSentEvent:
    """Every move of a game with a mark, as server-sent events; `seconds` is for each move."""
    limits = Limits(min(seconds, 2.0))
    async with services.lobby.at(name) as live:
        _check_analysis(live.table.rights(visitor))
        game = live.table.game
        questions = [table_question(live.table, limits, ply) for ply in range(live.table.ply)]
    marks = services.computers.review(visitor, questions, game.positions, game.moves)
    return _stream(services, visitor, "marked", marks)


@post("/review", status_code=200, summary="Review a line of play", uncompressed=True)
async def free_review(data: requests.ReviewRequest, services: Services, visitor: str) -> ServerSentEvent:
    """Every move of a line of play with a mark, as server-sent events."""
    game = await asyncio.to_thread(_played, data)
    texts = [move.text for move in game.moves]
    first, limits = str(game.positions[0]), Limits(data.seconds)
    questions = (
        lines_question(position_command(game.game, game.variant, first, texts[:ply]), limits, 1)
        for ply in range(data.after, len(texts))
    )
    rest = game.positions[data.after :], game.moves[data.after :]
    return _stream(services, visitor, "marked", services.computers.review(visitor, questions, *rest, data.after))


def _played(data: requests.ReviewRequest) -> Game:
    """The game of a line of play. What comes after its end is left out."""
    game = Game(data.game, start=position_of(data.game, data.variant, data.start), variant=data.variant or None)
    for move in data.moves:
        if game.outcome is not None:
            break
        try:
            game.play(move)
        except IllegalMove as error:
            raise Refused("illegal", error.sentence) from error
    return game


def _check_analysis(rights: responses.Rights) -> None:
    if not rights.analysis:
        raise Refused("not-allowed", "error.no-analysis")


def _stream(services: Services, visitor: str, event: str, messages: AsyncGenerator[Any, None]) -> ServerSentEvent:
    if services.analyses[visitor] >= services.settings.limits.analyses:
        raise Refused("too-many", "error.too-many-analyses")
    if services.analyses.total() >= services.settings.limits.all_analyses:
        raise Refused("busy", "error.engine-busy")
    return ServerSentEvent(_events(services, visitor, event, messages))


async def _events(
    services: Services, visitor: str, event: str, messages: AsyncGenerator[Any, None]
) -> AsyncGenerator[ServerSentEventMessage, None]:
    services.analyses[visitor] += 1
    try:
        async with aclosing(messages):
            async for message in messages:
                yield ServerSentEventMessage(data=drawing.encode(message).decode(), event=event)
        yield ServerSentEventMessage(data="{}", event="done")
    except Refused as refused:
        yield ServerSentEventMessage(data=drawing.encode(refused.problem).decode(), event="error")
    finally:
        services.analyses[visitor] -= 1
        if not services.analyses[visitor]:
            del services.analyses[visitor]


ROUTES = [table_game, analysis, table_analysis, table_review]
LONG_ROUTES = [open_record, write_record, free_review]
"""Those that take whole games."""
