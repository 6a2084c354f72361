"""Around the application: which requests are let in, who a visitor is, and the headers of every answer."""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import re
import secrets
import socket
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from msgspec import json

from ...core.sentences import Sentence
from ..errors import Refused
from ..settings import Settings
from ..work.turns import Asker
from .rates import COSTLY, RateLimit, cost_of

COOKIE = "billes"
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
SOCKET = re.compile(r"/api/tables/[a-z0-9]{4,32}/live")
"""Where a socket can be opened, and what can be asked with it."""
SEEN = re.compile(rb"(seen=\d{0,15})?")
AGE = 400 * 24 * 3600
"""Seconds a visitor is remembered: as long as browsers allow."""
LONGEST_PATH = 1_000
"""Characters of a path; parameters come on top."""
STUBBORN = (200, 20)
"""Refused requests after which an address gets no connections for a while: a burst, and so many more per second."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; media-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
PROGRAM_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'"
"""For the workers that run the program in the browser: WebAssembly runs there, and nowhere else."""
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""For pictures opened on their own: nothing runs, nothing is fetched."""

HEADERS = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


def fingerprint(token: str) -> str:
    """What is kept of a visitor's secret: enough to recognise it, useless to take their place."""
    return hashlib.sha256(token.encode()).hexdigest()


class Proxies:
    """Proxies that are believed when they say for whom they ask.

    >>> trusted = Proxies(["10.0.0.0/8", "::1"])
    >>> trusted("10.1.2.3"), trusted("::1"), trusted("192.0.2.1"), trusted("")
    (True, True, False, False)
    >>> trusted.client("10.1.2.3", "6.6.6.6, 192.0.2.1, 10.9.9.9"), trusted.client("192.0.2.1", "6.6.6.6")
    ('192.0.2.1', '192.0.2.1')
    """

    def __init__(self, given: Sequence[str]) -> None:
        self.networks = [ipaddress.ip_network(one, strict=False) for one in given]
        self._known = lru_cache(1024)(self._trusted)

    def __call__(self, address: str) -> bool:
        """Whether an address is that of a trusted proxy."""
        return bool(self.networks) and self._known(address)

    def _trusted(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self.networks)

    def client(self, address: str, forwarded: str) -> str:
        """For whom a request is made that comes from an address: the last one named that is no proxy of ours."""
        for named in reversed(forwarded.split(",")):
            if not self(address):
                break
            try:
                address = str(ipaddress.ip_address(named.strip()))
            except ValueError:
                break
        return address


class Middleware:
    """Checks every request before it reaches the application, and adds headers to every answer."""

    def __init__(self, app: Any, sockets: Any, settings: Settings) -> None:
        self.app = app
        self.sockets = sockets
        """Serves the sockets of tables, which the application knows nothing of."""
        self.settings = settings
        self.proxies = Proxies(settings.proxies)
        self.of_address = RateLimit(*settings.limits.asking)
        self.of_visitor = RateLimit(*settings.limits.visitor_asking)
        self.stubborn = RateLimit(*STUBBORN)
        self.on_stubborn: Callable[[str], None] = lambda address: None
        """Called with an address that goes on asking although it is told to slow down."""
        self.own = {"localhost", socket.gethostname().lower(), *settings.hosts}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        self._forwarded(scope, headers)
        prefix = self.settings.prefix
        if prefix and scope["path"] == prefix and scope["type"] == "http":
            await _redirect(send, f"{prefix}/")
            return
        if prefix and scope["path"].startswith(f"{prefix}/"):  # a proxy may have taken it off already
            scope["path"] = scope["path"][len(prefix) :]
            scope["raw_path"] = scope["path"].encode()
        if (plain := plainly(scope["path"])) != scope["path"]:
            scope["path"] = plain
            scope["raw_path"] = plain.encode()
        token = cookie_of(headers, COOKIE)
        if not TOKEN.fullmatch(token):
            token = ""
        visitor = fingerprint(token) if token else ""
        cost = cost_of(scope["path"])
        try:
            self._check(scope, headers)
            self._count(address(scope), visitor, cost)
        except Refused as refused:
            await _refuse(scope, send, refused)
            return
        fresh = None
        if not token and scope["type"] == "http" and scope["path"].startswith("/api/"):
            fresh = token = secrets.token_urlsafe(32)
            visitor = fingerprint(token)
        scope["token"] = token or None
        scope["visitor"] = visitor or None
        scope["asker"] = Asker(address(scope), visitor)
        own = cookie(fresh, scope.get("scheme") == "https", prefix) if fresh else ""
        if scope["type"] == "websocket":
            await self.sockets(scope, receive, send)
            return
        without_body = scope["method"] == "HEAD"
        if without_body:  # like GET, but for the body
            scope = {**scope, "method": "GET"}
        began = asyncio.Event()

        async def receiving() -> Any:
            message = await receive()
            if message["type"] == "http.disconnect":
                scope["gone"] = True  # what goes wrong from now on is nobody's trouble
            return message

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": _headers(message["headers"], own)}
                if scope["method"] == "OPTIONS" or message["status"] == 405:
                    message["headers"] = _allowed(message["headers"], scope)
                began.set()
            elif without_body:
                return
            await send(message)

        async def gone() -> Any:
            """To a stream, whoever wants no body has gone when it begins."""
            await began.wait()
            return {"type": "http.disconnect"}

        if without_body:
            await self.app(scope, gone, with_headers)
            await send({"type": "http.response.body", "body": b""})
        elif cost >= COSTLY:
            await _while_there(self.app, scope, receiving, with_headers)
        else:
            await self.app(scope, receiving, with_headers)

    def _forwarded(self, scope: Any, headers: Mapping[bytes, str]) -> None:
        """Where a trusted proxy asks, take what it says about the client."""
        peer = address(scope)
        if not self.proxies(peer):
            return
        scope["client"] = (self.proxies.client(peer, headers.get(b"x-forwarded-for", "")), 0)
        if headers.get(b"x-forwarded-proto", "") in ("https", "wss"):
            scope["scheme"] = "https" if scope["type"] == "http" else "wss"

    def _check(self, scope: Any, headers: Mapping[bytes, str]) -> None:
        host = headers.get(b"host", "")
        if not self._own(host):
            raise Refused("foreign", "error.host")
        origin = headers.get(b"origin")
        acts = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if acts and origin is not None and _netloc(origin) != host.lower():
            raise Refused("foreign", "error.other-site")
        if acts and origin is None and headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Refused("foreign", "error.other-site")
        if len(scope["path"]) > LONGEST_PATH:
            raise Refused("malformed", "error.field.long", field=Sentence("request.address"), most=LONGEST_PATH)
        if not scope["path"].isprintable():
            raise Refused("not-found")
        if scope["type"] == "websocket" and not (
            SOCKET.fullmatch(scope["path"]) and SEEN.fullmatch(scope["query_string"])
        ):
            raise Refused("not-found")  # the framework would not say so in our words

    def _count(self, client: str, visitor: str, cost: float) -> None:
        """Refuse what is too much for an address, or for a visitor there."""
        try:
            self.of_address.require(client, cost)
        except Refused:
            if not self.stubborn.take(client):
                self.on_stubborn(client)
            raise
        if visitor:
            self.of_visitor.require(visitor, cost)

    def _own(self, host: str) -> bool:
        """Whether a host name can be this server's. Another site's name that leads here is not."""
        if "*" in self.own:
            return True
        try:
            name = (urlsplit(f"//{host}").hostname or "").lower()
        except ValueError:
            return False
        if name in self.own or name.endswith((".localhost", ".local")):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def cookie_of(headers: Mapping[bytes, str], wanted: str) -> str:
    """The value of a cookie, empty where there is none. Read by hand: full parsers take forever on malicious ones.

    >>> cookie_of({b"cookie": 'a=1;  billes=x=y ; b="'}, "billes"), cookie_of({}, "billes")
    ('x=y', '')
    """
    for part in headers.get(b"cookie", "").split(";"):
        name, _, value = part.partition("=")
        if name.strip() == wanted:
            return value.strip()
    return ""


def plainly(path: str) -> str:
    """A path as the framework reads it, which leaves out empty parts: it costs what it does however it is written.

    >>> plainly("//api//svg/"), plainly("/"), plainly("/api/svg")
    ('/api/svg', '/', '/api/svg')
    """
    return "/" + "/".join(part for part in path.split("/") if part)


def address(scope: Any) -> str:
    """The network address a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def cookie(token: str, secure: bool, prefix: str = "") -> str:
    """The cookie that makes a visitor known again, to this server alone."""
    made = f"{COOKIE}={token}; Path={prefix}/; Max-Age={AGE}; HttpOnly; SameSite=Strict"
    return made + ("; Secure" if secure else "")


def _netloc(origin: str) -> str:
    """Host and port of an origin; nothing where it is none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


async def _redirect(send: Any, path: str) -> None:
    headers = _headers([(b"location", path.encode()), (b"content-length", b"0")])
    await send({"type": "http.response.start", "status": 308, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def _headers(headers: Any, own_cookie: str = "") -> list[tuple[bytes, bytes]]:
    """Our headers added to an answer's own, which come first."""
    given = list(headers)
    named = {bytes(name).lower() for name, _ in given}
    given += [(name, value) for name, value in HEADERS.items() if name not in named]
    if own_cookie and b"set-cookie" not in named:
        given.append((b"set-cookie", own_cookie.encode()))
    return given


async def _while_there(app: Any, scope: Any, receive: Any, send: Any) -> None:
    """Answer a request that costs much, as long as somebody waits for it."""
    read = asyncio.Event()
    if scope["method"] in ("GET", "HEAD"):
        read.set()  # there is no body

    async def receiving() -> Any:
        message = await receive()
        if message["type"] == "http.disconnect" or not message.get("more_body"):
            read.set()
        return message

    async def gone() -> None:
        await read.wait()
        while (await receive())["type"] != "http.disconnect":
            pass

    answering = asyncio.create_task(app(scope, receiving, send))
    leaving = asyncio.create_task(gone())
    try:
        await asyncio.wait((answering, leaving), return_when=asyncio.FIRST_COMPLETED)
        if answering.done():
            await answering
    finally:
        leaving.cancel()
        answering.cancel()
        await asyncio.gather(answering, leaving, return_exceptions=True)


def _allowed(headers: list[tuple[bytes, bytes]], scope: Any) -> list[tuple[bytes, bytes]]:
    """All methods of an address in `Allow`: the framework may know of some of them only, and knows no HEAD."""
    methods = {method for name, value in headers if name.lower() == b"allow" for method in value.decode().split(", ")}
    for route in scope["litestar_app"].routes:
        if route.path_format == scope.get("path_template"):
            methods.update(getattr(route, "methods", ()))
    if "GET" in methods:
        methods.add("HEAD")
    kept = [(name, value) for name, value in headers if name.lower() != b"allow"]
    return [*kept, (b"allow", ", ".join(sorted(methods)).encode())]


async def _refuse(scope: Any, send: Any, refused: Refused) -> None:
    """Answer with a refusal; a socket is then not opened."""
    kind = scope["type"] if scope["type"] == "http" else "websocket.http"
    body = json.encode(refused.problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in refused.headers.items()]
    if refused.code == "slow-down":
        headers.append((b"connection", b"close"))  # what was asked on the same connection is not even looked at
    start = {"type": f"{kind}.response.start", "status": refused.status, "headers": _headers(headers)}
    await send(start)
    await send({"type": f"{kind}.response.body", "body": body if scope.get("method") != "HEAD" else b""})
