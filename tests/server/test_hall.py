"""Inside: what happens when the disk refuses, when the drawing process dies, when nobody looks any more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import insert

from billes.core.position import start
from billes.server import deeds, hall, requests, schema
from billes.server.clock import now
from billes.server.connection import Connection
from billes.server.drawing import Drawer, Studio, draw
from billes.server.errors import Refused
from billes.server.facts import Chair, Fact, Happened, Setting, write
from billes.server.hall import Hall
from billes.server.inuse import Live
from billes.server.settings import Settings
from billes.server.storage import Store
from billes.server.table import Table

ME = "me"


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Hall]:
    house = Hall(Settings(), Store(f"sqlite:///{path / 't.sqlite3'}"))
    await house.open()
    try:
        yield house
    finally:
        house.dismiss()
        await house.close()


async def table_of(house: Hall, name: str = "table", clock: tuple[float, float] | None = None) -> Live:
    chairs = [Chair(player, "human", visitor=ME) for player in (1, 2)]
    return await deeds.create(house, Setting(name, "quits", "standard", str(start("quits")), ME, now(), clock), chairs)


def test_what_the_disk_refuses_does_not_happen(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            live = await table_of(house)
            reader = Connection(ME, 10)
            live.connections.add(reader)
            with house.store.engine.begin() as other:  # somebody else has written event 2
                fact = write(Fact("move", 1, "b1c2"))
                other.execute(insert(schema.events), {"table_id": "table", "number": 2, "at": now(), "fact": fact})
            with pytest.raises(Refused) as refused:
                await deeds.play(house, "table", ME, requests.Play("b2c3", 1), now())
            assert refused.value.code == "busy"
            assert reader.code == 4009, "whoever looked on is sent to look again"
            async with house.at("table") as again:
                assert again is not live
                assert [move.text for move in again.table.game.moves] == ["b1c2"], "what is on disk is what happened"

    asyncio.run(scene())


def test_one_bad_order_does_not_spoil_the_others(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            names = [f"table{n}" for n in range(20)]
            for name in names:
                await table_of(house, name)
            orders = [house.store.put(name, [Happened(2, now(), Fact("move", 1, "b2c3"))]) for name in names]
            orders.append(house.store.put("table3", [Happened(2, now(), Fact("move", 1, "b1c2"))]))
            results = await asyncio.gather(*orders, return_exceptions=True)
            assert [type(result) for result in results] == [type(None)] * 20 + [Refused]

    asyncio.run(scene())


def test_tables_nobody_looks_at_are_put_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "IDLE", 0.0)
    monkeypatch.setattr(hall, "BEAT", 0.05)

    async def scene() -> None:
        async with opened(tmp_path) as house:
            idle, watched, timed = [await table_of(house, name) for name in ("idle", "watched", "timed1")]
            watched.connections.add(Connection(ME, 10))
            timed = await table_of(house, "timed", (60.0, 0.0))
            await deeds.play(house, "timed", ME, requests.Play("b2c3", 1), now())
            await deeds.play(house, "idle", ME, requests.Play("b2c3", 1), now())
            await asyncio.sleep(0.3)
            assert set(house.tables) == {"watched", "timed"}
            assert timed.timer is not None
            assert (await house.get("idle")) is not idle
            assert (await house.get("idle")).table.ply == 1
            assert await house.store.alive() > now() - 5

    asyncio.run(scene())


def test_drawing_elsewhere_is_the_same_as_here() -> None:
    async def scene() -> None:
        studio = Studio()
        studio._drawers = [await Drawer.start()]
        before = start("bilitaire")
        for move in ("xd4", None, None):
            after = before.play(move or before.moves[0])
            away = await studio.draw("x", before, after, (), True)
            here = draw(before, after, (), True)
            assert (away.motions, away.scene, away.gestures, away.trembles) == (
                here.motions, here.scene, here.gestures, here.trembles
            )  # fmt: skip
            before = after
        studio._drawers[0]._process.kill()
        after = before.play(before.moves[0])
        assert (await studio.draw("x", before, after, (), False)).scene == draw(before, after, (), False).scene
        assert studio._drawers == []
        await studio.close()

    asyncio.run(scene())


def test_a_busy_house_calls_for_help(tmp_path: Path) -> None:
    async def scene() -> None:
        studio = Studio()
        before = start("quits")
        after = before.play("b2c3")
        for _ in range(5):
            await studio.draw("x", before, after, (), False)
        assert not studio._starting
        for _ in range(100):
            await studio.draw("x", before, after, (), False)
        assert studio._starting
        await asyncio.gather(*studio._tasks)
        assert len(studio._drawers) == 1
        assert (await studio.draw("x", before, after, (), True)).gestures
        await studio.close()

    asyncio.run(scene())


def test_a_reader_who_never_reads_is_closed() -> None:
    async def scene() -> None:
        reader = Connection(None, 3)
        for _ in range(4):
            reader.tell(b"{}")
        assert reader.code == 4009

    asyncio.run(scene())


def test_a_table_is_its_facts() -> None:
    chairs = [Chair(1, "human", visitor=ME), Chair(2, "human", visitor="you")]
    setting = Setting("t", "quits", "standard", str(start("quits")), ME, 0.0)
    facts = [Fact("start"), Fact("move", 1, "b2c3"), Fact("offer", 1, offer="undo"), Fact("undo", 1, removed=1)]
    table = Table(setting, chairs, [Happened(n, float(n), fact) for n, fact in enumerate(facts, 1)])
    assert (table.number, table.turn, table.ply, table.player, table.offer) == (4, 4, 0, 1, None)
    assert table.rights(ME).undo == "no"
    assert table.rights(None).resign is False
    table.apply(Happened(5, 5.0, Fact("end", 2, reason="resignation", winner=1)))
    assert table.player == 0
    assert str(table.outcome).startswith("player 1 wins")


def test_every_socket_is_pinged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "PINGS", 0.2)

    async def scene() -> None:
        async with opened(tmp_path) as house:
            live = await table_of(house)
            readers = [Connection(ME, 100) for _ in range(3)]
            live.connections.update(readers)
            await asyncio.sleep(2.0)
            assert all(reader._count >= 3 for reader in readers)
            readers[0].ponged(readers[0]._count)
            assert live.lag(ME) > 0

    asyncio.run(scene())
