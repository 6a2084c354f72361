"""One open socket: what waits to be sent to it, and what the wire costs."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from . import responses as say
from .clock import now
from .render import encode

Send = Callable[[str], Awaitable[Any]]
CLOSE = ""
"""What ends the sending."""


class Connection:
    """A reader of a table. `visitor` is his fingerprint; he is a player if he holds a seat there."""

    def __init__(self, visitor: str | None, room: int) -> None:
        self.visitor = visitor
        self.lag = 0.0
        """Seconds a message takes to the reader and back."""
        self.code = 0
        """Why it is to be closed, 0 while it is not."""
        self._room = room
        self._outbox: deque[str] = deque()
        self._wake = asyncio.Event()
        self._pings: dict[int, float] = {}
        self._lags: deque[float] = deque(maxlen=3)
        self._count = 0

    def tell(self, message: bytes | say.Said) -> None:
        """Send something when the reader is ready for it. One who never is gets closed, and can come back later."""
        if self.code:
            return
        if len(self._outbox) >= self._room:
            self.close(4009)
            return
        self._outbox.append((message if isinstance(message, bytes) else encode(message)).decode())
        self._wake.set()

    def close(self, code: int) -> None:
        """Send nothing more, and close."""
        if not self.code:
            self.code = code
            self._outbox.clear()
            self._wake.set()

    async def pump(self, send: Send) -> None:
        """Send what there is to send, until closed."""
        while not self.code:
            while self._outbox and not self.code:
                await send(self._outbox.popleft())
            self._wake.clear()
            if not self._outbox and not self.code:
                await self._wake.wait()

    def ping(self) -> None:
        """Ask how long the wire is."""
        self._count += 1
        self._pings = {self._count: now()}
        self.tell(say.Ping(self._count, now()))

    def ponged(self, ping: int) -> None:
        """The reader has answered: the shortest of the last few times is what the wire costs."""
        sent = self._pings.pop(ping, None)
        if sent is not None:
            self._lags.append(now() - sent)
            self.lag = min(self._lags)
