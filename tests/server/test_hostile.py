"""Clients that mean no good: wrong seat, wrong site, malformed, oversized, too many. The server stays well."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from billes.server.errors import STATUS

from .client import Server, Visitor
from .test_play import both


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the usual limits; it must have nothing to complain about in the end."""
    running = Server(tmp_path_factory.mktemp("strict") / "tables.sqlite3")
    yield running
    with Visitor(running) as last:
        assert last.get("/health")["ok"]
    log = running.log()
    running.close()
    assert log == ""


@pytest.fixture
def visitors(strict: Server) -> Iterator[list[Visitor]]:
    with Visitor(strict) as one, Visitor(strict) as two, Visitor(strict) as three:
        yield [one, two, three]


def test_nobody_plays_from_anothers_seat(visitors: list[Visitor]) -> None:
    host, guest, thief = visitors
    table = seat(host, guest)
    turn = host.get(f"/tables/{table}")["status"]["turn"]
    move = {"move": "b2c3", "answers": turn}
    assert thief.refused(f"/tables/{table}/move", move) == "not-your-seat"
    assert guest.refused(f"/tables/{table}/move", move) == "not-your-turn"
    assert thief.refused(f"/tables/{table}/resign") == "not-your-seat"
    assert thief.refused(f"/tables/{table}/hint") == "not-allowed"
    assert host.refused(f"/tables/{table}/hint") == "not-allowed", "no hints while people play"
    assert host.refused(f"/tables/{table}/analysis", method="GET") == "not-allowed"
    thief.http.cookies.set("billes", "x" * 43)
    assert thief.refused(f"/tables/{table}/move", move) == "not-your-seat"
    thief.http.cookies.clear()
    thief.http.headers["Cookie"] = "billes=;;;==; =x; billes"
    assert thief.refused(f"/tables/{table}/move", move) == "not-your-seat"
    assert host.get(f"/tables/{table}")["status"]["ply"] == 0


def seat(host: Visitor, guest: Visitor) -> str:
    """A table of two."""
    made = host.create("quits", "here", "link")
    guest.post(made["seats"][1]["invite"])
    return str(made["table"])


def test_the_cookie_is_kept_from_scripts_and_other_sites(strict: Server) -> None:
    answer = httpx.get(f"{strict.url}/api/me")
    cookie = answer.headers["set-cookie"]
    for word in ("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age="):
        assert word in cookie
    assert "set-cookie" not in httpx.get(f"{strict.url}/").headers, "opening the page makes nobody known"


def test_every_answer_carries_the_policy(strict: Server) -> None:
    for path in ("/", "/api/health", "/api/nothing", "/nothing", "/table/x", "/api/docs"):
        headers = httpx.get(strict.url + path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"])
def test_other_sites_are_turned_away(visitors: list[Visitor], origin: str) -> None:
    host = visitors[0]
    answer = host.http.post("/api/tables", json={"game": "quits"}, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["error"]) == (403, "foreign")
    table = seat(host, visitors[1])
    with pytest.raises(InvalidStatus, match="403"), host.live(table, Origin=origin):
        pass


def test_other_names_for_this_server_are_turned_away(visitors: list[Visitor]) -> None:
    host = visitors[0]
    for name in ("evil.example", "127.0.0.1.evil.example", "[", ""):
        answer = host.http.get("/api/tables", headers={"Host": name})
        assert answer.status_code in (400, 403), name
    for name in ("localhost", "LOCALHOST:99", "billes.local", "192.168.1.7:8765", "[::1]:8765"):
        assert host.http.get("/api/health", headers={"Host": name}).status_code == 200, name
    cross = host.http.post("/api/tables", json={"game": "quits"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert cross.json()["error"] == "foreign"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"quits"',
        b'{"game": 7}',
        b'{"game": "chess"}',
        b'{"game": "quits", "surprise": 1}',
        b'{"game": "quits", "variant": "nine"}',
        b'{"game": "quits", "seats": []}',
        b'{"game": "quits", "seats": [{"kind": "here"}]}',
        b'{"game": "quits", "seats": [{"kind": "here"}, {"kind": "here"}, {"kind": "here"}]}',
        b'{"game": "quits", "seats": [{"kind": "computer"}, {"kind": "computer"}]}',
        b'{"game": "quits", "seats": [{"kind": "here"}, {"kind": "computer", "level": 12}]}',
        b'{"game": "quits", "seats": [{"kind": "here"}, {"kind": "computer", "level": -1}]}',
        b'{"game": "quits", "starts": 3}',
        b'{"game": "quits", "clock": {"main": -1}}',
        b'{"game": "quits", "clock": {"main": 1e999}}',
        b'{"game": "quits", "clock": {"main": NaN}}',
        b'{"game": "quits", "start": "nonsense"}',
        b'{"game": "quits", "start": "' + b"1" * 400 + b'"}',
        b'{"game": "quits", "start": ".11../11.../1...2/...22/..22. 9 -"}',
        b"\xff\xfe\x00",
        b'{"game": "\xed\xa0\x80"}',
        b"[" * 10000,
    ],
)
def test_malformed_requests_are_told_so(visitors: list[Visitor], body: bytes) -> None:
    answer = visitors[0].http.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    problem = answer.json()["error"]
    assert problem in ("malformed", "bad-position", "bad-choice", "unknown-game")
    assert answer.status_code == STATUS[problem], answer.text
    assert "Traceback" not in answer.text
    assert "site-packages" not in answer.text


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/tables/nosuchtable1", 404),
        ("GET", "/api/tables/..%2f..%2fetc%2fpasswd", 404),
        ("GET", "/api/tables/" + "x" * 3000, 400),
        ("GET", "/api/tables/UPPER", 400),
        ("GET", "/api/nothing", 404),
        ("DELETE", "/api/tables", 405),
        ("GET", "/../../etc/passwd", 404),
        ("GET", "/%2e%2e/%2e%2e/etc/passwd", 404),
        ("GET", "/assets/../../app.py", 404),
        ("GET", "/assets/%2e%2e/%2e%2e/app.py", 404),
        ("GET", "/.built-from", 404),
        ("GET", "/api/pictures/..%2fen%2fquits.md", 404),
        ("GET", "/api/rules/xx/quits", 200),
        ("GET", "/api/rules/en/chess", 404),
        ("GET", "/api/svg?game=quits&size=1000000", 400),
        ("GET", "/api/svg?game=quits&text=" + "1" * 200, 409),
        ("GET", "/api/svg?game=quits&last=" + "%3Cscript%3E", 200),
        ("GET", "/api/analysis?game=quits&seconds=1e9", 400),
    ],
)
def test_paths_that_lead_nowhere(strict: Server, method: str, path: str, status: int) -> None:
    with httpx.Client() as client:
        request = client.build_request(method, strict.url + "/")
        request.url = request.url.copy_with(raw_path=path.encode())
        answer = client.send(request)
    assert answer.status_code == status, answer.text
    assert "root:" not in answer.text
    assert "Traceback" not in answer.text
    if status != 200:
        assert set(answer.json()) == {"error", "sentence", "message", "request"}
    else:
        assert "<script" not in answer.text


def test_a_body_may_not_be_large(visitors: list[Visitor]) -> None:
    answer = visitors[0].http.post("/api/tables", content=b'{"game": "' + b"x" * 100_000 + b'"}')
    assert (answer.status_code, answer.json()["error"]) == (413, "too-large")


def test_malformed_talk_is_answered_and_then_ended(visitors: list[Visitor]) -> None:
    host, guest, _ = visitors
    table = seat(host, guest)
    rng = random.Random(5)
    with host.live(table) as line:
        line.until("state")
        nonsense = ["", "{", "7", '{"type": "fly"}', '{"type": "move"}', '{"type": "move", "move": 3, "answers": 1}',
                    '{"type": "move", "move": "b2c3", "answers": -1}', '{"type": "pong", "ping": "x"}',
                    '{"type": "move", "move": "b2c3", "answers": 1, "extra": 1}', "\x00\x01", "[" * 2000,
                    '{"type": "more", "touched": ["' + "x" * 30 + '"]}',
                    "".join(chr(rng.randrange(32, 0x3000)) for _ in range(500))]  # fmt: skip
        for text in nonsense:
            line.socket.send(text)
            assert line.until("error")["error"] == "malformed", text
        line.socket.send(b"\xff\xfe")
        assert line.until("error")["error"] == "malformed"
        line.move("b2c3")
        for _ in range(10):
            line.socket.send("more of that")
        with pytest.raises(ConnectionClosed) as closed:
            line.until("never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4008
    assert host.get(f"/tables/{table}")["status"]["ply"] == 1


def test_a_message_may_not_be_large(visitors: list[Visitor]) -> None:
    host, guest, _ = visitors
    table = seat(host, guest)
    with host.live(table) as line:
        line.until("state")
        line.socket.send('{"type": "move", "move": "' + "x" * 5000 + '"}')
        with pytest.raises(ConnectionClosed) as closed:
            line.until("never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_a_flood_is_dammed_and_others_do_not_feel_it(visitors: list[Visitor]) -> None:
    host, guest, flooder = visitors
    table = seat(host, guest)
    a, b = both(host, guest, table)
    with a, b, flooder.live(table) as flood:
        flood.until("state")
        with contextlib.suppress(ConnectionClosed):
            for _ in range(5000):
                flood.say(type="resign")
        with pytest.raises(ConnectionClosed):
            flood.until("never")
        a.move("b2c3")
        assert b.until("move")["by"] == 1


def test_http_is_dammed_too(strict: Server) -> None:
    """From an address of its own, so that the tests after this one are not kept waiting."""
    began = time.monotonic()
    with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.9")) as client:
        codes = [client.get(f"{strict.url}/api/me").status_code for _ in range(1200)]
    allowed = 300 + 60 * (time.monotonic() - began)  # a slow machine asks so slowly that more is allowed
    assert codes[:200] == [200] * 200
    assert codes.count(200) <= allowed + 1
    assert codes.count(429) >= 1200 - allowed - 1
    assert set(codes) <= {200, 429}


def test_a_request_costs_the_same_however_its_path_is_written(strict: Server) -> None:
    """From an address of its own, as above."""
    transport = httpx.HTTPTransport(local_address="127.0.0.7")
    with httpx.Client(transport=transport, base_url=strict.url) as client:
        assert client.get(f"{strict.url}//api/me").status_code == 200
        assert client.get(f"{strict.url}/api//me/").status_code == 200
        codes = [client.get("/api//tables/nosuchtable1/game/").status_code for _ in range(30)]
    assert set(codes) == {404, 429}, "a whole game costs twenty"
    where = strict.url.replace("http", "ws") + "/x/api/tables/nosuchtable1/live"
    with pytest.raises(InvalidStatus), connect(where):
        pass


def test_nobody_sets_tables_without_end(strict: Server) -> None:
    with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.8"), base_url=strict.url) as client:
        codes = [client.post("/api/tables", json={"game": "quits"}).status_code for _ in range(75)]
    assert codes[:50] == [201] * 50
    assert 429 in codes


def test_nobody_opens_sockets_without_end(visitors: list[Visitor]) -> None:
    host, guest, _ = visitors
    table = seat(host, guest)
    lines = [host.live(table) for _ in range(25)]
    try:
        with pytest.raises(ConnectionClosed) as closed:
            lines[-1].until("state")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4008
        lines[0].until("state")
    finally:
        for line in lines:
            line.__exit__(None, None, None)


def test_a_socket_to_nowhere(strict: Server) -> None:
    with connect(strict.url.replace("http", "ws") + "/api/tables/nosuchtable1/live") as socket:
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4004
    for path in ("/api/tables/x/live?seen=no", "/nothing", "/api/tables"):
        with (
            pytest.raises((InvalidStatus, ConnectionClosed)),
            connect(strict.url.replace("http", "ws") + path) as socket,
        ):
            socket.recv(5)


def test_names_are_cleaned(visitors: list[Visitor]) -> None:
    host, guest, _ = visitors
    made = host.http.put("/api/me", json={"name": "\u0301<b>\u202e Zo\u0301e\u0301" + "\u0301" * 20 + "\n\x00\u0301!"})
    assert made.json()["name"] == "<b> Zóé\u0301\u0301 !"
    table = host.create("quits", "here", "link")
    guest.post(table["seats"][1]["invite"], {"name": "  a\tb \u200b" + "c" * 40})
    assert host.get(f"/tables/{table['table']}")["seats"][1]["name"] == "a b " + "c" * 20
    assert host.http.put("/api/me", json={"name": "x" * 100}).status_code == 400


def test_a_spectator_who_never_reads_does_not_slow_the_table(visitors: list[Visitor]) -> None:
    host, guest, sleeper = visitors
    table = seat(host, guest)
    a, b = both(host, guest, table)
    with a, b, sleeper.live(table):
        for _ in range(10):
            for mover, other in ((a, b), (b, a)):
                mover.move()
                other.until("move")
