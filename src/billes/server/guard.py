"""The door: who may come in at all, how often, and under which rules a browser shows our pages."""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
import socket
import time
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from msgspec import json

from .errors import Refused
from .render import problem
from .settings import Settings

COOKIE = "billes"
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
AGE = 400 * 24 * 3600
"""How long a visitor is remembered: as long as browsers allow."""

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


class Bucket:
    """How much each of many may do: a burst, and so much more every second."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, who: str) -> bool:
        """One more for somebody; False where that is too much."""
        at = time.monotonic()
        left, since = self._left.get(who, (self.burst, at))
        left = min(self.burst, left + (at - since) * self.rate)
        if len(self._left) > 20_000:
            self._left = {name: entry for name, entry in self._left.items() if at - entry[1] < self.burst / self.rate}
        self._left[who] = (left - 1 if left >= 1 else left, at)
        return left >= 1


def fingerprint(token: str) -> str:
    """What is kept of a visitor's secret: enough to know it again, useless to take his place."""
    return hashlib.sha256(token.encode()).hexdigest()


class Guard:
    """Everything passes here before it reaches the application."""

    def __init__(self, app: Any, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.asking = Bucket(*settings.limits.asking)
        self.own = {"localhost", socket.gethostname().lower(), *settings.hosts}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Let a request in, or turn it away."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        token = self._token(headers)
        try:
            self._check(scope, headers)
        except Refused as refused:
            await _turn_away(scope, send, refused)
            return
        fresh = None
        if token is None and scope["type"] == "http" and scope["path"].startswith("/api/"):
            fresh = token = secrets.token_urlsafe(32)
        scope["visitor"] = fingerprint(token) if token else None
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return

        async def dressed(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": _dress(message["headers"], fresh, scope.get("scheme") == "https")}
            await send(message)

        await self.app(scope, receive, dressed)

    def _check(self, scope: Any, headers: Mapping[bytes, str]) -> None:
        host = headers.get(b"host", "")
        if not self._ours(host):
            raise Refused("foreign", "error.host")
        origin = headers.get(b"origin")
        speaks = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if speaks and origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            raise Refused("foreign", "error.other-site")
        if speaks and origin is None and headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Refused("foreign", "error.other-site")
        if scope["path"].startswith("/api/") and not self.asking.take(address(scope)):
            raise Refused("slow-down")

    def _ours(self, host: str) -> bool:
        """Whether a host name can be ours. Another site's name that leads here (by its own doing) is not."""
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
    """Where a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def _dress(headers: Any, fresh: str | None, secure: bool) -> list[tuple[bytes, bytes]]:
    """Our headers added to an answer's own, which come first."""
    given = list(headers)
    named = {bytes(name).lower() for name, _ in given}
    given += [(name, value) for name, value in HEADERS.items() if name not in named]
    if fresh is not None:
        cookie = f"{COOKIE}={fresh}; Path=/; Max-Age={AGE}; HttpOnly; SameSite=Strict" + ("; Secure" if secure else "")
        given.append((b"set-cookie", cookie.encode()))
    return given


async def _turn_away(scope: Any, send: Any, refused: Refused) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4003, "reason": refused.code})
        return
    body = json.encode(problem(refused))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refused.code == "slow-down":
        headers.append((b"retry-after", b"2"))
    start = {"type": "http.response.start", "status": refused.status, "headers": _dress(headers, None, False)}
    await send(start)
    await send({"type": "http.response.body", "body": body})
