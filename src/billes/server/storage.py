"""Keeping games: one thread writes, many moves in one transaction, and nobody hears of anything that is not on disk.

What is to be written waits in a queue. The writer takes all that waits, commits it at once (SQLite syncs its log to the
disk at every commit) and only then tells those who asked. Under load a commit carries many tables' moves, so that the
disk is no bottleneck.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec import Struct, json
from sqlalchemy import Connection, Engine, Executable, create_engine, event, func, insert, inspect, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from . import schema
from .errors import Refused
from .facts import Chair, Happened, Setting, read, write

log = logging.getLogger(__name__)

Statement: TypeAlias = tuple[Executable, dict[str, Any]]
MOST = 512
"""Orders in one transaction, at most."""
_EVENT = insert(schema.events)
_EVENTS = text(
    "INSERT INTO events (table_id, number, at, fact) SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), "
    "json_extract(value, '$[2]'), json_extract(value, '$[3]') FROM json_each(:rows)"
)
"""Many events in one step of SQLite: between two steps a thread waits its turn, which is dear under load."""


class Order(Struct, eq=False):
    """Something to be written: statements in order, then events of one table."""

    done: asyncio.Future[None]
    statements: Sequence[Statement] = ()
    events: Sequence[dict[str, Any]] = ()


class Store:
    """The database of a server."""

    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        self._queue: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="billes-writer", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self) -> None:
        """Bring the database up to date and start the writer; called from the running loop."""
        migrate(self.engine)
        self._loop = asyncio.get_running_loop()
        self._writer.start()

    async def close(self) -> None:
        """Write what is still to be written, and stop."""
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        self.engine.dispose()

    # ------------------------------------------------------------------------------------------------ writing
    def put(
        self, table: str, happened: Sequence[Happened] = (), statements: Sequence[Statement] = ()
    ) -> asyncio.Future[None]:
        """Write facts of a table and what changes with them; the future is done when they are on disk."""
        assert self._loop is not None
        events = [_event(table, one) for one in happened]
        order = Order(self._loop.create_future(), statements, events)
        self._queue.put(order)
        return order.done

    def _write(self) -> None:
        """The writer: commit whatever waits, again and again."""
        with self.engine.connect() as connection:
            while True:
                orders = self._waiting()
                if orders:
                    self._commit(connection, orders)
                if not orders or orders[-1] is None:
                    return

    def _waiting(self) -> list[Order | None]:
        orders = [self._queue.get()]
        while orders[-1] is not None and len(orders) < MOST:
            try:
                orders.append(self._queue.get_nowait())
            except queue.Empty:
                break
        return orders

    def _commit(self, connection: Connection, waiting: Sequence[Order | None]) -> None:
        orders = [order for order in waiting if order is not None]
        if not orders:
            return
        results: list[tuple[Order, Exception | None]]
        try:
            _execute(connection, orders)
            results = [(order, None) for order in orders]
        except SQLAlchemyError:
            # One order spoils the transaction for all: each gets its own.
            results = [(order, _alone(connection, order)) for order in orders]
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(_tell, results)
        except RuntimeError:
            log.warning("the loop is gone; %d orders were written all the same", len(orders))

    # ------------------------------------------------------------------------------------------------ reading
    async def load(self, table: str) -> tuple[Setting, list[Chair], list[Happened]] | None:
        """A table as it is on disk."""
        return await asyncio.to_thread(self._load, table)

    def _load(self, table: str) -> tuple[Setting, list[Chair], list[Happened]] | None:
        with self.engine.connect() as connection:
            row = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).first()
            if row is None:
                return None
            clock = None if row.main is None else (row.main, row.increment)
            setting = Setting(row.id, row.game, row.variant, row.start, row.creator, row.created, clock)
            rows = connection.execute(
                select(schema.seats).where(schema.seats.c.table_id == table).order_by(schema.seats.c.player)
            )
            chairs = [Chair(r.player, r.kind, r.level, r.name, r.visitor, r.invite, bool(r.left)) for r in rows]
            columns = schema.events.c
            rows = connection.execute(
                select(columns.number, columns.at, columns.fact)
                .where(columns.table_id == table)
                .order_by(columns.number)
            )
            return setting, chairs, [Happened(r.number, r.at, read(r.fact)) for r in rows]

    async def ids(self, query: Any) -> list[str]:
        """The first column of a query, as texts."""
        return [str(row[0]) for row in await self.rows(query)]

    async def rows(self, query: Any) -> Sequence[Any]:
        """All rows of a query."""
        return await asyncio.to_thread(self._rows, query)

    def _rows(self, query: Any) -> Sequence[Any]:
        with self.engine.connect() as connection:
            return connection.execute(query).all()

    async def alive(self) -> float:
        """The last moment the server is known to have run."""
        beat = await self.rows(select(schema.house.c.value).where(schema.house.c.key == "alive"))
        last = await self.rows(select(func.max(schema.events.c.at)))
        return max((float(row[0]) for row in (*beat, *last) if row[0] is not None), default=0.0)


def connect(url: str) -> Engine:
    """An engine for the database; SQLite keeps a write-ahead log and syncs it at every commit."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return create_engine(parsed, pool_pre_ping=True)
    engine = create_engine(parsed, connect_args={"check_same_thread": False, "timeout": 10.0})

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, record: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def trouble(url: str) -> str:
    """Why a database cannot be used, in one sentence; empty where it can be reached."""
    try:
        engine = connect(url)
        with engine.connect():
            pass
        engine.dispose()
    except ModuleNotFoundError as error:
        return f"the driver {error.name} of that database is not installed: pip install {error.name}"
    except NoSuchModuleError:
        return "there is no such kind of database; write sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"
    except ArgumentError:
        return "that is neither an SQLAlchemy URL nor the name of a file"
    except SQLAlchemyError as error:
        reason = getattr(error, "orig", None) or error
        return " ".join(str(reason).split()) or type(reason).__name__
    return ""


def migrate(engine: Engine) -> None:
    """Bring the database to this version. Alembic is only loaded where there is something to do."""
    with engine.connect() as connection:
        if inspect(connection).has_table("alembic_version"):
            version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
            if version == schema.VERSION:
                return
            if version is not None and version > schema.VERSION:
                raise RuntimeError(
                    f"the database {engine.url.render_as_string()} was written by a newer billes (version {version}, "
                    f"this one knows {schema.VERSION}); update billes or name another with --database"
                )
        connection.rollback()
    from pathlib import Path

    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _execute(connection: Connection, orders: Sequence[Order]) -> None:
    """Everything in one transaction; it is on disk when this returns."""
    try:
        for order in orders:
            for statement, values in order.statements:
                connection.execute(statement, values)
        events = [event for order in orders for event in order.events]
        if len(events) > 1 and connection.dialect.name == "sqlite":
            connection.execute(_EVENTS, {"rows": json.encode([tuple(event.values()) for event in events]).decode()})
        elif events:
            connection.execute(_EVENT, events)
        connection.commit()
    except BaseException:
        connection.rollback()
        raise


def _alone(connection: Connection, order: Order) -> Exception | None:
    try:
        _execute(connection, [order])
    except SQLAlchemyError as error:
        log.exception("could not write")
        return Refused("busy", "error.not-kept", detail=type(error).__name__)
    return None


def _tell(results: Sequence[tuple[Order, Exception | None]]) -> None:
    for order, error in results:
        if order.done.done():
            continue
        if error is None:
            order.done.set_result(None)
        else:
            order.done.set_exception(error)


# ---------------------------------------------------------------------------------------------------- statements
def _event(table: str, one: Happened) -> dict[str, Any]:
    return {"table_id": table, "number": one.number, "at": one.at, "fact": write(one.fact)}


def event_rows(table: str, happened: Sequence[Happened]) -> list[Statement]:
    """Facts of another table, to be written in the same transaction."""
    return [(_EVENT, _event(table, one)) for one in happened]


def new_table(setting: Setting, chairs: Sequence[Chair], phase: str) -> list[Statement]:
    """The rows of a new table."""
    main, increment = setting.clock or (None, None)
    row = {
        "id": setting.id,
        "game": setting.game,
        "variant": setting.variant,
        "start": setting.start,
        "main": main,
        "increment": increment,
        "creator": setting.creator,
        "created": setting.created,
        "phase": phase,
    }
    return [(insert(schema.tables), row), *((insert(schema.seats), _seat(setting.id, chair)) for chair in chairs)]


def _seat(table: str, chair: Chair) -> dict[str, Any]:
    return {
        "table_id": table,
        "player": chair.player,
        "kind": chair.kind,
        "level": chair.level,
        "name": chair.name,
        "visitor": chair.visitor,
        "invite": chair.invite,
        "left": int(chair.left),
    }


def change_seat(table: str, chair: Chair) -> Statement:
    """A seat that changed."""
    columns = schema.seats.c
    values = {key: value for key, value in _seat(table, chair).items() if key not in ("table_id", "player")}
    return update(schema.seats).where(columns.table_id == table, columns.player == chair.player).values(values), {}


def change_phase(table: str, phase: str) -> Statement:
    """A table that began or ended."""
    return update(schema.tables).where(schema.tables.c.id == table).values(phase=phase), {}
