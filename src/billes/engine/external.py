"""Programs that speak the engine's protocol, seen from the other side: started, asked, watched, and ended.

Nothing such a program does can stop a match: every answer has a deadline, and a program that dies, hangs or talks
nonsense loses the game it plays and is started anew for the next one.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import tempfile
import threading
import time
from typing import IO

from ..core.errors import IllegalMove, quoted
from ..core.game import Game
from ..core.position import Move, start
from .limits import Limits

STARTING = 60.0  # seconds for the handshake, and to get ready for a game: something may have to be compiled
MARGIN = 0.5  # seconds beyond its time that a move may take on the way
PATIENCE = 120.0  # seconds for a move that is limited otherwise
LONGEST = 1 << 16  # characters of a line

_running: set[subprocess.Popen[str]] = set()


class Failure(Exception):
    """A program did what ends its game; `reason` is a keyword: time, crash, illegal or protocol."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class Program:
    """An external program, started when first needed.

    >>> Program("billes engine").words
    ['billes', 'engine']
    """

    def __init__(self, command: str, *, margin: float = MARGIN, starting: float = STARTING) -> None:
        self.command = command
        self.words = shlex.split(command)
        if not self.words:
            raise ValueError("there is no program to start")
        self.margin, self.starting = margin, starting
        self.options: set[str] = set()
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._ear: threading.Thread | None = None
        self._complaints: IO[bytes] | None = None

    # ---------------------------------------------------------------------------------------------- life and death
    def open(self) -> None:
        """Start the program, if it does not run, and shake hands."""
        if self._process is not None and self._process.poll() is None:
            return
        self.close()
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115  # it lives as long as the program
        try:
            self._process = subprocess.Popen(
                self.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,
            )
        except OSError as error:
            self.close()
            raise Failure("crash", f"{self.command} cannot be started: {error.strerror or error}") from error
        _running.add(self._process)
        self._lines = queue.Queue(maxsize=10_000)
        assert self._process.stdout is not None
        self._ear = threading.Thread(target=_listen, args=(self._process.stdout, self._lines), daemon=True)
        self._ear.start()
        self.options = set()
        self._say("billes")
        deadline = time.monotonic() + self.starting
        while (line := self._hear(deadline, "its greeting")) != "billesok":
            if line.startswith("option name "):
                self.options.add(line.split()[2])

    def close(self) -> None:
        """End the program: it is asked to quit, and made to."""
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None
            with contextlib.suppress(OSError, ValueError):
                process.stdin.write("quit\n")
            with contextlib.suppress(OSError, ValueError):
                process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.2)
            _kill(process)
            _running.discard(process)
            self._drain()
        if self._complaints is not None:
            self._complaints.close()
            self._complaints = None

    def _drain(self) -> None:
        """Let the listening thread come to its end, however much is still on the way."""
        last = time.monotonic() + 1
        while self._ear is not None and self._ear.is_alive() and time.monotonic() < last:
            with contextlib.suppress(queue.Empty):
                self._lines.get(timeout=0.01)

    # ---------------------------------------------------------------------------------------------------- playing
    def begin(self, options: dict[str, str]) -> None:
        """Get ready for a new game; options that the program does not offer are left out."""
        self.open()
        for name, value in options.items():
            if name in self.options:
                self._say(f"setoption name {name} value {value}")
        self._say("newgame")
        self._ready()

    def move(self, game: Game, limits: Limits) -> Move:
        """The program's move in the position of a game."""
        if self._process is None:
            raise Failure("crash", f"{self.command} does not run")
        self._say(position_line(game))
        self._ready()
        self._say(go_line(limits))
        allowed = PATIENCE if limits.seconds is None else limits.seconds + self.margin
        deadline = time.monotonic() + allowed
        while True:
            line = self._hear(deadline, "its move")
            word, _, rest = line.partition(" ")
            if word == "error":
                raise Failure("protocol", f"{self.command} answered {quoted(line)}")
            if word == "bestmove":
                try:
                    return game.position.move(rest.split()[0] if rest.split() else "")
                except IllegalMove as error:
                    raise Failure("illegal", f"{self.command} answered {quoted(line)}: {error}") from error

    def _ready(self) -> None:
        self._say("isready")
        deadline = time.monotonic() + self.starting
        while (line := self._hear(deadline, "readyok")) != "readyok":
            if line.startswith("error"):
                raise Failure("protocol", f"{self.command} answered {quoted(line)}")

    # ---------------------------------------------------------------------------------------------------- talking
    def _say(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise self._crash() from error

    def _hear(self, deadline: float, awaited: str) -> str:
        try:
            line = self._lines.get(timeout=max(0.001, deadline - time.monotonic()))
        except queue.Empty:
            line = ""
        if line is None:
            raise self._crash()
        if time.monotonic() > deadline:
            raise Failure("time", f"{self.command} did not send {awaited} in time")
        return line

    def _crash(self) -> Failure:
        """What is known about the program's end."""
        assert self._process is not None
        try:
            code = f"exit status {self._process.wait(1)}"
        except subprocess.TimeoutExpired:
            code = "its output was closed"
        last = b""
        if self._complaints is not None:
            self._complaints.seek(max(0, self._complaints.seek(0, os.SEEK_END) - 2000))
            last = (self._complaints.read().strip().splitlines() or [b""])[-1]
        said = f": {last.decode(errors='replace')[:200]}" if last else ""
        return Failure("crash", f"{self.command} ended ({code}){said}")


def position_line(game: Game) -> str:
    """The `position` command for a game as it stands."""
    first = game.positions[0]
    where = "start" if first == start(first.game, first.variant) else f"text {first}"
    moves = f" moves {' '.join(map(str, game.moves))}" if game.moves else ""
    return f"position {first.game} {first.variant} {where}{moves}"


def go_line(limits: Limits) -> str:
    """The `go` command for some limits."""
    words = ["go"]
    if limits.seconds is not None:
        words += ["time", str(max(1, round(1000 * limits.seconds)))]
    if limits.depth is not None:
        words += ["depth", str(limits.depth)]
    if limits.nodes is not None:
        words += ["nodes", str(limits.nodes)]
    return " ".join(words)


def _listen(stream: IO[str], lines: queue.Queue[str | None]) -> None:
    """Pass on what a program says, until it says no more."""
    with contextlib.suppress(OSError, ValueError), stream:
        while line := stream.readline(LONGEST):
            lines.put(line.strip())
    lines.put(None)


def _kill(process: subprocess.Popen[str]) -> None:
    """End a program and what it started."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def kill_all() -> None:
    """End every program that this process has started and not yet ended."""
    for process in list(_running):
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
