"""Telling: what happened at a table, to everybody there, each as he may know it."""

from __future__ import annotations

from msgspec import UNSET, Raw, structs

from ..core.position import Position
from . import render
from . import responses as say
from .clock import now
from .drawing import Studio
from .facts import Happened
from .inuse import Live
from .table import Table

FAR = 200
"""Events a returning client is given one by one; beyond that he gets the whole table."""
_NOTHING = say.Status("waiting", 0, 0, 0)


async def prepare(studio: Studio, live: Live, before: Position, happened: Happened) -> tuple[say.Event, bool | None]:
    """The costly part of an event, made while the disk is busy: the event so far, and the trembles if it is known."""
    fact, table = happened.fact, live.table
    event = say.Event(happened.number, happened.at, fact.kind, _NOTHING, by=fact.by)
    if fact.kind == "move":
        after = table.position
        drawn = await studio.draw(table.id, before, after, fact.touched, live.watched(after.player))
        event.motions, event.scene = Raw(drawn.motions), Raw(drawn.scene)
        left = fact.remaining[fact.by - 1] if fact.remaining else None
        event.entry = render.entry(before, fact.move, table.ply, left)
        if drawn.gestures:
            live.foresee(happened.number, Raw(drawn.gestures))
        return event, drawn.trembles
    if fact.kind == "undo":
        back = table.game.positions[-1 - fact.removed]
        event.scene = render.changed(render.parts(before), render.parts(back))
    return event, None


def complete(event: say.Event, table: Table, trembles: bool | None = None) -> None:
    """What an event says of the table after it."""
    fact = table.happened[-1].fact
    event.status = render.status(table, trembles)
    event.removed, event.offer, event.reason, event.table = fact.removed, fact.offer, fact.reason, fact.table
    if fact.remaining is not None:
        event.clocks = render.clocks(table)
    if event.status.offer is not None:
        event.status.offer = structs.replace(event.status.offer)


def tell(live: Live, event: say.Event, trembles: bool | None = None) -> None:
    """Tell an event to everybody at the table; it has happened."""
    complete(event, live.table, trembles)
    readers: dict[str | None, bytes] = {}
    seated = {live.table.setting.creator, *(chair.visitor for chair in live.table.chairs)}
    for connection in live.connections:
        reader = connection.visitor if connection.visitor in seated else None
        if reader not in readers:
            readers[reader] = render.encode(told(live, event, reader))
        connection.tell(readers[reader])


def told(live: Live, event: say.Event, visitor: str | None) -> say.Event:
    """An event as one reader hears it, with what he may do now."""
    seats = render.seats(live.table, visitor) if event.kind in ("seat", "start", "leave") else UNSET
    gestures = live.gestures(visitor)
    return structs.replace(
        event,
        rights=live.table.rights(visitor),
        seats=seats,
        gestures=UNSET if gestures is None else gestures,
    )


def state(live: Live, visitor: str | None) -> say.State:
    """A table whole, as a visitor may see it. The lock is held."""
    table = live.table
    return say.State(
        table=table.id,
        number=table.number,
        now=now(),
        game=table.setting.game,
        variant=table.setting.variant,
        start=table.setting.start,
        text=str(table.position),
        created=table.setting.created,
        seats=render.seats(table, visitor),
        you=table.seats_of(visitor),
        moves=render.entries(table),
        scene=render.joined(render.parts(table.position)),
        gestures=live.gestures(visitor),
        status=render.status(table),
        clocks=render.clocks(table),
        rights=table.rights(visitor),
        presence=live.presence(),
        rematch=table.rematch,
    )


async def since(studio: Studio, live: Live, seen: int, visitor: str | None) -> list[say.Event] | None:
    """The events after a number, as they were told; None where that is too far back or never was.

    The lock is held. The game is played through again beside the table, so that each event shows its own time.
    """
    table = live.table
    if seen > table.number or table.number - seen > FAR:
        return None
    chairs = [structs.replace(chair) for chair in table.chairs]
    beside = Live(Table(table.setting, chairs, table.happened[:seen]))
    events = []
    for happened in table.happened[seen:]:
        before, played = beside.table.position, happened.fact.kind == "move"
        if played:
            beside.table.game.play(happened.fact.move)
        event, trembles = await prepare(studio, beside, before, happened)
        beside.table.apply(happened, played=played)
        complete(event, beside.table, trembles)
        if event.kind in ("seat", "start", "leave"):
            event.seats = render.seats(table, visitor)
        events.append(event)
    if events:
        events[-1] = told(live, events[-1], visitor)
    return events
