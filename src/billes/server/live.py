"""The socket of a table: one task listens, one speaks."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from msgspec import DecodeError, ValidationError, json

from . import deeds, render, telling
from . import requests as ask
from . import responses as say
from .clock import now
from .connection import Connection
from .drawing import CROWD
from .errors import Refused
from .guard import Bucket
from .hall import Hall
from .inuse import Live
from .thinking import Minds

log = logging.getLogger(__name__)

Socket = WebSocket[Any, Any, Any]
STRIKES = 20
"""Messages that were malformed or too many, after which a socket is closed."""
_decoder: json.Decoder[ask.Asked] = json.Decoder(ask.Asked)


class Lines:
    """All open sockets of a server."""

    def __init__(self, hall: Hall, minds: Minds) -> None:
        self.hall = hall
        self.minds = minds
        self.limits = hall.settings.limits
        self.count = 0
        self._by_visitor: Counter[str] = Counter()

    async def serve(self, socket: Socket, name: str, seen: int | None) -> None:
        """Serve one socket from its opening to its end."""
        visitor: str | None = socket.scope.get("visitor")  # type: ignore[assignment]  # our middleware puts it there
        who = visitor or f"address {socket.client.host if socket.client else ''}"
        await socket.accept()
        if self.count >= self.limits.all_sockets or self._by_visitor[who] >= self.limits.sockets:
            await socket.close(4008, "too-many")
            return
        self.count += 1
        self._by_visitor[who] += 1
        if self.count > CROWD:
            self.hall.studio.call()
        try:
            await self._serve(socket, name, seen, visitor)
        except Refused as refused:
            await _quietly(socket.close(4004, refused.code))
        finally:
            self.count -= 1
            self._by_visitor[who] -= 1
            if not self._by_visitor[who]:
                del self._by_visitor[who]

    async def _serve(self, socket: Socket, name: str, seen: int | None, visitor: str | None) -> None:
        connection = Connection(visitor, self.limits.outbox)
        async with self.hall.at(name) as live:
            await self._greet(live, connection, seen)
            live.connections.add(connection)
            live.tell_presence()
        connection.ping()
        speaker = asyncio.create_task(self._speak(socket, connection))
        listener = asyncio.create_task(self._listen(socket, name, connection))
        try:
            await asyncio.wait((speaker, listener), return_when=asyncio.FIRST_COMPLETED)
        finally:
            live.connections.discard(connection)
            live.touched = now()
            for task in (speaker, listener):
                task.cancel()
            results = await asyncio.gather(speaker, listener, return_exceptions=True)
            for error in results:
                if isinstance(error, Exception) and not isinstance(error, (WebSocketDisconnect, WebSocketException)):
                    log.error("socket of table %s: %r", name, error, exc_info=error)
            live.tell_presence()
            await _quietly(socket.close(connection.code or 1000))

    async def _greet(self, live: Live, connection: Connection, seen: int | None) -> None:
        """Give a newcomer the whole table, and one who returns what he missed."""
        missed = None if not seen else await telling.since(self.hall.studio, live, seen, connection.visitor)
        if missed is None:
            connection.tell(telling.state(live, connection.visitor))
        else:
            for event in missed:
                connection.tell(event)

    async def _speak(self, socket: Socket, connection: Connection) -> None:
        with contextlib.suppress(Exception):  # whatever goes wrong in sending, the reader is gone
            await connection.pump(socket.send_text)

    async def _listen(self, socket: Socket, name: str, connection: Connection) -> None:
        bucket = Bucket(*self.limits.talking)
        strikes = 0
        while True:
            text = await socket.receive_data("text")
            at = now()
            try:
                if not bucket.take(""):
                    raise Refused("slow-down")
                asked = _understood(text)
            except Refused as refused:
                strikes += 1
                if strikes > STRIKES:
                    connection.close(4008)
                    return
                connection.tell(render.refusal(refused))
                continue
            if isinstance(asked, ask.Pong):
                connection.ponged(asked.ping)
            elif isinstance(asked, ask.Hint):  # takes its time; what is said meanwhile shall not wait for it
                self.hall.spawn(self._later(name, connection, asked, at))
            else:
                connection.tell(await self._answered(name, connection, asked, at))

    async def _later(self, name: str, connection: Connection, asked: ask.Asked, at: float) -> None:
        connection.tell(await self._answered(name, connection, asked, at))

    async def _answered(self, name: str, connection: Connection, asked: ask.Asked, at: float) -> say.Said:
        try:
            return await self.hall.do(self.answer(name, connection.visitor, asked, at))
        except Refused as refused:
            return render.refusal(refused, getattr(asked, "id", ""))
        except Exception:
            log.exception("table %s: %r", name, asked)
            return render.refusal(Refused("trouble"), getattr(asked, "id", ""))

    async def answer(self, name: str, visitor: str | None, asked: ask.Asked, at: float) -> say.Said:
        """Do what is asked."""
        hall = self.hall
        match asked:
            case ask.Play():
                number = await deeds.play(hall, name, visitor, asked, at)
            case ask.Undo():
                number = await deeds.undo(hall, name, visitor, asked)
            case ask.Offer():
                number = await deeds.offer(hall, name, visitor, asked)
            case ask.Answer():
                number = await deeds.answer(hall, name, visitor, asked)
            case ask.Resign():
                number = await deeds.resign(hall, name, visitor, asked)
            case ask.Hint():
                return await self.minds.hint(name, visitor, asked.id)
            case ask.More():
                async with hall.at(name) as live:
                    return more(live, asked)
            case ask.Why():
                async with hall.at(name) as live:
                    return render.because(live.table.position, asked.handle, asked.touched, asked.id)
            case _:
                raise Refused("malformed", detail="a pong answers a ping")
        return say.Done(number, asked.id)


def more(live: Live, asked: ask.More) -> say.MoreGestures:
    """The rest of a gesture graph."""
    try:
        found = render.touchable(live.table.position, asked.touched)
    except ValueError as error:
        raise Refused("illegal", detail=str(error)) from error
    return say.MoreGestures(found, live.table.turn, asked.id)


def _understood(text: str | bytes) -> ask.Asked:
    try:
        return _decoder.decode(text)
    except ValidationError as error:
        raise Refused("malformed", detail=str(error)) from error
    except (DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("malformed", detail="this is not JSON") from error


async def _quietly(closing: Any) -> None:
    """Close what may be closed already."""
    with contextlib.suppress(Exception):
        await closing
