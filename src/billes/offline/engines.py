"""Engines in workers of the browser, used as the server uses engine processes."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import Process
from collections.abc import Callable
from typing import Protocol, cast

from ..server.work.pool import LONGEST, Engine


class EngineWorker(Protocol):
    """A worker that runs `offline.engine`."""

    def send(self, text: str) -> None:
        """Give it a line."""

    def end(self) -> None:
        """End it at once, whatever it is doing."""


StartWorker = Callable[[Callable[[str], None]], EngineWorker]
"""Starts a worker; it calls back with every line it sends, and with an empty text when it has failed."""


class BrowserEngine(Engine):
    """An engine in a worker. A worker that searches hears nothing: an abandoned search ends with its worker."""

    def __init__(self, start_worker: StartWorker) -> None:
        super().__init__()
        self._start_worker = start_worker

    async def launch(self) -> Process:
        """Start a worker."""
        return cast(Process, WorkerProcess(self._start_worker))

    async def stop_search(self) -> None:
        """End the search, and its worker; the next question starts another one."""
        try:
            await self.end()
        finally:
            self.stopping = None


class WorkerProcess:
    """A worker with as much of a process's interface as `Engine` uses."""

    pid = -1
    """It is no process of the system."""

    def __init__(self, start_worker: StartWorker) -> None:
        self.returncode: int | None = None
        self.stdout = asyncio.StreamReader(LONGEST)
        self.stdin = self
        self._worker = start_worker(self._hear)

    def _hear(self, line: str) -> None:
        if self.returncode is not None:
            return
        if line:
            self.stdout.feed_data(f"{line}\n".encode())
        else:
            self.kill()

    def write(self, data: bytes) -> None:
        """Give it a line, as a process would read it from its input."""
        self._worker.send(data.decode().rstrip("\n"))

    async def drain(self) -> None:
        """A worker's input takes all there is."""

    def kill(self) -> None:
        """End it at once."""
        if self.returncode is None:
            self.returncode = -9
            self._worker.end()
            self.stdout.feed_eof()

    async def wait(self) -> int | None:
        """Wait until it has ended, which it has."""
        return self.returncode
