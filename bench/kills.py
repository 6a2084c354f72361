"""Games that go on while servers, the database and the bus are killed: is anything lost that was acknowledged?

    python -m bench.kills --kills 300                          three processes on PostgreSQL and Valkey
    python -m bench.kills --kills 300 --database sqlite        one process on SQLite

Two people per game, each connected to any of the processes, play games made up beforehand. Whoever is cut off connects
to another process and sends again what had no answer, as the page does. Meanwhile one thing after another is killed: a
process (and started again), a process stopped for longer than its lease and woken up, the database (immediate
shutdown), the bus. In the end every game is played to its end, and the database is compared with what was acknowledged.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, suppress
from http.cookiejar import Cookie, CookieJar
from pathlib import Path
from typing import Any

import httpx
from msgspec import Struct, field, json
from sqlalchemy import select
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parents[1]))
if "billes.core.jit" not in sys.modules:
    os.environ.setdefault("BILLES_INTERPRETED", "1")

from tests.server.client import any_move
from tests.server.databases import Postgres, Valkey
from tests.server.fork_server import ForkServer

from billes.core.game import Game
from billes.server.storage import rows
from billes.server.storage.database import connect as open_database

KINDS = [("quits", "standard", None), ("pylos", "expert", {"main": 3600, "increment": 10}), ("balanx", "small", None),
         ("bilitaire", "match", {"main": 3600, "increment": 10})]  # fmt: skip
LIMITS = (
    '{"talking": [1000, 1000], "asking": [100000, 10000], "creating": [10000, 1000], "tables": 100000, '
    '"visitor_asking": [100000, 10000], "address_talking": [100000, 100000], "connections": 10000, '
    '"address_sockets": 10000}'
)
SAID = re.compile("ERROR|WARNING|CRITICAL")
"""How a line of the log begins that says something."""
AT_ONCE = 2
"""Things that are dead at the same time, at most."""
ASLEEP = (3.5, 6.0)
"""Seconds that a process is stopped: longer than its lease."""
PATIENCE = 120.0
"""Seconds a game may stand still once nothing is killed any more, before it counts as stuck."""
FIRST_WAIT, LONGER, LONGEST_WAIT = 0.4, 1.7, 8.0
"""Seconds before somebody who was cut off connects again, how many times longer each further time, and at most."""


class Script(Struct):
    """A game made up beforehand."""

    game: str
    variant: str
    clock: dict[str, int] | None
    moves: list[str]


class NoCookies(CookieJar):
    """Keeps no cookies: everybody sends their own."""

    def set_cookie(self, cookie: Cookie) -> None:
        """Forget it."""


class Tally(Struct):
    """What came of it."""

    kills: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    finished: int = 0
    cuts: int = 0
    trouble: list[str] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    """Seconds from a move first sent to its acknowledgement."""
    still: float = 0.0
    """Seconds that a game stood still, at most: from one event heard by anybody at the table to the next."""


def scripts(rng: random.Random, count: int, choice: int = 1) -> list[Script]:
    """Games at random, played to their end; of so many the shortest."""
    made = []
    for number in range(count):
        game, variant, clock = KINDS[number % len(KINDS)]
        moves = min((playout(game, variant, rng) for _ in range(choice)), key=len)
        made.append(Script(game, variant, clock, moves))
    return made


def playout(game: str, variant: str, rng: random.Random) -> list[str]:
    """The moves of a game at random."""
    played = Game(game, variant)
    while played.outcome is None:
        played.play(any_move(played.position, rng))
    return [move.text for move in played.moves]


class Servers:
    """The processes, and what they stand on."""

    def __init__(self, stack: ExitStack, folder: Path, kind: str, processes: int) -> None:
        self.postgres: Postgres | None = None
        self.valkey: Valkey | None = None
        self.address, bus = str(folder / "t.sqlite3"), ""
        if kind == "postgresql":
            self.postgres, self.valkey = Postgres(sync=True), Valkey()
            stack.callback(self.postgres.close)
            stack.callback(self.valkey.close)
            self.address, bus = self.postgres.database("kills"), self.valkey.url
        self.log = [folder / f"{number}.log" for number in range(processes)]
        self.all = [ForkServer(log.with_suffix(".sqlite3"), self.address, bus) for log in self.log]
        for one in self.all:
            stack.callback(one.close)
            one.start()
        self.down: set[int] = set()
        self.changing = [asyncio.Lock() for _ in range(processes + 1)]
        """One thing happens to a process at a time; the last is for the database and the bus."""

    def url(self, rng: random.Random) -> str:
        """The address of a process that is up, or of any."""
        up = [one.url for number, one in enumerate(self.all) if number not in self.down]
        return rng.choice(up or [one.url for one in self.all])


class Pair:
    """Two people who play one game after another, until they are asked to stop."""

    def __init__(
        self, http: httpx.AsyncClient, servers: Servers, script: Script, pause: float, tally: Tally, rng: random.Random
    ) -> None:
        self.http = http
        self.servers, self.script, self.pause, self.tally, self.rng = servers, script, pause, tally, rng
        self.cookies = ["", ""]
        self.tables: dict[str, dict[int, str]] = {}
        """The acknowledged moves of every table, by event number."""
        self.number, self.last = 0, time.monotonic()
        """The newest event of the table, and when it was first heard."""
        self.stopping = False

    def still(self) -> float:
        """Seconds since the game last went on."""
        return time.monotonic() - self.last

    def stop(self) -> None:
        """Let this game be the last one; from now on nothing is killed."""
        self.stopping, self.last = True, time.monotonic()

    async def run(self) -> None:
        """Play until asked to stop; the last game is played to its end."""
        try:
            while not self.stopping or not self.tables:
                table = await self.set_up()
                self.tables[table] = {}
                self.number, self.last = 0, time.monotonic()
                await asyncio.gather(*(Seat(self, table, player).play() for player in (1, 2)))
                self.tally.finished += 1
        except AssertionError as error:
            self.tally.trouble.append(f"{self.script.game}: {error}")

    async def ask(self, who: int, path: str, body: Any) -> Any:
        """Ask for something until it is done."""
        while True:
            url = self.servers.url(self.rng)
            headers = {"cookie": self.cookies[who]} if self.cookies[who] else {}
            with suppress(httpx.HTTPError):
                if not self.cookies[who]:
                    answer = await self.http.get(f"{url}/api/me")
                    self.cookies[who] = answer.headers["set-cookie"].partition(";")[0]
                    continue
                answer = await self.http.post(f"{url}/api{path}", json=body, headers=headers)
                if answer.is_success:
                    return answer.json()
                if answer.status_code == 409:  # done the last time, unheard
                    return None
            await asyncio.sleep(0.1)

    async def set_up(self) -> str:
        """A new table for the two."""
        script = self.script
        body: dict[str, Any] = {"game": script.game, "variant": script.variant, "starts": 1}
        body |= {"clock": script.clock, "seats": [{"kind": "here"}, {"kind": "link"}]}
        made = await self.ask(0, "/tables", body)
        await self.ask(1, made["seats"][1]["invite"], {"name": "Guest"})
        return str(made["table"])


class Seat:
    """One of two people at a table."""

    def __init__(self, pair: Pair, table: str, player: int) -> None:
        self.pair, self.table, self.player = pair, table, player
        self.seen = self.turn = 0
        self.ply = -1
        self.over = False
        self.mine = False
        self.waiting: dict[str, Any] | None = None
        self.since = 0.0
        self.thought = (-1, 0.0)
        """A ply, and when this player has thought enough about it: people think while they are cut off, too."""
        self.wait = FIRST_WAIT
        self.refused: Counter[str] = Counter()
        """What was answered instead since the game last went on."""

    async def play(self) -> None:
        """Play to the end, through every cut."""
        while not self.over:
            url = self.pair.servers.url(self.pair.rng).replace("http", "ws")
            seen = f"?seen={self.seen}" if self.seen else ""
            headers = {"Cookie": self.pair.cookies[self.player - 1]}
            try:
                async with asyncio.timeout(PATIENCE):
                    async with connect(
                        f"{url}/api/tables/{self.table}/live{seen}",
                        additional_headers=headers,
                        max_size=None,
                        compression=None,
                        open_timeout=3,
                        close_timeout=0.2,
                        ping_interval=None,
                    ) as socket:
                        await self.talk(socket)
            except (OSError, WebSocketException, EOFError, TimeoutError) as error:
                self.pair.tally.cuts += 1
                self.refused[f"{url}: {error!r}"[:120]] += 1
                why = f"{self.table} stands still at {self.seen}, player {self.player}: {dict(self.refused)}"
                assert not self.pair.stopping or self.pair.still() < PATIENCE, why
                await asyncio.sleep(self.wait * self.pair.rng.uniform(0.8, 1.2))
                self.wait = min(LONGEST_WAIT, self.wait * LONGER)

    async def talk(self, socket: Any) -> None:
        """One connection: hear, and play when it is our turn. A process that is silent is left for another."""
        if self.waiting is not None:
            await socket.send(json.encode(self.waiting).decode())
        elif self.seen:
            await self.move(socket)
        while not self.over:
            async with asyncio.timeout(12):
                message = json.decode(await socket.recv())
            self.wait = FIRST_WAIT
            match message["type"]:
                case "ping":
                    await socket.send(json.encode({"type": "pong", "ping": message["ping"]}).decode())
                    continue
                case "state":
                    self.heard(message["number"], message["status"])
                    assert {"players", "spectators"} <= set(message["presence"])
                case "event":
                    assert message["number"] == self.seen + 1, f"after {self.seen} came {message['number']}"
                    self.heard(message["number"], message["status"])
                case "done":
                    assert self.waiting is not None
                    self.acknowledged(int(message["number"]), str(self.waiting["move"]))
                case "error":
                    assert message["error"] in ("busy", "not-kept", "over"), message
                    self.refused[str(message)[:200]] += 1
                    if message["error"] != "over":
                        await asyncio.sleep(0.3)
                        if self.waiting is not None:
                            await socket.send(json.encode(self.waiting).decode())
                    continue
                case _:
                    continue
            await self.move(socket)

    def heard(self, number: int, status: dict[str, Any]) -> None:
        """Know where the game is."""
        self.seen, self.turn = number, status["turn"]
        self.ply, self.over = status["ply"], status["phase"] == "over"
        self.mine = status["player"] == self.player
        if number > self.pair.number:
            self.pair.tally.still = max(self.pair.tally.still, self.pair.still())
            self.pair.number, self.pair.last = number, time.monotonic()
        self.refused.clear()

    def acknowledged(self, number: int, move: str) -> None:
        """Keep what was acknowledged."""
        known = self.pair.tables[self.table]
        assert known.get(number, move) == move, f"event {number} was acknowledged twice"
        known[number] = move
        self.pair.tally.acknowledged += 1
        self.pair.tally.waits.append(time.monotonic() - self.since)
        self.waiting = None

    async def move(self, socket: Any) -> None:
        """Play the next move if it is ours."""
        if self.waiting is None and self.mine and not self.over and self.ply < len(self.pair.script.moves):
            if self.thought[0] != self.ply:
                self.thought = (self.ply, time.monotonic() + self.pair.rng.uniform(0, 2 * self.pair.pause))
            if not self.pair.stopping:
                await asyncio.sleep(max(0.0, self.thought[1] - time.monotonic()))
            move = self.pair.script.moves[self.ply]
            self.waiting = {"type": "move", "move": move, "answers": self.turn, "id": f"{self.turn}"}
            self.since = time.monotonic()
            await socket.send(json.encode(self.waiting).decode())


# ------------------------------------------------------------------------------------------------------------- killing
async def kill(servers: Servers, kind: str, rng: random.Random) -> None:
    """Kill something, and bring it back."""
    if kind == "database" and servers.postgres is not None:
        async with servers.changing[-1]:
            await asyncio.to_thread(servers.postgres.restart)
    elif kind == "bus" and servers.valkey is not None:
        async with servers.changing[-1]:
            await asyncio.to_thread(servers.valkey.stop)
            await asyncio.sleep(rng.uniform(0, 1.5))
            await asyncio.to_thread(servers.valkey.start)
    else:
        up = [number for number in range(len(servers.all)) if number not in servers.down]
        number = rng.choice(up or [0])
        async with servers.changing[number]:
            await kill_process(servers, number, kind, rng)


async def kill_process(servers: Servers, number: int, kind: str, rng: random.Random) -> None:
    """Kill a process and start it again, or let it sleep."""
    one = servers.all[number]
    if kind == "sleep":
        os.kill(one.pid, signal.SIGSTOP)
        await asyncio.sleep(rng.uniform(*ASLEEP))
        os.kill(one.pid, signal.SIGCONT)
        return
    servers.down.add(number)
    await asyncio.to_thread(one.kill)
    await asyncio.sleep(rng.uniform(0, 0.5))
    await asyncio.to_thread(one.start)
    servers.down.discard(number)


def plan(count: int, kind: str, rng: random.Random) -> list[str]:
    """What is killed, in order."""
    if kind == "sqlite":
        return ["process"] * count
    chosen = ["sleep"] * (count // 20) + ["database"] * (count // 6) + ["bus"] * (count // 6)
    chosen += ["process"] * (count - len(chosen))
    rng.shuffle(chosen)
    return chosen


# ------------------------------------------------------------------------------------------------------------ checking
def check(address: str, pairs: list[Pair], tally: Tally) -> int:
    """Compare the database with what was acknowledged; gives the number of moves in it."""
    engine = open_database(address if "://" in address else f"sqlite:///{address}")
    moves = 0
    with engine.connect() as connection:
        phases = dict(connection.execute(select(rows.tables.c.id, rows.tables.c.phase)).all())
        kept = connection.execute(
            select(rows.events.c.table_id, rows.events.c.number, rows.events.c.event).order_by(
                rows.events.c.table_id, rows.events.c.number
            )
        )
        found: dict[str, list[tuple[int, dict[str, Any]]]] = {}
        for table, number, event in kept:
            found.setdefault(table, []).append((number, json.decode(event)))
    engine.dispose()
    for pair in pairs:
        for table, acknowledged in pair.tables.items():
            events = found.get(table, [])
            played = {number: event["move"] for number, event in events if event["kind"] == "move"}
            moves += len(played)
            if [number for number, _ in events] != list(range(1, len(events) + 1)):
                tally.trouble.append(f"{table}: event numbers have gaps")
            if list(played.values()) != pair.script.moves:
                tally.trouble.append(f"{table}: the moves are not those of the game, {len(played)} moves")
            if lost := {number: move for number, move in acknowledged.items() if played.get(number) != move}:
                tally.trouble.append(f"{table}: acknowledged and lost: {lost}")
            if phases.get(table) != "over":
                tally.trouble.append(f"{table}: {phases.get(table)}")
    return moves


async def measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    rng = random.Random(options.seed)
    tally = Tally()
    games = scripts(rng, options.games, 8 if options.short else 1)
    kinds = plan(options.kills, options.database, rng)
    processes = options.processes if options.database == "postgresql" else 1
    os.environ["BILLES_LIMITS"], os.environ["BILLES_COMPILE"] = LIMITS, "0"
    with ExitStack() as stack:
        servers = Servers(stack, folder, options.database, processes)
        limits = httpx.Limits(max_connections=20, max_keepalive_connections=0)
        http = httpx.AsyncClient(timeout=5, limits=limits, cookies=NoCookies())
        rngs = (random.Random(f"{options.seed} {number}") for number in range(len(games)))
        pairs = [Pair(http, servers, one, options.pause, tally, own) for one, own in zip(games, rngs, strict=True)]
        began = time.monotonic()
        playing = [asyncio.create_task(pair.run()) for pair in pairs]
        while any(not pair.tables for pair in pairs):
            await asyncio.sleep(0.1)
        room = asyncio.Semaphore(AT_ONCE)
        async with asyncio.TaskGroup() as killing:
            for number, kind in enumerate(kinds, 1):
                await asyncio.sleep(rng.uniform(0.1, 2 * options.interval - 0.1))
                await room.acquire()
                killing.create_task(kill(servers, kind, rng)).add_done_callback(lambda _: room.release())
                tally.kills[kind] += 1
                if not options.json and (number % 25 == 0 or number == len(kinds)):
                    so_far = f"{tally.acknowledged:>7} moves acknowledged  {tally.finished:>5} games"
                    print(f"{number:>5} kills  {so_far}  {time.monotonic() - began:>6.0f} s", flush=True)
                if tally.trouble:
                    break
        for pair in pairs:
            pair.stop()
        await asyncio.gather(*playing)
        seconds = time.monotonic() - began
        await http.aclose()
        moves = check(servers.address, pairs, tally)
        said = Counter(line[:90] for log in servers.log for line in log.read_text().splitlines() if SAID.match(line))
    waits = sorted(tally.waits) or [0.0]
    return {
        "database": options.database,
        "processes": processes,
        "games": len(pairs),
        "kills": dict(tally.kills),
        "seconds": round(seconds, 1),
        "cuts": tally.cuts,
        "acknowledged": tally.acknowledged,
        "moves": moves,
        "finished": tally.finished,
        "median": round(waits[len(waits) // 2], 4),
        "p99": round(waits[int(len(waits) * 0.99)], 3),
        "worst": round(waits[-1], 3),
        "stood still": round(tally.still, 1),
        "said": dict(said.most_common(8)),
        "trouble": tally.trouble[:20],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--games", type=int, default=200, help="games that are played at the same time")
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--database", choices=["postgresql", "sqlite"], default="postgresql")
    parser.add_argument("--interval", type=float, default=1.0, help="seconds between two kills, on average")
    parser.add_argument("--pause", type=float, default=1.5, help="seconds before a move, on average")
    parser.add_argument("--short", action="store_true", help="short games")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="billes-kills-") as folder:
        result = asyncio.run(measure(options, Path(folder)))
    if options.json:
        print(json.encode(result).decode())
    else:
        for name, value in result.items():
            print(f"{name:>14}  {value}")
        print("nothing acknowledged was lost" if not result["trouble"] else "TROUBLE")
    return 1 if result["trouble"] else 0


if __name__ == "__main__":
    sys.exit(main())
