"""The hall: the tables that are in use, loaded from disk when somebody comes and put away when all have gone.

Everything that happens at a table happens under its lock: judged, written, and only then applied and told. Nobody ever
sees a table between the two.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from msgspec import structs
from sqlalchemy import delete, insert, select

from . import responses as say
from . import schema, telling
from .clock import now
from .drawing import Studio
from .errors import Refused
from .facts import Fact, Happened
from .inuse import Live
from .settings import Settings
from .storage import Statement, Store, change_phase, change_seat
from .table import Table

log = logging.getLogger(__name__)
T = TypeVar("T")

IDLE = 300.0
"""Seconds after which a table that nobody looks at is put away."""
BEAT = 2.0
"""Seconds between two signs of life on disk, while any clock runs."""
PINGS = 8.0
"""Seconds between two pings of a socket."""


class Hall:
    """All tables of a server."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.tables: dict[str, Live] = {}
        self.on_turn: Callable[[Live], None] = lambda live: None
        """Called whenever a table waits for a move: who thinks for computers listens here."""
        self._loading: dict[str, asyncio.Future[Live]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.studio = Studio()

    # --------------------------------------------------------------------------------------------- coming and going
    async def open(self) -> None:
        """Resume: every game with a clock goes on from the moment the server was last alive."""
        self.store.open()
        died = await self.store.alive()
        columns = schema.tables.c
        running = await self.store.ids(select(columns.id).where(columns.phase == "playing", columns.main.is_not(None)))
        await asyncio.gather(*(self._resume(table, died) for table in running))
        self.spawn(self._housekeeping())
        self.spawn(self._pinging())

    async def _resume(self, name: str, died: float) -> None:
        async with self.at(name) as live:
            clock = live.table.clock
            if clock is not None and clock.running and live.table.phase == "playing":
                at = max(died, clock.since)
                await self.happen(live, Fact("clocks", remaining=clock.stopped(at), running=clock.running))

    def dismiss(self) -> None:
        """Send everybody away, and begin nothing new."""
        for live in self.tables.values():
            for connection in live.connections:
                connection.close(1001)
        for task in tuple(self._tasks):
            task.cancel()

    async def close(self) -> None:
        """Wait until nothing is under way, and write the last sign of life."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._live_sign()
        await self.studio.close()
        await self.store.close()

    async def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if whoever asked for it goes away meanwhile."""
        return await asyncio.shield(asyncio.create_task(work))

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something on the side; what goes wrong there is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("on the side: %r", error, exc_info=error)

    @asynccontextmanager
    async def at(self, name: str) -> AsyncIterator[Live]:
        """Be at a table, alone: with its lock held."""
        while True:
            live = await self.get(name)
            async with live.lock:
                if self.tables.get(name) is live:  # else it was put away while we waited
                    yield live
                    return

    async def get(self, name: str) -> Live:
        """A table by its name, from disk if need be."""
        live = self.tables.get(name)
        if live is None:
            waiting = self._loading.get(name)
            if waiting is None:
                waiting = asyncio.ensure_future(self._load(name))
                self._loading[name] = waiting
                waiting.add_done_callback(lambda _: self._loading.pop(name, None))
            live = await asyncio.shield(waiting)
        live.touched = now()
        return live

    async def _load(self, name: str) -> Live:
        found = await self.store.load(name)
        if found is None:
            raise Refused("not-found", "error.no-table")
        return self.add(await asyncio.to_thread(Table, *found))

    def add(self, table: Table) -> Live:
        """Take a table into use."""
        live = self.tables[table.id] = Live(table)
        self._set_timer(live)
        self.on_turn(live)
        return live

    # -------------------------------------------------------------------------------------------------- happening
    async def happen(self, live: Live, fact: Fact, *statements: Statement, at: float | None = None) -> int:
        """Let something happen at a table whose lock is held: write it down, then apply it and tell everybody.

        Gives its number. If it cannot be written it does not happen, and Refused is raised.
        """
        table = live.table
        before = table.position
        phase = table.phase
        happened = Happened(table.number + 1, now() if at is None else at, fact)
        changes = list(statements)
        played = fact.kind == "move"
        if played:
            table.game.play(fact.move)  # nobody sees it: the lock is held, and it is taken back if the disk refuses
        after = _phase_after(table, fact)
        if played and table.clock is not None:
            fact.running = table.position.player if after == "playing" else 0
        if after != phase:
            changes.append(change_phase(table.id, after))
        try:
            written = self.store.put(table.id, [happened], changes)
            event, trembles = await telling.prepare(self.studio, live, before, happened)
            await asyncio.shield(written)
        except BaseException:
            if played:
                table.game.undo()
            self._forget(live)
            raise
        table.apply(happened, played=played)
        live.touched = now()
        self._set_timer(live)
        telling.tell(live, event, trembles)
        self.on_turn(live)
        return happened.number

    def _forget(self, live: Live) -> None:
        """After trouble nothing in memory is trusted: the table is read from disk again when next asked for."""
        self.tables.pop(live.table.id, None)
        if live.timer:
            live.timer.cancel()
            live.timer = None
        for connection in live.connections:
            connection.close(4009)

    # ------------------------------------------------------------------------------------------------------ clocks
    def _set_timer(self, live: Live) -> None:
        """Wake up when the running player's flag falls."""
        if live.timer:
            live.timer.cancel()
            live.timer = None
        table = live.table
        if table.phase != "playing" or table.clock is None:
            return
        chair = table.mover
        falls = table.clock.falls(live.lag(chair.visitor) if chair else 0.0)
        if falls is not None:
            delay = max(0.0, falls - now()) + 0.002
            live.timer = asyncio.get_running_loop().call_later(delay, lambda: self.spawn(self._fall(live)))

    async def _fall(self, live: Live) -> None:
        live.timer = None
        if self.tables.get(live.table.id) is not live:
            return
        async with live.lock:
            await self.flag(live, now())

    async def flag(self, live: Live, at: float, lag: float = 0.0) -> bool:
        """Let the flag fall if the running player's time is up at that moment; whether it did. The lock is held."""
        table = live.table
        clock = table.clock
        if table.phase != "playing" or clock is None or not clock.running:
            return False
        left = clock.left(clock.running, at, lag)
        if left is None or left > 0:
            self._set_timer(live)
            return False
        await self.leave(live, clock.running, "time", at)
        return True

    async def leave(self, live: Live, player: int, reason: str, at: float) -> int:
        """A player is out: the other one has won, or with four the computer plays on for him."""
        table = live.table
        remaining = table.clock.stopped(at) if table.clock else None
        if len(table.chairs) == 2:
            return await self.happen(live, Fact("end", player, reason=reason, winner=3 - player, remaining=remaining))
        running = table.clock.running if table.clock else 0
        if remaining is not None:
            remaining[player - 1] = None
        chair = structs.replace(table.chairs[player - 1], kind="computer", left=True, level=1)
        fact = Fact("leave", player, reason=reason, remaining=remaining, running=running)
        return await self.happen(live, fact, change_seat(table.id, chair))

    # ------------------------------------------------------------------------------------------------- housekeeping
    async def _housekeeping(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            if any(live.timer for live in self.tables.values()):
                await self._live_sign()
            old = now() - IDLE
            for name, live in list(self.tables.items()):
                if live.touched < old and not live.in_use:
                    del self.tables[name]

    async def _live_sign(self) -> None:
        sign: Sequence[Statement] = (
            (delete(schema.house).where(schema.house.c.key == "alive"), {}),
            (insert(schema.house), {"key": "alive", "value": now()}),
        )
        await self.store.put("", (), sign)

    async def _pinging(self) -> None:
        """Ping every socket now and then, a few at a time."""
        while True:
            everyone = [c for live in self.tables.values() for c in live.connections]
            step = len(everyone) // 50 + 1
            for start in range(0, len(everyone), step):
                for connection in everyone[start : start + step]:
                    connection.ping()
                await asyncio.sleep(PINGS * step / max(step, len(everyone)))
            if not everyone:
                await asyncio.sleep(1.0)


def _phase_after(table: Table, fact: Fact) -> say.Phase:
    """The phase a fact leads to; a move has been played already."""
    match fact.kind:
        case "start" | "undo":
            return "playing"
        case "move":
            return "over" if table.game.outcome else "playing"
        case "end":
            return "over"
    return table.phase
