"""HTTP: who a visitor is, their games, and taking both to another device."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, delete, get, post, put
from litestar.params import Parameter
from sqlalchemy import Select, func, insert, or_, select
from sqlalchemy import delete as delete_rows

from .. import actions, broadcast
from ..decoding import HttpRequest
from ..errors import NO_TABLE, Refused
from ..messages import requests, responses
from ..names import clean
from ..network.middleware import address, cookie, fingerprint
from ..services import Services
from ..storage import rows
from ..storage.store import Stored
from ..table import Table
from .tables import TableId

LISTED = 60
"""How many of a visitor's tables are listed at once."""
ON_A_PAGE = 20
"""How many games a page of "my games" has."""


@get("/me", summary="Who I am")
async def me(services: Services, visitor: str) -> responses.Me:
    """The visitor's name."""
    return responses.Me(await services.store.name_of(visitor))


@put("/me", summary="Change my name", refuses=("bad-name",))
async def rename(data: requests.NewName, services: Services, visitor: str) -> responses.Me:
    """Take a name for tables to come."""
    name = clean(data.name)
    forget = delete_rows(rows.visitors).where(rows.visitors.c.id == visitor)
    await services.store.put("", (), [(forget, {}), (insert(rows.visitors), {"id": visitor, "name": name})])
    return responses.Me(name)


# ---------------------------------------------------------------------------------------------------------- my games
def _mine(visitor: str, *wanted: Any) -> Select[Any]:
    """A query about the tables where a visitor holds a seat or that they created, less those they took off."""
    columns = rows.tables.c
    held = select(rows.seats.c.table_id).where(rows.seats.c.visitor == visitor)
    hidden = select(rows.hidden.c.table_id).where(rows.hidden.c.visitor == visitor)
    return select(*wanted).where(or_(columns.creator == visitor, columns.id.in_(held)), columns.id.not_in(hidden))


async def _summaries(services: Services, visitor: str, first: int, count: int) -> list[responses.Summary]:
    """Some of a visitor's tables, unfinished ones first, then the latest."""
    columns = rows.tables.c
    latest = _mine(visitor, columns.id).order_by(columns.phase == "over", columns.created.desc(), columns.id)
    found = []
    for name in await services.store.ids(latest.offset(first).limit(count)):
        try:
            async with services.lobby.at(name) as live:
                found.append(summary(live.table, visitor))
        except Refused as refused:  # also a table of a game that is not installed any more
            if refused.code == "damaged" and (stored := await services.store.load(name, events=False)):
                found.append(damaged(stored, visitor))
    return sorted(found, key=lambda table: (table.phase == "over", -table.active))


@get("/tables", summary="My tables")
async def mine(services: Services, visitor: str) -> list[responses.Summary]:
    """The tables where I hold a seat or that I created, unfinished ones first, the latest first."""
    return await _summaries(services, visitor, 0, LISTED)


@get("/me/games", summary="All my games, a page at a time")
async def games(
    services: Services, visitor: str, page: Annotated[int, Parameter(ge=1, le=100_000)] = 1
) -> responses.MyGames:
    """One page of my games, unfinished ones first, then the latest."""
    total = int((await services.store.rows(_mine(visitor, func.count(rows.tables.c.id))))[0][0])
    pages = max(1, -(-total // ON_A_PAGE))
    page = min(page, pages)
    found = await _summaries(services, visitor, (page - 1) * ON_A_PAGE, ON_A_PAGE)
    return responses.MyGames(found, total, page, pages)


def summary(table: Table, visitor: str) -> responses.Summary:
    """A table in one line."""
    yours = table.seats_of(visitor)
    return responses.Summary(
        table=table.id,
        game=table.config.game,
        variant=table.config.variant,
        phase=table.phase,
        ply=table.ply,
        player=table.player,
        you=yours,
        your_turn=table.player in yours,
        seats=broadcast.seats(table, visitor),
        created=table.config.created,
        active=table.active,
        text=str(table.position),
        clock=requests.ClockChoice(*table.config.clock) if table.config.clock else None,
        result=responses.result(table.position, table.outcome),
    )


def damaged(stored: Stored, visitor: str) -> responses.Summary:
    """A game that cannot be read, in one line: what is known without its moves."""
    config = stored.config
    return responses.Summary(
        table=config.id,
        game=config.game,
        variant=config.variant,
        phase="over",
        ply=0,
        player=0,
        you=[seat.player for seat in stored.seats if seat.visitor == visitor],
        your_turn=False,
        seats=broadcast.shown_seats(config, stored.seats, visitor),
        created=config.created,
        active=config.created,
        text="",
        clock=requests.ClockChoice(*config.clock) if config.clock else None,
        result=None,
        damaged=True,
    )


@delete(
    "/tables/{name:str}",
    status_code=200,
    summary="Delete a game of mine",
    refuses=(*NO_TABLE, "not-your-seat", "not-allowed"),
)
async def forget(name: TableId, services: Services, visitor: str) -> responses.Deleted:
    """Take a game off my list. It is deleted when nobody else has it on theirs."""
    return responses.Deleted(name, await services.lobby.finish(actions.forget(services.lobby, name, visitor)))


# ---------------------------------------------------------------------------------------------------- other devices
@post("/me/code", status_code=200, summary="A code for another device")
async def code(request: HttpRequest, services: Services) -> responses.Code:
    """A code which, entered on another device within ten minutes, makes me known there. It is good once."""
    services.entering.require(address(request.scope))
    return responses.Code(*await services.codes.give(_token(request)))


@post("/me/take", status_code=200, summary="Enter a code from another device", refuses=("bad-code",))
async def take(data: requests.TakeCode, request: HttpRequest, services: Services) -> Response[responses.Me]:
    """From now on this device is known as the visitor who asked for the code, with their seats and games."""
    services.entering.require(address(request.scope))
    token = await services.codes.take(data.code, _token(request))
    name = await services.store.name_of(fingerprint(token))
    secure = request.scope.get("scheme") == "https"
    return Response(responses.Me(name), headers={"set-cookie": cookie(token, secure, services.settings.prefix)})


def _token(request: HttpRequest) -> str:
    """The visitor's secret; the middleware has set it for every request under `/api`."""
    token = request.scope.get("token")
    assert isinstance(token, str)
    return token


ROUTES = [me, rename, mine, games, forget, code, take]
