"""Who draws: this process while it is quiet, and under load other processes, as many as there are cores.

What is to be drawn waits in one queue. Nobody waits for it who judges or sends: a callback gets what was drawn. A
process gets a few jobs at a time and has a deadline; one that dies or does not answer is replaced, and its jobs are
drawn here, one in a turn of the event loop. What was drawn lately is kept by position.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from typing import BinaryIO, TypeAlias

from .drawing import Drawn, Job, draw

log = logging.getLogger(__name__)

BUSY = 40.0
"""Jobs per second above which another process draws."""
MANY_SOCKETS = 100
"""Open sockets from which such a rate is expected."""
DEADLINE = 4.0
"""Seconds after which a process is taken for stuck."""
BATCH = 16
"""Jobs that a process gets at once, at most."""
BEHIND = 2 * BATCH
"""Jobs that wait while all processes are at work, from which one more is started."""
KEPT = 256
"""Results that are kept."""
NICENESS = 5
"""How far drawing stands back behind judging and sending when processor time is short."""
COMMAND = (sys.executable, "-m", "billes.server.work.drawers")

Done: TypeAlias = Callable[[Drawn | None], None]
"""Gets what was drawn; None where it cannot be drawn."""
Waiting: TypeAlias = tuple[Job, Done]


def most_processes() -> int:
    """How many processes draw, at most: one for every core, less the one that judges where there are many."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores if cores <= 2 else cores - 1


class Drawers:
    """Has positions and moves drawn."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most_processes() if most is None else most
        self.processes: list[Drawer] = []
        """Those that are ready."""
        self.starting: asyncio.Task[None] | None = None
        self._closed = False
        self._kept: OrderedDict[Job, Drawn] = OrderedDict()
        self._waiting: deque[Waiting] = deque()
        self._here: deque[Waiting] = deque()
        """What no other process is to draw."""
        self._scheduled = False
        self._work: set[asyncio.Task[None]] = set()
        self._rate = 0.0
        self._last = time.monotonic()

    @property
    def waiting(self) -> int:
        """How many jobs no process has begun."""
        return len(self._waiting) + len(self._here)

    def add(self, job: Job, done: Done) -> None:
        """Have something drawn. `done` is called later, in the event loop, whatever happens to the processes."""
        self._count()
        kept = self._kept.get(job)
        if kept is None:
            self._waiting.append((job, done))
            self._schedule()
        else:
            self._kept.move_to_end(job)
            asyncio.get_running_loop().call_soon(done, kept)

    async def draw(self, job: Job) -> Drawn:
        """Have something drawn, and wait for it."""
        found: asyncio.Future[Drawn | None] = asyncio.get_running_loop().create_future()
        self.add(job, lambda drawn: None if found.done() else found.set_result(drawn))
        drawn = await found
        return draw(job) if drawn is None else drawn  # raises what is wrong with it

    # --------------------------------------------------------------------------------------------------- giving out
    def _schedule(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            asyncio.get_running_loop().call_soon(self._give_out)

    def _give_out(self) -> None:
        """Give jobs to the processes that have none; without processes draw one job here, and look again later."""
        self._scheduled = False
        waiting = self._waiting
        free = [one for one in self.processes if not one.busy]
        for count, process in enumerate(free):
            if not waiting:
                break
            size = min(BATCH, -(-len(waiting) // (len(free) - count)))
            process.busy = True
            jobs = [waiting.popleft() for _ in range(size)]
            self._work.add(work := asyncio.create_task(self._have_drawn(process, jobs)))
            work.add_done_callback(self._work.discard)
        if self.processes and len(waiting) > BEHIND:
            self.start(len(self.processes) + 1)
        if not self.processes:
            self._here.extend(waiting)
            waiting.clear()
        if self._here:
            job, done = self._here.popleft()
            try:
                self._keep(job, drawn := draw(job))
            except Exception:
                log.exception("cannot be drawn: %s", job)
                done(None)
            else:
                done(drawn)
            if self._here:
                self._schedule()

    async def _have_drawn(self, process: Drawer, jobs: Sequence[Waiting]) -> None:
        """Have a process draw some jobs."""
        try:
            found = await asyncio.wait_for(process.draw([job for job, _ in jobs]), DEADLINE)
        except Exception as error:  # it has died, or does not answer
            if process in self.processes:
                self.processes.remove(process)
            if not self._closed:
                log.error("a drawing process is replaced: %r", error)
            self._here.extend(jobs)
            self._schedule()
            await process.end()
            return
        process.busy = False
        for (job, done), drawn in zip(jobs, found, strict=True):
            if drawn is None:
                self._here.append((job, done))  # so that what is wrong with it is told in our log
            else:
                self._keep(job, drawn)
                done(drawn)
        if self._waiting or self._here:
            self._schedule()

    def _keep(self, job: Job, drawn: Drawn) -> None:
        self._kept[job] = drawn
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    # ---------------------------------------------------------------------------------------------------- processes
    def _count(self) -> None:
        """Keep the rate of jobs, as an average over about a second, and start a process when it is high."""
        now = time.monotonic()
        gap, self._last = now - self._last, now
        self._rate = self._rate * max(0.0, 1.0 - gap) + 1.0
        if self._rate > BUSY and not self.processes:
            self.start()

    def start(self, wanted: int = 1) -> None:
        """Start a process, if there are not that many."""
        if len(self.processes) < min(wanted, self.most) and self.starting is None and not self._closed:
            self.starting = asyncio.create_task(self._start())

    async def _start(self) -> None:
        process = Drawer()
        try:
            await process.start()
        except Exception as error:
            log.error("there is no process to draw: %r", error)
            await process.end()
        else:
            self.processes.append(process)
            self._schedule()
        finally:
            self.starting = None

    async def close(self) -> None:
        """End the processes. What waits is not drawn any more."""
        self._closed = True
        self._waiting.clear()
        self._here.clear()
        if self.starting is not None:
            await asyncio.wait([self.starting])
        await asyncio.gather(*(process.end() for process in self.processes))
        if self._work:
            await asyncio.wait(self._work)
        self._here.clear()


class Drawer:
    """One drawing process. It interprets the rules, as the server does, and ends when its input does."""

    def __init__(self) -> None:
        self.busy = False
        self._process: Process | None = None

    @property
    def pid(self) -> int:
        """Its number, 0 while it does not run."""
        return self._process.pid if self._process is not None else 0

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        environment = {**os.environ, "BILLES_INTERPRETED": "1"}
        self._process = await asyncio.create_subprocess_exec(
            *COMMAND, stdin=PIPE, stdout=PIPE, env=environment, start_new_session=True
        )
        with contextlib.suppress(OSError, AttributeError):  # not on every system
            os.setpriority(os.PRIO_PROCESS, self.pid, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
        await self.draw([])

    async def draw(self, jobs: Sequence[Job]) -> list[Drawn | None]:
        """Have jobs drawn; None stands for one that failed."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise ConnectionError("it has ended")
        _write(process.stdin, jobs)
        size = int.from_bytes(await process.stdout.readexactly(4), "big")
        found: list[Drawn | None] = pickle.loads(await process.stdout.readexactly(size))
        return found

    async def end(self) -> None:
        """End it, also if it is stuck."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


# ------------------------------------------------------------------------------------------- in the other process
def _write(stream: asyncio.StreamWriter | BinaryIO, value: object) -> None:
    message = pickle.dumps(value, protocol=5)
    stream.write(len(message).to_bytes(4, "big") + message)


def _try(job: Job) -> Drawn | None:
    try:
        return draw(job)
    except Exception:
        return None  # the server tries again, and tells what is wrong


def main() -> None:
    """Draw what is asked on the standard input until that ends."""
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    try:
        while len(size := requests.read(4)) == 4:
            jobs: list[Job] = pickle.loads(requests.read(int.from_bytes(size, "big")))
            _write(answers, [_try(job) for job in jobs])
            answers.flush()
    except (BrokenPipeError, EOFError, pickle.UnpicklingError):  # the server was killed in the middle of a message
        os._exit(0)


if __name__ == "__main__":
    main()
