"""Processes for costly work: pictures, scenes of foreign positions, whole games. The event loop only judges and sends.

They are few, are started when there is work, and take it in fair turns. A process that dies or is stuck is replaced.
They interpret the rules, as the server does, and end when the server has ended, in whatever way: their input ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import struct
import sys
import time
from asyncio import FIRST_COMPLETED
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

from .turns import Asker, Turns

log = logging.getLogger(__name__)
T = TypeVar("T")

COMMAND = (sys.executable, "-c", "from billes.server.work.workers import work; work()")
DEADLINE = 10.0
"""Seconds after which a process is taken for stuck."""
STARTING = 60.0
"""Seconds a process may take for its first piece of work: it has to be started."""
STILL = 5.0
"""Seconds without using any processor time after which a process that has work is taken for stopped."""
ABANDONED = 1.0
"""Seconds a process may go on with work that nobody waits for any more."""
IDLE = 300.0
"""Seconds without work after which a process is ended, and its memory given back."""
NICENESS = 10
"""How far the processes stand back behind the server when processor time is short."""
_LENGTH = struct.Struct("!I")


class Lost(Exception):
    """A process died or took too long with a piece of work."""


class Job:
    """A piece of work, and who waits for its result."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...], seconds: float) -> None:
        self.message = pickle.dumps((function, arguments))
        self.seconds = seconds
        self.result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class Workers:
    """Some processes, and the work that waits for them."""

    def __init__(self, size: int, of_visitor: int = 16, of_address: int = 200, niceness: int = NICENESS) -> None:
        self.size = size
        self.niceness = niceness
        self.waiting: Turns[Job] = Turns(of_visitor, of_address)
        self.busy = 0
        """How many processes work now."""
        self.workers: list[Worker] = []
        self._news = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []
        self._closed = False

    async def run(self, asker: Asker, function: Callable[..., T], *arguments: Any, seconds: float = DEADLINE) -> T:
        """What a function of a module gives, called in another process. Cancelling takes the work back.

        What the function raises is raised here; `Lost` where the process dies twice, or takes longer than `seconds`;
        `Refused` where too much of the same asker waits already.
        """
        if self._closed:
            raise Lost("the server is going down")
        job = Job(function, arguments, seconds)
        self.waiting.put(asker, job)
        self._start_another()
        try:
            async with self._news:
                self._news.notify()
            return cast(T, await job.result)
        finally:
            self.waiting.drop(asker, job)
            job.result.cancel()

    def start(self) -> None:
        """Start a process now, so that the first work need not wait for it."""
        if not self.workers:
            self._add()

    def _start_another(self) -> None:
        if len(self.workers) < self.size and self.busy + len(self.waiting) > len(self.workers):
            self._add()

    def _add(self) -> None:
        worker = Worker(self.niceness)
        self.workers.append(worker)
        self._tasks.append(asyncio.create_task(self._serve(worker)))

    async def _serve(self, worker: Worker) -> None:
        """Do what waits, one piece after the other."""
        with contextlib.suppress(Lost):
            await worker.start()  # it is tried again when there is work
        while True:
            async with self._news:
                try:
                    async with asyncio.timeout(IDLE):
                        await self._news.wait_for(lambda: len(self.waiting))
                except TimeoutError:
                    await worker.end()
                    continue
                job = self.waiting.take()
            self.busy += 1
            try:
                await worker.do(job)
            finally:
                self.busy -= 1

    async def close(self) -> None:
        """End all processes; what waits is lost."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self.workers))
        while len(self.waiting):
            _fail(self.waiting.take(), Lost("the server is going down"))


class Worker:
    """One process, started with its first work and again after it was lost."""

    def __init__(self, niceness: int = 0) -> None:
        self.process: Process | None = None
        self.niceness = niceness
        self._fresh = True

    async def do(self, job: Job) -> None:
        """Do a piece of work and give its result to who waits for it."""
        for attempt in (1, 2):
            if job.result.done():
                return
            try:
                await self.start()
                good, value = await self._asked(job)
            except Lost as lost:
                await self.end()
                log.error("a worker is replaced: %s (attempt %d)", lost, attempt)
                if attempt == 2 or isinstance(lost.__cause__, TimeoutError):
                    _fail(job, lost)
                    return
            except asyncio.CancelledError:
                _fail(job, Lost("the server is going down"))
                raise
            else:
                if good:
                    if not job.result.done():
                        job.result.set_result(value)
                else:
                    _fail(job, value)
                return

    async def start(self) -> None:
        """Start the process, if it does not run."""
        if self.process is not None and self.process.returncode is None:
            return
        environment = {**os.environ, "BILLES_INTERPRETED": "1"}
        try:
            self.process = await asyncio.create_subprocess_exec(
                *COMMAND, stdin=PIPE, stdout=PIPE, limit=1 << 20, env=environment, start_new_session=True
            )
        except OSError as error:
            raise Lost(f"no process can be started: {error}") from error
        self._fresh = True
        with contextlib.suppress(OSError, AttributeError):  # not on every system
            os.setpriority(os.PRIO_PROCESS, self.process.pid, os.getpriority(os.PRIO_PROCESS, 0) + self.niceness)

    async def _asked(self, job: Job) -> tuple[bool, Any]:
        """The answer of the process: whether all went well, and the result or the error."""
        reply = asyncio.create_task(self._exchange(job.message))
        seconds = max(job.seconds, STARTING if self._fresh else 0.0)
        try:
            await self._until(reply, job.result, seconds)
            if not reply.done() and job.result.done():  # nobody waits any more
                await asyncio.wait((reply,), timeout=ABANDONED)
            if reply.done():
                self._fresh = False
                return reply.result()
            raise Lost("it takes too long") from TimeoutError()
        finally:
            reply.cancel()

    async def _until(self, reply: asyncio.Task[Any], result: asyncio.Future[Any], seconds: float) -> None:
        """Wait for a reply, as long as somebody wants the result and the process works; Lost where it was stopped."""
        end = time.monotonic() + seconds
        pid = self.process.pid if self.process else 0
        used = processor(pid)
        while (left := end - time.monotonic()) > 0:
            done, _ = await asyncio.wait((reply, result), timeout=min(left, STILL), return_when=FIRST_COMPLETED)
            if done:
                return
            before, used = used, processor(pid)
            if left > STILL and before == used != -1:
                raise Lost("it stands still")

    async def _exchange(self, message: bytes) -> tuple[bool, Any]:
        process = self.process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(_LENGTH.pack(len(message)) + message)
            await process.stdin.drain()
            (length,) = _LENGTH.unpack(await process.stdout.readexactly(_LENGTH.size))
            return cast(tuple[bool, Any], pickle.loads(await process.stdout.readexactly(length)))
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            raise Lost(repr(error)) from error

    async def end(self) -> None:
        """End the process, also one that is stuck."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _fail(job: Job, error: BaseException) -> None:
    if not job.result.done():
        job.result.set_exception(error)


def processor(pid: int) -> int:
    """The processor time that a process has used, in ticks of the system; -1 where that cannot be known."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])
    except (OSError, IndexError, ValueError):
        return -1


# -------------------------------------------------------------------------------------------------- in the process
def work() -> None:
    """In the other process: do what is asked for, until the input ends."""
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not come between the answers
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        while message := _read(source):
            answer = _answer(message)
            sink.write(_LENGTH.pack(len(answer)) + answer)
            sink.flush()


def _read(source: BinaryIO) -> bytes:
    head = source.read(_LENGTH.size)
    return source.read(_LENGTH.unpack(head)[0]) if len(head) == _LENGTH.size else b""


def _answer(message: bytes) -> bytes:
    try:
        function, arguments = pickle.loads(message)
        return pickle.dumps((True, function(*arguments)))
    except Exception as error:
        with contextlib.suppress(Exception):
            answer = pickle.dumps((False, error))
            pickle.loads(answer)
            return answer
        return pickle.dumps((False, RuntimeError(repr(error))))
