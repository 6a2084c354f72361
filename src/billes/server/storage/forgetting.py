"""Forgetting: tables that nobody ever joined are deleted, and finished games are folded into one row.

A folded game has no events any more but its record, which is shorter and reads the same; it is opened, looked through,
analysed and continued like any other. One transaction per table: a server killed in the middle has folded it or not.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Container
from copy import copy
from typing import Any

from msgspec import json
from sqlalchemy import ColumnElement, and_, delete, exists, or_, select, update

from ...core.errors import BrokenGame, UnknownGame
from ..errors import Refused
from ..events import now
from ..settings import Keep
from ..table import Folded, Table
from . import rows
from .store import Store, Stored, Unreadable

DAY = 86_400.0
BATCH = 50
"""Tables that are looked up together."""


async def forget(store: Store, keep: Keep, used: Container[str] = ()) -> tuple[int, int]:
    """Delete and fold what is old enough, but for tables that are in use; gives how many were deleted and folded."""
    columns = rows.tables.c
    deleted = folded = 0
    if keep.unjoined is not None:
        never = ~exists().where(rows.events.c.table_id == columns.id)
        waiting = columns.phase == "waiting", columns.damaged.is_(None), never
        async for name in _old(store, now() - keep.unjoined * DAY, *waiting):
            if name not in used:
                await store.put(name, (), [(delete(rows.tables).where(columns.id == name, *waiting), {})])
                deleted += 1
    if keep.finished is not None:
        before = now() - keep.finished * DAY
        over = columns.phase == "over", columns.folded.is_(None), columns.damaged.is_(None)
        async for name in _old(store, before, *over):
            if name not in used:
                folded += await _fold_one(store, name, before)
    return deleted, folded


async def _old(store: Store, before: float, *which: ColumnElement[bool]) -> AsyncIterator[str]:
    """The names of tables that were created before a moment, the oldest first; half of the time nothing is done."""
    columns = rows.tables.c
    at, name = -1.0, ""
    while True:
        after = or_(columns.created > at, and_(columns.created == at, columns.id > name))
        wanted = select(columns.created, columns.id).where(columns.created < before, after, *which)
        found = await store.rows(wanted.order_by(columns.created, columns.id).limit(BATCH))
        for one in found:
            began = time.monotonic()
            yield str(one.id)
            await asyncio.sleep(time.monotonic() - began)
        if len(found) < BATCH:
            return
        at, name = found[-1]


async def _fold_one(store: Store, name: str, before: float) -> bool:
    """Fold a game if its last event is old enough; whether it was."""
    try:
        stored = await store.load(name)
        made = await asyncio.to_thread(fold, stored, before) if stored is not None else None
    except (Refused, Unreadable, UnknownGame, BrokenGame):  # whoever opens it is told
        return False
    except ValueError as error:
        store.complaints.say(f"table {name} is not folded: {error}")
        return False
    if made is None:
        return False
    text = json.encode(made).decode()
    columns = rows.events.c
    await store.put(
        name,
        (),
        [
            (update(rows.tables).where(rows.tables.c.id == name).values(folded=text), {}),
            (delete(rows.events).where(columns.table_id == name, columns.number <= made.number), {}),
        ],
    )
    return True


def fold(stored: Stored, before: float) -> Folded | None:
    """A finished game in one piece; None where something happened after that moment.

    Raises ValueError where it would not unfold to the same game.
    """
    table = stored.table()
    if table.phase != "over" or table.offer is not None or table.active >= before:
        return None
    game = copy(table.game)
    game.tags = {f"Player{seat.player}": seat.name for seat in table.seats if seat.name}
    clock = table.clock
    remaining, since = (list(clock.remaining), clock.since) if clock else (None, 0.0)
    made = Folded(game.record(), table.number, table.turn, table.active, remaining, since, table.rematch)
    again = Stored(stored.config, stored.seats, [], json.encode(made).decode()).table()
    for what, see in _SEEN.items():
        if see(again) != see(table):
            raise ValueError(f"its {what} would be lost")
    return made


_SEEN: dict[str, Callable[[Table], Any]] = {
    "moves": lambda table: [move.text for move in table.game.moves],
    "position": lambda table: str(table.position),
    "result": lambda table: table.outcome,
    "clocks": lambda table: (table.game.clocks, table.clock),
    "seats": lambda table: table.seats,
    "number": lambda table: (table.number, table.turn, table.active, table.phase, table.player),
    "rematch": lambda table: table.rematch,
}
"""What can be seen of a finished game."""
