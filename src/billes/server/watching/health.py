"""For whoever looks after a server: is it alive, is it ready, what does it measure, and an id for every request.

`/healthz`, `/readyz` and `/metrics` are answered before everything else: they need no cookie, count for no limit and
answer to any host name.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import os
import secrets
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import json
from sqlalchemy import literal, select

from ... import __version__
from ..errors import Refused, refusals
from ..events import now
from ..network.middleware import Proxies, address
from ..services import Services
from ..storage.database import why
from . import memory
from .logs import GIVEN, event, new_id, request_id
from .metrics import Histogram, Metrics, histogram, values

ADDRESSES = ("/healthz", "/readyz", "/metrics")
UNREADY = {"opening": "error.opening", "closing": "error.closing"}
KNOWN = 1.0
"""Seconds for which the state of the database is taken to be the same: whoever asks all the time costs nothing."""
PATIENCE = 3.0
"""Seconds after which the database does not answer."""
FORWARDED = (b"x-forwarded-for", b"forwarded", b"x-real-ip")
"""Headers of requests that came through a proxy."""


class Watch:
    """Around everything else: answers who looks after the server, names every request and measures it."""

    def __init__(self, app: Any, services: Services) -> None:
        self.app = app
        self.services = services
        self.metrics: Metrics = services.lobby.metrics
        self.proxies = Proxies(services.settings.proxies)
        self._checked = -KNOWN
        self._checking: asyncio.Task[None] | None = None
        self._unready: Refused | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a request or a socket."""
        if scope["type"] not in ("http", "websocket"):
            await self._begin(scope, receive, send)
            return
        headers = dict(scope["headers"])
        given = headers.get(b"x-request-id", b"").decode("latin-1") if self.proxies(address(scope)) else ""
        identity = given if GIVEN.fullmatch(given) else new_id()
        request_id.set(identity)
        began = time.perf_counter()
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            event("socket", address=address(scope), seconds=round(time.perf_counter() - began, 1))
            return
        status = 0

        async def sending(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                spent = time.perf_counter() - began
                self.metrics.requests[status] = self.metrics.requests.get(status, 0) + 1
                self.metrics.request_time.observe(spent)
                message = {**message, "headers": [*message["headers"], (b"x-request-id", identity.encode())]}
            await send(message)

        path = scope["path"].removeprefix(scope.get("root_path", ""))
        if path in ADDRESSES:
            await self._answer(path, scope, headers, sending)
        else:
            await self.app(scope, receive, sending)
        template = scope.get("path_template", "") if path not in ADDRESSES else path  # ids and invitations are private
        spent = round(1000 * (time.perf_counter() - began), 1)
        told = {"method": scope["method"], "path": template, "status": status, "milliseconds": spent}
        event("request", **told, address=address(scope))

    async def _begin(self, scope: Any, receive: Any, send: Any) -> None:
        """Start and stop the application. A database that has just gone is said in a line, without a traceback."""

        async def sending(message: Any) -> None:
            if message["type"] == "lifespan.startup.failed" and self.services.unopened is not None:
                message = {**message, "message": f"could not open the database: {why(self.services.unopened)}"}
            await send(message)

        await self.app(scope, receive, sending)

    # ------------------------------------------------------------------------------------------------------- answers
    async def _answer(self, path: str, scope: Any, headers: Mapping[bytes, bytes], send: Any) -> None:
        status, kind, more = 200, b"application/json", []
        try:
            if scope["method"] not in ("GET", "HEAD"):
                more.append((b"allow", b"GET, HEAD"))
                raise Refused("wrong-method")
            if path == "/metrics":
                self._check_reader(scope, headers)
                body, kind = self.text().encode(), b"text/plain; version=0.0.4; charset=utf-8"
            elif path == "/readyz":
                await self.check()
                body = json.encode({"ready": True, "bus": self._bus()})
            else:
                body = json.encode({"alive": True, "version": __version__, "process": os.getpid()})
        except Refused as refused:
            status, body = refused.status, json.encode(refused.problem)
            more += [(name.encode(), value.encode()) for name, value in refused.headers.items()]
        length = str(len(body)).encode()
        more += [(b"content-type", kind), (b"content-length", length), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": status, "headers": more})
        await send({"type": "http.response.body", "body": body if scope["method"] != "HEAD" else b""})

    async def check(self) -> None:
        """Refused says why the server is not ready: it starts or stops, or the database cannot be read or written."""
        if self.services.state != "open":
            raise Refused("busy", UNREADY[self.services.state])
        if time.monotonic() - self._checked > KNOWN:
            if self._checking is None:
                self._checking = asyncio.create_task(self._check_database())
            await asyncio.shield(self._checking)
        if self._unready is not None:
            raise self._unready

    async def _check_database(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.shield(self.services.store.sign_of_life())
                await self.services.store.rows(select(literal(1)))
            self._unready = None
        except Refused as refused:
            self._unready = refused
        except TimeoutError:
            self._unready = Refused("busy", "error.database", detail="timeout")
        finally:
            self._checked, self._checking = time.monotonic(), None

    def _bus(self) -> bool | None:
        """Whether the bus answers; None where there is none."""
        sharing = self.services.lobby.sharing
        return sharing.bus.here if sharing is not None else None

    def _check_reader(self, scope: Any, headers: Mapping[bytes, bytes]) -> None:
        """The figures are for programs on this machine, or for who knows the token; for others there is nothing."""
        token = self.services.settings.metrics_token
        if token and secrets.compare_digest(headers.get(b"authorization", b""), f"Bearer {token}".encode()):
            return
        direct = not self.services.settings.proxies and not any(name in headers for name in FORWARDED)
        with contextlib.suppress(ValueError):
            if direct and not token and ipaddress.ip_address(address(scope)).is_loopback:
                return
        raise Refused("not-found")

    # ------------------------------------------------------------------------------------------------------- figures
    def text(self) -> str:
        """All figures in the text format of Prometheus."""
        return "\n".join([*self._lines(), ""])

    def _lines(self) -> Iterator[str]:
        services, metrics, lobby = self.services, self.metrics, self.services.lobby
        process = ("process", str(os.getpid()))

        def gauge(name: str, told: str, value: float) -> Iterator[str]:
            return values(f"billes_{name}", told, "gauge", {(process,): value})

        def by(label: str, found: Mapping[Any, float]) -> dict[tuple[tuple[str, str], ...], float]:
            return {(process, (label, str(key))): value for key, value in sorted(found.items())}

        def timed(label: str, found: Mapping[str, Histogram]) -> dict[tuple[tuple[str, str], ...], Histogram]:
            return {(process, (label, key)): value for key, value in found.items()}

        about = by("version", {__version__: 1.0})
        yield from values("billes_info", "The version that runs in this process.", "gauge", about)
        phases = Counter({"waiting": 0, "playing": 0, "over": 0})
        phases.update(live.table.phase for live in lobby.tables.values())
        yield from values("billes_games", "Games in memory by phase.", "gauge", by("phase", phases))
        yield from gauge("sockets", "Open sockets.", services.sockets.count)
        yield from values("billes_moves_total", "Moves that were played.", "counter", {(process,): metrics.moves})
        told = "Events of all kinds that were written."
        yield from values("billes_events_total", told, "counter", {(process,): metrics.events})
        stages = {"written": metrics.written, "told": metrics.told, "answered": metrics.answered}
        told = "Seconds from an event to disk, to everybody at the table, and from an action received to its answer."
        yield from histogram("billes_event_seconds", told, timed("stage", stages))
        told = "Seconds by which the event loop was late."
        yield from histogram("billes_loop_stall_seconds", told, {(process,): metrics.stalls})
        told = "The longest stall of the last minute or two."
        yield from gauge("loop_stall_worst_seconds", told, metrics.stalls.worst)
        told = "Answers over HTTP by status."
        yield from values("billes_requests_total", told, "counter", by("status", metrics.requests))
        told = "Seconds until an answer over HTTP begins."
        yield from histogram("billes_request_seconds", told, {(process,): metrics.request_time})
        told = "Requests and actions that were refused, by code."
        yield from values("billes_refused_total", told, "counter", by("code", refusals))
        yield from values("billes_queue_length", "What waits.", "gauge", by("queue", self._queues()))
        yield from gauge("database_up", "Whether the database could last be written.", services.store.writable)
        yield from gauge("analyses", "Analyses and reviews that run.", services.analyses.total() // 2)
        if (bus := self._bus()) is not None:
            yield from gauge("bus_up", "Whether the bus answers.", bus)
        yield from gauge("memory_bytes", "Memory of this process, without those it has started.", memory.held())
        yield from gauge("processor_seconds", "Processor time this process has used.", time.process_time())
        yield from gauge("uptime_seconds", "Seconds since the start.", now() - services.store.started)

    def _queues(self) -> dict[str, int]:
        services = self.services
        return {
            "writer": services.store.waiting,
            "drawing": services.lobby.drawers.waiting,
            "players": len(services.computers.players.waiting),
            "analysts": len(services.computers.analysts.waiting),
            "defenders": len(services.computers.defenders.waiting),
            "answers": services.answers.waiting,
        }
