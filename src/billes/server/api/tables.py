"""HTTP: creating tables, joining them, playing at them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine
from contextlib import suppress
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import Parameter
from msgspec import Raw
from sqlalchemy import func, select

from ...core.position import Position
from ...core.sentences import Sentence, render
from .. import actions
from ..actions import invitation, table_id
from ..decoding import HttpRequest
from ..errors import NO_POSITION, NO_TABLE, Refused
from ..events import now
from ..greeting import replayed
from ..messages import requests, responses
from ..messages.positions import Legal, View
from ..names import clean
from ..network.middleware import address
from ..services import Services
from ..storage import rows
from ..table import Seat, Table, TableConfig
from ..work import answers
from ..work.answers import asker_of, position_of

TableId = Annotated[str, Parameter(pattern=r"^[a-z0-9]{4,32}$")]
Invite = Annotated[str, Parameter(pattern=r"^[a-z0-9]{4,64}$")]
ACTION = (*NO_TABLE, "not-your-seat", "waiting", "over")
"""What an action at a table may be refused with."""


@post("/tables", summary="Create a table", refuses=(*NO_POSITION, "bad-choice", "bad-name", "too-many"))
async def create(data: requests.NewTable, request: HttpRequest, services: Services, visitor: str) -> responses.State:
    """Create a table and take a seat at it. Where no seat is free the game begins at once."""
    services.creating.require(address(request.scope))
    position = await asyncio.to_thread(first_position, data)
    seats = await asyncio.to_thread(seats_of, data, position, visitor, await services.store.name_of(visitor))
    columns = rows.tables.c
    unfinished = select(func.count()).where(
        columns.creator == visitor, columns.phase != "over", columns.damaged.is_(None)
    )
    if (await services.store.rows(unfinished))[0][0] >= services.settings.limits.tables:
        raise Refused("too-many", "error.too-many-tables")
    clock = (data.clock.main, data.clock.increment) if data.clock else None
    start, lots = str(position), data.starts == 0
    config = TableConfig(table_id(), position.game, position.variant, start, visitor, now(), clock, lots)
    live = await services.lobby.finish(actions.create(services.lobby, config, seats))
    return await services.lobby.state(live.table.id, visitor)


def first_position(data: requests.NewTable) -> Position:
    """The position a new table begins with."""
    position = position_of(data.game, data.variant, data.start)
    if position.outcome is not None:
        raise Refused("bad-position", "error.finished-position", detail=position.outcome.sentence)
    return position


def seats_of(data: requests.NewTable, position: Position, visitor: str, name: str) -> list[Seat]:
    """The seats in order of play."""
    choices, players = data.seats, position.players
    if not isinstance(choices, list):
        choices = [requests.SeatChoice()] + [requests.SeatChoice("computer")] * (players - 1)
    if len(choices) != players:
        raise Refused("bad-choice", "error.players", players=players, given=len(choices))
    if data.starts > players:
        raise Refused("bad-choice", "error.starts", seat=data.starts)
    if all(choice.kind == "computer" for choice in choices):
        raise Refused("bad-choice", "error.no-person")
    levels = levels_of(position.game, position.variant)
    first = data.starts - 1 if data.starts else secrets.randbelow(players)
    seats = []
    mine = [choice for choice in choices if choice.kind == "here"]
    for player, choice in enumerate([*choices[first:], *choices[:first]], 1):
        if choice.kind == "computer":
            if choice.level not in levels:
                raise Refused("bad-choice", "error.level", highest=max(levels, default=0))
            seats.append(Seat(player, "computer", choice.level))
        elif choice.kind == "link":
            seats.append(Seat(player, "human", invite=invitation()))
        else:
            called = clean(choice.name) or (name if choice is mine[0] else "")
            seats.append(Seat(player, "human", name=called, visitor=visitor))
    return seats


def levels_of(game: str, variant: str) -> list[int]:
    """The computer's levels that can play a variant now, weakest first: the perfect one needs a tablebase."""
    from ...engine.levels import LEVELS, require

    found = []
    for level in LEVELS:
        with suppress(ValueError):
            found.append(require(level.number, game, variant).number)
    return found


@get("/tables/{name:str}", summary="A table", refuses=NO_TABLE)
async def state(name: TableId, services: Services, visitor: str) -> responses.State:
    """A whole table, as the visitor may see it."""
    return await services.lobby.state(name, visitor)


@get("/tables/{name:str}/events", summary="What happened at a table", refuses=(*NO_TABLE, "too-many"))
async def events(
    name: TableId, services: Services, visitor: str, after: Annotated[int, Parameter(ge=0, le=1_000_000)] = 0
) -> list[responses.Update]:
    """The events after a number, without looks; `too-many` where it is better to ask for the whole table."""
    async with services.lobby.at(name) as live:
        found = await asyncio.to_thread(replayed, live.table, after, visitor)
    if found is None:
        raise Refused("too-many", "error.too-many-events")
    return found


@get("/tables/{name:str}/entries", summary="The move list, a page at a time", refuses=NO_TABLE)
async def entries(
    name: TableId, services: Services, after: Annotated[int, Parameter(ge=0, le=1_000_000)] = 0
) -> list[responses.Entry]:
    """The lines of the move list after so many, at most a thousand."""
    async with services.lobby.at(name) as live:
        return await live.lines(after)


@get("/tables/{name:str}/moves", summary="Legal moves", uncompressed=True, refuses=NO_TABLE)
async def moves(name: TableId, request: HttpRequest, services: Services) -> Response[list[Legal]]:
    """The legal moves by text and in sentences; none when the game is over."""
    async with services.lobby.at(name) as live:
        over, place = live.table.phase == "over", answers.place_of(live.table.position)
    if over:
        return Response([])
    return await services.answers.respond(request, answers.legal, place)


@get("/tables/{name:str}/gestures", summary="The rest of a gesture graph", refuses=(*NO_TABLE, "illegal"))
async def gestures(
    name: TableId, request: HttpRequest, services: Services, touched: list[str] | None = None
) -> responses.MoreGestures:
    """The gesture graph after some touches, for a node marked `more`."""
    async with services.lobby.at(name) as live:
        turn, place = live.table.turn, answers.place_of(live.table.position)
    found = await services.answers.make(asker_of(request), answers.touchable, place, tuple(touched or ())[:40])
    return responses.MoreGestures(Raw(found), turn)


@get(
    "/tables/{name:str}/plies/{ply:int}", summary="A table after some of its moves", uncompressed=True, refuses=NO_TABLE
)
async def replay(name: TableId, ply: int, request: HttpRequest, services: Services) -> Response[View]:
    """The position after so many moves, with what the last of them moved."""
    async with services.lobby.at(name) as live:
        table = live.table
        if not 0 <= ply <= table.ply:
            raise Refused("not-found", "error.no-ply", count=table.ply)
        positions = table.game.positions
        before = answers.place_of(positions[ply - 1]) if ply else None
        outcome = table.outcome if ply == table.ply else None
        asked = before, answers.place_of(positions[ply]), ply, table.game.clocks.get(ply), outcome
    return await services.answers.respond(request, answers.ply_view, *asked)


@get("/tables/{name:str}/record", summary="The record", media_type="text/plain", uncompressed=True, refuses=NO_TABLE)
async def record(name: TableId, request: HttpRequest, services: Services) -> Response[str]:
    """The game as a text file."""
    async with services.lobby.at(name) as live:
        sent, config = answers.played(live.table.game, record_tags(live.table)), live.table.config
    headers = {"content-disposition": f'attachment; filename="{config.game}-{config.variant}-{name}.txt"'}
    kind = "text/plain; charset=utf-8"
    return await services.answers.respond(request, answers.table_record, sent, kind=kind, headers=headers)


def record_tags(table: Table) -> dict[str, str]:
    """The tags of a table's record: the players' names."""
    return {f"Player{seat.player}": name for seat in table.seats if (name := _called(seat))}


def _called(seat: Seat) -> str:
    """The name of a player in a record, in English: `billes play` knows the computer by it."""
    if seat.name or seat.kind == "human" or seat.left:
        return seat.name
    return render(Sentence("called.computer.level", {"level": seat.level}))


# ------------------------------------------------------------------------------------------------------ invitations
async def _invited(services: Services, invite: str) -> str:
    """The id of the table an invitation leads to."""
    found = await services.store.ids(select(rows.seats.c.table_id).where(rows.seats.c.invite == invite))
    if not found:
        raise Refused("not-found", "error.no-invitation")
    return found[0]


@get("/join/{invite:str}", summary="Look at an invitation", refuses=NO_TABLE)
async def invited(invite: Invite, services: Services, visitor: str) -> responses.Invitation:
    """The table an invitation leads to, and whether its seat is still free."""
    async with services.lobby.at(await _invited(services, invite)) as live:
        table = live.table
        seat = next(seat for seat in table.seats if seat.invite == invite)
        return responses.Invitation(
            table=table.id,
            game=table.config.game,
            variant=table.config.variant,
            player=seat.player,
            open=seat.free,
            yours=seat.visitor == visitor,
            host=next((seat.name for seat in table.seats if seat.visitor == table.config.creator), ""),
            clock=requests.ClockChoice(*table.config.clock) if table.config.clock else None,
        )


@post("/join/{invite:str}", status_code=200, summary="Take a free seat", refuses=(*NO_TABLE, "taken", "bad-name"))
async def join(invite: Invite, data: requests.Joining, services: Services, visitor: str) -> responses.State:
    """Take the seat of an invitation. It is good for one visitor, who may ask again."""
    table = await _invited(services, invite)
    name = data.name or await services.store.name_of(visitor)
    await services.lobby.finish(actions.join(services.lobby, table, visitor, invite, name))
    return await services.lobby.state(table, visitor)


# ---------------------------------------------------------------------------------------------------------- actions
async def _done(services: Services, action: Coroutine[Any, Any, int], tag: str) -> responses.Done:
    return responses.Done(await services.lobby.finish(action), tag)


@post(
    "/tables/{name:str}/move",
    status_code=200,
    summary="Play a move",
    refuses=(*ACTION, "stale", "not-your-turn", "illegal"),
)
async def play(name: TableId, data: requests.Play, services: Services, visitor: str) -> responses.Done:
    """Play a move. Sent again with the same `answers` it changes nothing and gives the same number."""
    return await _done(services, actions.play(services.lobby, name, visitor, data, now()), data.id)


@post("/tables/{name:str}/undo", status_code=200, summary="Take back", refuses=(*ACTION, "stale", "not-allowed"))
async def undo(name: TableId, data: requests.Undo, services: Services, visitor: str) -> responses.Done:
    """Take back to before my last move, or offer to."""
    return await _done(services, actions.undo(services.lobby, name, visitor, data), data.id)


@post(
    "/tables/{name:str}/offer", status_code=200, summary="Offer a draw or a rematch", refuses=(*ACTION, "not-allowed")
)
async def offer(name: TableId, data: requests.Offer, services: Services, visitor: str) -> responses.Done:
    """Offer a draw or a rematch."""
    return await _done(services, actions.offer(services.lobby, name, visitor, data), data.id)


@post(
    "/tables/{name:str}/answer",
    status_code=200,
    summary="Answer an offer",
    refuses=(*ACTION, "not-allowed", "no-offer"),
)
async def answer(name: TableId, data: requests.Answer, services: Services, visitor: str) -> responses.Done:
    """Accept, decline or withdraw an offer."""
    return await _done(services, actions.answer(services.lobby, name, visitor, data), data.id)


@post("/tables/{name:str}/resign", status_code=200, summary="Resign", refuses=ACTION)
async def resign(name: TableId, data: requests.Resign, services: Services, visitor: str) -> responses.Done:
    """Resign."""
    return await _done(services, actions.resign(services.lobby, name, visitor, data), data.id)


@post("/tables/{name:str}/phrase", status_code=200, summary="Say something", refuses=(*ACTION, "not-allowed"))
async def say(name: TableId, data: requests.Say, services: Services, visitor: str) -> responses.Done:
    """Say one of a few phrases to the others at the table."""
    return await _done(services, actions.say(services.lobby, name, visitor, data), data.id)


@post("/tables/{name:str}/hint", status_code=200, summary="Ask for a hint", refuses=(*NO_TABLE, "not-allowed"))
async def hint(name: TableId, request: HttpRequest, services: Services) -> responses.Hinted:
    """A good move, where nobody else plays at the table."""
    return await services.computers.hint(name, asker_of(request))


ROUTES = [
    create, state, events, entries, moves, gestures, replay, record,
    invited, join, play, undo, offer, answer, resign, say, hint,
]  # fmt: skip
