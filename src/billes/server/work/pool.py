"""Engine processes: few, started when first needed, one question at a time each, and fair to all who ask.

They run `billes engine`, whose protocol is spoken by `engine.conversation`. The server itself never loads the compiled
engine, and a search, however long, never holds it up. When the server has ended, in whatever way, so do they: their
input ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable

from ...core.sentences import Sentence
from ...engine.conversation import Answer, Conversation, Failure, Info, Question, Receive, Script, Send, T
from ..errors import Refused
from .turns import Asker, Turns
from .workers import processor

log = logging.getLogger(__name__)

ENGINE = Sentence("program.engine")
COMMAND = (sys.executable, "-m", "billes", "engine")
MARGIN = 10.0
"""Seconds beyond its time after which a search is taken for hung: the machine may be busy."""
PATIENCE = 60.0
"""The same for searches that are not limited by time."""
STARTING = 120.0
"""Seconds until an engine is ready: something may have to be compiled."""
TRIES = 2
"""How often a question is asked, each time of a fresh process, when processes die or hang."""
NICENESS = 5
"""How far engines stand back behind the server when processor time is short."""
STILL = 5.0
"""Seconds without using any processor time after which an engine that owes an answer is taken for stopped."""
LONGEST = 1 << 20
"""The longest line an engine may send."""


class Pool:
    """A number of engines, and the questions that wait for them, in fair turns."""

    def __init__(self, size: int, engine: Callable[[], Engine] | None = None) -> None:
        self.engines = [(engine or Engine)() for _ in range(size)]
        self._free = list(self.engines)
        self.waiting: Turns[asyncio.Future[Engine]] = Turns(1 << 30, 1 << 30)

    async def ask(self, asker: Asker, question: Question, report: Callable[[Info], None] = lambda info: None) -> Answer:
        """The answer to a question; `report` is called with what is found on the way. Cancelling stops the search.

        A process that dies or hangs is replaced and the question asked again; Refused is raised where that fails too.
        """
        engine = await self._take(asker)
        try:
            for attempt in range(1, TRIES + 1):
                try:
                    return await engine.ask(question, report)
                except Failure as failure:
                    if not engine.closed:
                        log.error("%s (%s, attempt %d)", failure, question.position, attempt)
                    if failure.reason == "protocol" or attempt == TRIES:
                        raise Refused("busy", "error.engine-failed", detail=failure.sentence) from failure
            raise AssertionError("the last attempt returns or raises")
        finally:
            stopping = engine.stopping
            if stopping is None:
                self._give(engine)
            else:
                stopping.add_done_callback(lambda _: self._give(engine))

    async def prepare(self) -> None:
        """Start one engine before it is needed: loading the compiled code takes longer than a quick answer."""
        with contextlib.suppress(Failure, Refused):  # then the first question tells
            engine = await self._take(Asker())
            try:
                await engine.start()
            finally:
                self._give(engine)

    async def _take(self, asker: Asker) -> Engine:
        if self._free and not len(self.waiting):
            return self._free.pop()
        turn: asyncio.Future[Engine] = asyncio.get_running_loop().create_future()
        self.waiting.put(asker, turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if not self.waiting.drop(asker, turn) and not turn.cancelled():  # it came in the same moment
                self._give(turn.result())
            raise

    def _give(self, engine: Engine) -> None:
        """Give an engine to the next question: the first one of the asker who has waited longest for a turn."""
        while len(self.waiting):
            turn = self.waiting.take()
            if not turn.done():
                turn.set_result(engine)
                return
        self._free.append(engine)

    async def close(self) -> None:
        """End all engines."""
        await asyncio.gather(*(engine.close() for engine in self.engines))


class Engine:
    """One engine process, started with its first question and again after it died."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self.stopping: asyncio.Task[None] | None = None
        """Runs while an abandoned search is brought to its end."""
        self._conversation: Conversation | None = None
        self._reading: asyncio.Future[bytes] | None = None
        self.closed = False

    async def ask(self, question: Question, report: Callable[[Info], None]) -> Answer:
        """Ask a question; Failure where the process dies, hangs or refuses. Cancelling stops the search."""
        try:
            conversation = await self.start()
            return await self._drive(conversation.search(question), report)
        except Failure as failure:
            if failure.reason != "protocol":
                await self.end()
            raise
        except asyncio.CancelledError:
            # the asker's task ends here: another one brings the search to its end
            self.stopping = asyncio.create_task(self.stop_search())
            raise

    async def start(self) -> Conversation:
        """Start the process, if it does not run, and greet it."""
        if self._conversation is not None and self.process is not None and self.process.returncode is None:
            return self._conversation
        await self.end()
        if self.closed:
            raise Failure("protocol", "closing")
        try:
            self.process = await self.launch()
        except OSError as error:
            raise Failure("crash", "start", program=ENGINE, why=str(error)) from error
        conversation = Conversation("the engine", margin=MARGIN, starting=STARTING, patience=PATIENCE)
        await self._drive(conversation.greet())
        self._conversation = conversation
        return conversation

    async def launch(self) -> Process:
        """Start the process itself."""
        # the server interprets the rules, which is quick to start; a search needs compiled code
        environment = {key: value for key, value in os.environ.items() if key != "BILLES_INTERPRETED"}
        process = await asyncio.create_subprocess_exec(
            *COMMAND, stdin=PIPE, stdout=PIPE, limit=LONGEST, env=environment, start_new_session=True
        )
        with contextlib.suppress(OSError, AttributeError):  # not on every system
            os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
        return process

    async def _drive(self, script: Script[T], report: Callable[[Info], None] = lambda info: None) -> T:
        """Carry out a script."""
        try:
            step = next(script)
            while True:
                if isinstance(step, Receive):
                    step = script.send(await self._receive(step))
                    continue
                if isinstance(step, Send):
                    await self._send(step.line)
                else:
                    report(step)
                step = next(script)
        except StopIteration as end:
            result: T = end.value
            return result

    async def _send(self, line: str) -> None:
        process = self.process
        if process is None or process.stdin is None:
            raise Failure("crash", "ended", program=ENGINE, how=Sentence("program.ended.output"))
        try:
            process.stdin.write(f"{line}\n".encode())
            await asyncio.wait_for(process.stdin.drain(), MARGIN)
        except (OSError, TimeoutError) as error:
            raise Failure("crash", "ended", program=ENGINE, how=Sentence("program.ended.output")) from error

    async def _receive(self, step: Receive) -> str:
        process = self.process
        if process is None or process.stdout is None:
            raise Failure("crash", "ended", program=ENGINE, how=Sentence("program.ended.output"))
        # Whoever waits may be cancelled in the moment a line comes: it is kept for who listens next.
        reading = self._reading = self._reading or asyncio.ensure_future(process.stdout.readline())
        used = processor(process.pid)
        try:
            while not reading.done():
                left = max(0.0, step.deadline - time.monotonic())
                await asyncio.wait((reading,), timeout=min(left, STILL))
                before, used = used, processor(process.pid)
                if not reading.done() and (left <= STILL or before == used != -1):
                    raise Failure("time", "late", program=ENGINE, what=Sentence(f"program.late.{step.awaited}"))
            self._reading = None
            line = reading.result()
        except (OSError, ValueError) as error:
            raise Failure("crash", "unreadable", program=ENGINE, why=repr(error)) from error
        if not line:
            raise Failure("crash", "ended", program=ENGINE, how=Sentence("program.ended.output"))
        return line.decode(errors="replace").strip()

    async def stop_search(self) -> None:
        """Bring an abandoned search to its end."""
        try:
            if self._conversation is None:  # it was not even greeted
                await self.end()
            else:
                await self._drive(self._conversation.stop())
        except Failure as failure:
            if not self.closed:
                log.error("%s", failure)
            await self.end()
        finally:
            self.stopping = None

    async def close(self) -> None:
        """End the process, and start no other."""
        self.closed = True
        await self.end()
        if self.stopping is not None:
            await asyncio.wait([self.stopping])

    async def end(self) -> None:
        """End the process."""
        process, self.process, self._conversation = self.process, None, None
        self._reading = None  # its end is the end of the output
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
