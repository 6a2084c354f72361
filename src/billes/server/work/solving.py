"""Making a missing tablebase when somebody asks for it: one at a time, in a process of its own that stands back.

The process writes a line of JSON for every step it makes. What it has reached when the server ends is kept, and the
next time it goes on from there.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
import threading
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path
from typing import Any

from msgspec import Struct, json

from ...core.errors import SentenceError, UnknownGame
from ...core.sentences import Sentence
from ...games.registry import known
from ...tablebase import solvable
from ...tablebase.probe import opened
from ...tablebase.solve import check_room, needs
from ..errors import Refused

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "billes.server.work.solving")
NICENESS = 10
"""How far a solve stands back behind the games that are played."""
PATIENCE = 60.0
"""Seconds that a solve has to write down what it has reached when the server ends."""


class Step(Struct):
    """What the process says: how far it is, or why it ended."""

    share: float = 0.0
    trouble: str = ""


class Solving:
    """The tablebase that is being made, if one is, and how far it is."""

    def __init__(self, allowed: bool) -> None:
        self.allowed = allowed
        self.game, self.variant = "", ""
        self.share = 0.0
        self.began = 0.0
        self.trouble: tuple[str, str, Sentence] | None = None
        """The variant whose tablebase could not be made, and why."""
        self._process: Process | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether one is being made."""
        return self._task is not None and not self._task.done()

    def of(self, game: str, variant: str) -> bool:
        """Whether that of a variant is being made."""
        return self.running and (self.game, self.variant) == (game, variant)

    @property
    def left(self) -> float | None:
        """Seconds that it will still take, None where that is not known yet."""
        spent = time.monotonic() - self.began
        return spent / self.share * (1 - self.share) if self.share > 0.01 else None

    async def start(self, game: str, variant: str) -> None:
        """Begin to make a tablebase; nothing where it is there or is being made. Refused says why it is not done."""
        try:
            game, variant = known(game, variant)
        except UnknownGame as error:
            raise Refused("unknown-game", error.sentence) from error
        if not solvable(game, variant):
            raise Refused("not-allowed", "error.unsolvable")
        if self.of(game, variant) or await asyncio.to_thread(_complete, game, variant):
            return
        if not self.allowed:
            raise Refused("not-allowed", "error.no-solving")
        if self.running:
            raise Refused("busy", "error.solving")
        folder = opened().folder
        try:
            await asyncio.to_thread(check_room, folder, needs(game, variant))
        except SentenceError as error:
            raise Refused("not-allowed", error.sentence) from error
        if self.running:  # somebody else was quicker
            raise Refused("busy", "error.solving")
        self.game, self.variant, self.share, self.began, self.trouble = game, variant, 0.0, time.monotonic(), None
        self._task = asyncio.create_task(self._run(game, variant, folder))

    async def _run(self, game: str, variant: str, folder: Path) -> None:
        environment = {name: value for name, value in os.environ.items() if name != "BILLES_INTERPRETED"}
        try:
            process = await asyncio.create_subprocess_exec(
                *COMMAND, game, variant, str(folder), stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment
            )
        except OSError as error:
            log.error("no tablebase can be made: %s", error)
            self.trouble = game, variant, Sentence("error.trouble")
            return
        self._process = process
        assert process.stdout is not None
        said = ""
        async for line in process.stdout:
            step = json.decode(line, type=Step)
            self.share, said = step.share, step.trouble
        if await process.wait() and said != "stopped":
            log.error("the tablebase of %s %s was not made: %s", game, variant, said or process.returncode)
            self.trouble = game, variant, Sentence("error.trouble")

    async def close(self) -> None:
        """Stop; what is reached is written down."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), PATIENCE)
            if self._process.returncode is None:
                self._process.kill()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


def _complete(game: str, variant: str) -> bool:
    """Whether there is a tablebase with distances."""
    tablebases = opened()
    found = tablebases.file(game, variant) if tablebases.complete(game, variant) else None
    return found is not None and found.head["form"] == "distances"


# ------------------------------------------------------------------------------------------------ in the process
def main(arguments: list[str]) -> int:
    """Solve a variant and write how far it is, one line of JSON per step."""
    from ...tablebase.run import Progress, Run, Stopped
    from ...tablebase.solve import solve

    game, variant, folder = arguments
    with contextlib.suppress(OSError, AttributeError):  # not on every system
        os.nice(NICENESS)
    run = Run(game, variant, Path(folder), max(1, (os.cpu_count() or 2) - 1))
    signal.signal(signal.SIGTERM, lambda *_: run.stop.set())
    threading.Thread(target=_stop_with_the_server, args=(run.stop,), daemon=True).start()
    said = -1.0

    def tell(now: Progress) -> None:
        nonlocal said
        if now.share - said >= 0.002:
            said = now.share
            _say(Step(now.share))

    run.tell = tell
    try:
        solve(run)
    except Stopped:
        _say(Step(max(said, 0.0), "stopped"))
        return 1
    except Exception as error:
        _say(Step(max(said, 0.0), str(error)))
        return 1
    _say(Step(1.0))
    return 0


def _stop_with_the_server(stop: threading.Event) -> None:
    """The input ends when the server does, however it ends."""
    sys.stdin.buffer.read()
    stop.set()


def _say(step: Any) -> None:
    sys.stdout.buffer.write(json.encode(step) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
