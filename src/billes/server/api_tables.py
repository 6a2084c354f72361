"""HTTP: setting tables, joining them, playing at them."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import Parameter
from sqlalchemy import func, or_, select

from ..core.errors import BadPosition, UnknownGame
from ..core.position import Position, read, start
from ..core.sentences import render as render_sentence
from . import deeds, render, schema, telling
from . import requests as ask
from . import responses as say
from .clock import now
from .errors import Refused
from .facts import Chair, Setting
from .guard import address
from .house import House
from .inuse import Live
from .live import more
from .names import clean, invitation, table_id
from .storage import Store
from .table import Table

MINE = 60
"""How many of my tables are listed."""
Asker = Request[None, None, State]
TableId = Annotated[str, Parameter(pattern=r"^[a-z0-9]{4,32}$")]
Invite = Annotated[str, Parameter(pattern=r"^[a-z0-9]{4,64}$")]


@post("/tables", summary="Set a table")
async def create(data: ask.NewTable, request: Asker, house: House, visitor: str) -> say.State:
    """Set a table and sit down at it. Where nobody is waited for the game is on at once."""
    if not house.creating.take(address(request.scope)):
        raise Refused("slow-down")
    position = await asyncio.to_thread(first_position, data)
    chairs = await asyncio.to_thread(seated, data, position, visitor, await name_of(house.store, visitor))
    columns = schema.tables.c
    unfinished = select(func.count()).where(columns.creator == visitor, columns.phase != "over")
    if (await house.store.rows(unfinished))[0][0] >= house.settings.limits.tables:
        raise Refused("too-many", "error.too-many-tables")
    clock = (data.clock.main, data.clock.increment) if data.clock else None
    setting = Setting(table_id(), position.game, position.variant, str(position), visitor, now(), clock)
    live = await house.hall.do(deeds.create(house.hall, setting, chairs))
    async with live.lock:
        return telling.state(live, visitor)


def first_position(data: ask.NewTable) -> Position:
    """The position a new table begins with."""
    position = position_of(data.game, data.variant, data.start)
    if position.outcome is not None:
        raise Refused("bad-position", "error.finished-position", detail=str(position.outcome))
    return position


def position_of(game: str, variant: str, text: str) -> Position:
    """A position by its text, or the usual start; a refusal says what is wrong with it."""
    try:
        return read(game, variant or None, text) if text else start(game, variant or None)
    except BadPosition as error:
        raise Refused("bad-position", detail=str(error)) from error
    except UnknownGame as error:
        raise Refused("unknown-game", detail=str(error)) from error


def seated(data: ask.NewTable, position: Position, visitor: str, name: str) -> list[Chair]:
    """The chairs in order of play."""
    choices, players = data.seats, position.players
    if not isinstance(choices, list):
        choices = [ask.SeatChoice()] + [ask.SeatChoice("computer")] * (players - 1)
    if len(choices) != players:
        raise Refused("malformed", "error.players", players=players, given=len(choices))
    if data.starts > players:
        raise Refused("malformed", "error.starts", seat=data.starts)
    if all(choice.kind == "computer" for choice in choices):
        raise Refused("malformed", "error.no-person")
    levels = render.levels_of(position.game, position.variant)
    first = data.starts - 1 if data.starts else secrets.randbelow(players)
    chairs = []
    mine = [choice for choice in choices if choice.kind == "here"]
    for player, choice in enumerate([*choices[first:], *choices[:first]], 1):
        if choice.kind == "computer":
            if choice.level not in levels:
                raise Refused("malformed", "error.level", highest=max(levels, default=0))
            chairs.append(Chair(player, "computer", choice.level))
        elif choice.kind == "link":
            chairs.append(Chair(player, "human", invite=invitation()))
        else:
            called = clean(choice.name) or (name if choice is mine[0] else "")
            chairs.append(Chair(player, "human", name=called, visitor=visitor))
    return chairs


async def name_of(store: Store, visitor: str) -> str:
    """What a visitor is called, if he said so."""
    rows = await store.rows(select(schema.visitors.c.name).where(schema.visitors.c.id == visitor))
    return str(rows[0][0]) if rows else ""


@get("/tables", summary="My tables")
async def mine(house: House, visitor: str) -> list[say.Summary]:
    """The tables I sit at or have set, those still played first, the latest first."""
    columns = schema.tables.c
    held = select(schema.seats.c.table_id).where(schema.seats.c.visitor == visitor)
    query = (
        select(columns.id)
        .where(or_(columns.creator == visitor, columns.id.in_(held)))
        .order_by(columns.phase == "over", columns.created.desc())
        .limit(MINE)
    )
    found = []
    for name in await house.store.ids(query):
        async with house.hall.at(name) as live:
            found.append(summary(live.table, visitor))
    return sorted(found, key=lambda table: (table.phase == "over", -table.active))


def summary(table: Table, visitor: str) -> say.Summary:
    """A table in one line."""
    yours = table.seats_of(visitor)
    clock = table.setting.clock
    return say.Summary(
        table=table.id,
        game=table.setting.game,
        variant=table.setting.variant,
        phase=table.phase,
        ply=table.ply,
        player=table.player,
        you=yours,
        your_turn=table.player in yours,
        seats=render.seats(table, visitor),
        created=table.setting.created,
        active=table.active,
        text=str(table.position),
        clock=ask.ClockChoice(*clock) if clock else None,
        result=render.result(table.position, table.outcome),
    )


@get("/tables/{name:str}", summary="A table")
async def state(name: TableId, house: House, visitor: str) -> say.State:
    """A table whole, as the asker may see it."""
    async with house.hall.at(name) as live:
        return telling.state(live, visitor)


@get("/tables/{name:str}/events", summary="What happened at a table")
async def events(
    name: TableId, house: House, visitor: str, after: Annotated[int, Parameter(ge=0, le=1_000_000)] = 0
) -> list[say.Event]:
    """The events after a number; `too-many` where it is better to ask for the whole table."""
    async with house.hall.at(name) as live:
        found = await telling.since(house.hall.studio, live, after, visitor)
    if found is None:
        raise Refused("too-many", "error.too-many-events")
    return found


@get("/tables/{name:str}/moves", summary="Legal moves")
async def moves(name: TableId, house: House) -> list[say.Legal]:
    """The legal moves by text and in sentences; none when the game is over."""
    async with house.hall.at(name) as live:
        return render.legal(live.table.position) if live.table.phase != "over" else []


@get("/tables/{name:str}/gestures", summary="The rest of a gesture graph")
async def gestures(name: TableId, house: House, touched: list[str] | None = None) -> say.MoreGestures:
    """The gesture graph after some touches, for a node marked `more`."""
    async with house.hall.at(name) as live:
        return more(live, ask.More(tuple(touched or ())[:40]))


@get("/tables/{name:str}/plies/{ply:int}", summary="A table as it was")
async def replay(name: TableId, ply: int, house: House) -> say.View:
    """The position after so many moves, with what the last of them moved."""
    async with house.hall.at(name) as live:
        table = live.table
        if not 0 <= ply <= table.ply:
            raise Refused("not-found", "error.no-ply", count=table.ply)
        positions = table.game.positions
        made = render.view(positions[ply - 1] if ply else None, positions[ply], ply)
        if made.entry is not None:
            made.entry = render.entry(positions[ply - 1], made.entry.move, ply, table.game.clocks.get(ply))
        if ply == table.ply:
            made.result = render.result(table.position, table.outcome)
        return made


@get("/tables/{name:str}/record", summary="The record", media_type="text/plain")
async def record(name: TableId, house: House) -> Response[str]:
    """The game as a text file."""
    async with house.hall.at(name) as live:
        from ..engine import LEVELS

        game = live.table.game
        called = live.table.names([render_sentence(level.sentence) for level in LEVELS])
        game.tags = {f"Player{player}": name for player, name in sorted(called.items())}
        text = game.record()
        filename = f"{game.game}-{game.variant}-{live.table.id}.txt"
    headers = {"content-disposition": f'attachment; filename="{filename}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


# ------------------------------------------------------------------------------------------------------ invitations
async def _invited(house: House, invite: str) -> tuple[Live, Chair]:
    found = await house.store.ids(select(schema.seats.c.table_id).where(schema.seats.c.invite == invite))
    if found:
        live = await house.hall.get(found[0])
        for chair in live.table.chairs:
            if chair.invite == invite:
                return live, chair
    raise Refused("not-found", "error.no-invitation")


@get("/join/{invite:str}", summary="Look at an invitation")
async def invited(invite: Invite, house: House, visitor: str) -> say.Invitation:
    """Where an invitation leads, and whether its seat is still free."""
    live, chair = await _invited(house, invite)
    table = live.table
    host = next((c.name for c in table.chairs if c.visitor == table.setting.creator), "")
    clock = table.setting.clock
    return say.Invitation(
        table=table.id,
        game=table.setting.game,
        variant=table.setting.variant,
        player=chair.player,
        open=chair.free,
        yours=chair.visitor == visitor,
        host=host,
        clock=ask.ClockChoice(*clock) if clock else None,
    )


@post("/join/{invite:str}", status_code=200, summary="Take a free seat")
async def join(invite: Invite, data: ask.Joining, house: House, visitor: str) -> say.State:
    """Take the seat of an invitation. It is good for one visitor; he may ask again."""
    live, _ = await _invited(house, invite)
    name = data.name or await name_of(house.store, visitor)
    await house.hall.do(deeds.join(house.hall, live.table.id, visitor, invite, name))
    async with house.hall.at(live.table.id) as live:
        return telling.state(live, visitor)


# ------------------------------------------------------------------------------------------------------------ deeds
async def _done(house: House, name: str, visitor: str, asked: ask.Asked) -> say.Done:
    said = await house.hall.do(house.lines.answer(name, visitor, asked, now()))
    assert isinstance(said, say.Done)
    return said


@post("/tables/{name:str}/move", status_code=200, summary="Play a move")
async def play(name: TableId, data: ask.Play, house: House, visitor: str) -> say.Done:
    """Play a move. Sent again with the same `answers` it changes nothing and gives the same number."""
    return await _done(house, name, visitor, data)


@post("/tables/{name:str}/undo", status_code=200, summary="Take back")
async def undo(name: TableId, data: ask.Undo, house: House, visitor: str) -> say.Done:
    """Take back to before my last move, or offer to."""
    return await _done(house, name, visitor, data)


@post("/tables/{name:str}/offer", status_code=200, summary="Offer a draw or a rematch")
async def offer(name: TableId, data: ask.Offer, house: House, visitor: str) -> say.Done:
    """Offer a draw or a rematch."""
    return await _done(house, name, visitor, data)


@post("/tables/{name:str}/answer", status_code=200, summary="Answer an offer")
async def answer(name: TableId, data: ask.Answer, house: House, visitor: str) -> say.Done:
    """Accept, decline or withdraw an offer."""
    return await _done(house, name, visitor, data)


@post("/tables/{name:str}/resign", status_code=200, summary="Resign")
async def resign(name: TableId, data: ask.Resign, house: House, visitor: str) -> say.Done:
    """Give up."""
    return await _done(house, name, visitor, data)


@post("/tables/{name:str}/hint", status_code=200, summary="Ask for a hint")
async def hint(name: TableId, house: House, visitor: str) -> say.Hinted:
    """A good move, where nobody else plays at the table."""
    return await house.minds.hint(name, visitor)


ROUTES = [
    create, mine, state, events, moves, gestures, replay, record,
    invited, join, play, undo, offer, answer, resign, hint,
]  # fmt: skip
