"""HTTP: engine lines about positions, reviews of games, whole games and records."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from copy import copy
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import Parameter
from litestar.response import ServerSentEvent, ServerSentEventMessage
from msgspec import json

from ...core.position import Move, read
from ...engine.conversation import position_command
from ...engine.limits import Limits
from ..decoding import HttpRequest
from ..errors import NO_POSITION, NO_TABLE, Refused
from ..messages import requests, responses
from ..messages.positions import RecordText, WholeGame
from ..services import Services
from ..work import answers, drawing
from ..work.answers import asker_of, position_of
from ..work.computers import BEFORE, game_questions, lines_question, table_question
from ..work.turns import Asker
from .positions import Short, Text
from .tables import TableId, record_tags

STREAM = "text/event-stream"
LAST = 1_000_000
"""After so many moves: after all of them."""
Lines = Annotated[int, Parameter(ge=1, le=5)]
Seconds = Annotated[float, Parameter(ge=0.1, le=60)]
Plies = Annotated[int, Parameter(ge=0, le=1_000_000)]
REVIEWED = 300
"""Moves that are reviewed at once; of a longer game more are asked for afterwards."""


# ----------------------------------------------------------------------------------------------------- whole games
@get("/tables/{name:str}/game", summary="The whole game of a table", uncompressed=True, refuses=NO_TABLE)
async def table_game(
    name: TableId, request: HttpRequest, services: Services, visitor: str, after: Plies = 0
) -> Response[WholeGame]:
    """The game of a table with all its positions; of a long one those after so many moves, a thousand at a time."""
    async with services.lobby.at(name) as live:
        sent = answers.played(live.table.game, record_tags(live.table))
        names = [seat.name for seat in live.table.seats]
        rights = live.table.rights(visitor)
    return await services.answers.respond(request, answers.table_game, sent, names, rights.analysis, after)


@post("/record", status_code=200, summary="Open a record", uncompressed=True, refuses=("bad-record",))
async def open_record(data: requests.OpenRecord, request: HttpRequest, services: Services) -> Response[WholeGame]:
    """A game of a record with all its positions, and the lines beside it."""
    return await services.answers.respond(request, answers.record, data.text, data.number)


@post(
    "/record/text",
    status_code=200,
    summary="Write a record",
    uncompressed=True,
    refuses=(*NO_POSITION, "bad-record", "illegal"),
)
async def write_record(data: requests.WriteRecord, request: HttpRequest, services: Services) -> Response[RecordText]:
    """The record of a game with lines beside it."""
    return await services.answers.respond(request, answers.written, data)


# --------------------------------------------------------------------------------------------------------- analyses
@get(
    "/analysis",
    summary="Analyse a free position",
    uncompressed=True,
    media_type=STREAM,
    refuses=(*NO_POSITION, "too-many"),
)
async def analysis(
    services: Services,
    request: HttpRequest,
    game: Short,
    variant: Short = "",
    text: Text = "",
    lines: Lines = 3,
    seconds: Seconds = 10,
) -> ServerSentEvent:
    """Engine lines as server-sent events."""
    shown = position_of(game, variant, text)
    question = lines_question(position_command(shown.game, shown.variant, str(shown)), Limits(seconds), lines)
    asker = asker_of(request)
    return _stream(services, asker, "thought", services.computers.analyse(asker, question, shown))


@get(
    "/tables/{name:str}/analysis",
    summary="Analyse a table",
    uncompressed=True,
    media_type=STREAM,
    refuses=(*NO_TABLE, "not-allowed", "too-many"),
)
async def table_analysis(
    name: TableId,
    request: HttpRequest,
    services: Services,
    visitor: str,
    ply: Annotated[int, Parameter(ge=0, le=LAST)] = LAST,
    lines: Lines = 3,
    seconds: Seconds = 10,
) -> ServerSentEvent:
    """Engine lines about a table after some of its moves, once the game is over or if one plays alone."""
    async with services.lobby.at(name) as live:
        _check_analysis(live.table.rights(visitor))
        positions = live.table.game.positions
        shown = positions[min(ply, len(positions) - 1)]
        question = table_question(live.table, Limits(seconds), ply, lines)
    asker = asker_of(request)
    return _stream(services, asker, "thought", services.computers.analyse(asker, question, shown))


@get(
    "/tables/{name:str}/review",
    summary="Review a game",
    uncompressed=True,
    media_type=STREAM,
    refuses=(*NO_TABLE, "not-allowed", "too-many"),
)
async def table_review(
    name: TableId, request: HttpRequest, services: Services, visitor: str, seconds: Seconds = 0.3, after: Plies = 0
) -> ServerSentEvent:
    """Moves of a game with a mark, as server-sent events; `seconds` is for each move. At most 300 after so many."""
    limits = Limits(min(seconds, 2.0))
    async with services.lobby.at(name) as live:
        _check_analysis(live.table.rights(visitor))
        game = copy(live.table.game)
        positions, moves = game.positions[after : after + REVIEWED], game.moves[after : after + REVIEWED]
    questions = game_questions(game, limits, after, after + len(moves))
    asker = asker_of(request)
    return _stream(services, asker, "marked", services.computers.review(asker, questions, positions, moves, after))


@post(
    "/review",
    status_code=200,
    summary="Review a line of play",
    uncompressed=True,
    media_type=STREAM,
    refuses=(*NO_POSITION, "illegal", "too-many"),
)
async def free_review(data: requests.ReviewRequest, request: HttpRequest, services: Services) -> ServerSentEvent:
    """Moves of a line of play with a mark, as server-sent events: at most 300 after those that need none."""
    asker, after = asker_of(request), data.after
    made = await services.answers.make(asker, answers.played_line, data, BEFORE, REVIEWED)
    line = json.decode(made, type=answers.PlayedLine)
    texts, moves, last = line.texts, data.moves[line.first :], line.first + len(line.texts) - 1
    questions = (
        lines_question(_command(data.game, line, moves, ply - line.first), Limits(data.seconds), 1)
        for ply in range(after, last)
    )
    positions = (read(data.game, line.variant, text) for text in texts[after - line.first :])
    played = [Move(move, 0) for move in moves[after - line.first : last - line.first]]
    return _stream(services, asker, "marked", services.computers.review(asker, questions, positions, played, after))


def _command(game: str, line: answers.PlayedLine, moves: Sequence[str], index: int) -> str:
    """A position of a line of play, with the moves that led there."""
    first = max(0, index - BEFORE)
    return position_command(game, line.variant, line.texts[first], moves[first:index])


def _check_analysis(rights: responses.Rights) -> None:
    if not rights.analysis:
        raise Refused("not-allowed", "error.no-analysis")


def _stream(services: Services, asker: Asker, event: str, messages: AsyncGenerator[Any, None]) -> ServerSentEvent:
    limits, running = services.settings.limits, services.analyses
    if running[asker.visitor] >= limits.analyses or running[asker.address] >= limits.address_analyses:
        raise Refused("too-many", "error.too-many-analyses")
    if running.total() >= 2 * limits.all_analyses:  # each counts for a visitor and for an address
        raise Refused("busy", "error.engine-busy")
    return ServerSentEvent(_events(services, asker, event, messages))


async def _events(
    services: Services, asker: Asker, event: str, messages: AsyncGenerator[Any, None]
) -> AsyncGenerator[ServerSentEventMessage, None]:
    services.analyses.update(asker)
    try:
        async with aclosing(messages):
            async for message in messages:
                yield ServerSentEventMessage(data=drawing.encode(message).decode(), event=event)
        yield ServerSentEventMessage(data="{}", event="done")
    except Refused as refused:
        yield ServerSentEventMessage(data=drawing.encode(refused.problem).decode(), event="error")
    finally:
        services.analyses.subtract(asker)
        for key in asker:
            if services.analyses[key] <= 0:
                del services.analyses[key]


ROUTES = [table_game, analysis, table_analysis, table_review]
LONG_ROUTES = [open_record, write_record, free_review]
"""Those that take whole games."""
