"""Forgetting: what nobody joined goes, finished games become one row and are still all there."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from pathlib import Path

import pytest
from msgspec import json, structs
from sqlalchemy import select
from sqlalchemy.event import listens_for

from billes.core.position import start
from billes.server import actions
from billes.server.errors import Refused
from billes.server.events import Event, now
from billes.server.lobby import Lobby
from billes.server.messages import requests
from billes.server.settings import Keep, read_keep
from billes.server.storage import rows
from billes.server.storage.forgetting import DAY, fold, forget
from billes.server.storage.rows import new_table
from billes.server.storage.store import Store, Stored
from billes.server.table import Seat, Table, TableConfig

from .client import Json, Server, Visitor, any_move
from .conftest import GENEROUS

ME = "me"
AT_ONCE = Keep(0.0, 0.0)


def ask(database: Path, query: str) -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return connection.execute(query).fetchall()


def play(host: Visitor, table: str, count: int = 200, end: Json | None = None) -> None:
    """Play at a table where all seats are the visitor's, to the end on the board or after so many moves."""
    with host.live(table) as line:
        line.until("state")
        for _ in range(count):
            if line.state["status"]["phase"] == "over":
                return
            line.move(any_move(line.position()))
        if end is not None:
            assert line.ask(**end)["type"] == "done"


def seen(host: Visitor, table: str) -> tuple[Json, str, list[Json], Json]:
    """All that can be seen of a table."""
    state = {**host.get(f"/tables/{table}"), "now": 0}
    record = host.http.get(f"/api/tables/{table}/record").text
    plies = [host.get(f"/tables/{table}/plies/{ply}") for ply in (0, len(state["moves"]))]
    listed = next(one for one in host.get("/tables") if one["table"] == table)
    return state, record, plies, listed


def test_finished_games_are_folded_and_look_the_same(tmp_path: Path) -> None:
    server = Server(tmp_path / "t.sqlite3", BILLES_LIMITS=GENEROUS)
    try:
        with Visitor(server) as host:
            tables = {}
            clock, resign, draw = {"main": 300, "increment": 2}, {"type": "resign"}, {"type": "offer", "offer": "draw"}
            for name, game, more, count, end in (
                ("on the board", "pylos", {}, 200, None),
                ("clocked", "quits", {"clock": clock}, 7, resign),
                ("four", "quits", {"variant": "four", "clock": clock}, 9, draw),
                ("a round", "bilitaire", {"variant": "match"}, 6, draw),
                ("again", "quits", {"start": "...../1..../.1122/112../2..2. 1 -"}, 4, resign),
                ("running", "quits", {}, 2, None),
            ):
                seats = [{"kind": "here", "name": f"{name} {n}"} for n in range(1, 5 if name == "four" else 3)]
                tables[name] = host.post("/tables", {"game": game, "seats": seats, **more})["table"]
                play(host, tables[name], count, end)
            host.post(f"/tables/{tables['again']}/offer", {"offer": "rematch"})
            tables["rematch"] = host.get(f"/tables/{tables['again']}")["rematch"]
            waiting = host.create("quits", "here", "link")
            seats = [{"kind": "here"}, *[{"kind": "link"}] * 3]
            half = host.post("/tables", {"game": "quits", "variant": "four", "seats": seats})
            with Visitor(server) as guest:
                guest.post(half["seats"][1]["invite"], {"name": "Guest"})
            before = {name: seen(host, table) for name, table in tables.items()}
            assert before["on the board"][0]["status"]["result"]["reason"] != "resignation"
            server.stop()
            server.command += ["--keep", "unjoined=0,finished=0"]
            server.start()
            host.moved()
            over = "SELECT count(*) FROM tables WHERE phase = 'over' AND folded IS NULL"
            until = time.monotonic() + 20
            while ask(server.database, over) != [(0,)]:
                assert time.monotonic() < until
                time.sleep(0.05)
            kept = {name for (name,) in ask(server.database, "SELECT DISTINCT table_id FROM events")}
            assert kept == {tables["running"], tables["rematch"], half["table"]}
            assert host.refused(f"/tables/{waiting['table']}", method="GET") == "not-found"
            assert host.get(f"/tables/{half['table']}")["status"]["phase"] == "waiting", "somebody has joined it"
            for name, table in tables.items():
                assert seen(host, table) == before[name], name
            table = tables["clocked"]
            assert host.refused(f"/tables/{table}/events", method="GET") == "too-many"
            number = before["clocked"][0]["number"]
            with host.live(table, number) as line:
                assert line.hear()["type"] == "presence", "who has seen everything misses nothing"
            with host.live(table, 1) as line:
                assert line.until(lambda heard: heard["type"] in ("state", "event"))["type"] == "state"
                line.ask(type="offer", offer="rematch")
                again = line.state
            assert host.get(f"/tables/{table}")["rematch"], "and it can be played again"
            assert host.post(f"/tables/{table}/offer", {"offer": "rematch"})["number"] == number + 1
            with host.live(table, number) as line:
                line.until(lambda heard: heard["type"] in ("state", "event") and heard["number"] == number + 1)
            assert again["number"] == number
            first = host.post(f"/tables/{tables['again']}/offer", {"offer": "rematch"})
            assert first["number"] == before["again"][0]["number"], "asked twice it is done once"
            table = tables["on the board"]
            host.post(f"/tables/{table}/undo", {"answers": before["on the board"][0]["status"]["turn"]})
            assert host.get(f"/tables/{table}")["status"]["phase"] == "playing", "a move can be taken back"
            assert server.stop() == 0
            assert server.log() == ""
    finally:
        server.close()


# ------------------------------------------------------------------------------------------------------------ inside
def finished(at: float, *more: Event) -> tuple[TableConfig, list[Seat], list[Event]]:
    seats = [Seat(player, "human", visitor=ME) for player in (1, 2)]
    config = TableConfig("table", "quits", "standard", str(start("quits")), ME, at)
    events = [
        Event(1, at, "start"),
        Event(2, at, "move", 1, "b2c3"),
        Event(3, at, "phrase", 1, phrase="hello"),
        Event(4, at, "end", 2, reason="resignation", winner=1),
        *more,
    ]
    return config, seats, events


def test_only_what_is_old_is_forgotten_and_nothing_that_is_in_use(tmp_path: Path) -> None:
    async def scene() -> None:
        tables = Lobby(Store(f"sqlite:///{tmp_path / 't.sqlite3'}"), keep=Keep(None, None))
        await tables.open()
        config, seats, events = finished(now() - 40 * DAY)
        waiting = [structs.replace(seats[0]), Seat(2, "human", invite="x")]
        for name, created, who, what, phase in (
            ("old", 40, seats, events, "over"),
            ("used", 40, seats, events, "over"),
            ("new", 20, seats, [structs.replace(event, at=now() - 20 * DAY) for event in events], "over"),
            ("late", 40, seats, [*events[:3], structs.replace(events[3], at=now() - 2 * DAY)], "over"),
            ("alone", 8, waiting, [], "waiting"),
            ("fresh", 6, waiting, [], "waiting"),
        ):
            made = structs.replace(config, id=name, created=now() - created * DAY)
            chosen = [structs.replace(seat, invite=seat.invite and f"{name}-invite") for seat in who]
            await tables.store.put(name, (), [*new_table(made, chosen, what), rows.change_phase(name, phase)])
        assert await forget(tables.store, Keep(None, None)) == (0, 0)
        assert await forget(tables.store, Keep(), {"used"}) == (1, 1)
        assert await forget(tables.store, Keep(), {"used"}) == (0, 0), "once"
        kept = await tables.store.rows(select(rows.tables.c.id, rows.tables.c.folded.is_not(None)))
        assert {name: bool(folded) for name, folded in kept} == {
            "old": True, "used": False, "new": False, "late": False, "fresh": False,
        }  # fmt: skip
        with pytest.raises(Refused):
            async with tables.at("alone"):
                pass
        async with tables.at("old") as live:
            assert live.table.number == 4
            assert live.table.events == []
        assert await actions.offer(tables, "old", ME, requests.Offer("rematch")) == 5
        tables.disconnect()
        await tables.close()
        again = Lobby(Store(f"sqlite:///{tmp_path / 't.sqlite3'}"), keep=Keep(None, None))
        await again.open()
        async with again.at("old") as live:
            assert (live.table.number, len(live.table.events), live.table.ply) == (5, 1, 1), "folded, and one event"
            assert live.table.rematch
        again.disconnect()
        await again.close()

    asyncio.run(scene())


def test_a_game_is_folded_whole_or_not_at_all(tmp_path: Path) -> None:
    async def scene() -> None:
        tables = Lobby(Store(f"sqlite:///{tmp_path / 't.sqlite3'}"), keep=Keep(None, None))
        await tables.open()
        config, seats, events = finished(now() - 40 * DAY)
        for name in ("first", "second", "third"):
            new = new_table(structs.replace(config, id=name), seats, events)
            await tables.store.put(name, (), [*new, rows.change_phase(name, "over")])
        refuse = "WHEN OLD.table_id = 'second' BEGIN SELECT RAISE(ABORT, 'no'); END"
        with tables.store.engine.begin() as connection:  # the disk fails between the two halves of folding
            connection.exec_driver_sql(f"CREATE TRIGGER refuse BEFORE DELETE ON events {refuse}")
        with pytest.raises(Refused):
            await forget(tables.store, Keep())
        wanted = "SELECT id, folded IS NOT NULL, (SELECT count(*) FROM events WHERE table_id = id) FROM tables"
        assert ask(tmp_path / "t.sqlite3", wanted) == [("first", 1, 0), ("second", 0, 4), ("third", 0, 4)]
        with tables.store.engine.begin() as connection:
            connection.exec_driver_sql("DROP TRIGGER refuse")
        assert await forget(tables.store, Keep()) == (0, 2)
        assert {row[1:] for row in ask(tmp_path / "t.sqlite3", wanted)} == {(1, 0)}
        tables.disconnect()
        await tables.close()

    asyncio.run(scene())


def test_a_game_that_is_folded_while_it_is_read_is_read_whole(tmp_path: Path) -> None:
    async def scene() -> None:
        tables = Lobby(Store(f"sqlite:///{tmp_path / 't.sqlite3'}"), keep=Keep(None, None))
        await tables.open()
        config, seats, events = finished(now() - 40 * DAY)
        await tables.store.put("", (), [*new_table(config, seats, events), rows.change_phase(config.id, "over")])
        stored = await tables.store.load(config.id)
        assert stored is not None
        folded = json.encode(fold(stored, now())).decode()
        reads: list[str] = []

        @listens_for(tables.store.engine, "after_cursor_execute")
        def fold_meanwhile(connection: object, cursor: object, statement: str, *more: object) -> None:
            if statement.startswith("SELECT") and not reads:  # between the first query of the reader and the next
                reads.append(statement)
                with contextlib.closing(sqlite3.connect(tmp_path / "t.sqlite3")) as other:
                    other.execute("UPDATE tables SET folded = ?", (folded,))
                    other.execute("DELETE FROM events")
                    other.commit()

        async with tables.at(config.id) as live:
            assert reads
            assert (live.table.number, live.table.ply, live.table.phase) == (4, 1, "over")
        tables.disconnect()
        await tables.close()

    asyncio.run(scene())


def test_what_would_not_unfold_to_the_same_game_is_not_folded() -> None:
    config, seats, events = finished(1.0, Event(5, 2.0, "offer", 1, offer="rematch"))
    from billes.server.events import write

    stored = Stored(config, seats, [(event.number, event.at, write(event)) for event in events])
    assert fold(stored, now()) is None, "an offer is open"
    stored.events.pop()
    made = fold(stored, now())
    assert made is not None
    assert fold(stored, 0.5) is None, "too young"
    again = Table(config, seats, folded=made)
    assert again.rights(ME) == stored.table().rights(ME)
    wrong = structs.replace(config, clock=(60.0, 0.0))  # the events of a game without clocks
    assert Table(wrong, seats, folded=made).clock is not None
    stored.config = wrong
    with_clock = fold(stored, now())
    assert with_clock is not None
    assert with_clock.remaining == [60.0, 60.0]


@pytest.mark.parametrize("words", ["x=1", "unjoined", "finished=soon", "finished=-1", "unjoined=nan"])
def test_what_is_kept_is_written_plainly(words: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_keep([words])
    assert read_keep([]) == Keep(7.0, 30.0)
    assert read_keep(["unjoined=2,finished=forever"]) == Keep(2.0, None)
    assert read_keep(["unjoined=0.5", "finished=1"]) == Keep(0.5, 1.0)
