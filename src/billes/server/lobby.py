"""The tables in memory: loaded from disk when somebody asks for one, and dropped when nobody uses it any more.

Everything that happens at a table happens under its lock: an event is applied, written, and only then broadcast.
Nobody sees a table between the two.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import delete, select

from ..core.errors import BrokenGame, UnknownGame
from ..core.position import Position
from . import background
from .broadcast import LiveTable
from .errors import Overtaken, Refused
from .events import Event, now
from .greeting import greeting
from .messages.responses import State
from .network.rates import RateLimit
from .settings import Keep, Limits
from .storage import rows
from .storage.rows import Statement, change_damage, change_phase, change_seat
from .storage.store import Store, Unreadable
from .table import MOST_LAG, Seat, Table, needs_owner
from .watching.metrics import Metrics
from .work.drawers import Drawers

if TYPE_CHECKING:
    from .several.sharing import Sharing

log = logging.getLogger(__name__)
T = TypeVar("T")

NO_TABLE = 4004
"""Closes a socket: there is no such table (any more)."""
NOT_KEPT = 4011
"""Closes a socket: something could not be written, so it did not happen."""
UNDER_WAY = MOST_LAG + 0.2
"""Seconds that a move may be under way to another process, after the time of its player is up."""
RESTART = 1012
"""The code of a socket whose server is being restarted; the page connects again at once."""


class Lobby:
    """All tables of a server."""

    def __init__(self, store: Store, phrases: RateLimit | None = None, keep: Keep | None = None) -> None:
        self.store = store
        self.keep = keep or Keep()
        self.phrases = phrases or RateLimit(*Limits().phrases)
        """How much a visitor may say."""
        self.tables: dict[str, LiveTable] = {}
        self.drawers = Drawers()
        self.metrics = Metrics()
        self.sharing: Sharing | None = None
        """The other processes on the same database, where there may be any."""
        self.on_turn: Callable[[LiveTable], None] = lambda live: None
        """Called after every event: this is how computers learn that it is their turn."""
        self.left = 0
        """Sockets and tables that have left since memory was last given back."""
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._damaged: set[str] = set()
        """Games that could not be read since the server was started; by then they are marked in the database."""
        self._tasks: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------------------------------------- opening and closing
    async def open(self) -> None:
        """Open the database. Games are loaded when somebody asks for them, those with clocks also in the background."""
        self.store.open()
        if self.sharing is not None:
            await self.sharing.open()
        for work in background.tasks(self):
            self.spawn(work)

    def send_elsewhere(self) -> None:
        """Close all connections; who was connected comes back at once, to another process."""
        for live in self.tables.values():
            for connection in live.connections:
                connection.close(RESTART)

    def disconnect(self) -> None:
        """Close all connections, and begin nothing new."""
        for live in self.tables.values():
            for connection in live.connections:
                connection.close(1001)
        for task in tuple(self._tasks):
            task.cancel()

    async def close(self) -> None:
        """Wait until nothing is under way, and write the last sign of life."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.sharing is not None:
            await self.sharing.close()
        with suppress(Refused):
            await self.store.sign_of_life()
        await self.drawers.close()
        await self.store.close()

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if the client that asked for it disconnects meanwhile."""
        return await asyncio.shield(asyncio.create_task(work))

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something in the background; errors are logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("in the background: %r", error, exc_info=error)

    # -------------------------------------------------------------------------------------------------------- tables
    @asynccontextmanager
    async def at(self, name: str, turn: int | None = None) -> AsyncIterator[LiveTable]:
        """A table with its lock held, as it is on disk, whoever has written there.

        Somebody who answers the turn that we know needs nothing newer: their move is written, or we were too late.
        """
        while True:
            live = await self.get(name)
            async with live.lock:
                if self.sharing is not None and live.table.turn != turn:
                    await self.sharing.refresh(live)
                if self.tables.get(name) is live:  # else it was dropped while we waited
                    yield live
                    return

    @asynccontextmanager
    async def automatic(self, live: LiveTable) -> AsyncIterator[bool]:
        """A table with its lock held, for what happens there by itself; whether that is ours to do.

        If it is not any more when it is to be written, or another process has written first, nothing happens.
        """
        async with live.lock:
            live.automatic = self.tables.get(live.table.id) is live and self.owns(live)
            try:
                yield live.automatic
            except Overtaken:
                pass
            finally:
                live.automatic = False

    def owns(self, live: LiveTable) -> bool:
        """Whether what happens at a table by itself is ours to do."""
        return self.sharing is None or self.sharing.owns(live.table.id)

    async def get(self, name: str) -> LiveTable:
        """A table, loaded if need be. Its lock is not held."""
        live = self.tables.get(name)
        if live is None:
            loading = self._loading.get(name)
            if loading is None:
                loading = asyncio.ensure_future(self._load(name))
                self._loading[name] = loading
                loading.add_done_callback(lambda _: self._loading.pop(name, None))
            live = await asyncio.shield(loading)
        live.used = now()
        return live

    async def _load(self, name: str) -> LiveTable:
        """Read a table from disk, and let its clock go on where an earlier server has left it."""
        if name in self._damaged:
            raise Refused("damaged")
        try:
            found = await self.store.load(name)
            if found is None:
                raise Refused("not-found", "error.no-table")
            table = await asyncio.to_thread(found.table)
        except (UnknownGame, BrokenGame) as error:  # of a plug-in that is gone or does not work any more
            raise Refused("unknown-game", error.sentence) from error
        except Unreadable as error:
            await self._set_aside(name, str(error))
            raise Refused("damaged") from error
        if found.damaged is not None:  # it was mended, or this version reads it
            await self.store.put(name, (), [change_damage(name, None)])
        try:
            await self.resume(table)
        except Overtaken:  # another process has let it go on
            return await self._load(name)
        return self.add(table)

    async def _set_aside(self, name: str, why: str) -> None:
        """Mark a game that cannot be read; it is named in the log when it is marked, and not again."""
        self._damaged.add(name)
        with suppress(Refused):
            known = await self.store.rows(select(rows.tables.c.damaged).where(rows.tables.c.id == name))
            if known and known[0][0] is None:
                log.error("table %s cannot be read and is set aside: %s", name, why)
                await self.store.put(name, (), [change_damage(name, why)])

    async def resume(self, table: Table) -> None:
        """Let a clock go on that ran when an earlier server stopped; the time since its last sign of life is nobody's.

        Whenever that is: a table that is loaded late, or by the server after the next, loses nothing by it.
        """
        clock = table.clock
        if clock is None or not clock.running or table.phase != "playing":
            return
        if self.store.started <= clock.since <= now():  # this server has set it
            return
        if self.sharing is not None:
            until = await self.sharing.stood_still(clock.since)
            if until is None:
                return
        else:
            until = await self.store.last_alive(clock.since)
        remaining = clock.stopped(until)
        event = Event(table.number + 1, now(), "clocks", remaining=remaining)
        await self.store.put(table.id, [event])
        table.apply(event)

    def add(self, table: Table, new: bool = False) -> LiveTable:
        """Take a table into memory; a new one is ours."""
        if new and self.owner(table) is not None:
            self.began(table.id)
        live = self.tables[table.id] = LiveTable(table)
        self.wake(live)
        return live

    async def state(self, name: str, visitor: str | None) -> State:
        """A whole table as a visitor may see it. The lock is not held while it is drawn."""
        async with self.at(name) as live:
            first = await greeting(live, None, visitor)
        (state,) = await first.messages(self.drawers)
        assert isinstance(state, State)
        return state

    def wake(self, live: LiveTable) -> None:
        """Let happen what happens at a table by itself."""
        self._set_timer(live)
        self.on_turn(live)

    def rest(self, live: LiveTable) -> None:
        """Let nothing happen at a table by itself any more."""
        if live.timer:
            live.timer.cancel()
            live.timer = None
        if live.computing is not None:
            live.computing.cancel()
            live.computing = None

    def people_changed(self, live: LiveTable) -> None:
        """Somebody has come to a table, or left it."""
        live.send_presence()
        if self.sharing is not None:
            self.sharing.met(live)

    def drop(self, live: LiveTable, code: int = NOT_KEPT) -> None:
        """After an error nothing in memory is trusted: the table is read from disk again when next asked for."""
        self.tables.pop(live.table.id, None)
        if live.timer:
            live.timer.cancel()
            live.timer = None
        for connection in live.connections:
            connection.close(code)
        if self.sharing is not None:
            self.sharing.dropped(live)

    async def delete(self, live: LiveTable) -> None:
        """Delete a table whose lock is held: from disk, then from memory."""
        gone = delete(rows.tables).where(rows.tables.c.id == live.table.id)
        await asyncio.shield(self.store.put(live.table.id, (), [(gone, {})]))
        if live.computing is not None:
            live.computing.cancel()
        if self.sharing is not None:
            self.sharing.ended(live.table.id)
            self.sharing.written(live.table.id, live.table.number + 1)  # whoever looks finds no table
        self.drop(live, NO_TABLE)

    async def delete_damaged(self, name: str) -> None:
        """Delete a game that cannot be read."""
        await self.store.put(name, (), [(delete(rows.tables).where(rows.tables.c.id == name), {})])
        self._damaged.discard(name)

    # -------------------------------------------------------------------------------------------------------- events
    async def record(self, live: LiveTable, event: Event, *also: Statement, seat: Seat | None = None) -> int:
        """Record an event of a table whose lock is held: apply it, write it, and broadcast it when it is on disk.

        `also` are written in the same transaction, `seat` is the one taken by the event. Gives the event's number. If
        it cannot be written it did not happen: the table is dropped from memory, and Refused is raised. Overtaken is
        raised where another process has written first; the table is then as it is on disk.
        """
        table = live.table
        before, phase, number = table.position, table.phase, table.number
        try:
            table.apply(event, seat)
            changes = list(also)
            if table.phase != phase:
                changes.append(change_phase(table.id, table.phase, self.owner(table)))
            if event.by and event.kind in ("seat", "start", "leave"):
                changes.append(change_seat(table.id, table.seats[event.by - 1]))
            written = self.store.put(
                table.id, [event], changes, self.store.run if live.automatic and self.sharing else 0
            )
            update = live.update(before, event)  # while the disk is busy
            await written
            on_disk = now()
        except Overtaken as error:
            if self.sharing is None:
                self.drop(live)
            else:
                await self.sharing.overtaken(live, number, error)
            raise
        except BaseException:
            self.drop(live)
            raise
        live.used = now()
        if self.sharing is not None:
            self.sharing.wrote(live, event, table.phase != phase)
        self._set_timer(live)
        live.broadcast(event, update)
        asyncio.get_running_loop().call_soon(self._told, live, before, event, table.position, on_disk)
        return event.number

    def _told(self, live: LiveTable, before: Position, event: Event, after: Position, on_disk: float) -> None:
        """Everybody has been sent an event: now what it looks like is drawn, and a computer learns of its turn."""
        live.turned(self.drawers, before, event, after)
        self.on_turn(live)
        self.metrics.recorded(event.kind == "move", on_disk - event.at, now() - event.at)

    def owner(self, table: Table) -> int | None:
        """Who runs a table that we write: we do, where there are others and anything may happen by itself."""
        return self.store.run if self.sharing is not None and needs_owner(table) else None

    def began(self, table: str) -> None:
        """A table is ours that we have written the beginning of, with us as its owner."""
        if self.sharing is not None:
            self.sharing.began(table)

    async def hear(self, live: LiveTable, event: Event, seat: Seat | None) -> None:
        """Apply and broadcast an event that another process has written; the lock is held."""
        before = live.table.position
        live.table.apply(event, seat)
        live.broadcast(event, live.update(before, event))
        after = live.table.position  # looks stay in order: those of our own events are drawn after the telling too
        asyncio.get_running_loop().call_soon(live.turned, self.drawers, before, event, after)

    # -------------------------------------------------------------------------------------------------------- clocks
    def _set_timer(self, live: LiveTable) -> None:
        """Wake up when the time of the running player is up, or earlier: a timer that is set already is left alone."""
        table = live.table
        seat, clock = table.mover, table.clock
        up = None
        if table.phase == "playing" and clock is not None and self.owns(live):
            up = clock.up_at(live.lag(seat.visitor) if seat else 0.0)
            if up is not None and self.sharing is not None and seat is not None and not live.connected(seat.player):
                up += UNDER_WAY
        if live.timer is not None:
            if up is not None and live.due <= up:
                return
            live.timer.cancel()
            live.timer = None
        if up is not None:
            delay = max(0.0, up - now()) + 0.002
            live.due = up
            live.timer = asyncio.get_running_loop().call_later(delay, lambda: self.spawn(self._time_up(live)))

    async def _time_up(self, live: LiveTable) -> None:
        live.timer = None
        async with self.automatic(live) as ours:
            if ours and not await self.check_time(live, now()):
                self._set_timer(live)

    async def check_time(self, live: LiveTable, at: float, lag: float = 0.0) -> bool:
        """End the running player's game if their time is up at that moment; whether it was. The lock is held."""
        table, clock = live.table, live.table.clock
        if table.phase != "playing" or clock is None or not clock.running:
            return False
        left = clock.left(clock.running, at, lag)
        if left is None or left > 0:
            return False
        await self.leave(live, clock.running, "time", at)
        return True

    async def leave(self, live: LiveTable, player: int, reason: str, at: float) -> int:
        """A player stops: the other one has won, or with four the computer plays on in their place."""
        table = live.table
        remaining = table.clock.stopped(at) if table.clock else None
        event = Event(table.number + 1, now(), "end", player, reason=reason, remaining=remaining)
        if len(table.seats) == 2:
            event.winner = 3 - player
        else:
            event.kind = "leave"
            if remaining is not None:
                remaining[player - 1] = None
        return await self.record(live, event)
