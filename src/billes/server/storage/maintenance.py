"""Looking after a database: how it stands, a copy while the server runs, putting a copy back, and giving back space."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import func, select, text
from sqlalchemy.exc import SQLAlchemyError

from ...core.errors import SentenceError
from . import rows
from .database import alone, connect, sqlite_file, trouble, version_of, why
from .version import VERSION

KEEPING = "0004"
"""The version since which games can be damaged or folded."""


class Unfit(SentenceError):
    """Something that cannot be done with a database; the sentence says why."""


def status(url: str) -> dict[str, Any]:
    """How a database stands: its version and size, the server that uses it, and what it holds."""
    file = sqlite_file(url)
    if file is not None:
        _file(url)
    with alone(url) as held:
        running = held if isinstance(held, str) else None
    found: dict[str, Any] = {"version": None, "current": VERSION, "bytes": None, "server": running}
    engine = connect(url)
    try:
        with engine.connect() as connection:
            if file is not None:
                log_file = file.with_name(f"{file.name}-wal")
                found["bytes"] = sum(one.stat().st_size for one in (file, log_file) if one.exists())
            else:
                found["bytes"] = connection.execute(text("SELECT pg_database_size(current_database())")).scalar()
            found["version"] = version = version_of(connection)
            if version is None:
                return found
            tables = rows.tables.c
            phases = connection.execute(select(tables.phase, func.count()).group_by(tables.phase))
            found["tables"] = {"waiting": 0, "playing": 0, "over": 0} | {one[0]: one[1] for one in phases}
            found["events"] = connection.execute(select(func.count()).select_from(rows.events)).scalar()
            found["visitors"] = connection.execute(select(func.count()).select_from(rows.visitors)).scalar()
            if version >= KEEPING:
                folded = select(func.count()).where(tables.folded.is_not(None))
                found["folded"] = connection.execute(folded).scalar()
                bad = select(tables.id, tables.damaged).where(tables.damaged.is_not(None)).order_by(tables.id)
                found["damaged"] = {one.id: one.damaged for one in connection.execute(bad)}
    except SQLAlchemyError as error:
        raise Unfit(why(error)) from error
    finally:
        engine.dispose()
    return found


def backup(url: str, target: Path) -> int:
    """Copy an SQLite database to a new file, while a server may be using it; gives the size of the copy."""
    file = _file(url)
    assert file is not None
    if target.exists():
        raise Unfit.of("database.exists", file=str(target))
    with _copied(file, target.parent) as made:
        os.replace(made, target)
    return target.stat().st_size


def restore(url: str, source: Path) -> Path | None:
    """Put a copy in the place of an SQLite database that no server uses; gives where the old one is kept."""
    file = _file(url, needed=False)
    if file is None:
        raise Unfit.of("database.pg")
    if not source.exists():
        raise Unfit.of("database.none", file=str(source))
    with _unused(url), _copied(source, file.parent) as made:
        if unfit := trouble(f"sqlite:///{made}"):  # brings it to this version, too
            raise Unfit.of("database.unfit", file=str(source), why=unfit)
        _closed(made)
        kept = None
        if file.exists():
            kept = file.with_name(f"{file.name}.{time.strftime('%Y%m%d-%H%M%S')}")
            _closed(file)
            for end in ("-wal", "-shm", ""):  # what was not written into the file goes with it
                one = file.with_name(file.name + end)
                if one.exists():
                    shutil.copy2(one, kept.with_name(kept.name + end))
            for end in ("-wal", "-shm"):
                file.with_name(file.name + end).unlink(missing_ok=True)
        os.replace(made, file)
    return kept


def vacuum(url: str) -> tuple[int, int]:
    """Give space that is not used back to the disk; gives the size before and after. No server may use the file."""
    file = _file(url, needed=False)
    before = int(status(url)["bytes"] or 0)
    with _unused(url):
        engine = connect(url).execution_options(isolation_level="AUTOCOMMIT")
        try:
            with engine.connect() as connection:
                connection.exec_driver_sql("VACUUM")
                if file is not None:
                    connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        except SQLAlchemyError as error:
            raise Unfit(why(error)) from error
        finally:
            engine.dispose()
    return before, int(status(url)["bytes"] or 0)


def _file(url: str, needed: bool = True) -> Path | None:
    """The file of an SQLite database; where one is needed, or it is not there, that is told."""
    file = sqlite_file(url)
    if file is None and needed:
        raise Unfit.of("database.pg")
    if file is not None and needed and not file.exists():
        raise Unfit.of("database.none", file=str(file))
    return file


@contextmanager
def _unused(url: str) -> Iterator[None]:
    """Keep servers away meanwhile; refused where one is running."""
    with alone(url) as held:
        if isinstance(held, str):
            raise Unfit.of("database.used", address=held)
        yield


@contextmanager
def _copied(file: Path, folder: Path) -> Iterator[Path]:
    """A whole and sound copy of an SQLite file, in a folder; it is deleted if it is not moved."""
    handle, name = tempfile.mkstemp(dir=folder, prefix=".billes-", suffix=".sqlite3")
    os.close(handle)
    made = Path(name)
    try:
        try:
            with (
                closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as old,
                closing(sqlite3.connect(made)) as new,
            ):
                old.backup(new, pages=1000)
                new.execute("PRAGMA journal_mode=DELETE")
                sound = new.execute("PRAGMA quick_check(1)").fetchone()[0]
        except sqlite3.Error as error:
            raise Unfit.of("database.unfit", file=str(file), why=why(error)) from error
        if sound != "ok":
            raise Unfit.of("database.unfit", file=str(file), why=str(sound).splitlines()[0])
        with made.open("rb") as written:
            os.fsync(written.fileno())
        yield made
    finally:
        for end in ("", "-wal", "-shm", "-journal"):
            made.with_name(made.name + end).unlink(missing_ok=True)


def _closed(file: Path) -> None:
    """Write an SQLite file's log into it, where that is possible."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(file)) as connection:  # a damaged one is kept as it is
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
