"""The sockets of tables: one task per socket reads requests, one sends what waits for the reader."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias
from urllib.parse import parse_qs

from msgspec import MsgspecError, Raw, json
from msgspec.structs import replace

from . import actions
from .decoding import decoded
from .errors import Refused
from .events import now
from .greeting import greeting
from .lobby import NO_TABLE, NOT_KEPT, Lobby
from .messages import requests, responses
from .messages.requests import Request
from .messages.responses import Because, Response
from .network.rates import RateLimit
from .settings import Limits
from .work import answers, drawers
from .work.answers import Answers, place_of
from .work.computers import Computers
from .work.drawing import encode
from .work.turns import Asker

log = logging.getLogger(__name__)

Send: TypeAlias = Callable[[str], Awaitable[Any]]
MOST_ERRORS = 20
"""Requests that were malformed or too many, after which a socket is closed."""
CLOSING = {"damaged": 4010, "busy": NOT_KEPT, "not-kept": NOT_KEPT}
"""With which code a socket is closed that cannot be served, by that of the refusal; any other means no such table."""
MOST_UNREAD = 8
"""Messages that wait for a reader, from which on it is not listened to."""
COSTS = {requests.Hint: 10.0, requests.More: 3.0, requests.Why: 3.0}
"""What requests cost; all others cost 1."""
_decoder: json.Decoder[Request] = json.Decoder(Request)


class Disconnected(Exception):
    """The client has closed its socket."""


class Socket:
    """What a socket of the web server can do. There are thousands of them, so nothing stands between."""

    __slots__ = ("_receive", "_send")

    def __init__(self, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        self._receive = receive
        self._send = send

    async def accept(self) -> None:
        """Let the client in."""
        await self._receive()
        await self._send({"type": "websocket.accept"})

    async def receive(self) -> str:
        """The next message; what is no text is empty."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise Disconnected
        return message.get("text") or ""

    async def send(self, text: str) -> None:
        """Send a message."""
        await self._send({"type": "websocket.send", "text": text})

    async def close(self, code: int, reason: str = "") -> None:
        """Close it."""
        await self._send({"type": "websocket.close", "code": code, "reason": reason})


class Connection:
    """One open socket: what waits to be sent to it, and the delay of its network."""

    def __init__(self, visitor: str | None, room: int, address: str = "") -> None:
        self.visitor = visitor
        self.address = address
        self.asker = Asker(address, visitor or "")
        self.lag = 0.0
        self.since = 0
        self.code = 0
        """Why it is to be closed, 0 while it is not."""
        self.acting = False
        """Whether a request is being carried out: that is done to its end, whoever disconnects meanwhile."""
        self.gone = False
        self._room = room
        self._outbox: deque[str] = deque()
        self._wake = asyncio.Event()
        self._pings: dict[int, float] = {}
        self._lags: deque[float] = deque(maxlen=3)
        self._count = 0
        self.hints: list[asyncio.Task[None]] = []
        """Hints under way."""
        self._drained = asyncio.Event()
        self._drained.set()

    def send(self, message: bytes | Response) -> None:
        """Send a message as soon as the reader can take it. A reader that never can is closed, and may come back."""
        if self.code:
            return
        if len(self._outbox) >= self._room:
            self.close(4009)
            return
        self._outbox.append((message if isinstance(message, bytes) else encode(message)).decode())
        self._wake.set()

    def greet(self, messages: Sequence[bytes | Response]) -> None:
        """Send this before all that waits already."""
        first = (message if isinstance(message, bytes) else encode(message) for message in messages)
        self._outbox.extendleft(reversed([message.decode() for message in first]))

    def close(self, code: int) -> None:
        """Send nothing more, and close."""
        if not self.code:
            self.code = code
            self._outbox.clear()
            self._wake.set()

    async def drained(self) -> None:
        """Wait until the reader has read most of what was sent."""
        if len(self._outbox) >= MOST_UNREAD:
            self._drained.clear()
        await self._drained.wait()

    async def pump(self, send: Send) -> None:
        """Send what waits, until closed."""
        while not self.code:
            while self._outbox and not self.code:
                await send(self._outbox.popleft())
                if len(self._outbox) < MOST_UNREAD:
                    self._drained.set()
            self._wake.clear()
            if not self._outbox and not self.code:
                await self._wake.wait()

    def ping(self) -> None:
        """Measure the delay of the network."""
        self._count += 1
        self._pings = {self._count: now()}
        self.send(responses.Ping(self._count, now()))

    def pong(self, ping: int) -> None:
        """The reader has answered: the shortest of the last few times is the delay."""
        sent = self._pings.pop(ping, None)
        if sent is not None:
            self._lags.append(now() - sent)
            self.lag = min(self._lags)


class Sockets:
    """All open sockets of a server."""

    def __init__(self, lobby: Lobby, computers: Computers, answers: Answers, limits: Limits) -> None:
        self.lobby = lobby
        self.computers = computers
        self.answers = answers
        self.limits = limits
        self.count = 0
        self._by_visitor: Counter[str] = Counter()
        self._by_address: Counter[str] = Counter()
        self._talking = RateLimit(*limits.address_talking)
        self._costly = asyncio.Lock()
        """Held in turn by all who ask for what costs much: one of them has it begun in every look of the event loop."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one socket from its opening to its end. The middleware has looked at its address and its asker."""
        asker: Asker = scope["asker"]
        name = scope["path"].split("/")[-2]
        seen = parse_qs(scope["query_string"].decode()).get("seen")
        socket = Socket(receive, send)
        await socket.accept()
        if (
            self.count >= self.limits.all_sockets
            or self._by_address[asker.address] >= self.limits.address_sockets
            or (asker.visitor and self._by_visitor[asker.visitor] >= self.limits.sockets)
        ):
            await socket.close(4008, "too-many")
            return
        self.count += 1
        self._by_visitor[asker.visitor] += 1
        self._by_address[asker.address] += 1
        if self.count > drawers.MANY_SOCKETS:
            self.lobby.drawers.start()
        try:
            await self._serve(socket, name, int(seen[0]) if seen else None, asker)
        except Refused as refused:
            await _quietly(socket.close(CLOSING.get(refused.code, NO_TABLE), refused.code))
        finally:
            self.count -= 1
            self.lobby.left += 1
            for counted, key in ((self._by_visitor, asker.visitor), (self._by_address, asker.address)):
                counted[key] -= 1
                if not counted[key]:
                    del counted[key]

    async def _serve(self, socket: Socket, name: str, seen: int | None, asker: Asker) -> None:
        connection = Connection(asker.visitor or None, self.limits.outbox, asker.address)
        async with self.lobby.at(name) as live:
            first = await greeting(live, seen, connection.visitor)
            connection.since = live.table.number
            live.connections.add(connection)
        try:
            connection.greet(await first.messages(self.lobby.drawers))
        except BaseException:
            live.connections.discard(connection)
            raise
        self.lobby.people_changed(live)
        connection.ping()
        sender = asyncio.create_task(self._send(socket, connection))
        receiver = asyncio.create_task(self._receive(socket, name, connection))
        try:
            await asyncio.wait((sender, receiver), return_when=asyncio.FIRST_COMPLETED)
        finally:
            live.connections.discard(connection)
            live.used = now()
            connection.gone = True
            for task in (sender, *connection.hints):
                task.cancel()
            if not connection.acting:
                receiver.cancel()
            results = await asyncio.gather(sender, receiver, return_exceptions=True)
            for error in results:
                if isinstance(error, Exception) and not isinstance(error, Disconnected):
                    log.error("socket of table %s: %r", name, error, exc_info=error)
            self.lobby.people_changed(live)
            await _quietly(socket.close(connection.code or 1000))

    async def _send(self, socket: Socket, connection: Connection) -> None:
        with contextlib.suppress(Exception):  # whatever goes wrong in sending, the reader is gone
            await connection.pump(socket.send)

    async def _receive(self, socket: Socket, name: str, connection: Connection) -> None:
        rate = RateLimit(*self.limits.talking)
        errors = 0
        while True:
            await connection.drained()
            text = await socket.receive()
            at = now()
            try:
                if not rate.take():
                    raise Refused("slow-down")
                self._talking.require(connection.address)
                request = _decoded(text)
                self._talking.require(connection.address, COSTS.get(type(request), 1.0) - 1.0)
            except Refused as refused:
                errors += 1
                if errors > MOST_ERRORS:
                    connection.close(4008)
                    return
                connection.send(refused.refusal())
                continue
            if isinstance(request, requests.Pong):
                connection.pong(request.ping)
            elif isinstance(request, requests.Hint):  # takes its time; requests that follow do not wait for it
                connection.hints = [task for task in connection.hints if not task.done()]
                connection.hints.append(self.lobby.spawn(self._hint(name, connection, request)))
            else:
                connection.acting = not isinstance(request, (requests.More, requests.Why))
                await self._answer(name, connection, request, at)
                connection.acting = False
                if connection.gone:
                    return

    async def _answer(self, name: str, connection: Connection, request: Request, at: float) -> None:
        """Carry out a request, and send the response."""
        tag = getattr(request, "id", "")
        try:
            connection.send(await self._response(name, connection, request, at))
            # counted when it is sent
            asyncio.get_running_loop().call_soon(self.lobby.metrics.answered.observe, now() - at)
        except Refused as refused:
            connection.send(refused.refusal(tag))
        except Exception:
            log.exception("table %s: %r", name, request)
            connection.send(Refused("trouble").refusal(tag))

    async def _hint(self, name: str, connection: Connection, request: requests.Hint) -> None:
        """Send a hint, unless the socket is closed before it is found."""
        try:
            connection.send(await self.computers.hint(name, connection.asker, request.id))
        except Refused as refused:
            connection.send(refused.refusal(request.id))

    async def _response(self, name: str, connection: Connection, request: Request, at: float) -> Response:
        lobby, visitor = self.lobby, connection.visitor
        match request:
            case requests.Play():
                number = await actions.play(lobby, name, visitor, request, at)
            case requests.Undo():
                number = await actions.undo(lobby, name, visitor, request)
            case requests.Offer():
                number = await actions.offer(lobby, name, visitor, request)
            case requests.Answer():
                number = await actions.answer(lobby, name, visitor, request)
            case requests.Say():
                number = await actions.say(lobby, name, visitor, request)
            case requests.Resign():
                number = await actions.resign(lobby, name, visitor, request)
            case requests.More():
                await self._turn()
                async with lobby.at(name) as live:
                    turn, place = live.table.turn, place_of(live.table.position)
                found = await self.answers.make(connection.asker, answers.touchable, place, request.touched)
                return responses.MoreGestures(Raw(found), turn, request.id)
            case requests.Why():
                await self._turn()
                async with lobby.at(name) as live:
                    place = place_of(live.table.position)
                asked = place, request.handle, request.touched
                because = json.decode(await self.answers.make(connection.asker, answers.because, *asked), type=Because)
                return replace(because, id=request.id)
            case requests.Check():
                async with lobby.at(name) as live:
                    number = live.table.number
            case requests.Hint() | requests.Pong():  # answered where they are received
                raise AssertionError(request)
        return responses.Done(number, request.id)

    async def _turn(self) -> None:
        """Wait for a look of the event loop that nobody else has whose request costs much."""
        async with self._costly:
            await asyncio.sleep(0)


def _decoded(text: str | bytes) -> Request:
    try:
        return _decoder.decode(text)
    except (MsgspecError, UnicodeError, RecursionError):
        request: Request = decoded(Request, text)  # says what is wrong
        return request


async def _quietly(closing: Any) -> None:
    """Close what may be closed already."""
    with contextlib.suppress(Exception):
        await closing
