"""Who uses a PostgreSQL: one server alone, or several that share a bus. It keeps the lock while we are connected."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator

from sqlalchemy import Connection, create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

log = logging.getLogger(__name__)

KEY = int.from_bytes(b"billes")
PATIENCE = 3.0
"""Seconds in which the connection of a server that was killed is noticed to be gone."""
LOOK = 2.0
"""Seconds between two looks whether the lock is still ours: it is gone when PostgreSQL was started again."""


class DatabaseLock:
    """The lock on a database, alone or together with others."""

    def __init__(self, url: str, together: bool, lost: Callable[[], None]) -> None:
        """`lost` is called if somebody else has the lock after the database was away."""
        self._engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._take = text(f"SELECT pg_try_advisory_lock{'_shared' if together else ''}({KEY})")
        self._lost = lost
        self._connection: Connection | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="billes-lock", daemon=True)

    def take(self, patience: float = PATIENCE) -> bool:
        """Take the lock; False where others have it."""
        until = time.monotonic() + patience
        connection = self._engine.connect()
        while not connection.execute(self._take).scalar():
            if time.monotonic() > until:
                connection.close()
                return False
            time.sleep(0.1)
        self._connection = connection
        return True

    def hold(self) -> None:
        """Keep the lock from now on."""
        self._thread.start()

    def close(self) -> None:
        """Let go of it."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                self._connection.close()
        self._engine.dispose()

    def _keep(self) -> None:
        while not self._closing.wait(LOOK):
            try:
                if self._connection is None:
                    if not self.take():
                        log.error("while the database was away another server has taken it; stopping")
                        self._lost()
                        return
                else:
                    self._connection.execute(text("SELECT 1"))
            except SQLAlchemyError:
                if self._connection is not None:
                    with contextlib.suppress(SQLAlchemyError):
                        self._connection.close()
                    self._connection = None


@contextlib.contextmanager
def database_lock(url: str, together: bool, lost: Callable[[], None]) -> Iterator[bool]:
    """Use a database, alone or together with others: gives whether that is possible. SQLite has a lock of its own."""
    if make_url(url).get_backend_name() != "postgresql":
        yield True
        return
    lock = DatabaseLock(url, together, lost)
    try:
        taken = lock.take()
        if taken:
            lock.hold()
        yield taken
    finally:
        lock.close()
