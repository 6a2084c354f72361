"""A wire between browser and server that can be slow, and on which what is sent can get lost without a word."""

from __future__ import annotations

import asyncio
import threading
from types import TracebackType
from urllib.parse import urlsplit


class Wire:
    """Passes everything on between a port of its own and a server.

    Every message takes `delay` seconds longer, in both directions. After `lose`, nothing passes on the connections
    that are open then, which stay open: so does a socket look to a page whose machine has slept.
    """

    def __init__(self, address: str) -> None:
        self.delay = 0.0
        self.deaf = False
        """Whether connections that ask for a socket get no answer."""
        self._server = urlsplit(address)
        self._lost: set[int] = set()
        self._open: dict[int, list[asyncio.StreamWriter]] = {}
        self._count = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._ready.wait(10)

    def __enter__(self) -> Wire:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(10)

    def lose(self) -> None:
        """Lose everything that is sent on the connections open now."""
        self._lost |= set(self._open)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._end = asyncio.Event()
        listener = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
        self._ready.set()
        await self._end.wait()
        listener.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._count += 1
        number = self._count
        there, back = await asyncio.open_connection(self._server.hostname, self._server.port)
        self._open[number] = [writer, back]
        try:
            await asyncio.gather(self._pass(number, reader, back), self._pass(number, there, writer))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            del self._open[number]
            for end in (writer, back):
                end.transport.abort()

    async def _pass(self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on one direction, in order, each piece when it is due."""
        pieces: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def read() -> None:
            while piece := await reader.read(65536):
                if self.deaf and b"Upgrade: websocket" in piece:
                    self._lost.add(number)
                pieces.put_nowait((self._loop.time() + self.delay, piece))
            pieces.put_nowait((self._loop.time() + self.delay, b""))

        reading = asyncio.create_task(read())
        try:
            while True:
                due, piece = await pieces.get()
                await asyncio.sleep(max(0.0, due - self._loop.time()))
                if number in self._lost:
                    continue
                if not piece:
                    writer.close()
                    return
                writer.write(piece)
                await writer.drain()
        finally:
            reading.cancel()
