"""Starting the server on a database with many running games and many events.

    python bench/start.py [--games 10 5000] [--events 0 1000000] [--wait 0]

For every number of running games with clocks, and every number of events of finished games besides, a database is made
in a temporary folder and a server is started on it. Printed are the seconds until the server says that it is ready,
until it answers a first request, until it shows one of the running games that is asked for then, and (with --wait)
until the clocks of all games go on.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

if "billes.core.jit" not in sys.modules:  # the rules are only used to prepare games: compiling takes longer
    os.environ.setdefault("BILLES_INTERPRETED", "1")

from sqlalchemy import Connection, func, insert, select

from billes.core.position import start
from billes.server.events import Event, write
from billes.server.storage import rows
from billes.server.storage.database import connect, migrate

SOURCES = Path(os.environ.get("PYTHONPATH") or Path(__file__).parents[1] / "src")
KINDS = [("pylos", "standard"), ("quits", "standard"), ("balanx", "standard"), ("bilitaire", "match")]
DIFFERENT = 40
"""Different games; the tables play one or another of them."""
PLIES = 20
LIMITS = '{"creating": [1e6, 1e6], "asking": [1e6, 1e6], "visitor_asking": [1e6, 1e6]}'


def line(number: int) -> tuple[str, str, list[tuple[int, str]]]:
    """A random game that is not over after so many moves: who moved, and what."""
    game, variant = KINDS[number % len(KINDS)]
    chance = random.Random(number)
    while True:
        position = start(game, variant)
        moves = []
        for _ in range(PLIES):
            if position.outcome is not None:
                break
            move = chance.choice(position.moves)
            moves.append((position.player, move.text))
            position = position.play(move)
        if position.outcome is None:
            return game, variant, moves


def events_of(moves: list[tuple[int, str]], at: float, over: bool) -> Iterator[Event]:
    """A game's events."""
    clock: list[float | None] = [3600.0, 3600.0]
    yield Event(1, at, "start", remaining=clock)
    for number, (by, move) in enumerate(moves, 2):
        yield Event(number, at + number, "move", by, move, remaining=clock)
    if over:
        number = len(moves) + 2
        yield Event(number, at + number, "end", 1, reason="resignation", winner=2, remaining=clock)


def fill(connection: Connection, count: int, over: bool, lines: list[tuple[str, str, list[tuple[int, str]]]]) -> None:
    """Put games into a database."""
    at = time.time() - 3600
    for first in range(0, count, 1000):
        names = range(first, min(count, first + 1000))
        made, seats, events = [], [], []
        for number in names:
            game, variant, moves = lines[number % len(lines)]
            name = f"{'over' if over else 'play'}{number:08}"
            row = {"id": name, "game": game, "variant": variant, "start": str(start(game, variant)), "main": 3600.0}
            row |= {"increment": 0.0, "creator": f"host{number}", "created": at, "phase": "over" if over else "playing"}
            made.append(row | {"lots": 0})
            for player in (1, 2):
                seat: dict[str, Any] = {"table_id": name, "player": player, "kind": "human", "level": 0}
                seat |= {"name": f"Player {player}", "visitor": f"visitor{number}-{player}", "invite": None}
                seats.append(seat | {"left": 0})
            events += [
                {"table_id": name, "number": event.number, "at": event.at, "event": write(event)}
                for event in events_of(moves, at, over)
            ]
        connection.execute(insert(rows.tables), made)
        connection.execute(insert(rows.seats), seats)
        connection.execute(insert(rows.events), events)


def make(path: Path, games: int, events: int) -> None:
    """A database with running games, and with finished ones that make up so many events."""
    engine = connect(f"sqlite:///{path}")
    migrate(engine)
    lines = [line(number) for number in range(DIFFERENT)]
    with engine.begin() as connection:
        fill(connection, games, False, lines)
        fill(connection, events // (PLIES + 2), True, lines)
    engine.dispose()


def resumed(path: Path) -> int:
    """How many events there are."""
    engine = connect(f"sqlite:///{path}")
    with engine.connect() as connection:
        count = connection.execute(select(func.count()).select_from(rows.events)).scalar()
    engine.dispose()
    return int(count or 0)


def measure(path: Path, games: int, wait: float) -> list[str]:
    """Start a server, and time it."""
    command = [sys.executable, "-m", "billes.server.serve", "--port", "0", "--no-open", "--database", str(path)]
    environment = {**os.environ, "PYTHONPATH": str(SOURCES), "PYTHONUNBUFFERED": "1", "BILLES_LIMITS": LIMITS}
    environment["BILLES_COMPILE"] = "0"
    before = resumed(path) if wait else 0
    began = time.perf_counter()
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            times = [time.perf_counter() - began]
            url = found[0].rstrip("/")
            with httpx.Client(base_url=url, verify=False, timeout=120) as client:
                client.get("/api/health").raise_for_status()
                times.append(time.perf_counter() - began)
                asked = time.perf_counter()
                client.get(f"/api/tables/play{games - 1:08}").raise_for_status()
                times.append(time.perf_counter() - asked)
            shown = [f"{seconds:9.2f}" for seconds in times]
            while wait and time.perf_counter() - began < wait and resumed(path) - before < games:
                time.sleep(0.5)
            if wait:
                done = resumed(path) - before
                shown.append(f"{time.perf_counter() - began:9.2f}" if done >= games else f"{done} of {games}")
            return shown
        finally:
            server.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, nargs="+", default=[10, 5000], help="running games with clocks")
    parser.add_argument("--events", type=int, nargs="+", default=[0, 1_000_000], help="events of finished games")
    parser.add_argument("--wait", type=float, default=0.0, help="seconds to wait for all clocks to go on")
    options = parser.parse_args()
    print(
        f"{'games':>7} {'events':>9} {'ready':>9} {'answers':>9} {'a game':>9} {'all resumed' if options.wait else ''}"
    )
    for games in options.games:
        for events in options.events:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "t.sqlite3"
                make(path, games, events)
                measured = " ".join(measure(path, games, options.wait))
                print(f"{games:7} {events:9} {measured}", flush=True)


if __name__ == "__main__":
    main()
