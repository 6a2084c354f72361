"""Many games at once: every table gets a move per second, played from sockets of its own over loopback.

    python bench/load.py [--games 1000] [--seconds 15] [--rate 1.0] [--ceiling 5] [--against CHECKOUT]

A server is started for it, with a fresh database in a temporary folder. Printed are errors, the time from sending a
move to the opponent hearing of it and to the opponent seeing it (the look), processor time per move, and the memory of
the server's process by table, socket and move. Then every table moves as soon as it has heard: that is the ceiling.
With `--against` another checkout of this project is measured first, in the same way: before and after in one run. With
`--wait` all sockets are closed and as many are opened again later: what was given back, and what grows.
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
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from msgspec import json

if "billes.core.jit" not in sys.modules:  # the rules are only used to prepare games: compiling takes longer
    os.environ.setdefault("BILLES_INTERPRETED", "1")

from billes.core.position import start
from crowd import family, resident, stat

HERE = Path(__file__).parents[1]
KINDS = [("pylos", "standard"), ("quits", "standard"), ("balanx", "standard"), ("bilitaire", "match")]
CLOCK = {"main": 3600, "increment": 1}
LIMITS: dict[str, Any] = {
    "creating": [1e6, 1e6],
    "asking": [1e6, 1e6],
    "visitor_asking": [1e6, 1e6],
    "talking": [1e6, 1e6],
    "address_talking": [1e6, 1e6],
    "frames": [1e6, 1e6],
    "connections": 20_000,
    "all_connections": 20_000,
    "tables": 10_000,
    "sockets": 100,
    "address_sockets": 20_000,
    "all_sockets": 20_000,
}
EVENT = re.compile(rb'\{"type":"event","number":(\d+),"at":[\d.e+]+,"kind":"move","by":(\d)')
LOOK = re.compile(rb'\{"type":"look","number":(\d+)')
PING = re.compile(rb'\{"type":"ping","ping":(\d+)')


class Line(asyncio.Protocol):
    """One socket of a player, spoken as plainly as can be: the generator must not be what is measured."""

    def __init__(self, game: Game, player: int, head: bytes) -> None:
        self.game = game
        self.player = player
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._head = head
        self._waiting = bytearray()
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        assert isinstance(transport, asyncio.Transport) or hasattr(transport, "write")
        self._transport = transport  # type: ignore[assignment]  # uvloop's is one, too
        self._transport.write(self._head)

    def data_received(self, data: bytes) -> None:
        """Take messages apart."""
        self._waiting += data
        if not self.opened.done():
            end = self._waiting.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._waiting.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(bytes(self._waiting[:200]).decode(errors="replace")))
                return
            del self._waiting[: end + 4]
            self.opened.set_result(None)
        waiting, at = self._waiting, 0
        while len(waiting) >= at + 2:
            size, head = waiting[at + 1] & 127, 2
            if size == 126:
                size, head = int.from_bytes(waiting[at + 2 : at + 4], "big"), 4
            elif size == 127:
                size, head = int.from_bytes(waiting[at + 2 : at + 10], "big"), 10
            if len(waiting) < at + head + size:
                break
            self._hear(waiting[at] & 15, bytes(waiting[at + head : at + head + min(size, 400)]))
            at += head + size
        del waiting[:at]

    def _hear(self, kind: int, message: bytes) -> None:
        game = self.game
        if kind == 8:
            game.load.errors.append(f"{game.table}: closed, {message[:60]!r}")
        elif found := EVENT.match(message):
            if int(found[2]) != self.player:
                game.heard(int(found[1]))
        elif found := LOOK.match(message):
            if game.turn == int(found[1]) and game.mover == self.player:
                game.load.looks.append(time.perf_counter() - game.sent)
        elif found := PING.match(message):
            self.say(b'{"type":"pong","ping":%b}' % found[1])
        elif message.startswith(b'{"type":"error"'):
            game.load.errors.append(f"{game.table}: {message.decode(errors='replace')}")
            game.waiting = False

    def connection_lost(self, error: Exception | None) -> None:
        """The server has closed it."""
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("closed"))

    def say(self, message: bytes) -> None:
        """Send a message of less than 126 bytes, masked with zeros."""
        self._transport.write(bytes((0x81, 0x80 | len(message), 0, 0, 0, 0)) + message)

    def close(self) -> None:
        """Close the socket."""
        self._transport.close()


class Game:
    """One table, its two sockets and the moves that are played."""

    def __init__(self, load: Load, table: str, moves: Sequence[str], cookies: tuple[str, str]) -> None:
        self.load = load
        self.cookies = cookies
        self.table = table
        self.moves = moves
        self.lines: list[Line] = []
        self.ply = 0
        self.turn = 1
        self.sent = 0.0
        self.waiting = False
        """Whether a move is under way."""

    @property
    def mover(self) -> int:
        """The player to move."""
        return self.ply % 2 + 1

    def play(self) -> None:
        """Send the next move."""
        if self.ply < len(self.moves):
            self.waiting = True
            move = f'{{"type":"move","move":"{self.moves[self.ply]}","answers":{self.turn}}}'.encode()
            self.sent = time.perf_counter()
            self.lines[self.ply % 2].say(move)

    def heard(self, number: int) -> None:
        """The opponent has heard of the move."""
        self.load.last = time.perf_counter()
        self.load.delays.append(self.load.last - self.sent)
        self.turn = number
        self.ply += 1
        self.waiting = False
        if self.load.hurried:
            self.play()


class Load:
    """All games, and what was measured."""

    def __init__(self, url: str, lines: Sequence[Sequence[str]]) -> None:
        parts = urlsplit(url)
        self.host, self.port = parts.hostname or "127.0.0.1", parts.port or 80
        self.lines = lines
        self.games: list[Game] = []
        self.delays: list[float] = []
        self.looks: list[float] = []
        self.errors: list[str] = []
        self.late = 0
        self.last = 0.0
        """When a move was last heard."""
        self.hurried = False
        """Whether every table moves as soon as it has heard."""

    async def ask(self, method: str, path: str, body: object = None, cookie: str = "") -> tuple[Any, str]:
        """An answer of the server's, and the cookies it sets."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        content = b"" if body is None else json.encode(body)
        head = self.head(method, path, cookie, "close") + f"Content-Length: {len(content)}\r\n"
        writer.write(f"{head}Content-Type: application/json\r\n\r\n".encode() + content)
        answer = await reader.read()
        writer.close()
        begin, _, rest = answer.partition(b"\r\n\r\n")
        if not begin.startswith(b"HTTP/1.1 2"):
            raise ConnectionError(answer[:300].decode(errors="replace"))
        if b"transfer-encoding: chunked" in begin.lower():
            rest = rest.partition(b"\r\n")[2].rpartition(b"\r\n0\r\n")[0]
        cookies = re.findall(rb"(?i)\r\nset-cookie: ([^;\r]+)", begin)
        return json.decode(rest), "; ".join(one.decode() for one in cookies)

    def head(self, method: str, path: str, cookie: str, connection: str) -> str:
        """The beginning of a request."""
        host = f"{self.host}:{self.port}"
        head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: {connection}\r\n"
        return head + (f"Cookie: {cookie}\r\n" if cookie else "")

    async def make_table(self, number: int) -> None:
        """Create a table for two visitors."""
        kind, variant = KINDS[number % len(KINDS)]
        seats = [{"kind": "here"}, {"kind": "link"}]
        table = {"game": kind, "variant": variant, "seats": seats, "clock": CLOCK}
        made, host = await self.ask("POST", "/api/tables", table)
        _, guest = await self.ask("POST", f"/api{made['seats'][1]['invite']}", {"name": f"Guest {number}"})
        self.games.append(Game(self, made["table"], self.lines[number], (host, guest)))

    async def open_sockets(self, game: Game) -> None:
        """Open the sockets of the two players."""
        for player, cookie in enumerate(game.cookies, 1):
            head = self.head("GET", f"/api/tables/{game.table}/live", cookie, "Upgrade")
            key = (
                "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            line = Line(game, player, (head + key).encode())
            await asyncio.get_running_loop().create_connection(lambda line=line: line, self.host, self.port)  # type: ignore[misc]
            await asyncio.wait_for(line.opened, 30)
            game.lines.append(line)

    async def at_rate(self, rate: float, seconds: float) -> None:
        """Move at every table at a rate, the tables spread over time."""
        begin = time.perf_counter()
        chance = random.Random(1)
        moves = [
            (chance.random() / rate + ply / rate, game) for game in self.games for ply in range(int(seconds * rate))
        ]
        moves.sort(key=lambda move: move[0])
        for at, game in moves:
            left = begin + at - time.perf_counter()
            if left > 0:
                await asyncio.sleep(left)
            if game.waiting:
                self.late += 1
            else:
                game.play()

    async def close(self) -> None:
        """Close all sockets."""
        for game in self.games:
            for line in game.lines:
                line.close()
        await asyncio.sleep(0.1)

    async def until_heard(self, seconds: float) -> None:
        """Wait until no move is under way."""
        end = time.perf_counter() + seconds
        while any(game.waiting for game in self.games) and time.perf_counter() < end:
            await asyncio.sleep(0.05)

    async def ceiling(self, seconds: float) -> str:
        """Play at all tables as fast as moves are heard: how many that are, in words."""
        self.delays.clear()
        self.hurried, began = True, time.perf_counter()
        for game in self.games:
            game.play()
        await asyncio.sleep(seconds)
        wall, self.hurried = self.last - began, False
        told = f"ceiling         {len(self.delays) / wall:.0f} moves per second, {spread(self.delays)}"
        await self.until_heard(20)
        return told


async def measure(url: str, pid: int, lines: Sequence[Sequence[str]], options: argparse.Namespace) -> None:
    """Open all tables, play at them, and print what was measured."""
    load = Load(url, lines)
    for number in range(len(KINDS)):  # what is loaded for the first table of a game is loaded once
        await load.make_table(number)
    empty, warm = memory(pid), len(load.games)
    began = time.perf_counter()
    await in_groups([load.make_table(n) for n in range(warm, options.games)])
    await asyncio.sleep(1)
    tables = memory(pid)
    await in_groups([load.open_sockets(game) for game in load.games])
    print(f"{options.games} tables and {2 * options.games} sockets opened in {time.perf_counter() - began:.1f} s")
    await asyncio.sleep(1)
    sockets = memory(pid)
    spent, own, began = processor(pid), time.process_time(), time.perf_counter()
    await load.at_rate(options.rate, options.seconds)
    wall = time.perf_counter() - began
    after, own = processor(pid), time.process_time() - own
    await load.until_heard(20)
    await asyncio.sleep(2)
    moves = len(load.delays)
    print(f"moves           {moves} in {wall:.1f} s ({moves / wall:.0f} per second), {load.late} left out as late")
    print(f"errors          {len(load.errors)} {load.errors[:3] if load.errors else ''}")
    print(f"sent to heard   {spread(load.delays)}")
    if load.looks:
        print(f"sent to seen    {spread(load.looks)} ({len(load.looks)} looks)")
    used = {one: seconds - spent.get(one, 0.0) for one, seconds in after.items()}
    shares = " + ".join(f"{share / wall:.0%}" for share in used.values())
    print(f"processor       {shares} of a core, {1000 * sum(used.values()) / max(1, moves):.2f} ms per move, ", end="")
    print(f"{1000 * used[pid] / max(1, moves):.2f} ms of it in the server's own process; this script {own / wall:.0%}")
    per_table, per_socket = (tables - empty) / (options.games - warm), (sockets - tables) / (2 * options.games)
    per_move = (memory(pid) - sockets) / max(1, moves)
    print(
        f"memory          {empty:.0f} MB at first, {1000 * per_table:.0f} kB per table that nobody is connected to, ",
        end="",
    )
    print(f"{1000 * per_socket:.0f} kB per socket, {1000 * per_move:.1f} kB per move, {memory(pid):.0f} MB now")
    if options.ceiling:
        print(await load.ceiling(options.ceiling))
    before = memory(pid)
    await load.close()
    if options.wait:
        await asyncio.sleep(options.wait)
        print(
            f"given back      {before:.0f} MB with all sockets, {memory(pid):.0f} MB {options.wait:.0f} s after them, ",
            end="",
        )
        load.games.clear()
        await in_groups([load.make_table(n) for n in range(options.games)])
        await in_groups([load.open_sockets(game) for game in load.games])
        await asyncio.sleep(1)
        print(f"{memory(pid):.0f} MB with as many new tables and sockets")
        await load.close()


async def in_groups(jobs: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Do things eight at a time."""
    for first in range(0, len(jobs), 8):
        await asyncio.gather(*jobs[first : first + 8])


def spread(delays: Sequence[float]) -> str:
    """Median, 99th percentile and worst."""
    found = sorted(1000 * delay for delay in delays) or [0.0]
    at = [found[min(len(found) - 1, int(share * len(found)))] for share in (0.5, 0.99, 1.0)]
    return f"median {at[0]:.1f} ms, 99th percentile {at[1]:.1f} ms, worst {at[2]:.1f} ms"


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


def memory(pid: int) -> float:
    """Megabytes that a process holds."""
    return resident(pid) / 1e6


def processor(pid: int) -> dict[int, float]:
    """Seconds of processor time used by a process and by each of its children."""
    found = {one: stat(one) for one in family(pid)}
    return {one: (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK") for one, times in found.items()}


def serve_and_measure(checkout: Path, lines: Sequence[Sequence[str]], options: argparse.Namespace) -> None:
    """Measure the server of a checkout."""
    known = (checkout / "src" / "billes" / "server" / "settings.py").read_text("utf-8")
    limits = {name: value for name, value in LIMITS.items() if re.search(rf"^    {name}: ", known, re.MULTILINE)}
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), "PYTHONUNBUFFERED": "1", "BILLES_COMPILE": "0"}
    environment["BILLES_LIMITS"] = json.encode(limits).decode()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "billes.server.serve", "--port", "0", "--no-open"]
        command += ["--database", f"{folder}/t.sqlite3"]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://\S+", server.stdout.readline())
                assert found is not None
                with asyncio.Runner(loop_factory=_loop) as runner:
                    runner.run(measure(found[0].rstrip("/"), server.pid, lines, options))
            finally:
                server.terminate()


def _loop() -> asyncio.AbstractEventLoop:
    """A quick event loop, where there is one."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    loop: asyncio.AbstractEventLoop = uvloop.new_event_loop()
    return loop


def main() -> None:
    """Measure this checkout, and another one before it where it is named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rate", type=float, default=1.0, help="moves per second at every table")
    parser.add_argument("--ceiling", type=float, default=5, help="seconds for which tables move as fast as they can")
    parser.add_argument(
        "--wait", type=float, default=0, help="seconds after the last socket until memory is looked at again"
    )
    parser.add_argument("--against", type=Path, help="another checkout, to be measured first")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    plies = int(options.seconds * options.rate) + 15
    lines = [line(*KINDS[number % len(KINDS)], number, plies) for number in range(options.games)]
    for name, checkout in (("before", options.against), ("after", HERE)):
        if checkout is not None:
            print(f"--- {name}: {checkout}" if options.against else f"--- {checkout}", flush=True)
            serve_and_measure(checkout.resolve(), lines, options)


if __name__ == "__main__":
    main()
