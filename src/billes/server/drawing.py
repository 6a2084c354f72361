"""Drawing: what a move looks like (motions, scene, what may be touched next), here or, when it gets busy, beside us.

A quiet house needs no second process. When many tables move at once, processes of their own draw for them, so that the
server only judges, writes and tells. `python -m billes.server.drawing` is such a process.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import struct
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence

from msgspec import Struct, msgpack

from ..core.position import Move, Position
from . import render

log = logging.getLogger(__name__)

BUSY = 40.0
"""Moves a second above which drawing is done elsewhere."""
CROWD = 100
"""Open sockets that announce such a rate."""
_HEAD = struct.Struct("<I")


class Order(Struct, array_like=True):
    """Something to draw: a position by its state and last move, and the move that is played on it."""

    id: int
    game: str
    variant: str
    state: tuple[int, ...]
    last: str
    move: str
    touched: tuple[str, ...]
    hands: bool
    """Whether somebody wants to know what may be touched next."""


class Drawn(Struct, array_like=True):
    """What a move looks like, as JSON."""

    id: int
    motions: bytes = b""
    scene: bytes = b""
    gestures: bytes = b""
    trembles: bool = False
    failed: str = ""


def draw(before: Position, after: Position, touched: Sequence[str], hands: bool) -> Drawn:
    """Draw a move."""
    gestures = bytes(render.touchable(after)) if hands and after.outcome is None else b""
    return Drawn(
        0,
        bytes(render.moved(before, after, touched)),
        bytes(render.changed(render.parts(before), render.parts(after))),
        gestures,
        render.trembling(after),
    )


class Studio:
    """Draws moves, here or in processes of their own."""

    def __init__(self, size: int = 1) -> None:
        self._size = size
        self._drawers: list[Drawer] = []
        self._starting = False
        self._rate = 0.0
        self._last = time.monotonic()
        self._tasks: set[asyncio.Task[None]] = set()

    async def draw(self, table: str, before: Position, after: Position, touched: Sequence[str], hands: bool) -> Drawn:
        """Draw a move of a table."""
        self._count()
        if self._drawers:
            drawer = self._drawers[hash(table) % len(self._drawers)]
            assert after.last is not None
            last = before.last.text if before.last else ""
            order = Order(0, before.game, before.variant, before.state, last, after.last.text, tuple(touched), hands)
            found = await drawer.draw(order)
            if found is not None and not found.failed:
                return found
            if found is None and drawer in self._drawers:
                self._drawers.remove(drawer)  # it died; the next busy moment starts another
                await drawer.end()
        return draw(before, after, touched, hands)

    def _count(self) -> None:
        """Keep the rate of moves, as an average over about a second, and call for help when it is high."""
        now = time.monotonic()
        gap, self._last = now - self._last, now
        self._rate = self._rate * max(0.0, 1.0 - gap) + 1.0
        if self._rate > BUSY:
            self.call()

    def call(self) -> None:
        """Call for help: have the processes started, if they are not."""
        if not self._drawers and not self._starting:
            self._starting = True
            task = asyncio.create_task(self._help())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _help(self) -> None:
        try:
            self._drawers = [await Drawer.start() for _ in range(self._size)]
        except (OSError, EOFError) as error:
            log.error("no process to draw: %r", error)
        finally:
            self._starting = False

    async def close(self) -> None:
        """End the processes."""
        for task in self._tasks:
            task.cancel()
        drawers, self._drawers = self._drawers, []
        await asyncio.gather(*(drawer.end() for drawer in drawers))


class Drawer:
    """One process that draws."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._waiting: dict[int, asyncio.Future[Drawn | None]] = {}
        self._count = 0
        self._ear = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls) -> Drawer:
        """Start a process, and wait until it is ready."""
        environment = {**os.environ, "BILLES_INTERPRETED": "1"}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "billes.server.drawing", stdin=PIPE, stdout=PIPE, limit=1 << 22, env=environment
        )
        assert process.stdout is not None
        await process.stdout.readexactly(1)
        return cls(process)

    async def draw(self, order: Order) -> Drawn | None:
        """Have something drawn; None where the process is gone."""
        stdin = self._process.stdin
        if stdin is None or stdin.is_closing() or self._ear.done():
            return None
        self._count += 1
        order.id = self._count
        answer: asyncio.Future[Drawn | None] = asyncio.get_running_loop().create_future()
        self._waiting[order.id] = answer
        body = msgpack.encode(order)
        stdin.write(_HEAD.pack(len(body)) + body)
        return await answer

    async def _listen(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        decode = msgpack.Decoder(Drawn).decode
        try:
            while True:
                (size,) = _HEAD.unpack(await stdout.readexactly(_HEAD.size))
                drawn = decode(await stdout.readexactly(size))
                answer = self._waiting.pop(drawn.id, None)
                if answer is not None and not answer.done():
                    answer.set_result(drawn)
        except (EOFError, OSError, ValueError) as error:
            log.error("the process that draws is gone: %r", error)
        finally:
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_result(None)
            self._waiting.clear()

    async def end(self) -> None:
        """End the process."""
        self._ear.cancel()
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()


def main() -> None:
    """Draw for whoever is at the other end of the pipes, until they are closed."""
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which sees to us
    decode = msgpack.Decoder(Order).decode
    sink.write(b"!")
    sink.flush()
    while head := source.read(_HEAD.size):
        order = decode(source.read(_HEAD.unpack(head)[0]))
        try:
            last = Move(order.last, 0) if order.last else None
            before = Position(order.game, order.variant, order.state, last)
            drawn = draw(before, before.play(order.move), order.touched, order.hands)
        except Exception as error:
            drawn = Drawn(0, failed=repr(error))
        drawn.id = order.id
        body = msgpack.encode(drawn)
        sink.write(_HEAD.pack(len(body)) + body)
        sink.flush()


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        main()
