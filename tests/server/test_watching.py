"""What whoever looks after a server sees: alive, ready, figures, logs with request ids."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
import traceback
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import httpx
import pytest
from msgspec import json
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.exc import OperationalError

from billes.server.services import Services
from billes.server.settings import Settings
from billes.server.watching.health import Watch
from billes.server.watching.metrics import Histogram

from .client import Server, Visitor
from .test_play import both, pair


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that writes its log as JSON and trusts a proxy at 127.0.0.5."""
    database = tmp_path_factory.mktemp("watched") / "tables.sqlite3"
    start = ["-m", "billes.server.serve", "--port", "0", "--no-open", "--log", "json"]
    running = Server(database, [*start, "--trusted-proxy", "127.0.0.5", "--database"], BILLES_METRICS_TOKEN="secret")
    yield running
    running.close()


def client(server: Server, address: str = "127.0.0.1") -> httpx.Client:
    return httpx.Client(base_url=server.url, transport=httpx.HTTPTransport(local_address=address))


def figures(text: str) -> dict[str, float]:
    """The figures by name and labels, the process left out; read by Prometheus' own parser."""
    found = {}
    for family in text_string_to_metric_families(text):
        assert family.documentation, family.name
        for one in family.samples:
            process = one.labels.pop("process")
            assert process.isdigit()
            found[" ".join([one.name, *(f"{key}={value}" for key, value in sorted(one.labels.items()))])] = one.value
    return found


def test_alive_and_ready(server: Server) -> None:
    with client(server) as asking:
        for path in ("/healthz", "/readyz"):
            answer = asking.get(path, headers={"Host": "anything.example"})
            assert answer.status_code == 200, answer.text
            assert "set-cookie" not in answer.headers
            assert asking.head(path).content == b""
            wrong = asking.post(path)
            assert (wrong.status_code, wrong.json()["error"], wrong.headers["allow"]) == (
                405,
                "wrong-method",
                "GET, HEAD",
            )
        codes = {asking.get("/healthz").status_code for _ in range(2000)}
        assert codes == {200}, "whoever asks for it all the time is answered all the same"


@pytest.mark.skipif(os.name != "posix", reason="an open file cannot be moved")
def test_not_ready_without_its_database(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite3")
    try:
        with client(server) as asking:
            assert asking.get("/readyz").json() == {"ready": True, "bus": None}
            assert figures(asking.get("/metrics").text)["billes_database_up"] == 1
            for file in tmp_path.glob("tables.sqlite3*"):
                file.rename(file.with_name(f"away-{file.name}"))
            deadline = time.monotonic() + 10
            while (answer := asking.get("/readyz")).status_code == 200 and time.monotonic() < deadline:
                time.sleep(0.1)  # it looks once per second
            problem = answer.json()
            assert (answer.status_code, problem["error"]) == (503, "not-kept")
            assert figures(asking.get("/metrics").text)["billes_database_up"] == 0
            assert asking.get("/healthz").status_code == 200
    finally:
        server.close()


def test_figures_of_a_game(server: Server) -> None:
    with client(server) as asking:
        before = figures(asking.get("/metrics").text)
        with Visitor(server) as one, Visitor(server) as two:
            host, guest, table = pair(iter((one, two)).__next__)
            a, b = both(host, guest, table)
            with a, b:
                a.move()
                b.until("move")
                b.move()
                a.until("move")
                assert host.refused(f"/tables/{table}/move", {"move": "x", "answers": 10_000}) == "stale"
                after = figures(asking.get("/metrics").text)
        answer = asking.get("/metrics")
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    grown = {name: value - before.get(name, 0.0) for name, value in after.items()}
    assert grown["billes_moves_total"] == 2
    assert grown["billes_events_total"] == 3, "the game began, and two moves"
    assert grown["billes_sockets"] >= 2
    assert grown["billes_refused_total code=stale"] == 1
    assert grown["billes_requests_total status=409"] == 1
    for stage in ("written", "told"):
        assert grown[f"billes_event_seconds_count stage={stage}"] == 3
        assert 0 < grown[f"billes_event_seconds_sum stage={stage}"] < 30
    assert grown["billes_event_seconds_count stage=answered"] >= 2
    assert after["billes_games phase=playing"] >= 1
    assert after["billes_memory_bytes"] > 1e7
    assert after["billes_loop_stall_seconds_count"] > 0
    assert {name.partition("=")[2] for name in after if name.startswith("billes_queue_length")} >= {
        "writer", "drawing", "players", "analysts", "defenders", "answers",
    }  # fmt: skip
    assert "billes_bus_up" not in after


def test_figures_are_for_who_may_see_them(server: Server, watched: Server) -> None:
    with client(server) as near:
        assert near.get("/metrics").status_code == 200
        passed_on = near.get("/metrics", headers={"X-Forwarded-For": "192.0.2.1"})
        assert (passed_on.status_code, passed_on.json()["error"]) == (404, "not-found")
    with client(watched) as asking:
        assert asking.get("/metrics").status_code == 404, "behind a proxy everything comes from this machine"
        assert asking.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 404
        assert "billes_info" in asking.get("/metrics", headers={"Authorization": "Bearer secret"}).text


def test_every_request_has_an_id(watched: Server) -> None:
    with client(watched) as direct, client(watched, "127.0.0.5") as proxy:
        made = direct.get("/api/me", headers={"X-Request-Id": "mine"}).headers["x-request-id"]
        assert re.fullmatch("[0-9a-f]{16}", made), "only a trusted proxy names requests"
        assert proxy.get("/api/me", headers={"X-Request-Id": "abc-1"}).headers["x-request-id"] == "abc-1"
        assert proxy.get("/api/me", headers={"X-Request-Id": "no blanks"}).headers["x-request-id"] != "no blanks"
        refused = proxy.get("/api/join/abcdefgh", headers={"X-Request-Id": "abc-2"})
        assert refused.json()["request"] == refused.headers["x-request-id"] == "abc-2"
        foreign = proxy.get("/api/me", headers={"X-Request-Id": "abc-3", "Host": "evil.example"})
        assert foreign.json()["request"] == "abc-3"
    lines = [json.decode(line) for line in watched.log().splitlines()]
    told = {line["request"]: line for line in lines if line.get("event") == "request"}
    assert told["abc-2"]["path"] == "/api/join/{invite}", "an invitation is a secret"
    assert (told["abc-2"]["status"], told["abc-2"]["method"], told["abc-2"]["address"]) == (404, "GET", "127.0.0.5")
    assert lines[0]["event"] == "start"
    assert all({"time", "level", "logger"} <= line.keys() for line in lines)


def test_the_log_as_text_and_as_json(tmp_path: Path) -> None:
    script = (
        "import logging, sys; from billes.server.watching.logs import set_up, event, request_id; set_up(sys.argv[1]);"
        "request_id.set('r1'); event('request', status=200)\n"
        "try: 1 / 0\nexcept ZeroDivisionError: logging.getLogger('x').exception('it %s', 'broke')"
    )
    written = {}
    for form in ("text", "json"):
        done = subprocess.run([sys.executable, "-c", script, form], capture_output=True, text=True, check=True)
        written[form] = done.stderr.splitlines()
    assert written["text"][0] == "ERROR x: it broke [request r1]"
    assert written["text"][1] == "Traceback (most recent call last):"
    happened, broke = (json.decode(line) for line in written["json"])
    assert (happened["event"], happened["status"], happened["request"]) == ("request", 200, "r1")
    assert (broke["message"], broke["level"], broke["request"]) == ("it broke", "error", "r1")
    assert "ZeroDivisionError" in broke["traceback"]


def test_a_histogram_counts_and_remembers_the_worst() -> None:
    found = Histogram((1.0, 2.0))
    for value in (0.5, 1.0, 1.5, 9.0):
        found.observe(value)
    assert (found.counts, found.count, found.sum, found.worst) == ([2, 1, 1], 4, 12.0, 9.0)


def test_a_database_that_goes_while_the_server_starts_is_said_in_a_line(tmp_path: Path) -> None:
    services, told = Services(Settings(database=str(tmp_path / "tables.sqlite3"))), []

    async def gone() -> None:
        raise OperationalError("SELECT 1", {}, ConnectionError("connection refused"))

    async def starting(scope: object, receive: object, send: Callable[[dict[str, str]], Awaitable[None]]) -> None:
        """What the framework does."""
        try:
            await services.open()
        except OperationalError:
            await send({"type": "lifespan.startup.failed", "message": traceback.format_exc()})
            raise

    async def send(message: dict[str, str]) -> None:
        told.append(message)

    services.lobby.open = gone  # type: ignore[method-assign]
    with pytest.raises(OperationalError):
        asyncio.run(Watch(starting, services)({"type": "lifespan"}, None, send))
    assert [one["type"] for one in told] == ["lifespan.startup.failed"]
    assert "connection refused" in told[0]["message"]
    assert len(told[0]["message"].splitlines()) == 1
