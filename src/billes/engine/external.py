"""Programs that speak the engine's protocol, in a match: started, asked, watched, and ended.

Nothing such a program does can stop a match: every answer has a deadline, and a program that dies, hangs or answers
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
from collections.abc import Mapping
from typing import IO

from ..core.errors import BillesError, IllegalMove, quoted, system_error
from ..core.game import Game
from ..core.position import Move
from ..core.sentences import Sentence
from .conversation import MARGIN, STARTING, Conversation, Failure, Question, Receive, Script, Send, T, position_line
from .limits import Limits

LONGEST = 1 << 16  # characters of a line

_running: set[subprocess.Popen[str]] = set()


class Program:
    """An external program, started when first needed.

    >>> Program("billes engine").words
    ['billes', 'engine']
    """

    def __init__(self, command: str, *, margin: float = MARGIN, starting: float = STARTING) -> None:
        self.command = command
        self.words = shlex.split(command)
        if not self.words:
            raise BillesError.of("program.none")
        self.margin, self.starting = margin, starting
        self.conversation = Conversation(command)
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader: threading.Thread | None = None
        self._stderr: IO[bytes] | None = None

    # --------------------------------------------------------------------------------------------- start and end
    def open(self) -> None:
        """Start the program, if it does not run, and greet it."""
        if self._process is not None and self._process.poll() is None:
            return
        self.close()
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115  # it lives as long as the program
        try:
            self._process = subprocess.Popen(
                self.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,
            )
        except OSError as error:
            self.close()
            raise Failure("crash", "start", program=self.command, why=system_error(error)) from error
        _running.add(self._process)
        self._lines = queue.Queue(maxsize=10_000)
        assert self._process.stdout is not None
        self._reader = threading.Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True)
        self._reader.start()
        self.conversation = Conversation(self.command, margin=self.margin, starting=self.starting)
        self._drive(self.conversation.greet())

    def close(self) -> None:
        """End the program: it is asked to quit, and then killed."""
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
        if self._stderr is not None:
            self._stderr.close()
            self._stderr = None

    def _drain(self) -> None:
        """Let the reading thread come to its end, however much is still on the way."""
        last = time.monotonic() + 1
        while self._reader is not None and self._reader.is_alive() and time.monotonic() < last:
            with contextlib.suppress(queue.Empty):
                self._lines.get(timeout=0.01)

    # ---------------------------------------------------------------------------------------------------- playing
    def begin(self, options: Mapping[str, int]) -> None:
        """Get ready for a new game; options that the program does not offer are left out."""
        self.open()
        self._drive(self.conversation.new_game(options))

    def move(self, game: Game, limits: Limits) -> Move:
        """The program's move in the position of a game."""
        if self._process is None:
            raise Failure("crash", "stopped", program=self.command)
        answer = self._drive(self.conversation.search(Question(position_line(game), limits)))
        try:
            return game.position.move(answer.move)
        except IllegalMove as error:
            said = quoted(f"bestmove {answer.move}")
            raise Failure("illegal", "illegal", program=self.command, answer=said, why=error.sentence) from error

    # ------------------------------------------------------------------------------------------------------ lines
    def _drive(self, script: Script[T]) -> T:
        """Carry out a script."""
        try:
            step = next(script)
            while True:
                if isinstance(step, Receive):
                    step = script.send(self._receive(step))
                    continue
                if isinstance(step, Send):
                    self._send(step.line)
                step = next(script)
        except StopIteration as end:
            result: T = end.value
            return result

    def _send(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise self._crash() from error

    def _receive(self, step: Receive) -> str:
        try:
            line = self._lines.get(timeout=max(0.001, step.deadline - time.monotonic()))
        except queue.Empty:
            line = ""
        if line is None:
            raise self._crash()
        if time.monotonic() > step.deadline:
            raise Failure("time", "late", program=self.command, what=Sentence(f"program.late.{step.awaited}"))
        return line

    def _crash(self) -> Failure:
        """What is known about the program's end."""
        assert self._process is not None
        try:
            how = Sentence("program.ended.status", {"status": self._process.wait(1)})
        except subprocess.TimeoutExpired:
            how = Sentence("program.ended.output")
        last = b""
        if self._stderr is not None:
            self._stderr.seek(max(0, self._stderr.seek(0, os.SEEK_END) - 2000))
            last = (self._stderr.read().strip().splitlines() or [b""])[-1]
        key = "ended.last" if last else "ended"
        return Failure("crash", key, program=self.command, how=how, last=last.decode(errors="replace")[:200])


def _read(stream: IO[str], lines: queue.Queue[str | None]) -> None:
    """Pass on what a program writes, until it ends."""
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
