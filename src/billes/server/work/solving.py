"""Making a missing tablebase when somebody asks for it: one at a time, in a process of its own that stands back.

The process writes a line of JSON for every step it makes. What it has reached when the server ends is kept, and the
next time it goes on from there. Where several processes serve on a machine, a locked file beside the tablebases sees
to it that one is made at a time all the same, and tells all of them how far it is.
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
from typing import Any, BinaryIO

from msgspec import MsgspecError, Struct, json

from ...core.errors import SentenceError, UnknownGame
from ...games.registry import known
from ...tablebase import solvable
from ...tablebase.probe import opened
from ...tablebase.solve import check_room, needs
from ..errors import Refused

try:
    import fcntl
except ImportError:  # not on every system
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "billes.server.work.solving")
NICENESS = 10
"""How far a solve stands back behind the games that are played."""
STATE = "solving.json"
"""The file, in the folder of tablebases, that says what is being made; locked as long as it is."""
PATIENCE = 60.0
"""Seconds that a solve has to write down what it has reached when the server ends."""


class Step(Struct):
    """What the process says: how far it is, or why it ended."""

    share: float = 0.0
    trouble: str = ""


class Work(Struct):
    """A tablebase that is being made, or could not be."""

    game: str
    variant: str
    began: float
    share: float = 0.0
    failed: bool = False

    @property
    def left(self) -> float | None:
        """Seconds that it will still take, None where that is not known yet."""
        spent = time.time() - self.began
        return spent / self.share * (1 - self.share) if self.share > 0.01 else None


class Solving:
    """The tablebase that is being made, if one is, and how far it is."""

    def __init__(self, allowed: bool) -> None:
        self.allowed = allowed
        self.own: Work | None = None
        """What this process has begun last."""
        self._process: Process | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether one is being made."""
        return self._task is not None and not self._task.done()

    def of(self, game: str, variant: str) -> bool:
        """Whether this process is making that of a variant."""
        return self.running and self.own is not None and (self.own.game, self.own.variant) == (game, variant)

    async def look(self, game: str, variant: str) -> tuple[Work | None, bool]:
        """The work on a variant's tablebase, if it is being made on this machine; and whether that failed the last
        time.
        """
        held, found = self.running, self.own
        if not held:
            held, found = await asyncio.to_thread(_read, opened().folder)
        if found is None:
            return None, False
        same = (found.game, found.variant) == (game, variant)
        return found if held and same else None, same and not held and found.failed

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
        lock = await asyncio.to_thread(_locked, folder)
        if lock is None:  # another process makes one
            if (await self.look(game, variant))[0] is not None:
                return
            raise Refused("busy", "error.solving")
        if self.running:  # somebody else was quicker
            lock.close()
            raise Refused("busy", "error.solving")
        self.own = Work(game, variant, time.time())
        self._task = asyncio.create_task(self._run(self.own, folder, lock))

    async def _run(self, work: Work, folder: Path, lock: BinaryIO) -> None:
        with lock:
            await self._solve(work, folder, lock)
            _write(lock, work)

    async def _solve(self, work: Work, folder: Path, lock: BinaryIO) -> None:
        game, variant = work.game, work.variant
        _write(lock, work)
        environment = {name: value for name, value in os.environ.items() if name != "BILLES_INTERPRETED"}
        try:
            process = await asyncio.create_subprocess_exec(
                *COMMAND,
                game,
                variant,
                str(folder),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                env=environment,
                pass_fds=(lock.fileno(),) if fcntl else (),  # it is let go of when both have ended
            )
        except OSError as error:
            log.error("no tablebase can be made: %s", error)
            work.failed = True
            return
        self._process = process
        assert process.stdout is not None
        said = ""
        async for line in process.stdout:
            step = json.decode(line, type=Step)
            work.share, said = step.share, step.trouble
            _write(lock, work)
        if await process.wait() and said != "stopped":
            log.error("the tablebase of %s %s was not made: %s", game, variant, said or process.returncode)
            work.failed = True

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


def _locked(folder: Path) -> BinaryIO | None:
    """The file that says what is being made, locked; None where another process has locked it."""
    folder.mkdir(parents=True, exist_ok=True)
    file = os.fdopen(os.open(folder / STATE, os.O_RDWR | os.O_CREAT, 0o644), "r+b")
    for _ in range(20):  # somebody may be looking
        if _lock(file):
            return file
        time.sleep(0.02)
    file.close()
    return None


def _lock(file: BinaryIO) -> bool:
    if fcntl is None:  # on such a system one process serves alone
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _write(file: BinaryIO, work: Work) -> None:
    """Tell the other processes; that they do not know is no reason to end the work."""
    with contextlib.suppress(OSError):
        text = json.encode(work)
        file.seek(0)
        file.write(text.ljust(200))  # longer than any, so that nothing of the one before is left
        file.flush()


def _read(folder: Path) -> tuple[bool, Work | None]:
    """Whether a tablebase is being made, and which one it is or was."""
    try:
        with (folder / STATE).open("rb") as file:
            return not _lock(file), json.decode(file.read(), type=Work)
    except (OSError, MsgspecError):
        return False, None


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
