"""Hostile neighbours: what players feel while somebody attacks the server.

    python bench/hostile.py [--only cookies pings] [--seconds 10] [--pairs 6] [--json]

A server with its usual limits is started on loopback for every attack. Pairs of players (from an address of their own)
move four times a second while the attack runs (from another address, in another process). Printed are, in milliseconds,
the time from a move sent to the move heard, how long a `check` takes on an idle socket, how late the server's event
loop was by its own count (a bound), the server's memory before, at most and after, and what the attacker, or a
stranger meanwhile, got.
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
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
from msgspec import Struct, json
from websockets.asyncio.client import ClientConnection, connect

if "billes.core.jit" not in sys.modules:  # the rules are only used to prepare games
    os.environ.setdefault("BILLES_INTERPRETED", "1")

from attacks import ATTACKS, LONG, PLAYERS, STRANGER, Target, long_game
from billes.core.game import Game
from billes.server.events import Event
from billes.server.storage import rows, store
from billes.server.table import Seat, TableConfig, start_event
from crowd import resident

SOURCES = Path(__file__).parents[1] / "src"
ATTACKER_NICENESS = 10
"""The attacker stands for a machine elsewhere: what it computes itself must not be taken for the server's trouble."""


# ------------------------------------------------------------------------------------------------------- measuring
class Received(Struct):
    """As much of a message as is needed here."""

    type: str
    number: int = 0
    kind: str = ""
    by: int = 0
    ping: int = 0
    error: str = ""
    id: str = ""


class Result(Struct):
    """What was measured during an attack."""

    attack: str
    moves: int
    median: float
    p99: float
    worst: float
    """From a move sent to the move heard, in milliseconds."""
    check: float
    worst_check: float
    """99th percentile and worst of a check on an idle socket, in milliseconds."""
    stall: float
    """99th percentile of how late the event loop was, as the server itself counts it: a bound, in milliseconds."""
    memory: tuple[float, float, float]
    """Megabytes before, at most, and after."""
    newcomer: float
    """The longest that somebody new took to come to a table, in milliseconds; -1 where that failed."""
    errors: int
    outcome: str


class Measure:
    """Players at their tables, and a socket on which the server's attention is measured."""

    def __init__(self, url: str, pairs: int) -> None:
        self.url = url
        self.pairs = pairs
        self.delays: list[float] = []
        self.checks: list[float] = []
        self.newcomers: list[float] = []
        self.errors: list[str] = []
        self.on = True

    async def table(self, client: httpx.AsyncClient, guest: httpx.AsyncClient) -> tuple[str, list[str]]:
        """A table of two, and the cookies of its players."""
        body = {"game": "balanx", "seats": [{"kind": "here"}, {"kind": "link"}]}
        made = (await client.post("/api/tables", json=body)).raise_for_status().json()
        (await guest.post(f"/api{made['seats'][1]['invite']}", json={})).raise_for_status()
        cookies = ["; ".join(f"{k}={v}" for k, v in one.cookies.items()) for one in (client, guest)]
        return made["table"], cookies

    @asynccontextmanager
    async def socket(self, table: str, cookie: str, address: str = PLAYERS) -> AsyncIterator[ClientConnection]:
        """A socket of a table."""
        where = self.url.replace("http", "ws") + f"/api/tables/{table}/live"
        headers = {"Cookie": cookie, "Origin": self.url}
        async with connect(
            where, additional_headers=headers, max_size=None, compression=None, local_addr=(address, 0), close_timeout=1
        ) as socket:
            yield socket

    def clients(self, address: str = PLAYERS) -> httpx.AsyncClient:
        """A client at an address."""
        return Target(self.url, 0).client(address)

    async def play(self, number: int) -> None:
        """Two players move in turn."""
        rng = random.Random(number)
        game = Game("balanx", "standard")
        decode = json.Decoder(Received).decode
        async with AsyncExitStack() as stack:
            async with self.clients() as host, self.clients() as guest:
                table, cookies = await self.table(host, guest)
            sockets = [await stack.enter_async_context(self.socket(table, cookie)) for cookie in cookies]
            heard = asyncio.Event()
            turn, sent = 1, 0.0

            async def listen(player: int) -> None:
                nonlocal turn
                async for text in sockets[player - 1]:
                    at = time.perf_counter()
                    message = decode(text)
                    if message.type == "ping":
                        await sockets[player - 1].send(f'{{"type":"pong","ping":{message.ping}}}')
                    elif message.type == "event" and message.kind == "move" and message.by != player:
                        if message.number > turn:
                            self.delays.append(1000 * (at - sent))
                            turn = message.number
                            heard.set()
                    elif message.type == "error":
                        self.errors.append(message.error)
                        heard.set()

            listeners = [asyncio.create_task(listen(player)) for player in (1, 2)]
            await asyncio.sleep(rng.random() / 4)
            while self.on and game.outcome is None:
                moves = game.position.moves
                move, player = rng.choice(moves).text, game.position.player
                heard.clear()
                sent = time.perf_counter()
                await sockets[player - 1].send(f'{{"type":"move","move":"{move}","answers":{turn}}}')
                await asyncio.wait_for(heard.wait(), 120)
                game.play(move)
                await asyncio.sleep(0.25)
            for listener in listeners:
                listener.cancel()

    async def check(self, number: int) -> None:
        """Ask whether the connection works, again and again."""
        async with self.clients() as client:
            body = {"game": "balanx", "seats": [{"kind": "here"}, {"kind": "here"}]}
            table = (await client.post("/api/tables", json=body)).raise_for_status().json()["table"]
        async with self.socket(table, "") as socket:
            await asyncio.sleep(0.05 * number / 4)
            while self.on:
                sent = time.perf_counter()
                await socket.send('{"type":"check","id":"c"}')
                while b'"done"' not in await socket.recv(decode=False):
                    pass
                self.checks.append(1000 * (time.perf_counter() - sent))
                await asyncio.sleep(max(0.0, 0.06 - (time.perf_counter() - sent)))

    async def come(self) -> None:
        """Somebody new comes to a table, every second or so."""
        while self.on:
            began = time.perf_counter()
            try:
                async with asyncio.timeout(10), self.clients(STRANGER) as client:
                    table = (
                        (await client.post("/api/tables", json={"game": "pylos"})).raise_for_status().json()["table"]
                    )
                    async with self.socket(table, "", STRANGER) as socket:
                        await socket.recv()
                self.newcomers.append(1000 * (time.perf_counter() - began))
            except Exception as error:
                self.newcomers.append(-1.0)
                self.errors.append(f"newcomer: {error!r}")
            await asyncio.sleep(1)


async def measured(name: str, options: argparse.Namespace, url: str, pid: int) -> Result:
    """Run one attack, and measure meanwhile."""
    measure = Measure(url, options.pairs)
    players = [asyncio.create_task(measure.play(number)) for number in range(options.pairs)]
    others = [asyncio.create_task(measure.check(number)) for number in range(4)]
    await asyncio.sleep(2)  # all have found their seats
    measure.delays.clear()
    measure.checks.clear()
    others.append(asyncio.create_task(measure.come()))
    before = most = memory(pid)
    before_stalls = await stalls(url)
    command = [sys.executable, __file__, "--attack", name, "--url", url, "--seconds", str(options.seconds)]
    attacker = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    os.setpriority(os.PRIO_PROCESS, attacker.pid, ATTACKER_NICENESS)
    assert attacker.stdout is not None
    output = asyncio.create_task(attacker.stdout.read())
    while not output.done():
        await asyncio.wait((output,), timeout=0.2)
        most = max(most, memory(pid))
    await attacker.wait()
    after_stalls = await stalls(url)
    await asyncio.sleep(1.5)
    measure.on = False
    results = await asyncio.gather(*players, *others, return_exceptions=True)
    measure.errors += [repr(error) for error in results if isinstance(error, Exception)]
    delays, checks = sorted(measure.delays) or [0.0], sorted(measure.checks) or [0.0]
    for error in measure.errors[:3]:
        print(f"  {name}: {error}", file=sys.stderr)
    return Result(
        attack=name,
        moves=len(measure.delays),
        median=at(delays, 0.5),
        p99=at(delays, 0.99),
        worst=delays[-1],
        check=at(checks, 0.99),
        worst_check=checks[-1],
        stall=stalled(before_stalls, after_stalls),
        memory=(before, most, memory(pid)),
        newcomer=-1.0 if min(measure.newcomers, default=0.0) < 0 else max(measure.newcomers, default=0.0),
        errors=len(measure.errors),
        outcome=output.result().decode().strip(),
    )


async def stalls(url: str) -> dict[float, float]:
    """How often the event loop was late by at most so many seconds."""
    async with httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(local_address=PLAYERS), timeout=60) as client:
        text = (await client.get(f"{url}/metrics")).text
    found = re.findall(r'billes_loop_stall_seconds_bucket\{.*le="(\S+)"\} (\d+)', text)
    return {float(bound): float(count) for bound, count in found}


def stalled(before: dict[float, float], after: dict[float, float]) -> float:
    """Within how many milliseconds 99 of 100 stalls between two looks were."""
    counts = {bound: count - before.get(bound, 0.0) for bound, count in after.items()}
    return min(1000 * bound for bound, count in counts.items() if count >= 0.99 * max(counts.values()))


def at(values: list[float], share: float) -> float:
    """A percentile of sorted values."""
    return values[min(len(values) - 1, int(share * len(values)))]


def memory(pid: int) -> float:
    """Megabytes that a process holds."""
    return resident(pid) / 1e6


# ---------------------------------------------------------------------------------------------------------- server
async def prepare(url: str) -> None:
    """Put a very long game into a fresh database: one that its only person plays alone, so that it may be analysed."""
    game = long_game()
    config = TableConfig(LONG, "balanx", "standard", str(game.positions[0]), "nobody", time.time())
    seats = [Seat(player, "human", visitor="nobody") for player in (1, 2)]
    first = start_event(1, time.time(), config, 2)
    moved = [
        Event(number, time.time(), "move", before.player, move.text)
        for number, (before, move) in enumerate(zip(game.positions, game.moves, strict=False), 2)
    ]
    opened = store.Store(url)
    opened.open()
    await opened.put(LONG, [first, *moved], rows.new_table(config, seats, []))
    await opened.close()


def run(name: str, options: argparse.Namespace) -> Result:
    """Start a server, run one attack on it, and stop it."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"{folder}/t.sqlite3"
        asyncio.run(prepare(f"sqlite:///{database}"))
        command = [sys.executable, "-m", "billes.server.serve", "--port", "0", "--no-open", "--database", database]
        environment = {**os.environ, "PYTHONPATH": str(SOURCES), "PYTHONUNBUFFERED": "1", "BILLES_COMPILE": "0"}
        environment.pop("BILLES_INTERPRETED")
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://\S+", server.stdout.readline())
                assert found is not None
                return asyncio.run(measured(name, options, found[0].rstrip("/"), server.pid))
            finally:
                server.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=list(ATTACKS), help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=10, help="how long each attack lasts")
    parser.add_argument("--pairs", type=int, default=6, help="how many pairs of players move meanwhile")
    parser.add_argument("--json", action="store_true", help="one JSON object per line")
    parser.add_argument("--attack", choices=list(ATTACKS), help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if options.attack:
        print(asyncio.run(ATTACKS[options.attack](Target(options.url, options.seconds))))
        return
    if not options.json:
        print(
            "milliseconds        moves  median     99 %    worst | check 99 %   worst | stall 99 % | newcomer |"
            " memory MB",
            flush=True,
        )
    for name in options.only or ATTACKS:
        found = run(name, options)
        if options.json:
            print(json.encode(found).decode(), flush=True)
            continue
        print(
            f"{found.attack:<18}{found.moves:>7}{found.median:>8.1f}{found.p99:>9.1f}{found.worst:>9.1f} |"
            f"{found.check:>11.1f}{found.worst_check:>8.1f} |{found.stall:>11.1f} |{found.newcomer:>9.0f} |"
            + "".join(f"{value:>6.0f}" for value in found.memory)
            + f" | {found.errors or ''} {found.outcome}",
            flush=True,
        )


if __name__ == "__main__":
    main()
