"""Attacks on what thinks: hints, games against the computer, reviews."""

from __future__ import annotations

import asyncio
import contextlib
import time

import httpx

from .target import LONG, STRANGER, Target, attack, frame


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
