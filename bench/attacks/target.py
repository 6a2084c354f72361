"""The server as an attacker sees it, and the list of attacks."""

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

from billes.core.game import Game

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


async def discard(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(1 << 20):
            pass


def frame(opcode: int, data: bytes = b"", fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return bytes([(0x80 if fin else 0) | opcode]) + length + b"\0\0\0\0" + data


@attack
async def nothing(target: Target) -> str:
    """No attack, to compare with."""
    while target.on:
        await asyncio.sleep(0.1)
    return ""
