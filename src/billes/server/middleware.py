"""Around the application: which requests are let in, who a visitor is, and the headers of every answer."""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
import socket
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from msgspec import json

from .errors import Refused
from .requests import RateLimit
from .settings import Settings

COOKIE = "billes"
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
AGE = 400 * 24 * 3600
"""Seconds a visitor is remembered: as long as browsers allow."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; media-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
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


class Middleware:
    """Checks every request before it reaches the application, and adds headers to every answer."""

    def __init__(self, app: Any, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.rate = RateLimit(*settings.limits.asking)
        self.own = {"localhost", socket.gethostname().lower(), *settings.hosts}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        token = self._token(headers)
        try:
            self._check(scope, headers)
        except Refused as refused:
            await _refuse(scope, send, refused)
            return
        fresh = None
        if token is None and scope["type"] == "http" and scope["path"].startswith("/api/"):
            fresh = token = secrets.token_urlsafe(32)
        scope["token"] = token
        scope["visitor"] = fingerprint(token) if token else None
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": _headers(message["headers"], fresh, scope.get("scheme") == "https")}
            await send(message)

        await self.app(scope, receive, with_headers)

    def _check(self, scope: Any, headers: Mapping[bytes, str]) -> None:
        host = headers.get(b"host", "")
        if not self._own(host):
            raise Refused("foreign", "error.host")
        origin = headers.get(b"origin")
        acts = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if acts and origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            raise Refused("foreign", "error.other-site")
        if acts and origin is None and headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Refused("foreign", "error.other-site")
        if scope["path"].startswith("/api/") and not self.rate.take(address(scope)):
            raise Refused("slow-down")

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

    def _token(self, headers: Mapping[bytes, str]) -> str | None:
        try:
            morsel = SimpleCookie(headers.get(b"cookie", "")).get(COOKIE)
        except CookieError:
            return None
        return morsel.value if morsel is not None and TOKEN.fullmatch(morsel.value) else None


def address(scope: Any) -> str:
    """The network address a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def cookie(token: str, secure: bool) -> str:
    """The cookie that makes a visitor known again."""
    return f"{COOKIE}={token}; Path=/; Max-Age={AGE}; HttpOnly; SameSite=Strict" + ("; Secure" if secure else "")


def _headers(headers: Any, fresh: str | None, secure: bool) -> list[tuple[bytes, bytes]]:
    """Our headers added to an answer's own, which come first."""
    given = list(headers)
    named = {bytes(name).lower() for name, _ in given}
    given += [(name, value) for name, value in HEADERS.items() if name not in named]
    if fresh is not None and b"set-cookie" not in named:
        given.append((b"set-cookie", cookie(fresh, secure).encode()))
    return given


async def _refuse(scope: Any, send: Any, refused: Refused) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4003, "reason": refused.code})
        return
    body = json.encode(refused.problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refused.code == "slow-down":
        headers.append((b"retry-after", b"2"))
    start = {"type": "http.response.start", "status": refused.status, "headers": _headers(headers, None, False)}
    await send(start)
    await send({"type": "http.response.body", "body": body})
