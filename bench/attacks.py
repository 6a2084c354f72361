"""The attacks of `hostile.py`: what a hostile client can do to a server, one function each."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import os
import random
import ssl
import struct
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import httpx
from websockets.asyncio.client import connect

from billes.core.game import Game
from billes.games.registry import working
from billes.lessons import course
from billes.lessons.step import Step
from billes.puzzle.puzzle import puzzles

PLAYERS, STRANGER, ATTACKER = "127.0.0.2", "127.0.0.3", "127.0.0.1"
LONG = "longgame1234"
PLIES = 3_000
NO_TLS = ssl.create_default_context()  # made once: making one takes longer than a request

Attack = Callable[["Target"], Coroutine[Any, Any, str]]
ATTACKS: dict[str, Attack] = {}


def attack(function: Attack) -> Attack:
    """List a function among the attacks."""
    ATTACKS[function.__name__.replace("_", "-")] = function
    return function


class Target:
    """The server as an attacker sees it."""

    def __init__(self, url: str, seconds: float) -> None:
        self.url = url
        self.end = time.monotonic() + seconds
        self.host, port = url.removeprefix("http://").split(":")
        self.port = int(port)

    @property
    def on(self) -> bool:
        """Whether the attack goes on."""
        return time.monotonic() < self.end

    async def raw(self, address: str = ATTACKER) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A plain connection."""
        return await asyncio.open_connection(self.host, self.port, local_addr=(address, 0))

    def client(self, address: str = ATTACKER, **options: Any) -> httpx.AsyncClient:
        """An HTTP client with cookies of its own."""
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
        transport = httpx.AsyncHTTPTransport(local_address=address, verify=NO_TLS, limits=limits)
        return httpx.AsyncClient(base_url=self.url, transport=transport, timeout=60, **options)

    async def upgraded(self, table: str, cookie: str = "") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A socket of a table, of which the frames are written by hand."""
        reader, writer = await self.raw()
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\n"
        head += f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        writer.write(f"{head}Cookie: {cookie}\r\n\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        return reader, writer

    async def burst(self, count: int, request: Callable[[httpx.AsyncClient, int], Awaitable[httpx.Response]]) -> str:
        """So many requests at once, each with a cookie of its own, again and again."""
        codes: Counter[str] = Counter()

        async def one(client: httpx.AsyncClient, number: int) -> None:
            try:
                codes[str((await request(client, number)).status_code)] += 1
            except httpx.HTTPError as error:
                codes[type(error).__name__] += 1

        async with self.client() as client:
            numbers = itertools.count()
            while self.on:
                client.cookies.clear()
                await asyncio.gather(*(one(client, next(numbers)) for _ in range(count)))
        return shown(codes)


def shown(codes: Counter[str]) -> str:
    """How often there was which answer."""
    return " ".join(f"{code}:{count}" for code, count in sorted(codes.items()))


def long_game() -> Game:
    """A game of 3,000 plies."""
    rng = random.Random(1)
    game = Game("balanx", "standard")
    while len(game.moves) < PLIES:
        game.play(rng.choice(game.position.moves).text)
    return game


# ----------------------------------------------------------------------------------------------------- connections
@attack
async def nothing(target: Target) -> str:
    """No attack, to compare with."""
    while target.on:
        await asyncio.sleep(0.1)
    return ""


@attack
async def cookies(target: Target) -> str:
    """Cookie headers of 30 and 200 kB that are parsed in quadratic time."""
    codes: Counter[str] = Counter()
    for size in itertools.cycle((30_000, 200_000, 30_000, 60_000)):
        if not target.on:
            return shown(codes)
        cookie = 'x="' + '\\"' * (size // 2) + '"'
        codes[
            await plainly(target, f"GET /api/health HTTP/1.1\r\nHost: {target.host}\r\nCookie: {cookie}\r\n\r\n")
        ] += 1
    return ""


async def plainly(target: Target, text: str, patience: float = 5) -> str:
    """The status of a request that is written by hand."""
    try:
        reader, writer = await target.raw()
    except OSError:
        return "no connection"
    try:
        writer.write(text.encode("latin-1"))
        line = await asyncio.wait_for(reader.readline(), patience)
        return line.split(b" ")[1].decode() if line else "closed"
    except (OSError, TimeoutError, IndexError) as error:
        return type(error).__name__
    finally:
        writer.close()


@attack
async def endless_headers(target: Target) -> str:
    """Header lines without end on a few connections."""
    return await stream(target, f"GET / HTTP/1.1\r\nHost: {target.host}\r\n".encode(), b"X-Padding: abc\r\n" * 400)


@attack
async def endless_header(target: Target) -> str:
    """One header that does not end."""
    return await stream(target, f"GET / HTTP/1.1\r\nHost: {target.host}\r\nX: ".encode(), b"x" * 65536)


@attack
async def pipelined(target: Target) -> str:
    """Requests one after the other on a connection, the answers never read."""
    return await stream(target, b"", f"GET /api/health HTTP/1.1\r\nHost: {target.host}\r\n\r\n".encode() * 400)


@attack
async def pipelined_pages(target: Target) -> str:
    """The same for the page itself, with its answers read."""
    request = f"GET /table/x HTTP/1.1\r\nHost: {target.host}\r\n\r\n".encode() * 100
    return await stream(target, b"", request, reading=True)


@attack
async def tiny_chunks(target: Target) -> str:
    """A body in chunks of one byte."""
    head = f"POST /api/tables HTTP/1.1\r\nHost: {target.host}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    return await stream(target, head, b"1\r\n \r\n" * 4000)


async def stream(target: Target, head: bytes, endless: bytes, count: int = 8, reading: bool = False) -> str:
    """Send without end on some connections; a closed one is opened anew."""
    sent = opened = 0

    async def one() -> None:
        nonlocal sent, opened
        while target.on:
            try:
                reader, writer = await target.raw()
            except OSError:
                await asyncio.sleep(0.05)
                continue
            opened += 1
            drain = asyncio.create_task(discard(reader)) if reading else None
            try:
                writer.write(head)
                while target.on:
                    writer.write(endless)
                    sent += len(endless)
                    await asyncio.wait_for(writer.drain(), max(0.01, target.end - time.monotonic()))
                    if writer.is_closing() or reader.at_eof():
                        break
            except (OSError, TimeoutError):
                pass
            finally:
                if drain is not None:
                    drain.cancel()
                writer.close()
            await asyncio.sleep(0.01)

    await asyncio.gather(*(one() for _ in range(count)))
    return f"{sent / 1e6:.0f} MB on {opened} connections"


async def discard(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(1 << 20):
            pass


@attack
async def slow_headers(target: Target) -> str:
    """Many connections that send a byte of a header now and then, and a stranger who wants to come in."""
    return await hold(target, 2_000, b"GET / HTTP/1.1\r\nX: ", b"x")


@attack
async def slow_bodies(target: Target) -> str:
    """Many connections that send a body a byte at a time."""
    head = f"POST /api/tables HTTP/1.1\r\nHost: {target.host}\r\nContent-Length: 10000\r\n\r\n"
    return await hold(target, 1_000, head.encode(), b" ")


@attack
async def connections(target: Target) -> str:
    """As many connections as there can be."""
    return await hold(target, 6_000, b"", b"")


async def hold(target: Target, count: int, head: bytes, drip: bytes) -> str:
    """Hold connections open; how many of them are open in the end."""
    held: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    begun = time.monotonic()
    while len(held) < count and target.on and time.monotonic() - begun < 5:
        try:
            reader, writer = await asyncio.wait_for(target.raw(), 2)
        except (OSError, TimeoutError):
            break
        writer.write(head)
        held.append((reader, writer))
    reading = [asyncio.create_task(discard(reader)) for reader, _ in held]
    while target.on:
        for _, writer in held:
            if drip and not writer.is_closing():
                writer.write(drip)
        await asyncio.sleep(1)
    still = sum(not task.done() for task in reading)
    return f"{len(held)} opened, {still} held to the end"


# --------------------------------------------------------------------------------------------------------- sockets
def frame(opcode: int, data: bytes = b"", fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return bytes([(0x80 if fin else 0) | opcode]) + length + b"\0\0\0\0" + data


async def frames(target: Target, first: bytes, endless: bytes, count: int = 4) -> str:
    sent = opened = 0

    async def one() -> None:
        nonlocal sent, opened
        while target.on:
            try:
                reader, writer = await target.upgraded(LONG)
            except (OSError, EOFError):
                await asyncio.sleep(0.05)
                continue
            opened += 1
            drain = asyncio.create_task(discard(reader))
            try:
                writer.write(first)
                while target.on and not drain.done():
                    writer.write(endless)
                    sent += len(endless)
                    await asyncio.wait_for(writer.drain(), max(0.01, target.end - time.monotonic()))
            except (OSError, TimeoutError):
                pass
            finally:
                drain.cancel()
                writer.close()
            await asyncio.sleep(0.01)

    await asyncio.gather(*(one() for _ in range(count)))
    return f"{sent / 1e6:.0f} MB on {opened} sockets"


@attack
async def pings(target: Target) -> str:
    """Websocket pings without end."""
    return await frames(target, b"", frame(9) * 4000)


@attack
async def continuations(target: Target) -> str:
    """A message in empty pieces without end."""
    return await frames(target, frame(1, b"{", fin=False), frame(0, fin=False) * 4000)


@attack
async def more(target: Target) -> str:
    """A hundred sockets that ask for what may be touched, and never read."""
    async with target.client() as client:
        made = (await client.post("/api/tables", json={"game": "bilitaire", "seats": [{"kind": "here"}] * 2})).json()
    writers: list[asyncio.StreamWriter] = []
    readers: list[asyncio.StreamReader] = []
    for number in range(100):
        with contextlib.suppress(OSError, EOFError):
            reader, writer = await target.upgraded(made["table"], f"billes={number:043d}")
            writers.append(writer)
            readers.append(reader)
    message = frame(1, b'{"type":"more","touched":[]}')
    while target.on:
        for writer in writers:
            if not writer.is_closing() and writer.transport.get_write_buffer_size() < 100_000:
                writer.write(message * 2)
        await asyncio.sleep(0.1)
    return f"{len(writers)} sockets"


@attack
async def all_sockets(target: Target) -> str:
    """As many sockets as there can be, each with a cookie of its own."""
    held: list[Any] = []
    while target.on and len(held) < 4_100:
        try:
            held.append(await target.upgraded(LONG, f"billes={len(held):043d}"))
        except (OSError, EOFError):
            await asyncio.sleep(0.1)
    while target.on:
        await asyncio.sleep(0.1)
    return f"{len(held)} upgraded"


@attack
async def coming_back(target: Target) -> str:
    """Sockets that come back to a long game and have missed a lot."""
    count = 0

    async def one(number: int) -> None:
        nonlocal count
        while target.on:
            with contextlib.suppress(OSError, TimeoutError, Exception):
                address = f"{target.url.replace('http', 'ws')}/api/tables/{LONG}/live?seen={PLIES - 150}"
                async with connect(address, local_addr=(ATTACKER, 0), max_size=None) as socket:
                    await asyncio.wait_for(socket.recv(), 10)
                    count += 1
            await asyncio.sleep(0.01)

    await asyncio.gather(*(one(number) for number in range(10)))
    return f"{count} times"


# ---------------------------------------------------------------------------------------------------------- bursts
@attack
async def positions(target: Target) -> str:
    """150 free positions at once, all different."""
    rng = random.Random(3)
    game = Game("bilitaire", "match")
    texts = [str(game.position)]
    while game.outcome is None:
        game.play(rng.choice(game.position.moves).text)
        texts.append(str(game.position))
    return await target.burst(
        150,
        lambda client, number: client.post(
            "/api/position", json={"game": "bilitaire", "variant": "match", "text": texts[number % (len(texts) - 1)]}
        ),
    )


@attack
async def interface_pages(target: Target) -> str:
    """The page about the interface, 150 times at once."""
    return await target.burst(150, lambda client, number: client.get("/api/docs"))


@attack
async def pictures(target: Target) -> str:
    """150 pictures at once, all different."""
    return await target.burst(
        150, lambda client, number: client.get("/api/svg", params={"game": "bilitaire", "size": 40 + number % 1900})
    )


@attack
async def states(target: Target) -> str:
    """The state of a long game, 150 times at once."""
    return await target.burst(150, lambda client, number: client.get(f"/api/tables/{LONG}"))


@attack
async def whole_games(target: Target) -> str:
    """A long game with all its positions, 20 times at once."""
    return await target.burst(20, lambda client, number: client.get(f"/api/tables/{LONG}/game"))


@attack
async def records(target: Target) -> str:
    """Records of long games to be opened, 20 times at once."""
    text = long_game().record()
    return await target.burst(20, lambda client, number: client.post("/api/record", json={"text": text}))


@attack
async def lists(target: Target) -> str:
    """What a page asks for when it is opened, without end."""
    paths = ("/api/games", "/api/sentences/fr", "/api/tables", "/api/rules/en/quits", "/api/me", "/")
    return await target.burst(150, lambda client, number: client.get(paths[number % len(paths)]))


@attack
async def practice(target: Target) -> str:
    """150 moves of practice at once, late in games that are long."""
    bodies = [{"moves": moves} for moves in played_on("bilitaire", "match", 12)]
    name = puzzles("bilitaire", "match")[0].id
    path = f"/api/training/bilitaire/match/practice/{name}"
    return await target.burst(150, lambda client, number: client.post(path, json=bodies[number % len(bodies)]))


@attack
async def lessons(target: Target) -> str:
    """150 moves at once in the game at the end of the lessons."""
    step = last_step("bilitaire")
    games = played_on("bilitaire", "match", 12, str(course.position_of("bilitaire", step)), step.plies - 1)
    bodies = [{"moves": moves[:-1], "move": moves[-1]} for moves in games]
    path = f"/api/lessons/bilitaire/{step.name}"
    return await target.burst(150, lambda client, number: client.post(path, json=bodies[number % len(bodies)]))


@attack
async def training(target: Target) -> str:
    """What is asked in training, 150 times at once: figures, puzzles, tries."""
    here = "/api/training/quits/standard"
    names = [one.id for one in puzzles("quits", "standard")]
    paths = (here, f"{here}/next", f"{here}/rush", f"{here}/practice", f"{here}/next?mode=mistakes")

    def ask(client: httpx.AsyncClient, number: int) -> Awaitable[httpx.Response]:
        if number % 2:
            body = {"moves": [], "show": True}
            return client.post(f"{here}/puzzles/{names[number % len(names)]}", json=body)
        return client.get(paths[number // 2 % len(paths)])

    return await target.burst(150, ask)


@attack
async def explored(target: Target) -> str:
    """150 positions of a solved variant at once, and what strong levels play there."""
    rng = random.Random(5)
    texts: list[str] = []
    while len(texts) < 200:
        game = Game("quits", "simple")
        while game.outcome is None and len(texts) < 200:
            texts.append(str(game.position))
            game.play(rng.choice(game.position.moves).text)

    def ask(client: httpx.AsyncClient, number: int) -> Awaitable[httpx.Response]:
        path = "/api/explore/quits/simple" + ("/levels" if number % 10 == 0 else "")
        return client.get(path, params={"text": texts[number % len(texts)]})

    return await target.burst(150, ask)


@attack
async def sheets(target: Target) -> str:
    """The rules to be printed, 150 times at once, of every game and in every language."""
    paths = [f"/rules/{game}/print?language={code}" for game in working() for code in ("en", "fr")]
    return await target.burst(150, lambda client, number: client.get(paths[number % len(paths)]))


def played_on(game: str, variant: str, count: int, start: str = "", plies: int = 200) -> list[list[str]]:
    """The moves of games played at random, from their beginning or from that of a puzzle."""
    rng = random.Random(4)
    found: list[list[str]] = []
    start = start or str(puzzles(game, variant)[0].position)
    for _ in range(count):
        played = Game(game, variant, start=start)
        while played.outcome is None and len(played.moves) < plies:
            played.play(rng.choice(played.position.moves).text)
        moves = [move.text for move in played.moves]
        found.append(moves[:-1] if played.outcome else moves)
    return found


def last_step(game: str) -> Step:
    """The game at the end of the lessons."""
    return next(step for step in course.steps_of(game) if step.plies)


@attack
async def forwarded(target: Target) -> str:
    """Requests that claim to come from ever other addresses."""
    return await target.burst(
        100,
        lambda client, number: client.get(
            "/api/me", headers={"X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}
        ),
    )


@attack
async def malformed(target: Target) -> str:
    """Headers and paths that nobody expects."""
    head = f"HTTP/1.1\r\nHost: {target.host}\r\nContent-Length: 0\r\n"
    texts = [
        f"POST /api/tables {head}Origin: http://[\r\n\r\n",
        f"GET /%00 {head}\r\n",
        f"GET /{'x' * 5000} {head}\r\n",
        f"GET /table/%00 {head}\r\n",
        f"GET /api/tables/%00 {head}\r\n",
        f"GET /{'a/' * 3000} {head}Accept: text/html\r\n\r\n",
        f"GET /api/svg?game=%00&text=%ff {head}\r\n",
    ]
    codes: Counter[str] = Counter()
    while target.on:
        for text in texts:
            codes[await plainly(target, text)] += 1
        await asyncio.sleep(0.05)
    return shown(codes)


# ---------------------------------------------------------------------------------------------------------- engine
@attack
async def hints(target: Target) -> str:
    """240 hints are asked for and nobody waits for them; a stranger plays the computer meanwhile."""
    async with target.client() as client:
        sockets = []
        for _ in range(4):
            made = (await client.post("/api/tables", json={"game": "quits", "seats": [{"kind": "here"}] * 2})).json()
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            _, writer = await target.upgraded(made["table"], cookie)
            writer.write(b"".join(frame(1, b'{"type":"hint","id":"%d"}' % number) for number in range(60)))
            await writer.drain()
            sockets.append(writer)
        await asyncio.sleep(1)
        for writer in sockets:
            writer.transport.abort()
    answered = []
    while target.on:
        answered.append(await computer(target))
    return f"computer answers after {max(answered):.1f} s at most"


async def computer(target: Target) -> float:
    """Seconds until the computer answers a stranger's first move."""
    async with target.client(STRANGER) as client:
        made = (await client.post("/api/tables", json={"game": "quits"})).json()
        moves = (await client.get(f"/api/tables/{made['table']}/moves")).json()
        began = time.monotonic()
        body = {"move": moves[0]["move"], "answers": made["status"]["turn"]}
        await client.post(f"/api/tables/{made['table']}/move", json=body)
        while time.monotonic() - began < 60:
            if (await client.get(f"/api/tables/{made['table']}")).json()["status"]["ply"] >= 2:
                break
            await asyncio.sleep(0.1)
        return time.monotonic() - began


@attack
async def review(target: Target) -> str:
    """Reviews of a long game with many cookies; a stranger analyses meanwhile."""

    async def one() -> None:
        with contextlib.suppress(httpx.HTTPError):
            async with target.client() as client, client.stream("GET", f"/api/tables/{LONG}/review") as answer:
                async for _ in answer.aiter_lines():
                    if not target.on:
                        return

    attackers = [asyncio.create_task(one()) for _ in range(20)]
    await asyncio.sleep(1)
    waited = []
    while target.on:
        began = time.monotonic()
        async with target.client(STRANGER) as client:
            address = "/api/analysis?game=quits&seconds=0.3"
            async with client.stream("GET", address) as answer:
                async for line in answer.aiter_lines():
                    if line.startswith("event: done"):
                        break
                    if line.startswith("event: error"):
                        waited.append(99.0)
        waited.append(time.monotonic() - began)
        await asyncio.sleep(0.2)
    for task in attackers:
        task.cancel()
    return f"an analysis of 0.3 s takes {max(waited):.1f} s at most"
