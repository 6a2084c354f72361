"""What people do at a table: each action is judged here, by the rules of the game and by who holds which seat.

HTTP and sockets call these functions alike. Each is given the visitor who asks (a fingerprint) and gives the number of
the event it made. What is asked twice happens once: the second time gives the number of the first.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from msgspec import structs
from sqlalchemy import insert, select

from ..core.errors import IllegalMove
from .broadcast import LiveTable
from .errors import Overtaken, Refused
from .events import Event, OfferKind, now
from .lobby import Lobby
from .messages import requests
from .names import clean
from .storage import rows
from .storage.rows import new_table
from .table import Seat, Table, TableConfig, start_event

P = ParamSpec("P")
T = TypeVar("T")
TRIES = 10
"""How often a request is judged while other processes are faster."""


def _judged_again(action: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """An action that is judged anew where another process has written at the table first: nobody notices."""

    @wraps(action)
    async def judged(*args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(TRIES):
            with suppress(Overtaken):
                return await action(*args, **kwargs)
        raise Overtaken

    return judged


# ---------------------------------------------------------------------------------------------------------- moves
@_judged_again
async def play(lobby: Lobby, name: str, visitor: str | None, request: requests.Play, at: float) -> int:
    """Play a move that arrived at that moment."""
    async with lobby.at(name, request.answers) as live:
        table = live.table
        mine = _mine(table, visitor)
        if request.answers != table.turn:
            return _same_move(table, mine, request)
        _check_playing(table)
        if table.player not in mine:
            raise Refused("not-your-turn")
        lag = live.lag(visitor)
        if await lobby.check_time(live, at, lag):
            raise Refused("over", "error.time-up")
        return await make_move(lobby, live, request.move, request.touched, at, lag)


async def make_move(
    lobby: Lobby, live: LiveTable, move: str, touched: tuple[str, ...] = (), at: float | None = None, lag: float = 0.0
) -> int:
    """Play a move for the player to move; the lock is held and their right is checked."""
    table = live.table
    try:
        text = table.position.move(move).text
    except IllegalMove as error:
        raise Refused("illegal", error.sentence) from error
    remaining = table.clock.pressed(table.player, now() if at is None else at, lag) if table.clock else None
    event = Event(table.number + 1, now(), "move", table.player, text, touched, remaining=remaining)
    return await lobby.record(live, event)


def _same_move(table: Table, mine: list[int], request: requests.Play) -> int:
    """The number of the same move if it has been played already; else the request answers an older position."""
    following = next((e for e in table.events if e.number > request.answers and e.kind in ("move", "undo")), None)
    known = any(e.number == request.answers and e.kind in ("start", "move", "undo") for e in table.events)
    if known and following is not None and following.kind == "move" and following.by in mine:
        if following.move == request.move.strip():
            return following.number
    raise Refused("stale", answers=request.answers, turn=table.turn)


@_judged_again
async def undo(lobby: Lobby, name: str, visitor: str | None, request: requests.Undo) -> int:
    """Take back to before the visitor's last move, or ask the others to agree to it."""
    async with lobby.at(name) as live:
        table = live.table
        mine = _mine(table, visitor)
        if request.answers != table.turn:
            later = (e for e in table.events if e.number > request.answers and e.kind in ("move", "undo"))
            following = next(later, None)
            if following is not None and following.kind == "undo" and following.by in mine:
                return following.number
            raise Refused("stale", answers=request.answers, turn=table.turn)
        right = table.rights(visitor).undo
        if right == "no":
            raise Refused("not-allowed", "error.no-undo")
        by = _speaker(table, mine)
        if right == "now":
            return await lobby.record(live, _undo(table, by))
        return await _offer(lobby, live, by, "undo")


def _undo(table: Table, by: int, reason: str = "") -> Event:
    removed = table.undo_count(table.seats[by - 1].visitor)
    remaining = table.clock.stopped(now()) if table.clock else None
    return Event(table.number + 1, now(), "undo", by, removed=removed, reason=reason, remaining=remaining)


@_judged_again
async def resign(lobby: Lobby, name: str, visitor: str | None, request: requests.Resign) -> int:
    """Resign; with four players the computer plays on."""
    async with lobby.at(name) as live:
        table = live.table
        mine = _mine(table, visitor)
        if request.player and request.player not in mine:
            raise Refused("not-your-seat")
        player = request.player or _speaker(table, mine)
        for event in reversed(table.events):
            if event.kind in ("end", "leave") and event.by == player:
                return event.number  # done already
        _check_playing(table)
        return await lobby.leave(live, player, "resignation", now())


@_judged_again
async def say(lobby: Lobby, name: str, visitor: str | None, request: requests.Say) -> int:
    """Say a phrase to the other people at the table; the same one at once again is said once."""
    async with lobby.at(name) as live:
        table = live.table
        by = _speaker(table, _mine(table, visitor))
        last = table.events[-1] if table.events else None
        if last is not None and (last.kind, last.by, last.phrase) == ("phrase", by, request.phrase):
            if now() - last.at < AGAIN:
                return last.number
        if all(seat.free for seat in table.others(visitor)):
            raise Refused("not-allowed", "error.no-listener")
        lobby.phrases.require(visitor or "", said="error.phrases")
        return await lobby.record(live, Event(table.number + 1, now(), "phrase", by, phrase=request.phrase))


# --------------------------------------------------------------------------------------------------------- offers
@_judged_again
async def offer(lobby: Lobby, name: str, visitor: str | None, request: requests.Offer) -> int:
    """Offer a draw or a rematch; where nobody has to agree it is done at once."""
    async with lobby.at(name) as live:
        table = live.table
        mine = _mine(table, visitor)
        by = _speaker(table, mine)
        if request.offer == "rematch" and table.rematch:
            return next((event.number for event in table.events if event.kind == "rematch"), table.number)
        rights = table.rights(visitor)
        right = rights.draw if request.offer == "draw" else rights.rematch
        if right == "no":
            if table.phase == "over" and request.offer == "draw":
                raise Refused("over")
            raise Refused("not-allowed", f"error.no-{request.offer}")
        if right == "ask":
            return await _offer(lobby, live, by, request.offer)
        return await _fulfil(lobby, live, request.offer, by)


async def _offer(lobby: Lobby, live: LiveTable, by: int, kind: OfferKind) -> int:
    table = live.table
    open_offer = table.offer
    if open_offer is not None:
        if open_offer.offer != kind:
            raise Refused("not-allowed", "error.other-offer")
        if by not in open_offer.waits:
            return open_offer.number  # done already
        return await _agree(lobby, live, by)  # both want the same
    return await lobby.record(live, Event(table.number + 1, now(), "offer", by, offer=kind))


@_judged_again
async def answer(lobby: Lobby, name: str, visitor: str | None, request: requests.Answer) -> int:
    """Accept or decline an offer, or withdraw one's own."""
    async with lobby.at(name) as live:
        table = live.table
        mine = _mine(table, visitor)
        open_offer = table.offer
        if open_offer is None or open_offer.number != request.number:
            return _same_answer(table, request)
        waiting = [player for player in open_offer.waits if player in mine]
        if not waiting and (request.accept or open_offer.by not in mine):
            raise Refused("not-allowed", "error.agreed-already")
        return await settle(lobby, live, waiting[0] if waiting else open_offer.by, request.accept)


def _same_answer(table: Table, request: requests.Answer) -> int:
    """The number of what came of an offer, if it was this answer that brought it about."""
    made = next((e for e in table.events if e.number == request.number and e.kind == "offer"), None)
    if made is not None:
        fulfilled = {"undo": "undo", "draw": "end", "rematch": "rematch"}[made.offer or "undo"]
        wanted = fulfilled if request.accept else "decline"
        for event in table.events:
            if event.number > request.number and event.kind == wanted:
                return event.number
            if event.number > request.number and event.kind not in ("agree", "phrase"):
                break
    raise Refused("no-offer")


async def settle(lobby: Lobby, live: LiveTable, player: int, accept: bool) -> int:
    """A player's answer to the open offer; the lock is held and their right is checked."""
    table = live.table
    assert table.offer is not None
    if accept:
        return await _agree(lobby, live, player)
    return await lobby.record(live, Event(table.number + 1, now(), "decline", player, offer=table.offer.offer))


async def _agree(lobby: Lobby, live: LiveTable, by: int) -> int:
    table = live.table
    open_offer = table.offer
    assert open_offer is not None
    seat = table.seats[by - 1]
    same = table.seats_of(seat.visitor) if seat.kind == "human" else [by]
    if any(player not in same for player in open_offer.waits):
        return await lobby.record(live, Event(table.number + 1, now(), "agree", by, offer=open_offer.offer))
    return await _fulfil(lobby, live, open_offer.offer, open_offer.by)


async def _fulfil(lobby: Lobby, live: LiveTable, kind: OfferKind, by: int) -> int:
    """Do what all have agreed to."""
    table = live.table
    if kind == "undo":
        return await lobby.record(live, _undo(table, by, "agreement"))
    if kind == "draw":
        remaining = table.clock.stopped(now()) if table.clock else None
        event = Event(table.number + 1, now(), "end", reason="agreement", remaining=remaining)
        return await lobby.record(live, event)
    config = structs.replace(table.config, id=table_id(), created=now(), lots=False)
    order = [*table.seats[1:], table.seats[0]]  # everybody moves up by one seat
    seats = [structs.replace(seat, player=player, invite=None, left=False) for player, seat in enumerate(order, 1)]
    first = _first_events(config, seats)
    owner = lobby.owner(Table(config, seats, first))
    rows = new_table(config, seats, first, owner)
    number = await lobby.record(live, Event(table.number + 1, now(), "rematch", by, table=config.id), *rows)
    if owner is not None:
        lobby.began(config.id)
    return number


# --------------------------------------------------------------------------------------------------------- tables
async def create(lobby: Lobby, config: TableConfig, seats: list[Seat]) -> LiveTable:
    """Create a table; the game begins at once if no seat is free."""
    events = _first_events(config, seats)
    table = Table(config, seats, events)
    await lobby.store.put(config.id, (), new_table(config, seats, events, lobby.owner(table)))
    return lobby.add(table, new=True)


def _first_events(config: TableConfig, seats: list[Seat]) -> list[Event]:
    if any(seat.free for seat in seats):
        return []
    return [start_event(1, config.created, config, len(seats))]


@_judged_again
async def join(lobby: Lobby, name: str, visitor: str, invite: str, called: str) -> None:
    """Take the free seat of an invitation; the game begins when no seat is free any more."""
    async with lobby.at(name) as live:
        table = live.table
        seat = next((seat for seat in table.seats if seat.invite == invite), None)
        if seat is None:
            raise Refused("not-found", "error.no-invitation")
        if seat.visitor == visitor:
            return
        if not seat.free:
            raise Refused("taken")
        event = Event(table.number + 1, now(), "seat", seat.player)
        if sum(other.free for other in table.seats) == 1:
            event = start_event(table.number + 1, now(), table.config, len(table.seats), seat.player)
        await lobby.record(live, event, seat=structs.replace(seat, visitor=visitor, name=clean(called)))


@_judged_again
async def forget(lobby: Lobby, name: str, visitor: str) -> bool:
    """Take a game off a visitor's list; whether it was deleted, since nobody else has it on theirs.

    A game that has begun with other people is not left like that: resigning comes first. One that has not begun is
    deleted by who made it. One that cannot be read goes like a finished one.
    """
    try:
        async with lobby.at(name) as live:
            return await _forget(lobby, live, visitor)
    except Refused as refused:
        if refused.code != "damaged":
            raise
    found = await lobby.store.load(name, events=False)
    if found is None:
        raise Refused("not-found", "error.no-table")
    others, gone = await _others(lobby, found.visitors, name, visitor)
    if others <= gone:
        await lobby.delete_damaged(name)
        return True
    await _hide(lobby, name, visitor, gone)
    return False


async def _forget(lobby: Lobby, live: LiveTable, visitor: str) -> bool:
    table, name = live.table, live.table.id
    others, gone = await _others(lobby, table.visitors, name, visitor)
    if table.phase == "playing" and table.seats_of(visitor) and any(not s.free for s in table.others(visitor)):
        raise Refused("not-allowed", "error.game-is-on")
    if others <= gone or (table.phase == "waiting" and visitor == table.config.creator):
        await lobby.delete(live)
        return True
    await _hide(lobby, name, visitor, gone)
    return False


async def _others(lobby: Lobby, visitors: set[str], name: str, visitor: str) -> tuple[set[str], set[str]]:
    """Whose game it is besides a visitor's, and who has taken it off their list."""
    if visitor not in visitors:
        raise Refused("not-your-seat", "error.not-your-game")
    columns = rows.hidden.c
    gone = set(await lobby.store.ids(select(columns.visitor).where(columns.table_id == name)))
    return visitors - {visitor}, gone


async def _hide(lobby: Lobby, name: str, visitor: str, gone: set[str]) -> None:
    if visitor not in gone:
        row = {"table_id": name, "visitor": visitor}
        await lobby.store.put(name, (), [(insert(rows.hidden), row)])


# --------------------------------------------------------------------------------------------------------- rights
def _mine(table: Table, visitor: str | None) -> list[int]:
    mine = table.seats_of(visitor)
    if not mine:
        raise Refused("not-your-seat", "error.spectator")
    return mine


def _check_playing(table: Table) -> None:
    if table.phase == "waiting":
        raise Refused("waiting")
    if table.phase == "over":
        raise Refused("over")


def _speaker(table: Table, mine: list[int]) -> int:
    """The seat a visitor acts for: the one to move, or the first of theirs."""
    return table.player if table.player in mine else mine[0]


# ------------------------------------------------------------------------------------------------------------ ids
AGAIN = 3.0
"""Seconds within which the same phrase is taken for one that was sent twice."""
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # no l, o, 0, 1: they are mistaken for each other


def table_id() -> str:
    """An id for a new table, short enough to read out and too rare to guess: 60 bits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def invitation() -> str:
    """The secret of an invitation: 125 bits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(25))
