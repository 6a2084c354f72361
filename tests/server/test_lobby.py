"""Inside: what happens when the disk refuses, when the drawing process dies or hangs, when nobody looks any more."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import time
import weakref
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from sqlalchemy import insert

from billes.core.position import Position, start
from billes.server import actions, background
from billes.server.api.tables import record_tags
from billes.server.broadcast import LiveTable
from billes.server.errors import Refused
from billes.server.events import Event, now, read, write
from billes.server.lobby import Lobby
from billes.server.messages import requests
from billes.server.sockets import Connection
from billes.server.storage import rows, store
from billes.server.storage.store import Store
from billes.server.table import Seat, Table, TableConfig
from billes.server.work import answers, drawers, drawing
from billes.server.work.computers import Computers
from billes.server.work.drawers import Drawers
from billes.server.work.drawing import Job, draw, job_of, turn_job

ME = "me"


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Lobby]:
    tables = Lobby(Store(f"sqlite:///{path / 't.sqlite3'}"))
    await tables.open()
    try:
        yield tables
    finally:
        tables.disconnect()
        await tables.close()


async def table_of(tables: Lobby, name: str = "table", clock: tuple[float, float] | None = None) -> LiveTable:
    seats = [Seat(player, "human", visitor=ME) for player in (1, 2)]
    config = TableConfig(name, "quits", "standard", str(start("quits")), ME, now(), clock)
    return await actions.create(tables, config, seats)


def test_what_the_disk_refuses_does_not_happen(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as tables:
            live = await table_of(tables)
            reader = Connection(ME, 10)
            live.connections.add(reader)
            with tables.store.engine.begin() as other:  # somebody else has written event 2
                row = {
                    "table_id": "table",
                    "number": 2,
                    "at": now(),
                    "event": write(Event(2, now(), "move", 1, "b1c2")),
                }
                other.execute(insert(rows.events), row)
            with pytest.raises(Refused) as refused:
                await actions.play(tables, "table", ME, requests.Play("b2c3", 1), now())
            assert refused.value.code == "not-kept"
            assert reader.code == 4011, "readers are sent to look again"
            assert not reader._outbox, "nobody has heard of it"
            async with tables.at("table") as again:
                assert again is not live
                assert [move.text for move in again.table.game.moves] == ["b1c2"], "what is on disk is what happened"

    asyncio.run(scene())


def test_a_game_that_ends_before_its_computer_begins_to_think(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as tables:
            computers = Computers(tables, 1)
            try:
                live = await table_of(tables)
                turn = live.table.turn
                await actions.resign(tables, "table", ME, requests.Resign())
                assert live.table.phase == "over"
                await computers._move(live, turn)
            finally:
                await computers.close()

    asyncio.run(scene())


def test_nothing_is_sent_before_it_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    execute = Store._execute

    def slow(self: Store, writes: Sequence[store.Write]) -> None:
        time.sleep(0.3)
        execute(self, writes)

    async def scene() -> None:
        async with opened(tmp_path) as tables:
            live = await table_of(tables)
            reader = Connection("somebody", 10)
            live.connections.add(reader)
            monkeypatch.setattr(Store, "_execute", slow)
            playing = asyncio.create_task(actions.play(tables, "table", ME, requests.Play("b2c3", 1), now()))
            asked = asyncio.create_task(_state(tables, "table"))
            await asyncio.sleep(0.15)
            assert not reader._outbox
            assert not asked.done(), "who asks for the table waits"
            assert await playing == 2
            assert [json.decode(text)["type"] for text in reader._outbox][:1] == ["event"]
            assert await asked == 2

    asyncio.run(scene())


async def _state(tables: Lobby, name: str) -> int:
    return (await tables.state(name, None)).number


def test_one_bad_write_does_not_spoil_the_others(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as tables:
            names = [f"table{n}" for n in range(20)]
            for name in names:
                await table_of(tables, name)
            writes = [tables.store.put(name, [Event(2, now(), "move", 1, "b2c3")]) for name in names]
            writes.append(tables.store.put("table3", [Event(2, now(), "move", 1, "b1c2")]))
            results = await asyncio.gather(*writes, return_exceptions=True)
            assert [type(result) for result in results] == [type(None)] * 20 + [Refused]

    asyncio.run(scene())


@pytest.mark.parametrize("name", ["\ud800", 1 << 80], ids=["no text", "no number"])
def test_the_writer_survives_errors_of_any_kind(tmp_path: Path, name: object) -> None:
    """Neither of them is an error of SQLAlchemy's: one cannot be written as UTF-8, the other not as an integer."""

    async def scene() -> None:
        async with opened(tmp_path) as tables:
            bad: rows.Statement = insert(rows.visitors), {"id": "x", "name": name}
            with pytest.raises(Refused, match="could not be written"):
                await asyncio.wait_for(tables.store.put("", (), [bad]), 5)
            await asyncio.wait_for(table_of(tables), 5)
            assert await asyncio.wait_for(actions.play(tables, "table", ME, requests.Play("b2c3", 1), now()), 5) == 2

    asyncio.run(scene())


def test_tables_nobody_uses_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "IDLE", 0.0)
    monkeypatch.setattr(background, "BEAT", 0.05)

    async def scene() -> None:
        async with opened(tmp_path) as tables:
            idle, watched = [await table_of(tables, name) for name in ("idle", "watched")]
            watched.connections.add(Connection(ME, 10))
            timed = await table_of(tables, "timed", (60.0, 0.0))
            await actions.play(tables, "timed", ME, requests.Play("b2c3", 1), now())
            await actions.play(tables, "idle", ME, requests.Play("b2c3", 1), now())
            await asyncio.sleep(0.3)
            assert set(tables.tables) == {"watched", "timed"}
            assert timed.timer is not None
            async with tables.at("idle") as again:
                assert again is not idle
                assert again.table.ply == 1
            assert await tables.store.last_alive(tables.store.started) > tables.store.started + 0.2

    asyncio.run(scene())


def test_memory_is_given_back_after_many_have_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "BEAT", 0.01)
    monkeypatch.setattr(background, "MANY", 2)

    class Ring:
        """Something that only the collector can free."""

        def __init__(self) -> None:
            self.itself = self

    async def run() -> None:
        async with opened(tmp_path) as tables:
            unused = weakref.ref(Ring())
            tables.left = 1
            await asyncio.sleep(0.1)
            assert unused() is not None, "not for a few"
            tables.left = 2
            await soon(lambda: unused() is None)
            assert tables.left == 0

    gc.disable()
    try:
        asyncio.run(run())
    finally:
        gc.enable()


def turn(before: Position, after: Position, handled: bool = True) -> Job:
    return turn_job(before, after, True, (), handled)


def test_drawing_elsewhere_is_the_same_as_here(caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        drawer = Drawers()
        pid = await ready(drawer)
        before = start("bilitaire")
        for move in ("xd4", None, None):
            after = before.play(move or before.moves[0])
            assert await drawer.draw(turn(before, after)) == draw(turn(before, after))
            assert await drawer.draw(job_of(after, True)) == draw(job_of(after, True))
            before = after
        os.kill(pid, signal.SIGKILL)
        after = before.play(before.moves[0])
        assert await drawer.draw(turn(before, after)) == draw(turn(before, after))
        assert not drawer.processes
        await drawer.close()

    asyncio.run(scene())
    assert "a drawing process is replaced" in caplog.text


async def ready(drawer: Drawers) -> int:
    """Wait until another process draws; gives its number."""
    drawer.start()
    assert drawer.starting is not None
    await drawer.starting
    (process,) = drawer.processes
    assert process.pid not in (0, os.getpid())
    return process.pid


def sent(reader: Connection, *types: str) -> int:
    """How many messages of some types wait for a reader."""
    return sum(f'"type":"{one}"' in text for text in reader._outbox for one in types)


async def soon(happened: Callable[[], bool]) -> None:
    until = time.monotonic() + 5
    while not happened():
        assert time.monotonic() < until
        await asyncio.sleep(0.01)


def test_a_stuck_drawing_process_holds_up_no_move_and_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(drawers, "DEADLINE", 0.5)

    async def scene() -> None:
        async with opened(tmp_path) as tables:
            names = [f"table{n}" for n in range(5)]
            readers = [Connection(ME, 10) for _ in names]
            for name, reader in zip(names, readers, strict=True):
                (await table_of(tables, name)).connections.add(reader)
            stuck = await ready(tables.drawers)
            os.kill(stuck, signal.SIGSTOP)
            play = (actions.play(tables, name, ME, requests.Play("b2c3", 1), now()) for name in names)
            assert await asyncio.wait_for(asyncio.gather(*play), 0.4) == [2] * 5, "moves do not wait for it"
            assert [sent(reader, "event", "look") for reader in readers] == [1] * 5
            await soon(lambda: all(sent(reader, "look") == 1 for reader in readers))  # they are drawn here
            await soon(lambda: not Path(f"/proc/{stuck}").exists())
            assert await ready(tables.drawers) != stuck
            await actions.play(tables, "table0", ME, requests.Play("d5c4", 2), now())
            await soon(lambda: sent(readers[0], "look") == 2)

    asyncio.run(scene())
    assert "a drawing process is replaced" in caplog.text


def test_looks_come_in_order_and_one_stands_for_many(tmp_path: Path) -> None:
    """A process that draws slowly holds up no event; what waits too long is not drawn move by move."""

    async def scene() -> None:
        async with opened(tmp_path) as tables:
            live = await table_of(tables)
            reader = Connection(ME, 100)
            live.connections.add(reader)
            pid = await ready(tables.drawers)
            os.kill(pid, signal.SIGSTOP)
            for count in range(10):
                move = live.table.position.moves[0].text
                await actions.play(tables, "table", ME, requests.Play(move, live.table.turn), now())
                assert sent(reader, "event", "look") == count + 1
            late = Connection(None, 100)
            late.since = live.table.number
            live.connections.add(late)
            os.kill(pid, signal.SIGCONT)
            await soon(lambda: not live._turns)
            looks = [json.decode(text) for text in reader._outbox if '"type":"look"' in text]
            numbers = [look["number"] for look in looks]
            assert numbers == sorted(numbers)
            assert (numbers[0], numbers[-1]) == (2, 11)
            assert len(numbers) < 6
            assert ["gestures" in look for look in looks] == [False] * (len(looks) - 1) + [True]
            shown: dict[str, Any] = json.decode(drawing.joined(drawing.parts(start("quits"))))
            for look in looks:
                shown |= look["scene"]
            assert shown == json.decode(drawing.joined(drawing.parts(live.table.position)))
            assert not sent(late, "event", "look"), "who came later was told already"

    asyncio.run(scene())


def test_what_cannot_be_drawn_is_told_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        drawer = Drawers()
        await ready(drawer)
        found: list[object] = []
        drawer.add(Job("quits", "standard", (), ""), found.append)
        await soon(lambda: found == [None])
        assert drawer.processes, "it is no reason to end the process"
        await drawer.close()

    asyncio.run(scene())
    assert "cannot be drawn" in caplog.text


def test_a_busy_server_draws_elsewhere() -> None:
    async def scene() -> None:
        drawer = Drawers()
        before = start("quits")
        after = before.play("b2c3")
        for _ in range(5):
            await drawer.draw(turn(before, after, False))
        assert drawer.starting is None
        for _ in range(100):
            await drawer.draw(turn(before, after, False))
        assert drawer.starting is not None
        await drawer.starting
        assert drawer.processes
        assert (await drawer.draw(turn(before, after))).gestures
        await drawer.close()

    asyncio.run(scene())


def test_a_reader_who_never_reads_is_closed() -> None:
    async def scene() -> None:
        reader = Connection(None, 3)
        for _ in range(4):
            reader.send(b"{}")
        assert reader.code == 4009

    asyncio.run(scene())


def two(clock: tuple[float, float] | None = None) -> Table:
    seats = [Seat(1, "human", visitor=ME), Seat(2, "human", visitor="you")]
    return Table(TableConfig("t", "quits", "standard", str(start("quits")), ME, 0.0, clock), seats)


def test_a_table_is_its_events() -> None:
    table = two()
    for event in (
        Event(1, 1.0, "start"),
        Event(2, 2.0, "move", 1, "b2c3"),
        Event(3, 3.0, "offer", 1, offer="undo"),
        Event(4, 4.0, "undo", 1, removed=1),
    ):
        table.apply(event)
    assert (table.number, table.turn, table.ply, table.player, table.offer) == (4, 4, 0, 1, None)
    assert table.rights(ME).undo == "no"
    assert table.rights(None).resign is False
    table.apply(Event(5, 5.0, "end", 2, reason="resignation", winner=1))
    assert table.player == 0
    assert str(table.outcome).startswith("player 1 wins")


def test_events_on_disk() -> None:
    """What is written is read back, and so is what version 0.1 wrote."""
    event = Event(7, 1.5, "move", 2, "b2c3", ("b2", "c3"), remaining=[1.0, None])
    assert read(7, 1.5, write(event)) == event
    old = '{"kind":"move","by":2,"move":"b2c3","touched":["b2","c3"],"remaining":[1.0,null],"running":1}'
    assert read(7, 1.5, old) == event


def test_whose_clock_runs_follows_from_the_events() -> None:
    table = two((60.0, 0.0))
    full: list[float | None] = [60.0, 60.0]
    seen = []
    for kind, fields in (
        ("start", {}),
        ("move", {"by": 1, "move": "b2c3"}),
        ("clocks", {}),
        ("move", {"by": 2, "move": "d5c4"}),
        ("undo", {"by": 1, "removed": 2}),
        ("move", {"by": 1, "move": "b2c3"}),
        ("undo", {"by": 1, "removed": 1}),
        ("end", {"reason": "agreement"}),
    ):
        values: dict[str, Any] = fields
        table.apply(Event(table.number + 1, 0.0, kind, remaining=full, **values))  # type: ignore[arg-type]
        assert table.clock is not None
        seen.append(table.clock.running)
    assert seen == [0, 2, 2, 1, 0, 2, 0, 0]


def test_reading_a_record_changes_nothing() -> None:
    table = two()
    table.seats[0].name = "Claire"
    table.game.tags["Event"] = "Sunday"
    before = dict(table.game.tags)
    sent = answers.played(table.game, record_tags(table))
    assert b'[Player1 "Claire"]' in answers.table_record(sent)
    assert table.game.tags == before


def test_every_socket_is_pinged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PINGS", 0.2)

    async def scene() -> None:
        async with opened(tmp_path) as tables:
            live = await table_of(tables)
            readers = [Connection(ME, 100) for _ in range(3)]
            live.connections.update(readers)
            await asyncio.sleep(2.0)
            assert all(reader._count >= 3 for reader in readers)
            readers[0].pong(readers[0]._count)
            assert live.lag(ME) > 0

    asyncio.run(scene())
