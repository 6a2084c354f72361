"""Several processes on one PostgreSQL and one Valkey: nobody notices which one they are connected to."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import json
from sqlalchemy import create_engine, select, text, update
from websockets.exceptions import ConnectionClosed

from billes.core.position import start
from billes.server import training
from billes.server.errors import Overtaken
from billes.server.events import Event, now
from billes.server.several.bus import Bus
from billes.server.several.lease import Leases
from billes.server.storage.rows import new_table, tables
from billes.server.storage.store import Store
from billes.server.storage.training_rows import puzzle_ratings
from billes.server.table import Seat, TableConfig
from billes.server.training import Listed, Trainer

from . import databases
from .client import SOURCES, Json, Line, Server, Visitor
from .conftest import GENEROUS
from .test_kills import children


@pytest.fixture(scope="module", autouse=True)
def _servers_are_here() -> None:
    if missing := databases.missing():
        pytest.skip("; ".join(missing))


class Two:
    """Two servers on one database, and visitors who are known to both."""

    def __init__(self, folder: Path) -> None:
        self.valkey = databases.Valkey()
        self.address = databases.postgres().database("two")
        self.servers = [self.start(folder / f"{name}.sqlite3") for name in "ab"]
        self.visitors: list[Visitor] = []

    def start(self, file: Path) -> Server:
        """Another server on the database."""
        options = ["--bus", self.valkey.url]
        return Server(file, address=self.address, options=options, BILLES_LIMITS=GENEROUS)

    def visitor(self) -> list[Visitor]:
        """Somebody, at each of the servers."""
        made = [Visitor(server) for server in self.servers]
        made[1].http.cookies = made[0].http.cookies
        self.visitors += made
        return made

    def pair(self, **more: object) -> tuple[list[Visitor], list[Visitor], str]:
        """A host and a guest, at each of the servers, and the table where they sit."""
        host, guest = self.visitor(), self.visitor()
        made = host[0].create("quits", "here", "link", starts=1, **more)
        guest[1].post(made["seats"][1]["invite"])
        return host, guest, made["table"]

    def events(self, table: str) -> list[Json]:
        """What is on disk about a table."""
        engine = create_engine(self.address)
        with engine.connect() as connection:
            query = text("SELECT event FROM events WHERE table_id = :table ORDER BY number")
            found = [json.decode(row[0]) for row in connection.execute(query, {"table": table})]
        engine.dispose()
        assert [event["number"] for event in found] == list(range(1, len(found) + 1))
        return found

    def close(self) -> None:
        """Close everything."""
        for visitor in self.visitors:
            visitor.http.close()
        for server in self.servers:
            server.close()
        self.valkey.close()


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    made = Two(tmp_path_factory.mktemp("two"))
    yield made
    made.close()


def opened(line: Line) -> Line:
    line.until("state")
    return line


def moved_by(player: int, line: Line, timeout: float = 15) -> Json:
    return line.until(lambda heard: heard.get("kind") == "move" and heard["by"] == player, timeout)


def test_a_move_is_heard_by_who_is_connected_elsewhere(two: Two) -> None:
    host, guest, table = two.pair()
    with opened(host[0].live(table)) as a, opened(guest[1].live(table)) as b:
        for _ in range(5):
            a.move()
            assert moved_by(1, b)["number"] == a.seen
            b.move()
            assert moved_by(2, a)["number"] == b.seen
    assert host[1].get(f"/tables/{table}")["moves"] == guest[0].get(f"/tables/{table}")["moves"]


def test_one_of_two_moves_at_once_is_played(two: Two) -> None:
    """Two windows of one player, at two processes: each move is written once, and the slower one is told so."""
    host, guest, table = two.pair()
    with opened(host[0].live(table)) as a, opened(host[1].live(table)) as b, opened(guest[1].live(table)) as c:
        for _ in range(8):
            moves = random.Random(1).sample([move.text for move in a.position().moves], 2)
            answers: list[Json] = []
            turn = a.state["status"]["turn"]

            def play(line: Line, move: str, turn: int = turn, answers: list[Json] = answers) -> None:
                answers.append(line.ask(type="move", move=move, answers=turn))

            threads = [threading.Thread(target=play, args=each) for each in zip((a, b), moves, strict=True)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert sorted(answer["type"] for answer in answers) == ["done", "error"], answers
            assert {answer.get("error", "stale") for answer in answers} == {"stale"}
            moved_by(1, c)
            number = c.move()["number"]
            for line in (a, b):
                assert moved_by(2, line)["number"] == number
    assert len(two.events(table)) == 17


def test_a_seat_is_taken_once(two: Two) -> None:
    made = two.visitor()[0].create("quits", "here", "link")
    path, answers = made["seats"][1]["invite"], []

    def join(guest: Visitor) -> None:
        answers.append(guest.http.post(f"/api{path}", json={}).status_code)

    guests = [two.visitor()[number % 2] for number in range(4)]
    threads = [threading.Thread(target=join, args=(guest,)) for guest in guests]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, 409, 409, 409]


def test_who_is_here_is_known_everywhere(two: Two) -> None:
    host, guest, table = two.pair()
    spectator = two.visitor()
    with opened(host[0].live(table)) as a:
        with opened(guest[1].live(table)) as b:
            a.until(lambda heard: heard["type"] == "presence" and heard["players"] == [1, 2], 3)
            b.until(lambda heard: heard["type"] == "presence" and heard["players"] == [1, 2], 3)
            with opened(spectator[1].live(table)):
                a.until(lambda heard: heard["type"] == "presence" and heard["spectators"] == 1, 3)
        a.until(lambda heard: heard["type"] == "presence" and heard["players"] == [1], 3)
        assert host[1].get(f"/tables/{table}")["presence"]["players"] == [1]


def test_an_offer_a_code_and_a_name_go_from_one_to_the_other(two: Two) -> None:
    host, guest, table = two.pair()
    with opened(host[0].live(table)) as a, opened(guest[1].live(table)) as b:
        a.move()
        a.ask(type="offer", offer="draw")
        offer = b.until("offer")
        assert b.ask(type="answer", number=offer["number"], accept=True)["type"] == "done"
        assert a.until("end")["reason"] == "agreement"
        assert b.ask(type="offer", offer="rematch")["type"] == "done"
        again = a.ask(type="offer", offer="rematch")
        assert again["type"] == "done"
        table = b.until("rematch")["table"]
    assert host[1].get(f"/tables/{table}")["status"]["phase"] == "playing"
    host[0].http.put("/api/me", json={"name": "Claire"})
    code = host[0].post("/me/code")["code"]
    phone = Visitor(two.servers[1])
    two.visitors.append(phone)
    assert phone.post("/me/take", {"code": code})["name"] == "Claire"
    assert phone.refused("/me/take", {"code": code}) == "bad-code"
    assert table in [one["table"] for one in phone.get("/tables")]


def test_a_deleted_table_is_gone_everywhere(two: Two) -> None:
    host = two.visitor()
    table = host[0].create("quits", "here", "here")["table"]
    with opened(host[1].live(table)) as line:
        assert host[0].http.delete(f"/api/tables/{table}").json()["gone"]
        with pytest.raises(ConnectionClosed):
            line.until("never", 5)
    assert host[1].refused(f"/tables/{table}", method="GET") == "not-found"


def test_without_the_bus_a_move_takes_a_second(two: Two) -> None:
    host, guest, table = two.pair()
    with opened(host[0].live(table)) as a, opened(guest[1].live(table)) as b:
        two.valkey.stop()
        try:
            for _ in range(2):
                a.move()
                moved_by(1, b, 4)
                b.move()
                moved_by(2, a, 4)
        finally:
            two.valkey.start()
        end = time.monotonic() + 10
        while True:  # until the bus is found again
            began = time.monotonic()
            a.move()
            moved_by(1, b)
            quick = time.monotonic() - began < 0.2
            b.move()
            moved_by(2, a)
            if quick:
                break
            assert time.monotonic() < end
    assert all("the bus is here again" in server.log() for server in two.servers)


def test_an_owner_that_sleeps_is_replaced_and_writes_nothing_when_it_wakes(two: Two) -> None:
    """The first server owns the tables; it is stopped for longer than its lease, and then goes on."""
    host, guest, timed = two.pair(clock={"main": 2})
    computer = host[0].create("quits", "here", "computer", starts=1)["table"]
    with opened(guest[1].live(timed)) as b, opened(host[1].live(computer)) as c:
        host[1].post(f"/tables/{timed}/move", {"move": "b2c3", "answers": 1})
        moved_by(1, b)
        owner = two.servers[0].process.pid
        os.kill(owner, signal.SIGSTOP)
        began = time.monotonic()
        try:
            c.move()
            moved_by(2, c, 30)
            slept = time.monotonic() - began
            assert b.until("end", 5)["reason"] == "time"
        finally:
            os.kill(owner, signal.SIGCONT)
        assert 1.5 < slept < 12, "the other one has taken the table over, and started an engine for it"
    time.sleep(1.0)  # awake, the first one would write now what it had meant to write
    assert [event["kind"] for event in two.events(timed)] == ["start", "move", "end"]
    assert [event["kind"] for event in two.events(computer)] == ["start", "move", "move"]
    assert host[0].get(f"/tables/{timed}")["status"]["phase"] == "over"


def test_only_the_owner_writes_what_happens_by_itself() -> None:
    """Also where somebody is just taking the table over: the owner waits for that, and then writes nothing."""

    async def scene() -> None:
        kept = Store(databases.postgres().database("owners"))
        kept.shared = True
        kept.open()
        config = TableConfig("owned", "quits", "standard", str(start("quits")), "me", now(), (60.0, 0.0))
        seats = [Seat(player, "human", visitor="me") for player in (1, 2)]
        other = kept.run + 1
        await kept.put("owned", (), new_table(config, seats, [Event(1, now(), "start")], kept.run))
        await kept.put("owned", [Event(2, now(), "move", 1, "b2c3")], (), kept.run)
        with pytest.raises(Overtaken) as refused:
            await kept.put("owned", [Event(3, now(), "end", 2)], (), other)
        assert refused.value.owner
        with kept.engine.begin() as taking:
            taking.execute(update(tables).where(tables.c.id == "owned").values(owner=other))
            late = kept.put("owned", [Event(3, now(), "end", 2)], (), kept.run)
            await asyncio.sleep(0.2)
            assert not late.done(), "it waits"
        with pytest.raises(Overtaken):
            await late
        with pytest.raises(Overtaken) as refused:
            await kept.put("owned", [Event(2, now(), "move", 1, "b1c2")])
        assert not refused.value.owner, "the number is taken, whoever the owner is"
        stored = await kept.load("owned")
        assert stored is not None
        assert [number for number, _, _ in stored.events] == [1, 2]
        leases = Leases(kept)
        assert await leases.claim([]) == ["owned"], "a run that was never alive is dead"
        assert await leases.claim([]) == [], "we are alive"
        await leases.hand_over()
        assert await leases.claim([]) == ["owned"]
        await kept.close()

    asyncio.run(scene())


# ------------------------------------------------------------------------------------------------------------ starting
def run(*options: str) -> tuple[int, str]:
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
    command = [sys.executable, "-m", "billes.server.serve", "--no-open", "--port", "0", *options]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=30)
    return done.returncode, done.stdout + done.stderr


def test_everybodys_first_try_at_a_puzzle_counts() -> None:
    """Twenty people try the puzzle of the day at once, over two processes; some of them two puzzles."""
    url = databases.postgres().database("trainers")

    async def scene() -> None:
        trainers = []
        for _ in range(2):
            store = Store(url)
            store.shared = True
            store.open()
            trainers.append(Trainer(store))
        day, other = Listed("0123abcd", 1300, ("slide",)), Listed("4567abcd", 1300, ("slide",))
        tries = [
            trainers[(number + second) % 2].count(f"v{number}", "quits", "simple", one, "puzzles", bool(number % 2))
            for number in range(20)
            for second, one in enumerate((day, other))
        ]
        standings = await asyncio.gather(*tries)
        assert all(standing.rated for standing in standings)
        for number in range(20):
            seen = await trainers[0].trainee(f"v{number}", "quits", "simple")
            assert (seen.tried, seen.solved) == (2, 2 * (number % 2))
        (row,) = await trainers[0].store.rows(select(puzzle_ratings).where(puzzle_ratings.c.puzzle == day.puzzle))
        assert row.deviation < training.PUZZLE_DEVIATION
        for trainer in trainers:
            await trainer.store.close()

    asyncio.run(scene())


def test_what_cannot_be_is_said(two: Two, tmp_path: Path) -> None:
    file = str(tmp_path / "t.sqlite3")
    status, said = run("--database", file, "--bus", two.valkey.url)
    assert (status, "An SQLite file serves one process" in said) == (2, True)
    status, said = run("--database", file, "--processes", "2")
    assert (status, "need a bus" in said) == (2, True)
    status, said = run("--database", two.address)
    assert (status, "another server uses it already" in said) == (1, True)
    status, said = run("--database", two.address, "--bus", "http://nowhere")
    assert (status, "write it as valkey://" in said) == (1, True)


def test_a_database_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """A copy that may only be read, or a database that goes away in that moment: a line, not a traceback."""
    postgres, valkey = databases.postgres(), databases.valkey()
    address = postgres.database("readonly")
    options = ["--bus", valkey.url]
    Server(tmp_path / "a.sqlite3", address=address, options=options).close()  # its tables are there
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("ALTER DATABASE readonly SET default_transaction_read_only = on"))
    engine.dispose()
    status, said = run("--database", address, *options)
    assert status == 3
    assert "could not open the database" in said
    assert "Traceback" not in said


def test_the_bus_is_left_in_whatever_moment() -> None:
    """Its client sometimes takes being cancelled for a lost connection, and the bus would connect again."""
    url = databases.valkey().url

    async def scene() -> None:
        for step in range(400):
            bus = Bus(url, 1, lambda table, number: None)
            bus.open()
            until = time.perf_counter() + step / 100_000  # all that connecting takes
            while time.perf_counter() < until:
                await asyncio.sleep(0)
            await asyncio.wait_for(bus.close(), 5)

    asyncio.run(scene())


def test_processes_are_replaced_and_renewed(tmp_path: Path) -> None:
    """One port: a child that dies is replaced, SIGHUP renews all, nobody waits, and all stop together."""
    valkey = databases.valkey()
    address = databases.postgres().database("renewed")
    options = ["--bus", valkey.url, "--processes", "2"]
    server = Server(tmp_path / "t.sqlite3", address=address, options=options, BILLES_LIMITS=GENEROUS)
    try:
        with Visitor(server) as host:
            table = host.create("quits", "here", "here")["table"]
            first = children(server.process.pid)
            assert len(first) == 2
            os.kill(min(first), signal.SIGKILL)
            until(lambda: len(children(server.process.pid) - first) == 1)
            with opened(host.live(table)) as line:
                line.move()
                seen = line.seen
                server.process.send_signal(signal.SIGHUP)
                with pytest.raises(ConnectionClosed) as closed:
                    line.until("never", 20)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012
            began = time.monotonic()
            with host.live(table, seen) as line:
                line.until("presence")
                assert time.monotonic() - began < 2
            until(lambda: not children(server.process.pid) & first)
            assert host.get(f"/tables/{table}")["number"] == seen
            last = children(server.process.pid)
        assert server.stop() == 0
        assert not any(Path(f"/proc/{pid}").exists() for pid in last)
    finally:
        server.close()
    assert "Traceback" not in server.log()


def until(fulfilled: object, timeout: float = 20) -> None:
    assert callable(fulfilled)
    end = time.monotonic() + timeout
    while not fulfilled():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_few_kills() -> None:
    """`bench/kills.py` in short: nothing acknowledged is lost, nothing happens twice, every game is finished."""
    root = SOURCES.parent
    command = [sys.executable, "-m", "bench.kills", "--kills", "6", "--games", "4", "--pause", "0.05"]
    command += ["--interval", "0.3", "--short", "--json"]
    environment = {**os.environ, "PYTHONPATH": f"{SOURCES}:{root}"}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.decode(done.stdout)
    assert sum(result["kills"].values()) == 6
    assert result["acknowledged"] > 100
