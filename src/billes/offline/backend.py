"""The whole application in a worker of the browser: requests and sockets come as messages instead of over a network.

The page and this module speak of the same requests and sockets as a page and a server do, in small JSON messages. The
application does not notice the difference: it is called as any ASGI application.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Literal, Protocol

from msgspec import Struct, json

from ..server.app import create_app
from ..server.network.middleware import COOKIE, cookie_of
from ..server.services import Services, System
from ..server.settings import Settings
from ..server.storage.store import Store
from ..server.work.drawers import Drawers
from ..server.work.pool import Engine
from ..server.work.workers import Workers
from .browser import DATABASE
from .engines import BrowserEngine, EngineWorker
from .store import BrowserStore
from .workers import InPlace

log = logging.getLogger(__name__)

VISITOR = "visitor"
"""The file with the visitor's secret."""
GONE = 1001
"""The code of a socket that is closed because everything ends."""


class Host(Protocol):
    """What the browser does for us."""

    def post(self, text: str) -> None:
        """Send a message to the page."""

    def keep(self) -> Awaitable[object]:
        """Copy the folder to the browser's disk."""

    def engine(self, hear: Callable[[str], None], /) -> EngineWorker:
        """Start an engine in a worker."""


class ToBackend(Struct):
    """What the page sends. `open` opens a socket, the `body` of a `text` is a message over one; `leave` ends either."""

    kind: Literal["request", "open", "text", "leave"]
    id: int
    method: str = "GET"
    address: str = ""
    body: str = ""
    language: str = ""


class FromBackend(Struct, omit_defaults=True):
    """What the page is sent: the head of an answer, its parts, its end; a socket's opening, messages and closing."""

    kind: Literal["answer", "part", "end", "opened", "text", "closed"]
    id: int
    status: int = 0
    type: str = ""
    text: str = ""
    code: int = 0


class BrowserSystem(System):
    """What there is in a browser."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._keeping = asyncio.Lock()

    async def keep(self) -> None:
        """Copy everything to the browser's disk, after what is being copied already."""
        async with self._keeping:
            await self.host.keep()

    def store(self, settings: Settings) -> Store:
        """A database that the browser keeps."""
        return BrowserStore(settings.url, self.keep)

    def engine(self) -> Engine:
        """An engine in a worker."""
        return BrowserEngine(self.host.engine)

    def workers(self, size: int) -> Workers:
        """Costly answers are made here."""
        return InPlace(size)

    def drawers(self) -> Drawers:
        """Everything is drawn here."""
        return Drawers(most=0)


class Backend:
    """The application, and whatever of it is under way."""

    def __init__(self, host: Host, folder: Path, empty: Path | None = None) -> None:
        """Games lie in the folder; `empty` is a database to begin with, which spares making one."""
        self.host = host
        self.folder = folder
        database = folder / DATABASE
        if empty is not None and not database.exists():
            database.write_bytes(empty.read_bytes())
        self._token = _token(folder / VISITOR)
        settings = Settings(database=str(database), processes=1, compiling=False)
        self._system = BrowserSystem(host)
        self.services = Services(settings, self._system)
        self._app: Any = create_app(settings, self.services)
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._sockets: dict[int, asyncio.Queue[dict[str, Any]]] = {}

    async def open(self) -> None:
        """Open the database; everything can be asked from then on."""
        await self.services.open()
        await self._system.keep()

    async def close(self) -> None:
        """End everything; what was told is kept."""
        await self.services.leave()
        for task in list(self._under_way.values()):
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)
        await self.services.close()

    def receive(self, text: str) -> None:
        """Take a message of the page."""
        message = json.decode(text, type=ToBackend)
        match message.kind:
            case "request":
                self._begin(message.id, self._answer(message))
            case "open":
                self._begin(message.id, self._talk(message))
            case "text":
                if (waiting := self._sockets.get(message.id)) is not None:
                    waiting.put_nowait({"type": "websocket.receive", "text": message.body})
            case "leave":
                if (waiting := self._sockets.get(message.id)) is not None:
                    waiting.put_nowait({"type": "websocket.disconnect", "code": 1005})
                elif message.id in self._under_way:
                    self._under_way[message.id].cancel()

    def _begin(self, number: int, work: Any) -> None:
        task = self._under_way[number] = asyncio.ensure_future(work)
        task.add_done_callback(lambda _: self._under_way.pop(number, None))

    def _post(self, **fields: Any) -> None:
        self.host.post(json.encode(FromBackend(**fields)).decode())

    def _scope(self, message: ToBackend, kind: str) -> dict[str, Any]:
        path, _, query = message.address.partition("?")
        headers = {"host": "localhost", "cookie": f"{COOKIE}={self._token}", "accept-language": message.language}
        if message.body:
            headers |= {"content-type": "application/json", "content-length": str(len(message.body.encode()))}
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": message.method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 0),
            "server": ("localhost", 80),
        }

    async def _answer(self, message: ToBackend) -> None:
        """Answer a request."""
        body = message.body.encode()
        asked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        asked.put_nowait({"type": "http.request", "body": body, "more_body": False})

        async def send(sent: dict[str, Any]) -> None:
            if sent["type"] == "http.response.start":
                headers = {name.decode().lower(): value.decode("latin-1") for name, value in sent["headers"]}
                self._remember(headers.get("set-cookie", ""))
                self._post(kind="answer", id=message.id, status=sent["status"], type=headers.get("content-type", ""))
            elif sent.get("body"):
                self._post(kind="part", id=message.id, text=bytes(sent["body"]).decode())

        try:
            await self._app(self._scope(message, "http"), asked.get, send)
        finally:
            self._post(kind="end", id=message.id)

    async def _talk(self, message: ToBackend) -> None:
        """Serve a socket from its opening to its end."""
        waiting = self._sockets[message.id] = asyncio.Queue()
        waiting.put_nowait({"type": "websocket.connect"})
        code = GONE

        async def send(sent: dict[str, Any]) -> None:
            nonlocal code
            match sent["type"]:
                case "websocket.accept":
                    self._post(kind="opened", id=message.id)
                case "websocket.send":
                    self._post(kind="text", id=message.id, text=sent["text"])
                case "websocket.close":
                    code = sent.get("code", 1000)

        try:
            await self._app(self._scope(message, "websocket"), waiting.get, send)
        finally:
            del self._sockets[message.id]
            self._post(kind="closed", id=message.id, code=code)

    def _remember(self, cookie: str) -> None:
        """Keep the visitor's secret where an answer changes it."""
        token = cookie_of({b"cookie": cookie}, COOKIE)
        if token and token != self._token:
            self._token = token
            (self.folder / VISITOR).write_text(token)


def _token(file: Path) -> str:
    """The visitor's secret, made the first time."""
    if not file.exists():
        file.write_text(secrets.token_urlsafe(32))
    return file.read_text()
