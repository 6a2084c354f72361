"""Reconnect storms: all sockets break at the same moment and come back at once, again and again.

    python bench/load_reconnect.py [--games 300] [--storms 5] [--json]

Printed are for every storm how long a socket took to know its table again (median, 99th percentile, worst), how long
until all were back, and meanwhile the moves of some calm games whose sockets did not break.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from typing import Any

from msgspec import json

from crowd import Person, Served, Times, calm_game, seated, served, shares

CALM = 20
"""Games that go on quietly."""
NAMES = ("storm", "median", "p99", "worst", "all", "moves_p99", "moves_worst", "stall")


async def storms(server: Served, games: int, count: int, plain: bool) -> list[dict[str, Any]]:
    stop, times = asyncio.Event(), Times()
    errors: list[str] = []
    people: list[Person] = []
    for first in range(0, games, 20):
        made = await asyncio.gather(*(seated(server.url, number) for number in range(first, min(first + 20, games))))
        people += [one for table in made for one in table]
    await asyncio.gather(*(one.come() for one in people))
    calm = [
        asyncio.create_task(calm_game(server.url, number, times, 0.5, stop, errors))
        for number in range(min(CALM, games))
    ]
    await asyncio.sleep(3)
    rows: list[dict[str, Any]] = []
    for number in range(1, count + 1):
        times.take()
        await asyncio.gather(*(one.leave(abruptly=True) for one in people))
        began = time.perf_counter()
        back = await asyncio.gather(*(one.come() for one in people), return_exceptions=True)
        whole = time.perf_counter() - began
        await asyncio.sleep(2)
        errors += [repr(one) for one in back if isinstance(one, BaseException)]
        found = sorted(1000 * one for one in back if isinstance(one, float))
        moves, stall = shares(times.take()), 1000 * server.figures()["billes_loop_stall_worst_seconds"]
        row = dict(zip(("median", "p99", "worst"), shares(found), strict=True))
        row |= {"storm": number, "all": 1000 * whole, "moves_p99": moves[1], "moves_worst": moves[2], "stall": stall}
        rows.append({**row, "errors": len(errors)})
        if not plain:
            print("".join(f"{row[name]:>12.0f}" for name in NAMES), flush=True)
    stop.set()
    await asyncio.gather(*calm, *(one.leave() for one in people), return_exceptions=True)
    if not plain:
        print(f"errors {len(errors)} {errors[:3] or ''}")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300, help="tables, with two sockets each")
    parser.add_argument("--storms", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="print the rows as JSON, and nothing else")
    options = parser.parse_args()
    with served() as server:
        if not options.json:
            print(f"{options.games} games, {2 * options.games} sockets; milliseconds")
            print("".join(f"{name:>12}" for name in NAMES), flush=True)
        rows = asyncio.run(storms(server, options.games, options.storms, options.json))
    if options.json:
        print(json.encode(rows).decode())


if __name__ == "__main__":
    main()
