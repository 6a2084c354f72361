"""A server of one's own and people at its tables, for what is measured over sockets: soaks, storms and lists."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from msgspec import json
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

if "billes.core.jit" not in sys.modules:  # a few moves are made here: compiling takes longer
    os.environ.setdefault("BILLES_INTERPRETED", "1")

from billes.core.position import Position, read

SOURCES = Path(__file__).parents[1] / "src"
KINDS = [("pylos", "standard"), ("quits", "standard"), ("balanx", "standard"), ("bilitaire", "match")]
MANY, OFTEN = 100_000, [1e6, 1e6]
LIMITS = {
    "creating": OFTEN, "asking": OFTEN, "visitor_asking": OFTEN, "talking": [100, 100], "address_talking": OFTEN,
    "tables": MANY, "sockets": 100, "address_sockets": MANY, "all_sockets": MANY, "connections": MANY,
    "all_connections": MANY, "address_analyses": 100,
}  # fmt: skip
"""All players come from one address here."""
PATIENCE = 30.0
"""Seconds after which a message that does not come is an error."""


class Served:
    """A running server: its address, and what it tells about itself."""

    def __init__(self, url: str, pid: int) -> None:
        self.url = url
        self.pid = pid

    def figures(self) -> dict[str, float]:
        """What `/metrics` says, by name and labels; labels of the process are left out."""
        found = {}
        for line in httpx.get(f"{self.url}/metrics", timeout=PATIENCE).text.splitlines():
            if not line.startswith("#"):
                name, _, value = re.sub(r'process="\d+",?', "", line).replace("{}", "").rpartition(" ")
                found[name.replace(",}", "}")] = float(value)
        return found

    def memory(self) -> float:
        """Megabytes that the server holds, with the processes it has started."""
        return sum(resident(pid) for pid in family(self.pid)) / 1e6


@contextlib.contextmanager
def served(**environment: str) -> Iterator[Served]:
    """A server with a fresh database in a temporary folder."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "billes.server.serve", "--port", "0", "--no-open", "--no-allow-solving"]
        variables = {**os.environ, "PYTHONPATH": str(SOURCES), "PYTHONUNBUFFERED": "1", "BILLES_COMPILE": "0"}
        variables |= {"BILLES_LIMITS": json.encode(LIMITS).decode(), **environment}
        command += ["--database", f"{folder}/t.sqlite3"]
        # in a session of its own: Ctrl-C is for us, and the server is still asked for its figures
        with subprocess.Popen(
            command, env=variables, stdout=subprocess.PIPE, text=True, start_new_session=True
        ) as process:
            try:
                assert process.stdout is not None
                found = re.search(r"http://\S+", process.stdout.readline())
                if found is None:
                    raise SystemExit("the server did not start")
                yield Served(found[0].rstrip("/"), process.pid)
            finally:
                process.terminate()


def family(pid: int) -> list[int]:
    """A process and those it has started."""
    found = [pid]
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError, IndexError):  # it has ended meanwhile
            if folder.name.isdigit() and int(stat(int(folder.name))[1]) == pid:
                found.append(int(folder.name))
    return found


def stat(pid: int) -> list[str]:
    """What the system knows of a process, from its state on."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()


def resident(pid: int) -> int:
    """Bytes that a process holds; 0 where it has ended."""
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


class Times:
    """Seconds that something took."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def add(self, seconds: float) -> None:
        """One more."""
        self.seconds.append(seconds)

    def take(self) -> list[float]:
        """Those since the last time, in order of size, in milliseconds."""
        found, self.seconds = sorted(1000 * one for one in self.seconds), []
        return found


def shares(found: list[float]) -> tuple[float, float, float]:
    """Median, 99th percentile and worst of sorted values."""
    if not found:
        return 0.0, 0.0, 0.0
    return found[len(found) // 2], found[min(len(found) - 1, int(0.99 * len(found)))], found[-1]


class Person:
    """A visitor at a table: knows the position from what the server sends, and can come and go."""

    def __init__(self, url: str, table: str, cookie: str, player: int) -> None:
        self.url = url
        self.table = table
        self.cookie = cookie
        self.player = player
        self.position: Position | None = None
        self.turn = 0
        self.mover = 0
        self.over = False
        self.seen = 0
        self.heard_at: dict[int, float] = {}
        """When events were heard, by number."""
        self.news = asyncio.Event()
        self.errors: list[str] = []
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    async def come(self) -> float:
        """Connect, or come back; gives the seconds until the table is known."""
        began = time.perf_counter()
        address = f"{self.url.replace('http', 'ws')}/api/tables/{self.table}/live"
        self._socket = await connect(
            f"{address}?seen={self.seen}" if self.seen else address,
            additional_headers={"Cookie": self.cookie, "Origin": self.url},
            max_size=None,
            compression=None,
            open_timeout=PATIENCE,
        )
        self._hear(await asyncio.wait_for(self._socket.recv(), PATIENCE))
        spent = time.perf_counter() - began
        self._reader = asyncio.create_task(self._listen(self._socket))
        return spent

    async def _listen(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in socket:
                if (ping := self._hear(text)) is not None:
                    await socket.send(f'{{"type":"pong","ping":{ping}}}')

    def _hear(self, text: str | bytes) -> int | None:
        """Take in a message; gives the number of a ping."""
        message: dict[str, Any] = json.decode(text)
        match message["type"]:
            case "ping":
                return int(message["ping"])
            case "state":
                self.position = read(message["game"], message["variant"], message["text"])
                self.seen = message["number"]
            case "event" if message["number"] > self.seen:
                self.seen = message["number"]
                self.heard_at[self.seen] = time.perf_counter()
                if message["kind"] == "move" and self.position is not None:
                    self.position = self.position.play(message["move"])
            case "error":
                self.errors.append(f"{self.table}: {message['error']} {message['message']}")
        if status := message.get("status"):
            self.turn, self.mover, self.over = status["turn"], status["player"], status["phase"] == "over"
        self.news.set()
        return None

    async def until(self, number: int) -> float:
        """Wait until an event is heard; gives when."""
        async with asyncio.timeout(PATIENCE):
            while number not in self.heard_at and self.seen < number:
                self.news.clear()
                await self.news.wait()
        return self.heard_at.get(number, time.perf_counter())

    async def my_turn(self) -> bool:
        """Wait for my turn; False where the game is over."""
        async with asyncio.timeout(2 * PATIENCE):
            while self.mover != self.player and not self.over:
                self.news.clear()
                await self.news.wait()
        return not self.over

    async def move(self, chance: random.Random) -> None:
        """Play some legal move."""
        assert self.position is not None
        await self.say({"type": "move", "move": chance.choice(self.position.moves).text, "answers": self.turn})

    async def say(self, message: dict[str, Any]) -> None:
        """Send something."""
        assert self._socket is not None
        await self._socket.send(json.encode(message).decode())

    async def leave(self, abruptly: bool = False) -> None:
        """Disconnect; abruptly, as when a network is gone."""
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._socket is not None:
            if abruptly:
                self._socket.transport.abort()
            else:
                await self._socket.close()
        self._reader = self._socket = None


async def seated(url: str, number: int, computer: bool = False) -> list[Person]:
    """A new table and the people at it, not yet connected: two, or one against the computer's weakest level."""
    game, variant = KINDS[number % len(KINDS)]
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as host, httpx.AsyncClient(base_url=url) as guest:
        seats: list[dict[str, Any]] = [{"kind": "here"}, {"kind": "computer"} if computer else {"kind": "link"}]
        clock = {"main": 36_000, "increment": 1}
        asked = {"game": game, "variant": variant, "seats": seats, "clock": clock}
        made = (await host.post("/api/tables", json=asked)).raise_for_status().json()
        visitors = [host]
        if not computer:
            joined = await guest.post(f"/api{made['seats'][1]['invite']}", json={"name": "Guest"}, timeout=PATIENCE)
            joined.raise_for_status()
            visitors.append(guest)
        cookies = ["; ".join(f"{name}={value}" for name, value in one.cookies.items()) for one in visitors]
    return [Person(url, made["table"], cookie, player) for player, cookie in enumerate(cookies, 1)]


async def calm_game(url: str, number: int, times: Times, pause: float, stop: asyncio.Event, errors: list[str]) -> None:
    """Two people who play on quietly, whatever others do: how long their moves take is what others do to them."""
    chance = random.Random(number)
    while not stop.is_set():
        people = await seated(url, number)
        try:
            for one in people:
                await one.come()
            while not stop.is_set():
                mover = people[people[0].mover - 1] if people[0].mover else people[0]
                if not await mover.my_turn():
                    break
                sent, wanted = time.perf_counter(), mover.seen + 1
                await mover.move(chance)
                other = people[2 - mover.player]
                times.add(await other.until(wanted) - sent)
                await mover.until(wanted)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), pause * chance.uniform(0.5, 1.5))
        except (TimeoutError, OSError, httpx.HTTPError, ConnectionClosed) as error:
            errors.append(repr(error))
        finally:
            for one in people:
                errors.extend(one.errors)
                await one.leave()
