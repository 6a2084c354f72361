"""Several processes on one database: what the others have written, who is connected to them, whose tables are whose.

The bus tells at once that something has changed; once per second the database is looked at all the same. Everything is
read from there: a message says where to look, never what has happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from ..broadcast import LiveTable
from ..errors import Overtaken, Refused
from ..events import Event, now, read
from ..storage.rows import events, presence, tables
from ..table import Seat, needs_owner
from .bus import FREE, PEOPLE, Bus
from .lease import GAP, LEASE, Leases, living

if TYPE_CHECKING:
    from ..lobby import Lobby

log = logging.getLogger(__name__)

BEAT = 1.0
"""Seconds between two signs of life, and between two looks at the database."""
STEADY = 2
"""Signs of life in a row before we take others' tables: after a pause of the database all were silent."""
GATHERED = 0.05
"""Seconds for which changes of who is connected are gathered."""
LOOKED_AT = 1000
"""Tables that are looked at with one query."""
LOADED = 4
"""Tables that were taken over and are loaded together."""


class Sharing:
    """Our process among others."""

    def __init__(self, lobby: Lobby, bus: str) -> None:
        self.lobby = lobby
        self.store = lobby.store
        self.store.shared = True
        self.leases = Leases(lobby.store)
        self._url = bus
        self.bus: Bus
        self._last = 0.0
        """When we gave the last sign of life."""
        self._steady = STEADY
        self._leaving = False
        self._wake = asyncio.Event()
        self._numbers: dict[str, int] = {}
        """The last event of tables of ours that are not in memory."""
        self._met: set[str] = set()
        """Tables where somebody came or left here, to be written down."""
        self._asked: set[str] = set()
        """Tables where somebody came or left elsewhere, to be looked up."""
        self._loading = asyncio.Semaphore(LOADED)
        self._away = False

    async def open(self) -> None:
        """Begin; called from the running loop, with the database open."""
        self.bus = Bus(self._url, self.store.run, self._heard)
        self.bus.open()
        self._last = now()
        try:
            await self.store.put("", (), [(delete(presence).where(presence.c.run.not_in(living(now()))), {})])
        except Refused:
            await self.bus.close()
            raise
        self.lobby.spawn(self._beat())
        self.lobby.spawn(self._watch_people())

    async def hand_over(self) -> None:
        """Do nothing by ourselves any more: the other processes take our tables at once."""
        self._leaving = True
        mine = self.leases.mine
        with contextlib.suppress(Refused):
            await self.leases.hand_over()
        self._stop(mine)
        self.bus.tell(FREE, 0)

    async def close(self) -> None:
        """Leave the bus."""
        await self.bus.close()

    # --------------------------------------------------------------------------------------------------------- tables
    def owns(self, table: str) -> bool:
        """Whether what happens by itself at a table is ours to do."""
        return table in self.leases.mine

    def began(self, table: str) -> None:
        """A game that we have written the beginning of: it is ours."""
        if not self._leaving:
            self.leases.mine.add(table)
            self.bus.follow(table)

    def ended(self, table: str) -> None:
        """A game is over."""
        self.leases.mine.discard(table)
        self._numbers.pop(table, None)

    def written(self, table: str, number: int) -> None:
        """Something was written at a table."""
        self.bus.tell(table, number)

    def wrote(self, live: LiveTable, event: Event, turned: bool) -> None:
        """We have written an event, and with it who runs the table where the game began or ended by it."""
        table = live.table
        if table.phase == "over":
            self.ended(table.id)
        elif turned and needs_owner(table):
            self.began(table.id)
        elif event.kind == "leave":  # a computer has taken a seat, perhaps the first one: somebody must run it
            self._wake.set()
        self.written(table.id, event.number)

    async def overtaken(self, live: LiveTable, number: int, error: Overtaken) -> None:
        """Another process was faster, or runs the table now: read the table anew, from the last known event on."""
        if error.owner:
            self.leases.mine.discard(live.table.id)
            self.lobby.rest(live)
        await self.reload(live, number)

    def dropped(self, live: LiveTable) -> None:
        """A table has left our memory."""
        name = live.table.id
        if self.owns(name):
            self._numbers[name] = live.table.number
        else:
            self.bus.leave(name)

    async def refresh(self, live: LiveTable) -> None:
        """Apply and broadcast what others have written at a table whose lock is held."""
        found = await self.store.newer(live.table.id, live.table.number)
        if found is None:
            self.ended(live.table.id)
            self.lobby.drop(live)  # it was deleted
        elif found:
            await self._apply(live, found)

    async def reload(self, live: LiveTable, number: int) -> None:
        """Read a table anew whose lock is held, after a write that failed; its readers have heard up to a number."""
        found = await self.store.load(live.table.id)
        if found is None:
            self.lobby.drop(live)
            return
        new = [read(*row) for row in found.events if row[0] > number]
        found.events = [row for row in found.events if row[0] <= number]
        live.table = await asyncio.to_thread(found.table)
        await self._apply(live, new, found.seats)

    async def _apply(self, live: LiveTable, found: Sequence[Event], seats: Sequence[Seat] = ()) -> None:
        try:
            if not seats and any(event.kind in ("seat", "start") for event in found):
                seats = await self.store.seats_of(live.table.id)
            for event in found:
                taken = seats[event.by - 1] if event.by and event.kind in ("seat", "start") else None
                await self.lobby.hear(live, event, taken)
        except BaseException:
            self.lobby.drop(live)
            raise
        if live.table.phase == "over":
            self.ended(live.table.id)
        self.lobby.wake(live)

    # -------------------------------------------------------------------------------------------------- once per second
    async def _beat(self) -> None:
        """Give a sign of life, take tables of dead processes, look for what we were not told."""
        while True:
            self._wake.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), BEAT)
            try:
                await self._live_on()
                await self._look()
                self._away = False
            except (Refused, SQLAlchemyError) as error:
                if not self._away:
                    log.warning("the database is away: %s", str(error).splitlines()[0])
                self._away = True

    async def _live_on(self) -> None:
        at = now()
        if self._leaving:
            return
        await self.store.sign_of_life()
        slept, self._last = at - self._last > LEASE, at
        self._steady = 0 if slept else self._steady + 1
        if slept:
            self._stop(await self.leases.look())
        if self._steady >= STEADY:
            idle = (live for live in self.lobby.tables.values() if not self.owns(live.table.id))
            for name in await self.leases.claim([live.table.id for live in idle if needs_owner(live.table)]):
                self.bus.follow(name)
                self.lobby.spawn(self._take(name))

    async def _take(self, name: str) -> None:
        """Run a table that is ours now."""
        async with self._loading:
            with contextlib.suppress(Refused):
                async with self.lobby.at(name) as live:
                    self.lobby.wake(live)

    def _stop(self, names: Iterable[str]) -> None:
        """These tables are not ours any more: nothing happens there by itself."""
        for name in names:
            live = self.lobby.tables.get(name)
            if live is not None:
                self.lobby.rest(live)
                if not live.connections:
                    self.bus.leave(name)

    async def _look(self) -> None:
        """Look at the tables that are ours or that somebody here is connected to."""
        here = {name for name, live in self.lobby.tables.items() if live.connections}
        names = sorted(here | self.leases.mine)
        for first in range(0, len(names), LOOKED_AT):
            await self._look_at(names[first : first + LOOKED_AT])
        await self._look_for_people(sorted(here))

    async def _look_at(self, names: Sequence[str]) -> None:
        last = select(func.max(events.c.number)).where(events.c.table_id == tables.c.id).scalar_subquery()
        rows = await self.store.rows(select(tables.c.id, last).where(tables.c.id.in_(names)))
        numbers = {str(name): int(number or 0) for name, number in rows}
        for name in names:
            live = self.lobby.tables.get(name)
            known = live.table.number if live else self._numbers.get(name, -1)
            if name not in numbers:
                self.leases.mine.discard(name)
            if numbers.get(name, known + 1) > known:
                self.lobby.spawn(self._take(name))

    # ------------------------------------------------------------------------------------------------------------ news
    def _heard(self, table: str, number: int) -> None:
        """Another process has told something."""
        if table == FREE:
            self._wake.set()
        elif number == PEOPLE:
            self._asked.add(table)
        else:
            live = self.lobby.tables.get(table)
            if self.owns(table) if live is None else live.table.number < number:
                self.lobby.spawn(self._take(table))

    # ---------------------------------------------------------------------------------------------------------- people
    def met(self, live: LiveTable) -> None:
        """Somebody has come to a table here, or left it."""
        name = live.table.id
        if live.connections:
            self.bus.follow(name)
        elif not self.owns(name):
            self.bus.leave(name)
        self._met.add(name)
        self._asked.add(name)

    async def _watch_people(self) -> None:
        while True:
            await asyncio.sleep(GATHERED)
            if self._met or self._asked:
                with contextlib.suppress(Refused, SQLAlchemyError):  # the next look finds them
                    await self._write_people()
                    asked, self._asked = self._asked, set()
                    await self._look_for_people(sorted(asked))

    async def _write_people(self) -> None:
        """Write who is connected to us."""
        met, self._met = self._met, set()
        if not met:
            return
        run = self.store.run
        rows = []
        for name in met:
            live = self.lobby.tables.get(name)
            who = Counter(connection.visitor or "" for connection in live.connections) if live else {}
            rows += [{"run": run, "table_id": name, "visitor": each, "connections": who[each]} for each in who]
        gone = delete(presence).where(presence.c.run == run, presence.c.table_id.in_(met))
        try:
            await self.store.put("", (), [(gone, {}), *((insert(presence), row) for row in rows)])
        except Refused:
            self._met |= met
            raise
        for name in met:
            self.bus.tell(name, PEOPLE)

    async def _look_for_people(self, names: Sequence[str]) -> None:
        """Read who is connected elsewhere, and send it where that has changed."""
        found: dict[str, Counter[str | None]] = {name: Counter() for name in names}
        columns = presence.c
        for first in range(0, len(names), LOOKED_AT):
            query = select(columns.table_id, columns.visitor, columns.connections).where(
                columns.table_id.in_(names[first : first + LOOKED_AT]),
                columns.run != self.store.run,
                columns.run.in_(living(now())),
            )
            for name, visitor, count in await self.store.rows(query):
                found[name][visitor or None] += count
        for name, elsewhere in found.items():
            live = self.lobby.tables.get(name)
            if live is not None and live.elsewhere != elsewhere:
                live.elsewhere = elsewhere
                live.send_presence()

    # ---------------------------------------------------------------------------------------------------------- clocks
    async def stood_still(self, since: float) -> float | None:
        """Until when a clock has run that runs since a moment, if no process was alive after that; else None."""
        until = await self.leases.covered(since)
        return until if now() - until > GAP else None
