"""Connections as they come from the network, before any request is known: how many, how fast and how much.

The event loop handles a few kilobytes at a time, one address after the other, so that nobody who sends a lot holds up
the others. Heads of requests have limits of size and time, sockets one of frames, addresses one of connections.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import h11
from msgspec import json
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from ..errors import Refused
from ..settings import Limits
from ..work.turns import Asker, Turns
from .rates import RateLimit

PIECE = 4_096
"""Bytes of a connection that are handled at once."""
FRAMES_PIECE = 512
"""The same for sockets, where a frame can be as small as six bytes."""
MOST_UNREAD = 262_144
"""Bytes that wait to be handled; reading is paused long before."""
TURN = 0.001
"""Seconds after which the loop looks at everything else."""
LOOK = 1.0
"""Seconds between two looks for connections that take too long."""
ENDED, SOON = 10, 0.02
"""Connections that are ended together, and seconds until the next of them where there are more."""
BLAME = (60, 3)
"""Connections of an address that end by a fault of theirs before it is shut out: a burst, and so many per second."""
SHUT = 5.0
"""Seconds without connections for an address that does not slow down."""
MOST_PIECES = 64
"""Frames that one message may come in."""


class Gate:
    """All connections of a server. Those of a trusted proxy are not counted by address: it speaks for many."""

    def __init__(self, limits: Limits, trusted: Callable[[str], bool] = lambda address: False) -> None:
        self.limits = limits
        self.trusted = trusted
        self.open: set[HttpConnection | SocketConnection] = set()
        self.by_address: Counter[str] = Counter()
        self._ready: Turns[HttpConnection] = Turns(1, 1 << 30)
        self._feeding: asyncio.Task[None] | None = None
        self._looking = False
        self._shut: dict[str, float] = {}
        self._blame = RateLimit(*BLAME)

    def shut(self, address: str) -> None:
        """An address goes on asking although it was told to slow down: for some seconds it gets no connection."""
        if not self.trusted(address):
            self._shut[address] = time.monotonic() + SHUT

    def blame(self, address: str) -> None:
        """A connection of an address was ended since it did what no honest client does."""
        if not self._blame.take(address):
            self.shut(address)

    def enter(self, connection: HttpConnection | SocketConnection) -> bool:
        """Count a connection; whether it may stay."""
        address = connection.address
        self.open.add(connection)
        self.by_address[address] += 1
        if not self._looking:
            self._looking = True
            connection.loop.call_later(LOOK, self._look, connection.loop)
        if time.monotonic() < self._shut.get(address, 0.0):
            return False
        many = self.by_address[address] > self.limits.connections and not self.trusted(address)
        return not many and len(self.open) <= self.limits.all_connections

    def leave(self, connection: HttpConnection | SocketConnection) -> None:
        """Count a connection no more."""
        if connection in self.open:
            self.open.discard(connection)
            self.by_address[connection.address] -= 1
            if not self.by_address[connection.address]:
                del self.by_address[connection.address]

    def ready(self, connection: HttpConnection) -> None:
        """Something waits to be handled on a connection: it gets its turn."""
        self._ready.put(Asker(connection.address, str(id(connection))), connection)
        if self._feeding is None:
            self._feeding = connection.loop.create_task(self._feed())

    async def _feed(self) -> None:
        """Handle what came, in fair turns: one request, or a millisecond, at a time."""
        since = time.perf_counter()
        while len(self._ready):
            if self._ready.take().feed() or time.perf_counter() - since > TURN:
                await asyncio.sleep(0)
                since = time.perf_counter()
        self._feeding = None

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """End connections that take too long; what many of them had begun is not cleaned up all at once."""
        at = time.monotonic()
        late = [connection for connection in self.open if connection.late(at)]
        for connection in late[:ENDED]:
            connection.transport.abort()
        self._shut = {address: until for address, until in self._shut.items() if until > at}
        self._looking = bool(self.open)
        if self._looking:
            loop.call_later(LOOK if len(late) <= ENDED else SOON, self._look, loop)


class Parser(h11.Connection):
    """Reads requests; what no honest client sends is a protocol error."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(h11.SERVER, limits.head)
        self.limits = limits

    def next_event(self) -> Any:
        """What came next."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            if len(event.headers) > self.limits.headers:
                raise h11.RemoteProtocolError("too many headers", error_status_hint=431)
            if len(event.target) > self.limits.address:
                raise h11.RemoteProtocolError("the address is too long", error_status_hint=414)
            if any(name == b"transfer-encoding" for name, _ in event.headers):
                raise h11.RemoteProtocolError("a body needs its length", error_status_hint=411)
        return event


class Reading(asyncio.Protocol):
    """Keeps since when a client does not read what it is sent."""

    _stuck = 0.0
    """0 where it reads."""

    def pause_writing(self) -> None:
        """The client does not read."""
        self._stuck = time.monotonic()
        super().pause_writing()

    def resume_writing(self) -> None:
        """The client reads again."""
        self._stuck = 0.0
        super().resume_writing()


class HttpConnection(Reading, H11Protocol):
    """A connection that makes requests."""

    def __init__(self, *arguments: Any, gate: Gate, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.gate = gate
        self.address = ""
        self.conn = Parser(gate.limits)
        self._unread = bytearray()
        self._waiting = False
        self._since = time.monotonic()
        """When the client's turn to send something came."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let somebody in, or not."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        if not self.gate.enter(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self.gate.leave(self)
        self._unread.clear()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Keep what came until it is this connection's turn."""
        if self.transport.is_closing():
            return
        self._unread += data
        if len(self._unread) > MOST_UNREAD:
            self.transport.abort()
            return
        self.transport.pause_reading()
        if not self._waiting:
            self._waiting = True
            self.gate.ready(self)

    def feed(self) -> bool:
        """Handle a piece of what came; whether a request begins with it."""
        self._waiting = False
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return False
        before = self.cycle
        piece = bytes(self._unread[:PIECE])
        del self._unread[:PIECE]
        super().data_received(piece)
        if self.cycle is not before:
            self._since = time.monotonic()
        if self._unread:
            self._waiting = True
            self.gate.ready(self)
        elif not self.flow.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()
        return self.cycle is not before

    def late(self, at: float) -> bool:
        """Whether the client takes too long with a request, or with reading its answer."""
        limits = self.gate.limits
        if self._stuck and at - self._stuck > limits.reading_seconds:
            return True
        if self.conn.their_state is h11.IDLE:
            idle = self.cycle is not None and not self.conn.trailing_data[0]
            return not idle and at - self._since > limits.head_seconds
        return self.conn.their_state is h11.SEND_BODY and at - self._since > limits.body_seconds

    def on_response_complete(self) -> None:
        """An answer is sent: the next request may come."""
        self._since = time.monotonic()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The connection becomes a socket."""
        self.gate.leave(self)
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Say that a request cannot be read, and close."""
        self.gate.blame(self.address)
        try:
            body = json.encode(Refused("malformed", detail="this is not a request that can be read").problem)
            headers = [
                ("content-type", "application/json"),
                ("content-length", str(len(body))),
                ("connection", "close"),
            ]
            output = self.conn.send(h11.Response(status_code=400, headers=headers, reason=b"Bad Request"))
            self.transport.write(b"".join((output or b"", self.conn.send(h11.Data(data=body)) or b"")))
        except h11.LocalProtocolError:  # an answer is under way already
            pass
        self.transport.close()


class SocketConnection(Reading, WebSocketsSansIOProtocol):
    """A connection that has become a socket."""

    def __init__(self, *arguments: Any, gate: Gate, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.gate = gate
        self.address = ""
        self._rate = RateLimit(*gate.limits.frames)
        self._unread = bytearray()
        self._waiting = False
        self._since = time.monotonic()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count it."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.gate.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self.gate.leave(self)
        self._unread.clear()
        super().connection_lost(exc)

    def late(self, at: float) -> bool:
        """Whether the client reads nothing for too long, or was never let in."""
        if not self.handshake_complete and at - self._since > self.gate.limits.head_seconds:
            return True
        return bool(self._stuck) and at - self._stuck > self.gate.limits.reading_seconds

    # -------------------------------------------------------------------------------------------------- receiving
    def data_received(self, data: bytes) -> None:
        """Handle what came, a piece at a time."""
        if not self.handshake_initiated:  # the head of the request, which was read before
            super().data_received(data)
            return
        self._unread += data
        if len(self._unread) > MOST_UNREAD:
            self.transport.abort()
        elif not self._waiting:
            self._feed()

    def _feed(self) -> None:
        self._waiting = False
        if self.transport.is_closing() or self.read_paused:  # what the server was asked before comes first
            return
        piece = bytes(self._unread[:FRAMES_PIECE])
        del self._unread[:FRAMES_PIECE]
        super().data_received(piece)
        self._go_on()

    def _go_on(self) -> None:
        """The next piece has its turn after everything else."""
        if self._unread and not self._waiting and not self.read_paused and not self.transport.is_closing():
            self._waiting = True
            self.transport.pause_reading()
            self.loop.call_soon(self._feed)
        elif not self._unread and not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def receive(self) -> Any:
        """The next message."""
        message = await super().receive()
        self._go_on()
        return message

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._allowed():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """The client has answered a ping."""
        if self._allowed():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """One more piece of a message."""
        if len(self.frames) >= MOST_PIECES:
            self._end(4008, "too-many")
        elif self._allowed():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A message is complete."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._end(1007, "not UTF-8")
                return
        super().send_receive_event_to_app()

    def _allowed(self) -> bool:
        """Whether the client may send one more frame that is no message; else it is the last."""
        if self.close_sent or self.transport.is_closing():
            return False
        if self._rate.take():
            return True
        self._end(4008, "slow-down")
        return False

    def _end(self, code: int, reason: str) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        self.gate.blame(self.address)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self._unread.clear()
        self.transport.close()
