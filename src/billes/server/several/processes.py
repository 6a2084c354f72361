"""Several server processes on one port: `billes serve --processes N`.

The parent listens and starts the children, which accept from the same socket, so that nobody is turned away while one
of them is gone. It starts another child where one has died, and passes on the wish to stop. SIGHUP renews the children
one after the other: the new one is ready before the old one is asked to stop.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable

from msgspec import structs

from ..settings import Settings

log = logging.getLogger(__name__)

STOPPING = 10.0
"""Seconds that a child has to stop in good order."""
QUICK = 5.0
PATIENCE = 3
"""A child is replaced at once, unless so many in a row have lived for few seconds only."""
LONGEST_WAIT = 30.0
"""Seconds between two attempts to start a child, at most."""
READY = b"ready\n"


class Processes:
    """The children of a server."""

    def __init__(self, settings: Settings, listener: socket.socket, count: int, ready: Callable[[], None]) -> None:
        """`ready` is called when all children are ready for the first time."""
        engines = max(1, settings.engines // count)
        self._settings = pickle.dumps(structs.replace(settings, processes=engines))
        self._listener = listener
        self._children: list[asyncio.subprocess.Process | None] = [None] * count
        self._all: set[asyncio.subprocess.Process] = set()
        self._ready = ready
        self._stopping = asyncio.Event()
        self._renewing = asyncio.Lock()

    async def run(self) -> int:
        """Run until asked to stop; gives the exit status."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stopping.set)
        renewals: set[asyncio.Task[None]] = set()
        loop.add_signal_handler(signal.SIGHUP, lambda: renewals.add(asyncio.create_task(self._renew_all())))
        try:
            started = await asyncio.gather(*(self._start() for _ in self._children))
            if None in started:
                return 3
            self._children = list(started)
            self._ready()
            keeping = [asyncio.create_task(self._keep(place)) for place in range(len(started))]
            await self._stopping.wait()
            for task in (*keeping, *renewals):
                task.cancel()
            await asyncio.gather(*keeping, *renewals, return_exceptions=True)
        finally:
            await asyncio.gather(*(self._stop(child) for child in tuple(self._all)))
        return 0

    async def _start(self) -> asyncio.subprocess.Process | None:
        """A new child that is ready; None where it ended before it was."""
        descriptor = self._listener.fileno()
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", __name__, str(descriptor)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            pass_fds=(descriptor,),
            start_new_session=True,  # Ctrl-C reaches the parent, which asks the children to stop
        )
        self._all.add(child)
        assert child.stdin is not None
        assert child.stdout is not None
        with contextlib.suppress(ConnectionError):
            child.stdin.write(len(self._settings).to_bytes(4) + self._settings)
            await child.stdin.drain()
        if await child.stdout.readline() == READY:
            return child
        await self._stop(child)
        return None

    async def _stop(self, child: asyncio.subprocess.Process) -> None:
        with contextlib.suppress(ProcessLookupError):
            child.terminate()
        try:
            await asyncio.wait_for(child.wait(), STOPPING)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                child.kill()
            await child.wait()
        self._all.discard(child)

    async def _keep(self, place: int) -> None:
        """See to it that there is a child in a place."""
        failures = 0
        while True:
            child, began = self._children[place], time.monotonic()
            if child is not None:
                status = await child.wait()
                if child is not self._children[place]:
                    continue  # it was renewed
                self._all.discard(child)
                log.warning("server process %d has ended (%d): another one is started", child.pid, status)
            failures = 0 if time.monotonic() - began > QUICK else failures + 1
            if failures > PATIENCE:
                await asyncio.sleep(min(LONGEST_WAIT, 2.0 ** (failures - PATIENCE)))
            self._children[place] = await self._start()

    async def _renew_all(self) -> None:
        """A new child in every place, one after the other."""
        async with self._renewing:
            for place, old in enumerate(self._children):
                new = await self._start()
                if new is None:
                    log.error("a new server process did not start; the old ones stay")
                    return
                if self._children[place] is not old or old is None:
                    await self._stop(new)  # it has died meanwhile and was replaced
                    continue
                self._children[place] = new
                await self._stop(old)


def child(descriptor: int) -> int:
    """Serve on a socket that the parent listens on, until asked to stop or the parent is gone."""
    from ..serve import run

    stdin = sys.stdin.buffer
    settings: Settings = pickle.loads(stdin.read(int.from_bytes(stdin.read(4))))

    def watch() -> None:
        stdin.read()  # ends with the parent
        os.kill(os.getpid(), signal.SIGTERM)

    def ready() -> None:
        threading.Thread(target=watch, daemon=True).start()
        os.write(1, READY)

    return run(settings, socket.socket(fileno=descriptor), ready)


if __name__ == "__main__":
    sys.exit(child(int(sys.argv[1])))
