"""Requests that cost much: nobody waits for another's, and what nobody waits for any more is not done."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import random
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from msgspec import json

from billes.core.game import Game
from billes.engine.conversation import Question, position_command
from billes.engine.limits import Limits
from billes.server.broadcast import LiveTable
from billes.server.events import Event
from billes.server.lobby import Lobby
from billes.server.settings import Settings
from billes.server.sockets import MOST_UNREAD, Connection, Sockets
from billes.server.storage.rows import new_table
from billes.server.storage.store import Store
from billes.server.table import Seat, Table, TableConfig, start_event
from billes.server.work import answers, computers, pool
from billes.server.work.computers import Computers
from billes.server.work.pool import Pool
from billes.server.work.turns import Asker

from .client import Json, Server, Visitor
from .test_computers import stream

LONG, PLIES = "longgame1234", 2_100
LIMITS = '{"address_sockets": 20, "reading_seconds": 1}'


@pytest.fixture(scope="module")
def long_game() -> Game:
    """A game that does not end."""
    rng = random.Random(1)
    game = Game("balanx", "standard")
    while len(game.moves) < PLIES:
        game.play(rng.choice(game.position.moves).text)
    return game


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory, long_game: Game) -> Iterator[Server]:
    """A server with a very long game, which has nothing to complain about in the end."""
    database = tmp_path_factory.mktemp("busy") / "tables.sqlite3"
    asyncio.run(keep(f"sqlite:///{database}", long_game))
    running = Server(database, BILLES_LIMITS=LIMITS, BILLES_COMPILE="0")
    yield running
    log = running.log()
    running.close()
    assert log == ""


async def keep(url: str, game: Game) -> None:
    """Put a game into a fresh database; it is one person's, and so may be analysed."""
    config = TableConfig(LONG, game.game, game.variant, str(game.positions[0]), "nobody", time.time())
    seats = [Seat(player, "human", visitor="nobody") for player in (1, 2)]
    pairs = zip(game.positions, game.moves, strict=False)
    played = [Event(number, time.time(), "move", at.player, move.text) for number, (at, move) in enumerate(pairs, 2)]
    store = Store(url)
    store.open()
    await store.put(LONG, [start_event(1, time.time(), config, 2), *played], new_table(config, seats, []))
    await store.close()


# ---------------------------------------------------------------------------------------------------------- pages
def test_a_long_game_comes_in_pages(busy: Server, long_game: Game) -> None:
    with Visitor(busy) as visitor:
        steps: list[Json] = []
        for page in (1001, 1000, 100):
            whole = visitor.get(f"/tables/{LONG}/game", after=max(0, len(steps) - 1))
            assert (whole["plies"], len(whole["steps"])) == (PLIES, page)
            steps += whole["steps"]
        assert [step["text"] for step in steps] == [str(position) for position in long_game.positions]
        assert [step.get("follows", -1) for step in steps] == list(range(-1, PLIES))
        assert [step["entry"]["ply"] for step in steps[1:]] == list(range(1, PLIES + 1))
        assert visitor.get(f"/tables/{LONG}/game", after=PLIES)["steps"] == []


def test_a_long_move_list_comes_in_pages(busy: Server, long_game: Game) -> None:
    with Visitor(busy) as visitor:
        state = visitor.get(f"/tables/{LONG}")
        assert (state["earlier"], len(state["moves"])) == (PLIES - 200, 200)
        found: list[Json] = []
        while page := visitor.get(f"/tables/{LONG}/entries", after=len(found)):
            assert len(page) <= 1000
            found += page
        assert [entry["ply"] for entry in found] == list(range(1, PLIES + 1))
        assert [entry["move"] for entry in found] == [move.text for move in long_game.moves]
        assert found[-200:] == state["moves"]
        assert visitor.refused(f"/tables/{LONG}/events?after={PLIES - 50}", method="GET") == "too-many"
        short = visitor.create("quits", "here", "here")
        assert (short["earlier"], short["moves"]) == (0, [])


def test_a_long_game_is_reviewed_in_pages(busy: Server, long_game: Game) -> None:
    with Visitor(busy) as visitor:
        marked = stream(visitor, f"/tables/{LONG}/review", seconds=0.1, after=PLIES - 2)
        assert [one.get("ply") for _, one in marked] == [PLIES - 1, PLIES, None]
        moves = [move.text for move in long_game.moves]
        body = {"game": "balanx", "variant": "standard", "moves": moves, "after": PLIES - 1, "seconds": 0.1}
        with visitor.http.stream("POST", "/api/review", json=body, timeout=60) as answer:
            told = [line for line in answer.iter_lines() if line]
        assert [line for line in told if line.startswith("event")] == ["event: marked", "event: done"]
        assert json.decode(told[1].removeprefix("data: "))["ply"] == PLIES
        body["moves"] = [*moves[:-1], "a1a1"]
        assert visitor.refused("/review", body) == "illegal"


# ----------------------------------------------------------------------------------------------------------- work
def test_moves_do_not_wait_for_costly_requests(busy: Server) -> None:
    rng = random.Random(2)
    game = Game("bilitaire", "match")
    texts: list[str] = []
    while len(texts) < 60:
        game.play(rng.choice(game.position.moves).text)
        texts.append(str(game.position))
    asked: list[tuple[str, str, Json | None]]
    asked = [("POST", "/api/position", {"game": "bilitaire", "variant": "match", "text": text}) for text in texts]
    asked += [("GET", f"/api/tables/{LONG}/game?after={number}", None) for number in range(4)]
    asked += [("GET", "/api/docs", None)] * 20

    async def ask_all() -> list[int]:
        transport = httpx.AsyncHTTPTransport(local_address="127.0.2.1", limits=httpx.Limits(max_connections=None))
        async with httpx.AsyncClient(transport=transport, base_url=busy.url, timeout=60) as client:
            answers = await asyncio.gather(*(client.request(how, path, json=body) for how, path, body in asked))
        return [answer.status_code for answer in answers]

    codes: list[int] = []
    attack = threading.Thread(target=lambda: codes.extend(asyncio.run(ask_all())))
    with Visitor(busy) as host:
        table = host.create("quits", "here", "here")["table"]
        with host.live(table) as line:
            line.until("state")
            attack.start()
            delays = []
            while attack.is_alive():
                began = time.monotonic()
                line.ask(type="check")
                delays.append(time.monotonic() - began)
                time.sleep(0.05)
    assert set(codes) <= {200, 429}, "some more than may wait at once"
    assert codes.count(200) >= 16
    assert max(delays) < 1, "nobody else notices"


def test_a_whole_class_prints_the_same_sheet_at_once(busy: Server) -> None:
    async def ask_all() -> list[httpx.Response]:
        transport = httpx.AsyncHTTPTransport(local_address="127.0.2.4", limits=httpx.Limits(max_connections=None))
        async with httpx.AsyncClient(transport=transport, base_url=busy.url, timeout=60) as client:
            path = "/rules/balanx/print?language=fr"
            found = await asyncio.gather(*(client.get(path) for _ in range(40)))
            again = await client.get(path, headers={"if-none-match": found[0].headers["etag"]})
        return [*found, again]

    *found, again = asyncio.run(ask_all())
    assert [answer.status_code for answer in found] == [200] * 40
    assert len({answer.content for answer in found}) == 1
    assert again.status_code == 304


def upgraded(server: Server, address: str, table: str, cookie: str, seen: int = 0) -> socket.socket:
    """A socket of a table, read and written by hand; hardly anything waits in its buffer."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(10)
    line.bind((address, 0))
    line.connect(("127.0.0.1", int(server.url.rsplit(":", 1)[1])))
    key = base64.b64encode(os.urandom(16)).decode()
    head = f"GET /api/tables/{table}/live?seen={seen} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    head += f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
    line.sendall(f"{head}Cookie: {cookie}\r\n\r\n".encode())
    return line


def test_who_does_not_read_is_not_listened_to() -> None:
    async def scene() -> None:
        connection = Connection("somebody", 100)
        reads = asyncio.Event()

        async def send(text: str) -> None:
            await reads.wait()

        sender = asyncio.create_task(connection.pump(send))
        for _ in range(MOST_UNREAD + 2):
            connection.send(b"{}")
            await asyncio.sleep(0)
        listening = asyncio.create_task(connection.drained())
        await asyncio.wait((listening,), timeout=0.1)
        assert not listening.done()
        reads.set()
        await asyncio.wait_for(listening, 5)
        sender.cancel()

    asyncio.run(scene())


def test_costly_requests_on_many_sockets_begin_one_after_another() -> None:
    async def scene() -> None:
        sockets = Sockets(cast(Any, None), cast(Any, None), cast(Any, None), Settings().limits)
        begun: list[int] = []
        looks = 0

        async def ask() -> None:
            await sockets._turn()
            begun.append(looks)

        asking = asyncio.gather(*(ask() for _ in range(50)))
        while not asking.done():
            looks += 1
            await asyncio.sleep(0)
        assert len(begun) == len(set(begun)) == 50

    asyncio.run(scene())


def test_one_address_cannot_take_all_sockets(busy: Server) -> None:
    def let_in(line: socket.socket) -> bool:
        """Whether something else than a closing follows the opening."""
        heard = b""
        while not heard.partition(b"\r\n\r\n")[2]:
            heard += line.recv(4096)
        return heard.partition(b"\r\n\r\n")[2][0] == 0x81

    def opened(address: str, number: int) -> socket.socket:
        return upgraded(busy, address, LONG, f"billes={number:043d}", PLIES + 1)

    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(opened("127.0.2.2", number)) for number in range(25)]
        assert sum(let_in(line) for line in lines) == 20
        assert let_in(stack.enter_context(opened("127.0.2.3", 99)))


# --------------------------------------------------------------------------------------------------------- engine
def test_hints_of_somebody_who_has_gone_are_not_searched(busy: Server) -> None:
    with Visitor(busy) as greedy, Visitor(busy) as other:
        table = greedy.create("quits", "here", "here")["table"]
        mine = other.create("quits", "here", "here")["table"]
        other.post(f"/tables/{mine}/hint")  # the engine has been started
        with greedy.live(table) as line:
            line.until("state")
            for number in range(30):
                line.say(type="hint", id=str(number))
            heard = [line.until(lambda message: message["type"] in ("hint", "error")) for _ in range(10)]
            assert [message.get("error") for message in heard].count("slow-down") >= 8, "two at once"
            for number in range(2):
                line.say(type="hint", id=str(number))
        began = time.monotonic()
        other.post(f"/tables/{mine}/hint")
        assert time.monotonic() - began < 5


def test_a_stopped_engine_costs_seconds_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "STILL", 1.0)
    question = Question(position_command("quits", "standard"), options={"Level": 1, "Seed": 1, "Threads": 1})

    async def scene() -> None:
        engines = Pool(1)
        try:
            expected = (await engines.ask(Asker(), question)).move
            process = engines.engines[0].process
            assert process is not None
            os.kill(process.pid, signal.SIGSTOP)
            began = time.monotonic()
            assert (await engines.ask(Asker(), question)).move == expected
            assert time.monotonic() - began < 30, "a fresh process answers"
            assert process.returncode == -signal.SIGKILL
        finally:
            await engines.close()

    asyncio.run(scene())


def test_searches_given_up_at_any_moment_cost_no_process() -> None:
    async def scene() -> None:
        engines = Pool(1)
        question = Question(position_command("quits", "standard"), Limits(0.02), options={"Threads": 1, "Seed": 1})
        try:
            await engines.ask(Asker(), question)
            process = engines.engines[0].process
            for number in range(40):
                asked = asyncio.create_task(engines.ask(Asker(), question))
                await asyncio.sleep(0.001 * number)
                asked.cancel()
                await asyncio.wait((asked,))
            assert (await asyncio.wait_for(engines.ask(Asker(), question), 4)).move, "no line was lost"
            assert engines.engines[0].process is process
        finally:
            await engines.close()

    asyncio.run(scene())


def test_a_computer_without_an_engine_waits_and_plays_nothing_at_random(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(computers, "AGAIN", (0.1, 0.1))
    works = pool.COMMAND
    monkeypatch.setattr(pool, "COMMAND", (sys.executable, "-c", "print('billesok')"))

    async def scene() -> None:
        players = Computers(Lobby(Store(f"sqlite:///{tmp_path / 't.sqlite3'}")), 1, pause=0)
        first = str(Game("quits").position)
        config = TableConfig("abcd", "quits", "standard", first, "me", 0.0)
        table = Table(
            config, [Seat(1, "computer", 1), Seat(2, "human", visitor="me")], [start_event(1, 0.0, config, 2)]
        )
        chosen = asyncio.create_task(players._chosen(LiveTable(table), table.seats[0]))
        try:
            await asyncio.wait((chosen,), timeout=2)
            assert not chosen.done(), "no move is better than any move"
            monkeypatch.setattr(pool, "COMMAND", works)
            assert await asyncio.wait_for(chosen, 60) in [move.text for move in table.position.moves]
        finally:
            await players.close()

    asyncio.run(scene())
    assert "the engine" in caplog.text


def test_what_the_engine_is_told_of_a_long_game_stays_short(long_game: Game) -> None:
    command = computers.command_of(long_game)
    assert len(command) < 3_000
    told = command.split(" moves ")
    assert len(told[1].split()) == computers.BEFORE
    assert str(long_game.positions[PLIES - computers.BEFORE]) in told[0]
    assert len(answers.played(long_game, {}).moves) == PLIES
