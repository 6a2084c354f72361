"""What a new connection to a table gets first: the whole table, or what has happened since it was connected last."""

from __future__ import annotations

import asyncio
from typing import cast

from msgspec import Raw, Struct, json, structs

from ..games.registry import spec_of
from .broadcast import RECENT, TURNS, LiveTable, clocks, look, seats, status
from .events import now
from .messages.responses import Response, Sentence, State, Update
from .table import Table
from .work import drawing
from .work.drawers import Drawers
from .work.drawing import Drawn, Job, encode

MOST_MISSED = 200
"""Events that can be asked for at once."""
LONGEST = 1_000
"""Events of a table from which on none are applied again: that would take too long."""
LISTED = 200
"""Lines of the move list that a whole table comes with, the last ones; earlier ones are asked for."""

_decoder = json.Decoder(Update)


class Greeting(Struct):
    """What a new connection gets first, and what of it is still to be drawn."""

    told: State | list[bytes]
    job: Job | None = None
    number: int = 0
    """The event that the look belongs to, where updates are sent."""

    async def messages(self, drawers: Drawers) -> list[bytes | Response]:
        """The messages in order. No lock is held."""
        told = self.told
        drawn = None if self.job is None else await drawers.draw(self.job)
        if isinstance(told, State):
            assert drawn is not None
            return [with_look(told, drawn)]
        if drawn is None:
            return [*told]
        return [*told, look(self.number, drawn, gestures=True)]


async def greeting(live: LiveTable, seen: int | None, visitor: str | None) -> Greeting:
    """The whole table, or the updates after the event that a visitor has seen. The lock is held."""
    missed = await _missed(live, seen, visitor) if seen else None
    table, position = live.table, live.table.position
    handled = _may_touch(table, visitor)
    if missed is None:
        return Greeting(await snapshot(live, visitor), drawing.job_of(position, handled))
    turns = [event for event in table.events[len(table.events) - len(missed) :] if event.kind in TURNS]
    if not turns:
        return Greeting(missed)
    job = drawing.job_of(position, handled)
    if len(turns) == 1 and turns[0].kind == "move":
        job = drawing.turn_job(table.game.positions[-2], position, True, turns[0].touched, handled)
    return Greeting(missed, job, turns[-1].number)


async def _missed(live: LiveTable, seen: int, visitor: str | None) -> list[bytes] | None:
    """The updates after an event number; None where the whole table is better sent. The lock is held."""
    missed, number = live.missed(seen, visitor), live.table.number
    if missed is None and 0 < number - seen <= RECENT and number <= MOST_MISSED:  # the table was loaded since
        again = await asyncio.to_thread(replayed, live.table, seen, visitor)
        missed = None if again is None else [encode(update) for update in again]
    return missed


def replayed(table: Table, seen: int, visitor: str | None) -> list[Update] | None:
    """The same from further back: the events are applied again to a table of their own. The lock is held."""
    if not table.number - MOST_MISSED <= seen <= table.number or seen > LONGEST:
        return None
    if table.folded and seen < table.number:
        return None
    again = LiveTable(Table(table.config, [structs.replace(seat) for seat in table.seats], table.events[:seen]))
    again.prepare()
    updates = []
    for event in table.events[seen:]:
        before = again.table.position
        again.table.apply(event)
        update = _decoder.decode(again.update(before, event))
        if event.kind in ("seat", "start", "leave"):
            update.seats = seats(table, visitor)
        updates.append(update)
    if updates:
        updates[-1].rights = table.rights(visitor)
    return updates


async def snapshot(live: LiveTable, visitor: str | None) -> State:
    """The whole table as a visitor may see it, but not yet what the position looks like. The lock is held."""
    table = live.table
    earlier = max(0, table.ply - LISTED)
    moves = await live.lines(earlier)
    return State(
        table=table.id,
        number=table.number,
        now=now(),
        game=table.config.game,
        variant=table.config.variant,
        start=table.config.start,
        text=str(table.position),
        created=table.config.created,
        seats=seats(table, visitor),
        you=table.seats_of(visitor),
        moves=moves,
        earlier=earlier,
        scene=Raw(b"null"),
        gestures=None,
        status=status(table, None),
        clocks=clocks(table),
        rights=table.rights(visitor),
        presence=live.presence(),
        rematch=table.rematch,
        lots=table.config.lots,
        lessons=spec_of(table.config.game).has("lessons"),
    )


def _may_touch(table: Table, visitor: str | None) -> bool:
    """Whether it is for a visitor to move."""
    seat = table.mover
    return visitor is not None and seat is not None and seat.kind == "human" and seat.visitor == visitor


def with_look(state: State, drawn: Drawn) -> State:
    """A whole table with what its position looks like."""
    state.scene = Raw(drawn.scene)
    if drawn.gestures:
        state.gestures = Raw(drawn.gestures)
    if drawn.warning and state.status.phase == "playing":
        state.status.warning = cast(Sentence, Raw(drawn.warning))
    return state
