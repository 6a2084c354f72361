"""The database in a browser: a file in memory that is copied to the browser's disk after every transaction."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from typing import Any

from ..core.sentences import Sentence
from ..server.errors import Refused
from ..server.storage.store import BATCH, Store, Write, complete


class BrowserStore(Store):
    """A store without threads. What is written is on disk, and told, when `keep` has copied the file there."""

    def __init__(self, url: str, keep: Callable[[], Awaitable[object]]) -> None:
        super().__init__(url)
        self._keep = keep
        self._writes: deque[Write] = deque()
        self._writing: asyncio.Task[None] | None = None
        self._one = asyncio.Lock()
        """What is written is copied, or taken back, before anything else is written."""
        self._before = sqlite3.connect(":memory:")

    def start_writer(self) -> None:
        """There is no thread to start."""

    def enqueue(self, one: Write) -> None:
        """Write it in a moment, with all that waits by then."""
        self._writes.append(one)
        if self._writing is None:
            self._writing = asyncio.ensure_future(self._write())

    @property
    def waiting(self) -> int:
        """How much waits to be written."""
        return len(self._writes)

    async def end_writer(self) -> None:
        """Write what is still waiting."""
        if self._writing is not None:
            await self._writing
        self._before.close()

    async def change(self, statement: Any) -> int:
        """Change rows at once; gives how many."""
        async with self._copied():
            return await super().change(statement)

    async def _write(self) -> None:
        try:
            while self._writes:
                try:
                    async with self._copied():
                        results = self.commit([self._writes.popleft() for _ in range(min(BATCH, len(self._writes)))])
                except Refused as refused:
                    results = [(one, error or refused) for one, error in results]
                complete(results)
        finally:
            self._writing = None

    @asynccontextmanager
    async def _copied(self) -> AsyncIterator[None]:
        """Copy what is written meanwhile to disk. What could not be copied did not happen: it is taken back."""
        async with self._one:
            with closing(self.engine.raw_connection()) as connection:
                _raw(connection).backup(self._before)
            yield
            try:
                await self._copy()
            except Refused:
                with closing(self.engine.raw_connection()) as connection:
                    self._before.backup(_raw(connection))
                raise

    async def _copy(self) -> None:
        """Copy the file to disk. Refused where the browser does not let us, for want of room or of permission."""
        try:
            await self._keep()
        except Exception as error:  # whatever kind of exception the browser's becomes
            self.writable = False
            self.complaints.say(f"could not keep: {error}")
            raise Refused("not-kept", detail=Sentence("database.full")) from error


def _raw(connection: Any) -> sqlite3.Connection:
    """SQLite's own connection."""
    found: sqlite3.Connection = connection.driver_connection
    return found
