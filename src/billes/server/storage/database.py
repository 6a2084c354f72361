"""Opening a database: its engine, its version, what is wrong with it, and who uses it."""

from __future__ import annotations

import os
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any
from urllib.parse import unquote, urlsplit

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from ...core.sentences import Sentence
from .version import VERSION

MIGRATING = int.from_bytes(b"migrate")
"""The lock that PostgreSQL keeps while a database is brought to this version."""
PATIENCE = 3.0
"""Seconds in which the lock of a server that was killed is given back, or one that starts says where it is."""
MEMORY = ("", ":memory:")
REASONS = {
    sqlite3.SQLITE_FULL: "database.full",
    sqlite3.SQLITE_READONLY: "database.read-only",
    sqlite3.SQLITE_CORRUPT: "database.damaged",
    sqlite3.SQLITE_NOTADB: "database.foreign",
    sqlite3.SQLITE_BUSY: "database.busy",
}
"""What SQLite says, and the sentence that says it to people."""


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


def sqlite_file(url: str | URL) -> Path | None:
    """The file of an SQLite database, whichever way its URL is written; None where there is none.

    >>> sqlite_file("sqlite+pysqlite:////var//lib/../lib/t.db?timeout=5"), sqlite_file("sqlite:///file:/t.db?uri=true")
    (PosixPath('/var/lib/t.db'), PosixPath('/t.db'))
    >>> sqlite_file("sqlite://"), sqlite_file("postgresql+psycopg://host/billes")
    (None, None)
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return None
    name = parsed.database or ""
    if name.startswith("file:"):  # a URI of SQLite's own: file:PATH, file:///PATH, file://localhost/PATH
        name, _, query = name.removeprefix("file:").partition("?")
        name = unquote(name.partition("#")[0])
        if name.startswith("//"):
            name = "/" + name[2:].partition("/")[2]
        if parsed.query.get("mode") == "memory" or "mode=memory" in query.split("&"):
            return None
    return None if name in MEMORY else Path(os.path.realpath(name))


class FileGone(Exception):
    """The file of the database was deleted or replaced while it was in use."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"{Sentence('database.gone')} ({file})")


def _code(error: BaseException) -> int | None:
    """What SQLite calls an error."""
    code = getattr(getattr(error, "orig", None) or error, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else None


def why(error: BaseException) -> Sentence:
    """What a database refused, for whoever runs the server."""
    key = REASONS.get(_code(error) or 0)
    reason = getattr(error, "orig", None) or error
    said = " ".join(str(reason).split()) or type(reason).__name__
    return Sentence(key) if key else Sentence("serve.refused", {"text": said})


def brief(error: BaseException) -> Sentence:
    """The same for players: nothing of the database's own words, nor of where it is."""
    key = "database.gone" if isinstance(error, FileGone) else REASONS.get(_code(error) or 0)
    return Sentence(key) if key else Sentence("plain", {"text": type(error).__name__})


def corrupt(error: BaseException) -> bool:
    """Whether an error says that pages of the database are spoilt, rather than that it cannot be reached."""
    return _code(error) == sqlite3.SQLITE_CORRUPT


def trouble(url: str) -> Sentence | None:
    """Why a database cannot be used; None where it can be read and written."""
    try:
        engine = connect(url)
        try:
            with engine.connect() as connection:
                _try_writing(connection)
            migrate(engine)
        finally:
            engine.dispose()
    except ModuleNotFoundError as error:
        return Sentence("serve.driver", {"name": error.name or ""})
    except NoSuchModuleError:
        return Sentence("serve.kind", {"forms": "sqlite:///FILE, postgresql+psycopg://USER@HOST/NAME"})
    except ArgumentError:
        return Sentence("serve.address")
    except NewerDatabase as error:
        return Sentence("database.newer", {"version": error.version, "known": VERSION})
    except SQLAlchemyError as error:
        return why(error)
    return None


def _try_writing(connection: Connection) -> None:
    """Take the right to write, and give it back: a file that can only be read is found at once."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA schema_version").scalar()
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        connection.exec_driver_sql("ROLLBACK")


class NewerDatabase(RuntimeError):
    """The database was written by a newer version."""

    def __init__(self, url: str, version: str) -> None:
        self.version = version
        super().__init__(
            f"the database {url} was written by a newer billes (version {version}, this one knows {VERSION}); "
            "update billes or name another with --database"
        )


def version_of(connection: Connection) -> str | None:
    """The version of a database, None for one that is new."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def migrate(engine: Engine) -> None:
    """Bring the database to this version. Alembic is only loaded where there is something to do."""
    with engine.connect() as connection:
        version = version_of(connection)
        if version == VERSION:
            return
        if version is not None and version > VERSION:
            raise NewerDatabase(engine.url.render_as_string(), version)
        connection.rollback()
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":  # several processes may start at once: one does it, the others wait
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


@contextmanager
def alone(url: str) -> Iterator[IO[str] | str | None]:
    """See to it that one server only uses an SQLite file: gives the lock, or the address of who holds it
    (nothing while that one is still starting).

    The lock lies beside the file itself, whatever link or spelling leads to it. The system lets go of it when the
    process ends, however it ends, and all that it was just starting: so somebody who has the lock and does not answer
    may be gone in a moment. Other databases are not locked: two servers on one of them would refuse each other's
    events, and nothing would be lost.
    """
    try:
        import fcntl

        file = sqlite_file(url)
    except (ImportError, SQLAlchemyError):  # no such locks on this system, or no such database: `trouble` says so
        yield None
        return
    if file is None:
        yield None
        return
    path = file.with_name(file.name + ".lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+", encoding="utf-8") as lock:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                lock.seek(0)
                address = lock.read()
            if time.monotonic() > until or _answers(address):
                yield address
                return
            time.sleep(0.02)
        lock.truncate(0)
        yield lock


def _answers(address: str) -> bool:
    """Whether somebody listens at the address of a server."""
    found = urlsplit(address)
    try:
        socket.create_connection((found.hostname or "", found.port or 0), timeout=1.0).close()
    except OSError:
        return False
    return True
