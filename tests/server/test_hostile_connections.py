"""Connections that mean no good: endless, slow, too many, lying about who they are. Others do not feel it."""

from __future__ import annotations

import base64
import contextlib
import inspect
import os
import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from msgspec import json
from websockets.sync.client import connect

from billes.server.api import analysis, explore, lessons, people, positions, practice, tables, training
from billes.server.network.middleware import Proxies
from billes.server.network.rates import COSTLY, cost_of
from billes.server.settings import Limits

from .client import USUAL, Server, Visitor

LIMITS = '{"head_seconds": 0.5, "body_seconds": 0.5, "reading_seconds": 1, "connections": 30, "asking": [200, 5]}'
HEAD = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with small limits, which has nothing to complain about in the end."""
    running = Server(tmp_path_factory.mktemp("small") / "tables.sqlite3", BILLES_LIMITS=LIMITS)
    yield running
    log = running.log()
    running.close()
    assert log == ""


def opened(server: Server, address: str) -> socket.socket:
    """A plain connection from an address."""
    port = int(server.url.rsplit(":", 1)[1])
    return socket.create_connection(("127.0.0.1", port), 5, source_address=(address, 0))


def answer_to(server: Server, address: str, *texts: str | bytes) -> bytes:
    """What comes back until the server closes the connection, or all is answered; nothing where it is cut off."""
    with opened(server, address) as line:
        try:
            for text in texts:
                line.sendall(text.encode("latin-1") if isinstance(text, str) else text)
            return line.recv(65536)
        except ConnectionError:
            return b""


def upgraded(server: Server, address: str, table: str) -> socket.socket:
    """A socket of a table whose frames are written by hand."""
    line = opened(server, address)
    key = base64.b64encode(os.urandom(16)).decode()
    head = f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    line.sendall(f"{head}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())
    assert line.recv(4096).startswith(b"HTTP/1.1 101")
    return line


def closed(line: socket.socket, seconds: float) -> bool:
    """Whether the server ends a connection within some seconds."""
    line.settimeout(seconds)
    try:
        while line.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


def test_a_long_cookie_costs_nothing(small: Server) -> None:
    cookie = 'x="' + '\\"' * 7_000 + '"'
    began = time.monotonic()
    for _ in range(5):
        assert b" 200 " in answer_to(small, "127.0.1.1", f"{HEAD}Cookie: {cookie}\r\n\r\n")
        page = HEAD.replace("/api/health", "/")
        assert b" 200 " in answer_to(small, "127.0.1.1", f"{page}Cookie: language={cookie}\r\n\r\n")
    assert time.monotonic() - began < 2, "parsing it took seconds"
    assert answer_to(small, "127.0.1.1", f"{HEAD}Cookie: {cookie * 20}\r\n\r\n")[9:12] in (b"400", b"")


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "X: y\r\n" * 101 + "\r\n",
        HEAD + "X: y\r\n" * 20_000,
        HEAD + "X: " + "y" * 100_000,
        HEAD.replace("GET", "POST") + "Transfer-Encoding: chunked\r\n\r\n" + "1\r\n \r\n" * 10,
        HEAD.replace("health", "x" * 5_000) + "\r\n",
        "\r\n\r\nnonsense\r\n\r\n",
    ],
    ids=["headers", "endless headers", "endless header", "chunks", "address", "nonsense"],
)
def test_what_is_no_request_ends_the_connection(small: Server, text: str) -> None:
    with opened(small, "127.0.1.2") as line:
        with contextlib.suppress(ConnectionError):
            line.sendall(text.encode())
        assert closed(line, 5)


@pytest.mark.parametrize(
    ("head", "status"),
    [
        ("POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nOrigin: http://[\r\n", 403),
        ("GET /%00 HTTP/1.1\r\nHost: localhost\r\n", 404),
        ("GET /table/%00 HTTP/1.1\r\nHost: localhost\r\n", 404),
        ("GET /api/tables/a%00b HTTP/1.1\r\nHost: localhost\r\n", 404),
        (f"GET /{'x' * 900} HTTP/1.1\r\nHost: localhost\r\n", 404),
        (f"GET /{'x' * 3000} HTTP/1.1\r\nHost: localhost\r\n", 400),
        (f"GET /{'a/' * 450} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n", 404),
        ("GET /api/svg?game=%00&text=%ff HTTP/1.1\r\nHost: localhost\r\n", 404),
    ],
)
def test_odd_requests_are_no_trouble(small: Server, head: str, status: int) -> None:
    assert answer_to(small, "127.0.1.3", f"{head}\r\n")[9:12] == str(status).encode()


@pytest.mark.parametrize(
    "text", ["", HEAD, HEAD.replace("GET", "POST") + "Content-Length: 100\r\n\r\n"], ids=["nothing", "head", "body"]
)
def test_who_is_slow_is_not_waited_for(small: Server, text: str) -> None:
    with opened(small, "127.0.1.4") as line:
        line.sendall(text.encode())
        assert closed(line, 5)


def test_pipelined_requests_count_one_by_one(small: Server) -> None:
    with opened(small, "127.0.1.5") as line:
        with contextlib.suppress(ConnectionError):
            line.sendall(f"{HEAD}\r\n".encode() * 1000)
        heard = b""
        with contextlib.suppress(ConnectionError):
            while piece := line.recv(65536):
                heard += piece
    assert heard.count(b"HTTP/1.1 200") <= 202
    assert heard.count(b"HTTP/1.1 429") <= 1, "the first refusal ends the connection"


def test_an_address_has_only_so_many_connections(small: Server) -> None:
    with ExitStack() as stack:
        let_in = 0
        for _ in range(40):
            line = stack.enter_context(opened(small, "127.0.1.6"))
            with contextlib.suppress(ConnectionError):
                line.sendall(f"{HEAD}\r\n".encode())
                let_in += b" 200 " in line.recv(4096)
        assert let_in == 30
        assert b" 200 " in answer_to(small, "127.0.1.7", f"{HEAD}\r\n"), "others come in"


def test_who_is_told_to_slow_down_is_told_for_how_long(small: Server) -> None:
    with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.1.8"), base_url=small.url) as client:
        answers = [client.get("/api/svg?game=quits", headers={"Cookie": ""}) for _ in range(80)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert 200 / 3 - 1 <= len(answers) - len(refused) <= 200 / 3 + 10, "a picture costs as much as three requests"
    assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)


def test_floods_of_frames_end_the_socket(small: Server) -> None:
    with Visitor(small) as host:
        table = host.create("quits", "here", "here")["table"]
        for endless in (b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0", b"\x00\x80\0\0\0\0"):
            with upgraded(small, "127.0.1.9", table) as line:
                with contextlib.suppress(ConnectionError):
                    line.sendall(b"\x01\x81\0\0\0\0{")  # a message that is not complete yet
                    for _ in range(50):
                        line.sendall(endless * 1000)
                assert closed(line, 5)
        with upgraded(small, "127.0.1.9", table) as line:
            line.sendall(b"\x81\x82\0\0\0\0\xff\xfe")  # not UTF-8
            assert closed(line, 5)
        with host.live(table) as line:
            line.until("state")


def test_who_a_request_is_for_is_believed_of_trusted_proxies_only(small: Server, tmp_path: Path) -> None:
    def ask(server: Server) -> int:
        """How many of many requests for ever other addresses are let in."""
        with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.1.10"), base_url=server.url) as client:
            answers = [
                client.get("/api/me", headers={"X-Forwarded-For": f"6.6.6.{number}", "Cookie": ""})
                for number in range(250)
            ]
        return sum(answer.is_success for answer in answers)

    assert ask(small) < 220
    start = (*USUAL, "--trusted-proxy", "127.0.1.0/24", "--path-prefix", "/billes", "--database")
    behind = Server(tmp_path / "tables.sqlite3", start, BILLES_LIMITS=LIMITS)
    try:
        assert ask(behind) == 250
        secure = httpx.get(f"{behind.url}/api/me", headers={"X-Forwarded-Proto": "https"})
        assert "Secure" not in secure.headers["set-cookie"], "127.0.0.1 is not trusted here"
        with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.1.11")) as client:
            secure = client.get(f"{behind.url}/api/me", headers={"X-Forwarded-Proto": "https"})
        assert "Secure" in secure.headers["set-cookie"]
        under_a_prefix(behind)
    finally:
        behind.close()


def under_a_prefix(server: Server) -> None:
    """Everything lies under the prefix, whether a proxy passes it on or takes it off."""
    bare = httpx.get(f"{server.url}/billes")
    assert (bare.status_code, bare.headers["location"]) == (308, "/billes/")
    for path in ("/billes/api/me", "/api/me"):
        assert "Path=/billes/;" in httpx.get(server.url + path).headers["set-cookie"]
    page = httpx.get(f"{server.url}/billes/table/abcd", headers={"Accept": "text/html"}).text
    assert 'data-base="/billes"' in page
    addresses = re.findall(r'(?:href|src)="(/[^"]*)"', page)
    assert addresses
    for address in addresses:
        assert httpx.get(server.url + address).status_code == 200, address
    with httpx.Client(base_url=f"{server.url}/billes") as client:
        table = client.post("/api/tables", json={"game": "quits"}).json()["table"]
        where = f"{server.url.replace('http', 'ws')}/billes/api/tables/{table}/live"
        with connect(where) as socket:
            assert json.decode(socket.recv(10))["table"] == table


def test_proxies() -> None:
    trusted = Proxies(["127.0.0.1", "10.0.0.0/8"])
    assert trusted.client("127.0.0.1", "1.1.1.1, 2.2.2.2, 10.0.0.7") == "2.2.2.2", (
        "what a client says itself is not heard"
    )
    assert trusted.client("127.0.0.1", "") == "127.0.0.1"
    assert trusted.client("127.0.0.1", "nonsense") == "127.0.0.1"
    assert trusted.client("3.3.3.3", "1.1.1.1") == "3.3.3.3"
    assert Limits().connections > 60 * 6, "a class behind one address"


def test_the_documented_limits_are_the_limits() -> None:
    text = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([\d.]+|\[[\d., ]+\]) \| \w", text.partition("## Limits")[2], re.MULTILINE)
    told = {name: json.decode(value) for name, value in rows}
    known = json.decode(json.encode(Limits()))
    assert list(told) == list(known)
    assert told == {name: pytest.approx(value, abs=0.001) for name, value in known.items()}


def test_what_is_made_elsewhere_costs_more_than_a_plain_request() -> None:
    elsewhere = re.compile(r"services\.(answers\.(make|respond)|computers)\b|\b(listed_of|_reached|_stream)\(")
    modules = (analysis, explore, lessons, people, positions, practice, tables, training)
    handlers = [handler for module in modules for handler in module.ROUTES]
    found: dict[str, float] = {}
    for handler in [*handlers, *analysis.LONG_ROUTES]:
        if elsewhere.search(inspect.getsource(handler.fn)):
            found |= {path: cost_of("/api" + re.sub(r"\{[^}]+\}", "abcd", path)) for path in handler.paths}
    assert len(found) > 20
    assert {path: cost for path, cost in found.items() if cost < COSTLY} == {}, "nor is it made for who has gone"
    assert cost_of("/rules/quits/print") >= COSTLY
