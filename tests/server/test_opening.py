"""The server listens first and loads games afterwards; a clock goes on from the moment the server was last alive."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import insert

from billes.core.position import start
from billes.server.events import Event, now, row_of
from billes.server.lobby import Lobby
from billes.server.storage import rows
from billes.server.storage.database import connect, migrate
from billes.server.storage.rows import new_table
from billes.server.storage.store import Store
from billes.server.table import Seat, TableConfig

ME = "me"
AGO = 1000.0
"""Seconds since the games were played."""


def database(path: Path, games: int, runs: list[tuple[float, float]], *more: Event) -> float:
    """A database with running games: the second player's clock showed 60 s some time ago. Gives that moment."""
    engine = connect(f"sqlite:///{path / 't.sqlite3'}")
    migrate(engine)
    then = now() - AGO
    with engine.begin() as connection:
        for number in range(games):
            config = TableConfig(f"table{number}", "quits", "standard", str(start("quits")), ME, then, (60.0, 0.0))
            seats = [Seat(player, "human", visitor=ME) for player in (1, 2)]
            first = Event(1, then, "start", remaining=[60.0, 60.0])
            for statement, values in new_table(config, seats, [first]):
                connection.execute(statement, values)
            second = Event(2, then, "move", 1, "b2c3", remaining=[60.0, 60.0])
            connection.execute(insert(rows.events), row_of(config.id, second))
        for event in more:
            connection.execute(insert(rows.events), row_of("table1", event))
        for started, alive in runs:
            connection.execute(insert(rows.runs), {"started": then + started, "alive": then + alive})
    engine.dispose()
    return then


async def left(tables: Lobby, name: str) -> float | None:
    async with tables.at(name) as live:
        assert live.table.clock is not None
        assert live.table.clock.running == 2
        assert live.table.phase == "playing"
        assert live.timer is not None
        return live.table.clock.remaining[1]


@pytest.mark.parametrize(
    ("runs", "remaining"),
    [
        ([(-100, 10)], 50),
        ([(-100, 10), (500, 600)], 50),  # the second server stopped before it had loaded the game
        ([(-100, -2)], 60),  # stopped before the next sign of life
        ([], 60),
        ([(-100, 10), (5000, 9000)], 50),  # a server whose clock was wrong
    ],
)
def test_the_time_between_two_servers_is_nobodys(
    tmp_path: Path, runs: list[tuple[float, float]], remaining: float
) -> None:
    async def scene() -> None:
        database(tmp_path, 1, runs)
        tables = Lobby(Store(f"sqlite:///{tmp_path / 't.sqlite3'}"))
        await tables.open()
        assert await left(tables, "table0") == remaining
        async with tables.at("table0") as live:
            assert [event.kind for event in live.table.events] == ["start", "move", "clocks"], "resumed once"
        tables.disconnect()
        await tables.close()

    asyncio.run(scene())


def test_an_event_of_the_future_costs_nobody_time(tmp_path: Path) -> None:
    async def scene() -> None:
        later = Event(3, now() + 1e6, "move", 2, "d5c4", remaining=[60.0, 33.0])
        database(tmp_path, 3, [(-100, 10)], later)
        tables = Lobby(Store(f"sqlite:///{tmp_path / 't.sqlite3'}"))
        await tables.open()
        assert [await left(tables, name) for name in ("table0", "table2")] == [50, 50]
        async with tables.at("table1") as live:
            assert live.table.clock is not None
            assert live.table.clock.remaining == [60.0, 33.0]
            assert live.table.clock.since <= now(), "from here on its own clock is right again"
        tables.disconnect()
        await tables.close()

    asyncio.run(scene())


def test_games_are_loaded_in_the_background_and_first_those_asked_for(tmp_path: Path) -> None:
    games = 60

    async def scene() -> None:
        database(tmp_path, games, [(-100, 10)])
        tables = Lobby(Store(f"sqlite:///{tmp_path / 't.sqlite3'}"))
        await tables.open()
        assert not tables.tables, "it listens before it has loaded anything"
        assert await left(tables, f"table{games - 1}") == 50
        assert len(tables.tables) < games / 2
        async with asyncio.timeout(30):
            while len(tables.tables) < games:
                await asyncio.sleep(0.01)
        assert [await left(tables, f"table{number}") for number in range(games)] == [50] * games
        tables.disconnect()
        await tables.close()

    asyncio.run(scene())
