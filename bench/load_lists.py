"""Lobby lists: many visitors with many games each ask for the lists of their games, all the time.

    python bench/load_lists.py [--visitors 50] [--each 30] [--seconds 15] [--json]

Printed are answers per second and how long they took, for `/api/me/games` and for `/api/tables`, and meanwhile the
moves of some calm games.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from typing import Any

import httpx
from msgspec import json

from crowd import KINDS, PATIENCE, Served, Times, calm_game, served, shares

CALM = 20
"""Games that go on quietly."""


async def visitor(url: str, games: int, ready: asyncio.Barrier, path: str, times: Times, seconds: float) -> None:
    """Somebody who has many games, and looks at their list again and again."""
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as client:
        for number in range(games):
            game, variant = KINDS[number % len(KINDS)]
            asked = {"game": game, "variant": variant, "seats": [{"kind": "here"}, {"kind": "here"}]}
            (await client.post("/api/tables", json=asked)).raise_for_status()
        await ready.wait()
        end = time.perf_counter() + seconds
        while (began := time.perf_counter()) < end:
            (await client.get(path)).raise_for_status()
            times.add(time.perf_counter() - began)


async def lists(server: Served, visitors: int, games: int, seconds: float) -> list[dict[str, Any]]:
    stop, moved = asyncio.Event(), Times()
    errors: list[str] = []
    calm = [asyncio.create_task(calm_game(server.url, one, moved, 0.5, stop, errors)) for one in range(CALM)]
    rows = []
    for path in ("/api/me/games", "/api/tables"):
        times, ready = Times(), asyncio.Barrier(visitors)
        people = [visitor(server.url, games, ready, path, times, seconds) for _ in range(visitors)]
        async with asyncio.TaskGroup() as tasks:
            for one in people:
                tasks.create_task(one)
            while not times.seconds:
                await asyncio.sleep(0.05)
            moved.take()
        found, moves = times.take(), shares(moved.take())
        stall = 1000 * server.figures()["billes_loop_stall_worst_seconds"]
        row: dict[str, Any] = dict(zip(("median", "p99", "worst"), shares(found), strict=True))
        row |= {"path": path, "per_second": len(found) / seconds, "moves_p99": moves[1], "moves_worst": moves[2]}
        rows.append({**row, "stall": stall, "errors": len(errors)})
    stop.set()
    await asyncio.gather(*calm, return_exceptions=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--visitors", type=int, default=50)
    parser.add_argument("--each", type=int, default=30, help="games of each visitor")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--json", action="store_true", help="print the rows as JSON, and nothing else")
    options = parser.parse_args()
    with served() as server:
        rows = asyncio.run(lists(server, options.visitors, options.each, options.seconds))
    if options.json:
        print(json.encode(rows).decode())
        return
    print(f"{options.visitors} visitors with {options.each} games each; milliseconds")
    names = ("per_second", "median", "p99", "worst", "moves_p99", "moves_worst", "stall")
    print(f"{'list':<14}" + "".join(f"{name:>12}" for name in names))
    for row in rows:
        print(f"{row['path']:<14}" + "".join(f"{row[name]:>12.0f}" for name in names))
    print(f"errors {rows[-1]['errors']}")


if __name__ == "__main__":
    main()
