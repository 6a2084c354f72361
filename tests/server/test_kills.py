"""The server is killed in the middle of games, again and again. Nothing that was acknowledged is ever lost."""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

from websockets.exceptions import WebSocketException

from billes.core.game import Game
from billes.core.position import read

from .client import SOURCES, Json, Line, Server, Visitor, any_move
from .fork_server import ForkServer
from .test_computers import OPEN

KILLS = 12
"""Enough to meet a write under way a few times; `python -m bench.kills --database sqlite` kills hundreds of times."""
GAMES = [("quits", "standard", None), ("pylos", "expert", {"main": 600, "increment": 1}), ("balanx", "small", None),
         ("bilitaire", "match", {"main": 900, "increment": 0})]  # fmt: skip


class Player(threading.Thread):
    """Plays both sides of a table as fast as it can, through every cut, the way a page would."""

    def __init__(self, servers: ForkServer, host: Visitor, table: Json) -> None:
        super().__init__(daemon=True)
        self.servers = servers
        self.host = host
        self.table = str(table["table"])
        self.game = Game(table["game"], table["variant"])
        self.rng = random.Random(table["game"])
        self.acknowledged: list[tuple[int, str]] = []
        self.seen = 0
        self.turn = 1
        self.waiting = ""
        self.cuts = 0
        self.over = threading.Event()
        self.trouble: Exception | None = None

    def run(self) -> None:
        try:
            while not self.over.is_set():
                try:
                    with self.host.live(self.table, self.seen or None) as line:
                        self.play(line)
                except (OSError, WebSocketException, EOFError):
                    self.cuts += 1
                    time.sleep(0.005)
        except Exception as error:
            self.trouble = error

    def play(self, line: Line) -> None:
        if not self.seen:
            line.until("state")
        while not self.over.is_set():
            # What had no answer is sent again, just as it was.
            self.waiting = self.waiting or any_move(self.game.position, self.rng)
            done = line.ask(type="move", move=self.waiting, answers=self.turn)
            if done["type"] != "done":
                raise AssertionError(done)
            self.seen = line.seen
            self.turn = done["number"]
            self.acknowledged.append((done["number"], self.waiting))
            self.game.play(self.waiting)
            self.waiting = ""
            if self.game.outcome is not None:
                self.over.set()


def test_a_dozen_kills(tmp_path: Path) -> None:
    servers = ForkServer(tmp_path / "t.sqlite3")
    rng = random.Random(50)
    try:
        servers.start()
        host = Visitor(servers)  # type: ignore[arg-type]  # a servers has an address, which is all that is asked of it
        players = []
        for number in range(8):
            game, variant, clock = GAMES[number % len(GAMES)]
            players.append(Player(servers, host, host.create(game, "here", "here", variant=variant, clock=clock)))
        for player in players:
            player.start()
        for _ in range(KILLS):
            time.sleep(rng.uniform(0.02, 0.25))
            servers.kill()
            servers.start()
            host.moved()
            for player in players:
                acknowledged = list(player.acknowledged)
                told = host.get(f"/tables/{player.table}")
                moves = [entry["move"] for entry in told["moves"]]
                assert moves[: len(acknowledged)] == [move for _, move in acknowledged], "an acknowledged move is lost"
                assert str(replayed(told)) == told["text"]
        for player in players:
            player.over.set()
        for player in players:
            player.join(20)
            assert player.trouble is None, player.trouble
            events = host.get(f"/tables/{player.table}")
            moves = [entry["move"] for entry in events["moves"]]
            assert moves[: len(player.acknowledged)] == [move for _, move in player.acknowledged]
            assert len(moves) - len(player.acknowledged) <= 1, "no more than the one move that waits for its answer"
            numbers = [number for number, _ in player.acknowledged]
            assert numbers == sorted(set(numbers))
        assert sum(len(player.acknowledged) for player in players) > KILLS, "games were played meanwhile"
        host.http.close()
    finally:
        servers.close()
    assert "Traceback" not in (tmp_path / "t.log").read_text()


def replayed(told: Json) -> object:
    """The position that the moves of a table lead to."""
    position = read(told["game"], told["variant"], told["start"])
    for entry in told["moves"]:
        position = position.play(entry["move"])
    return position


def test_a_whole_server_is_killed(tmp_path: Path) -> None:
    """The same with servers started from nothing, as people start them."""
    server = Server(tmp_path / "t.sqlite3")
    try:
        with Visitor(server) as host:
            table = host.create("quits", "here", "here")["table"]
            for _ in range(3):
                with host.live(table) as line:
                    line.until("state")
                    for _ in range(3):
                        number = line.move()["number"]
                    server.kill()
                server.start()
                host.moved()
                assert host.get(f"/tables/{table}")["number"] == number
    finally:
        server.close()


LONG: dict[str, str | int] = {"game": "quits", "text": OPEN, "seconds": 60}
DRAWS = """
import asyncio
from billes.server.work.drawers import Drawers

async def main() -> None:
    drawers = Drawers()
    drawers.start()
    while not drawers.processes:
        await asyncio.sleep(0.05)
    print(drawers.processes[0].pid, flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_a_killed_server_leaves_no_processes_behind(tmp_path: Path) -> None:
    """Neither the engine, which searches, nor the process that draws."""
    server = Server(tmp_path / "t.sqlite3")
    try:
        with Visitor(server) as host:
            table = host.create("quits", "here", "computer")["table"]
            with host.live(table) as line:
                line.until("state")
                line.move()
                line.until(lambda heard: heard.get("kind") == "move" and heard["by"] == 2, 60)
            engines = children(server.process.pid)
            assert engines
            with host.http.stream("GET", "/api/analysis", params=LONG, timeout=60) as answer:
                next(answer.iter_lines())
                engines |= children(server.process.pid)
                server.kill()
    finally:
        server.close()
    script = tmp_path / "draws.py"
    script.write_text(DRAWS)
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
    with subprocess.Popen([sys.executable, str(script)], env=environment, stdout=subprocess.PIPE, text=True) as drawing:
        assert drawing.stdout is not None
        engines.add(int(drawing.stdout.readline()))
        drawing.kill()
    until = time.monotonic() + 30
    while any(Path(f"/proc/{pid}").exists() for pid in engines):
        assert time.monotonic() < until, engines
        time.sleep(0.1)


def children(pid: int) -> set[int]:
    """The processes that a process has started."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1]) == pid:
                found.add(int(folder.name))
    return found
