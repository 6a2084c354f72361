"""The database: one thread writes, many moves in one transaction, and a future is done when its rows are on disk.

What is to be written waits in a queue. The writer takes all that waits, commits it at once (SQLite syncs its log to the
disk at every commit) and only then completes the futures. Under load a commit carries many tables' moves, so that the
disk is no bottleneck. No error ends the writer: the write that caused it fails, and the others are done.

Whatever the database refuses is told as a `Refused` and said to the log now and then. A file that was deleted or
replaced under the server is no place to write to: that is refused, too.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct, json
from sqlalchemy import (
    Connection,
    delete,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from ...core.errors import BrokenGame, UnknownGame
from ..errors import Overtaken, Refused
from ..events import Event, follow, now, read, row_of
from ..table import Folded, Seat, Table, TableConfig, visitors_of
from ..watching.complaints import Complaints
from .database import FileGone, brief, connect, corrupt, migrate, sqlite_file, why
from .rows import ADD_EVENT, Statement, events, runs, seat_of, seat_rows, tables, visitors

log = logging.getLogger(__name__)

BATCH = 512
"""Writes in one transaction, at most."""
RUNS = 100
DAY = 86_400.0
"""How many runs of the server are remembered, besides those that were alive within a day."""
_CLOCK = text("SELECT extract(epoch FROM clock_timestamp())")
_OWNED = text("SELECT 1 FROM tables WHERE id = :id AND owner = :owner FOR SHARE")
"""Holds the table's row until the transaction ends, so that nobody takes the table over meanwhile."""
_EVENTS = text(
    "INSERT INTO events (table_id, number, at, event) SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), "
    "json_extract(value, '$[2]'), json_extract(value, '$[3]') FROM json_each(:rows)"
)
"""Many events in one step of SQLite: between two steps a thread waits for its turn, which is slow under load."""


class Write(Struct, eq=False):
    """Something to be written: statements in order, then events of one table."""

    done: asyncio.Future[None]
    statements: Sequence[Statement] = ()
    events: Sequence[dict[str, Any]] = ()
    table: str = ""
    owner: int = 0
    """Write only if this run is the table's owner; 0 for a write that anybody may do."""


class Stored(Struct):
    """A table as it is on disk."""

    config: TableConfig
    seats: list[Seat]
    events: list[tuple[int, float, str]]
    folded: str | None = None
    """What the events before those listed were folded into."""
    damaged: str | None = None
    """Why it could not be read when it was last tried."""

    @property
    def visitors(self) -> set[str]:
        """Everybody whose game this is."""
        return visitors_of(self.config, self.seats)

    def table(self) -> Table:
        """The table itself. Raises Unreadable, or UnknownGame and BrokenGame where the game is not there."""
        number = 0
        try:
            folded = json.decode(self.folded, type=Folded) if self.folded else None
            table = Table(self.config, self.seats, folded=folded)
            if [seat.player for seat in self.seats] != list(range(1, table.position.players + 1)):
                raise Unreadable("its seats are not those of the game")
            for row in self.events:
                if folded is not None and row[0] <= folded.number:  # read before they were folded
                    continue
                number = row[0]
                event = read(*row)
                if event.number != table.number + 1:
                    raise Unreadable("an event is missing before it")
                table.apply(event)
        except (UnknownGame, BrokenGame, MemoryError):
            raise
        except Exception as error:  # whatever rows can hold
            where = f"event {number}: " if number else ""
            raise Unreadable(f"{where}{str(error) or type(error).__name__}") from error
        return table


class Unreadable(Exception):
    """A game that is on disk but cannot be read; the text says why."""


class Store:
    """The database of a server."""

    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        self.complaints = Complaints(log)
        self._files: dict[Path, tuple[int, int]] = {}
        """The files of an SQLite database while it is open, and which ones they were when it was opened."""
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._run, name="billes-writer", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.shared = False
        """Whether other processes write here too."""
        self.run = 0
        """The row of this run of the server."""
        self.writable = True
        """Whether the last write has succeeded."""
        self.started = now()
        """When this run began: an event of that moment or later was written by it."""

    def open(self) -> None:
        """Bring the database up to date and start the writer; called from the running loop."""
        migrate(self.engine)
        self._loop = asyncio.get_running_loop()
        self.started = now()
        try:
            self._begin_run()
        except SQLAlchemyError as error:  # a full disk: games can still be looked at
            self.complaints.say(f"could not write: {why(error)}")
        if file := sqlite_file(self.engine.url):
            log_file = file.with_name(f"{file.name}-wal")
            self._files = {one: found for one in (file, log_file) if (found := _identity(one))}
        self.start_writer()

    def start_writer(self) -> None:
        """From now on what is put into the queue is written."""
        self._writer.start()

    def _begin_run(self) -> None:
        with self.engine.begin() as connection:
            if self.shared:
                connection.execute(_CLOCK)  # the first time takes longer
                follow(float(connection.execute(_CLOCK).scalar_one()))
                self.started = now()
            made = connection.execute(insert(runs), {"started": self.started, "alive": self.started})
            (self.run,) = made.inserted_primary_key or (0,)
            connection.execute(delete(runs).where(runs.c.id <= self.run - RUNS, runs.c.alive < self.started - DAY))

    def check_file(self) -> None:
        """Raise FileGone where the database is not the file that was opened: it was deleted or replaced."""
        for file, identity in self._files.items():
            if _identity(file) != identity:
                raise FileGone(file)

    async def close(self) -> None:
        """Write what is still waiting, and stop."""
        await self.end_writer()
        self.engine.dispose()

    async def end_writer(self) -> None:
        """Write what is still waiting, and nothing more."""
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)

    # ------------------------------------------------------------------------------------------------ writing
    def put(
        self, table: str, events: Sequence[Event] = (), statements: Sequence[Statement] = (), owner: int = 0
    ) -> asyncio.Future[None]:
        """Write events of a table and what changes with them; the future is done when they are on disk.

        With an owner it is written only while the table is theirs. Overtaken says that it is not, or that another
        process has written events of these numbers.
        """
        assert self._loop is not None
        one = Write(self._loop.create_future(), statements, [row_of(table, each) for each in events], table, owner)
        self.enqueue(one)
        return one.done

    def enqueue(self, one: Write) -> None:
        """Let the writer have it."""
        self._queue.put(one)

    @property
    def waiting(self) -> int:
        """How much waits to be written."""
        return self._queue.qsize()

    def _run(self) -> None:
        """The writer: commit what waits, again and again."""
        last = False
        while not last:
            waiting = self._waiting()
            last = waiting[-1] is None
            writes = [one for one in waiting if one is not None]
            if writes:
                results = self.commit(writes)
                assert self._loop is not None
                try:
                    self._loop.call_soon_threadsafe(complete, results)
                except RuntimeError:
                    log.warning("the loop has ended; %d writes were tried all the same", len(writes))

    def _waiting(self) -> list[Write | None]:
        found = [self._queue.get()]
        while found[-1] is not None and len(found) < BATCH:
            try:
                found.append(self._queue.get_nowait())
            except queue.Empty:
                break
        return found

    def commit(self, writes: Sequence[Write]) -> list[tuple[Write, Exception | None]]:
        """Commit all in one transaction; where that fails, each in its own."""
        try:
            self._execute(writes)
        except Exception as error:
            if len(writes) > 1:
                return [result for one in writes for result in self.commit([one])]
            if isinstance(error, Overtaken):
                return [(writes[0], error)]
            if self.shared and isinstance(error, IntegrityError):
                return [(writes[0], Overtaken())]
            self.complaints.say(f"could not write: {why(error)}")
            self.writable = False
            return [(writes[0], Refused("not-kept", detail=brief(error)))]
        self.writable = True
        return [(one, None) for one in writes]

    def _execute(self, writes: Sequence[Write]) -> None:
        """Everything in one transaction; it is on disk when this returns."""
        self.check_file()
        if self.shared:  # everybody takes tables in the same order, so that no two wait for each other
            writes = sorted(writes, key=lambda one: one.table)
        with self.engine.begin() as connection:
            for one in writes:
                if one.owner and not connection.execute(_OWNED, {"id": one.table, "owner": one.owner}).first():
                    raise Overtaken(owner=True)
                for statement, values in one.statements:
                    connection.execute(statement, values)
            rows = [row for one in writes for row in one.events]
            if len(rows) > 1 and connection.dialect.name == "sqlite":
                connection.execute(_EVENTS, {"rows": json.encode([tuple(row.values()) for row in rows]).decode()})
            elif rows:
                connection.execute(ADD_EVENT, rows)
        self.check_file()  # what was written to a file without a name is lost with the server

    # ------------------------------------------------------------------------------------------------ reading
    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        """A connection to read with; what goes wrong with it is said to the log and refused."""
        try:
            self.check_file()
            with self.engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, FileGone) as error:
            self.complaints.say(f"could not read: {why(error)}")
            raise Refused("busy", "error.database", detail=brief(error)) from error

    async def load(self, table: str, events: bool = True) -> Stored | None:
        """A table as it is on disk, or without its events. Raises Unreadable where its part of the file is spoilt."""
        return await asyncio.to_thread(self._load, table, events)

    def _load(self, table: str, with_events: bool) -> Stored | None:
        with self._reading() as connection:
            # The events come first: what they were folded into meanwhile, and a seat that another process has taken,
            # may be known too early, never too late.
            listed = self._events(connection, table) if with_events else []
            row = connection.execute(select(tables).where(tables.c.id == table)).first()
            if row is None:
                return None
            clock = None if row.main is None else (row.main, row.increment)
            config = TableConfig(
                row.id, row.game, row.variant, row.start, row.creator, row.created, clock, bool(row.lots)
            )
            held = [seat_of(one) for one in connection.execute(seat_rows(table))]
            return Stored(config, held, listed, row.folded, row.damaged)

    def _events(self, connection: Connection, table: str) -> list[tuple[int, float, str]]:
        columns = events.c
        wanted = select(columns.number, columns.at, columns.event).where(columns.table_id == table)
        try:
            rows = connection.execute(wanted.order_by(columns.number))
            return [(one.number, one.at, one.event) for one in rows]
        except SQLAlchemyError as error:
            if corrupt(error):
                raise Unreadable(str(why(error))) from error
            raise

    async def seats_of(self, table: str) -> list[Seat]:
        """The seats of a table."""
        return [seat_of(row) for row in await self.rows(seat_rows(table))]

    async def newer(self, table: str, number: int) -> list[Event] | None:
        """The events of a table after a number; None where there is no such table."""
        joined = tables.outerjoin(events, (events.c.table_id == tables.c.id) & (events.c.number > number))
        query = select(events.c.number, events.c.at, events.c.event).select_from(joined)
        rows = await self.rows(query.where(tables.c.id == table).order_by(events.c.number))
        return [read(*row) for row in rows if row.number is not None] if rows else None

    async def change(self, statement: Any) -> int:
        """Change rows at once, beside the writer; gives how many."""
        return await asyncio.to_thread(self._change, statement)

    def _change(self, statement: Any) -> int:
        with self.engine.begin() as connection:
            return int(connection.execute(statement).rowcount)

    async def ids(self, query: Any) -> list[str]:
        """The first column of a query, as texts."""
        return [str(row[0]) for row in await self.rows(query)]

    async def rows(self, query: Any) -> Sequence[Any]:
        """All rows of a query."""
        return await asyncio.to_thread(self._rows, query)

    def _rows(self, query: Any) -> Sequence[Any]:
        with self._reading() as connection:
            return connection.execute(query).all()

    async def name_of(self, visitor: str) -> str:
        """The name a visitor has given, or nothing."""
        rows = await self.rows(select(visitors.c.name).where(visitors.c.id == visitor))
        return str(rows[0][0]) if rows else ""

    # ------------------------------------------------------------------------------------------------ signs of life
    def sign_of_life(self) -> asyncio.Future[None]:
        """Write that the server is alive now."""
        return self.put("", (), [(update(runs).where(runs.c.id == self.run).values(alive=now()), {})])

    async def last_alive(self, since: float) -> float:
        """The last sign of life of the server that ran at a moment, or that moment where there is none later.

        What happened at a moment in the future was dated by a wrong clock: it says nothing about other tables.
        """
        at = runs.c.started
        rows = await self.rows(select(runs.c.alive).where(at <= since).order_by(at.desc()).limit(1))
        return max([since, *(float(row[0]) for row in rows)])


def _identity(file: Path) -> tuple[int, int] | None:
    """Which file has a name now."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def complete(results: Sequence[tuple[Write, Exception | None]]) -> None:
    """Tell those who wait for writes what has become of them."""
    for one, error in results:
        if one.done.done():
            continue
        if error is None:
            one.done.set_result(None)
        else:
            one.done.set_exception(error)
