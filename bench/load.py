"""Many games at once: every table gets a move per second, played from sockets of its own over loopback.

    python bench/load.py [--games 500] [--seconds 30] [--rate 1.0]

A server is started for it, with a fresh database in a temporary folder. Printed are errors, the time from sending a
move to the opponent receiving it (median, 99th percentile, worst), the server's memory per game and processor time per
move.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
from msgspec import Struct, json
from websockets.asyncio.client import ClientConnection, connect

os.environ.setdefault("BILLES_INTERPRETED", "1")  # the rules are only used to prepare games: compiling takes longer

from billes.core.position import start

SOURCES = Path(__file__).parents[1] / "src"
KINDS = [("pylos", "standard"), ("quits", "standard"), ("balanx", "standard"), ("bilitaire", "match")]
MANY, OFTEN = 100_000, [1e6, 1e6]
LIMITS = {
    "creating": OFTEN, "asking": OFTEN, "visitor_asking": OFTEN, "talking": [100, 100], "address_talking": OFTEN,
    "tables": MANY, "sockets": 100, "address_sockets": MANY, "all_sockets": MANY, "connections": MANY,
    "all_connections": MANY,
}  # fmt: skip
"""All players come from one address here."""


class Received(Struct):
    """As much of a message as is needed here."""

    type: str
    number: int = 0
    kind: str = ""
    by: int = 0
    ping: int = 0
    error: str = ""
    message: str = ""


class Game:
    """One table, its two sockets and the moves that will be played."""

    def __init__(self, table: str, moves: list[str], sockets: tuple[ClientConnection, ClientConnection]) -> None:
        self.table = table
        self.moves = moves
        self.sockets = sockets
        self.sent = 0.0
        self.turn = 1
        self.received = asyncio.Event()
        self.received.set()


class Load:
    """All games, and what was measured."""

    def __init__(self, url: str, options: argparse.Namespace) -> None:
        self.url = url
        self.options = options
        self.delays: list[float] = []
        self.errors: list[str] = []
        self.late = 0

    async def create_table(self, number: int, stack: AsyncExitStack) -> Game:
        """Create a table for two visitors and open their sockets."""
        game, variant = KINDS[number % len(KINDS)]
        moves = line(game, variant, number, int(self.options.seconds * self.options.rate) + 8)
        async with (
            httpx.AsyncClient(base_url=self.url, verify=False) as host,
            httpx.AsyncClient(base_url=self.url, verify=False) as guest,
        ):
            seats = [{"kind": "here"}, {"kind": "link"}]
            answer = await host.post(
                "/api/tables", json={"game": game, "variant": variant, "seats": seats, "clock": CLOCK}, timeout=60
            )
            made = answer.raise_for_status().json()
            invite = made["seats"][1]["invite"]
            (await guest.post(f"/api{invite}", json={"name": f"Guest {number}"}, timeout=60)).raise_for_status()
            cookies = ["; ".join(f"{k}={v}" for k, v in client.cookies.items()) for client in (host, guest)]
        address = self.url.replace("http", "ws") + f"/api/tables/{made['table']}/live"
        opened = [
            await stack.enter_async_context(
                connect(
                    address, additional_headers={"Cookie": cookie, "Origin": self.url}, max_size=None, compression=None
                )
            )
            for cookie in cookies
        ]
        return Game(made["table"], moves, (opened[0], opened[1]))

    async def receive(self, game: Game, player: int) -> None:
        """Receive what is sent to one player."""
        decode = json.Decoder(Received).decode
        socket = game.sockets[player - 1]
        async for text in socket:
            at = time.perf_counter()
            message = decode(text)
            if message.type == "event" and message.kind == "move":
                if message.by != player:
                    self.delays.append(at - game.sent)
                    game.turn = message.number
                    game.received.set()
            elif message.type == "ping":
                await socket.send(f'{{"type":"pong","ping":{message.ping}}}')
            elif message.type == "error":
                self.errors.append(f"{game.table}: {message.error} {message.message}")
                game.received.set()

    async def play(self, game: Game, begin: float, end: float) -> None:
        """Play moves at the rate, alternately."""
        pause = 1 / self.options.rate
        for ply, move in enumerate(game.moves):
            at = begin + ply * pause
            if at > end:
                return
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            if not game.received.is_set():
                self.late += 1
                await game.received.wait()
            game.received.clear()
            game.sent = time.perf_counter()
            await game.sockets[ply % 2].send(f'{{"type":"move","move":"{move}","answers":{game.turn}}}')

    async def run(self, pid: int) -> None:
        """Create all tables, play at them, and print what was measured."""
        options = self.options
        async with AsyncExitStack() as stack:
            empty = memory(pid)
            began = time.perf_counter()
            games: list[Game] = []
            for first in range(0, options.games, 20):
                batch = range(first, min(first + 20, options.games))
                games += await asyncio.gather(*(self.create_table(number, stack) for number in batch))
            print(f"{len(games)} tables and {2 * len(games)} sockets opened in {time.perf_counter() - began:.1f} s")
            readers = [asyncio.create_task(self.receive(game, player)) for game in games for player in (1, 2)]
            await asyncio.sleep(1)
            spent, own, began = processor(pid), time.process_time(), time.perf_counter()
            end = began + options.seconds
            chance = random.Random(1)
            await asyncio.gather(*(self.play(game, began + chance.random() / options.rate, end) for game in games))
            await asyncio.sleep(1)
            wall = time.perf_counter() - began - 1
            after, own = processor(pid), time.process_time() - own
            used = [now - then for now, then in zip(after, [*spent, *[0.0] * len(after)], strict=False)]
            full = memory(pid)
            for reader in readers:
                reader.cancel()
            await asyncio.gather(*readers, return_exceptions=True)
            moves = len(self.delays)
            shown = sorted(1000 * delay for delay in self.delays)
            print(f"moves received {moves} in {wall:.1f} s ({moves / wall:.0f} per second), {self.late} sent late")
            print(f"errors         {len(self.errors)} {self.errors[:3] if self.errors else ''}")
            print(
                f"sent to received: median {at(shown, 0.5):.1f} ms, 99th percentile {at(shown, 0.99):.1f} ms, ", end=""
            )
            print(f"worst {shown[-1]:.1f} ms")
            shares = " + ".join(f"{share / wall:.0%}" for share in used)
            print(f"server         {shares} of a core, {1000 * sum(used) / max(1, moves):.2f} ms per move")
            print(f"this script    {own / wall:.0%} of a core")
            each = 1000 * (full - empty) / len(games)
            print(f"memory         {full:.0f} MB, empty {empty:.0f} MB: {each:.0f} kB per game")


CLOCK = {"main": 3600, "increment": 1}


def at(values: list[float], share: float) -> float:
    return values[min(len(values) - 1, int(share * len(values)))]


def line(game: str, variant: str, seed: int, plies: int) -> list[str]:
    """The moves of a random game that does not end before so many plies."""
    for attempt in range(1000):
        chance = random.Random(f"{game} {seed} {attempt}")
        position = start(game, variant)
        moves: list[str] = []
        seen: dict[Any, int] = {}
        while len(moves) < plies and position.outcome is None:
            seen[position.state] = seen.get(position.state, 0) + 1
            if seen[position.state] == 3:
                break
            move = chance.choice(position.moves)
            moves.append(move.text)
            position = position.play(move)
        if len(moves) >= plies:
            return moves
    raise SystemExit(f"no game of {game} lasts {plies} plies; choose fewer seconds")


def family(pid: int) -> list[Path]:
    """A process and those it has started."""
    found = [Path(f"/proc/{pid}")]
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and int(stat(folder)[1]) == pid:
                found.append(folder)
        except OSError:
            continue  # it has ended meanwhile
    return found


def stat(folder: Path) -> list[str]:
    """What the system knows of a process, from its state on."""
    return (folder / "stat").read_text().rsplit(")", 1)[1].split()


def memory(pid: int) -> float:
    """Megabytes a process and its children hold."""
    found = (re.search(r"VmRSS:\s+(\d+)", (folder / "status").read_text()) for folder in family(pid))
    return sum(int(one[1]) / 1000 for one in found if one)


def processor(pid: int) -> list[float]:
    """Seconds of processor time used by a process and by each of its children."""
    fields = [stat(folder) for folder in family(pid)]
    return [(int(one[11]) + int(one[12])) / os.sysconf("SC_CLK_TCK") for one in fields]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rate", type=float, default=1.0, help="moves per second at every table")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "billes.server.serve",
            "--port",
            "0",
            "--no-open",
            "--database",
            f"{folder}/t.sqlite3",
        ]
        environment = {**os.environ, "PYTHONPATH": str(SOURCES), "PYTHONUNBUFFERED": "1"}
        environment["BILLES_LIMITS"] = json.encode(LIMITS).decode()
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://\S+", server.stdout.readline())
                assert found is not None
                asyncio.run(Load(found[0].rstrip("/"), options).run(server.pid))
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
