"""The processes that think for computer players, hints and analyses: few, started when first needed, one job each."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import aclosing
from itertools import count

from msgspec import json

from .errors import Refused
from .thinker import Found, Job

log = logging.getLogger(__name__)

PATIENCE = 120.0
"""Seconds without a word from a process that has a job, until it is taken for dead."""
LINE = 1 << 20
"""The longest line a process may say."""


class Pool:
    """A number of thinking processes, and the queue before them."""

    def __init__(self, size: int, waiting: int) -> None:
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._all = [Worker() for _ in range(size)]
        for worker in self._all:
            self._free.put_nowait(worker)
        self._room = waiting
        self._waiting = 0

    async def think(self, job: Job) -> AsyncGenerator[Found, None]:
        """What comes of a job, bit by bit, when a process is free for it. Leaving early stops the thought."""
        if self._waiting >= self._room:
            raise Refused("busy", "error.engine-busy")
        self._waiting += 1
        try:
            worker = await self._free.get()
        finally:
            self._waiting -= 1
        try:
            async with aclosing(worker.work(job)) as work:
                async for found in work:
                    yield found
        finally:
            stopping = worker.stopping
            if stopping is None:
                self._free.put_nowait(worker)
            else:
                stopping.add_done_callback(lambda _: self._free.put_nowait(worker))

    async def last(self, job: Job) -> Found:
        """What comes of a job in the end; Refused where it failed."""
        found = Found(job.id, error="nothing was found")
        async with aclosing(self.think(job)) as thoughts:
            async for one in thoughts:
                found = one
        if found.error:
            raise Refused("busy", "error.engine-failed", detail=found.error)
        return found

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(*(worker.end() for worker in self._all))


class Worker:
    """One process, started when it gets its first job and again after it died."""

    _numbers = count(1)

    def __init__(self) -> None:
        self._process: Process | None = None
        self.stopping: asyncio.Task[None] | None = None
        """Under way while a thought that nobody waits for any more is brought to its end."""

    async def work(self, job: Job) -> AsyncGenerator[Found, None]:
        """Do a job."""
        job.id = next(self._numbers)
        process = await self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        final = False
        try:
            process.stdin.write(json.encode(job) + b"\n")
            await process.stdin.drain()
            while not final:
                line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
                if not line:
                    raise ConnectionError("the process ended")
                found = json.decode(line, type=Found)
                if found.id == job.id:
                    final = found.final
                    yield found
        except (TimeoutError, OSError, ValueError) as error:
            log.error("thinking about %s: %r", job.task, error)
            await self.end()
            final = True
            yield Found(job.id, final=True, error=repr(error))
        finally:
            if not final:  # the asker has gone, and takes this task with him: the rest is for another
                self.stopping = asyncio.create_task(self._stop(process, job))

    async def _started(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            # The server runs the rules interpreted, which is quick to start; thinking is for compiled code.
            environment = {key: value for key, value in os.environ.items() if key != "BILLES_INTERPRETED"}
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "billes.server.thinker", stdin=PIPE, stdout=PIPE, limit=LINE, env=environment
            )
        return self._process

    async def _stop(self, process: Process, job: Job) -> None:
        """Have a thought ended, and hear it out so that the next job finds the line clear."""
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.encode(Job(job.id, "stop")) + b"\n")
            while True:
                line = await asyncio.wait_for(process.stdout.readline(), 60.0)
                if not line or ((found := json.decode(line, type=Found)).id == job.id and found.final):
                    return
        except (TimeoutError, OSError, ValueError):
            await self.end()
        finally:
            self.stopping = None

    async def end(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()
