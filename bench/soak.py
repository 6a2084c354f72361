"""A long run of everything people do: memory and latency must stay flat.

    python bench/soak.py [--minutes 60] [--games 60] [--pause 2.0] [--json soak.json]

Every table is played on two sockets (one in five against the computer), with sockets that break and come back, and
spectators who come and go; when a game is over its record is read, some are reviewed, the lists are looked at, and
another one begins. Every minute a line is printed, and written to the file of --json at once: what was measured until
then is kept, however the run ends. At the end it is told whether memory and latency were flat.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any

import httpx
from msgspec import json
from websockets.exceptions import ConnectionClosed

from crowd import PATIENCE, Person, Served, Times, seated, served, shares

LONGEST = 60
"""Plies after which a game is given up: then everything begins anew all the time."""
COMPUTER, BREAKS, WATCHED, REVIEWED = 0.2, 0.03, 0.1, 0.15
"""How often a game is against the computer, a socket breaks at a move, a spectator comes, a game is reviewed."""
WARMING = 7
"""Minutes that are left out: tables that nobody uses stay in memory for five, so that it fills until then."""
GROWTH = 0.05
"""Share by which memory may grow per hour, and still be flat."""
SLOWER = 1.5
"""How many times longer moves may take at the end, and still be flat; 20 ms more are always allowed."""
HEAD = (
    f"{'minute':>6} {'moves':>7} {'median':>7} {'p99':>7} {'worst':>7} {'stall':>7} {'memory':>8} {'all':>8} "
    f"{'tables':>7} {'sockets':>7} {'errors':>6}"
)


class Soak:
    """All tables, and what was measured."""

    def __init__(self, server: Served, options: argparse.Namespace) -> None:
        self.server = server
        self.options = options
        self.moves = Times()
        self.errors: list[str] = []
        self.rows: list[dict[str, Any]] = []
        self.stop = asyncio.Event()

    async def run(self) -> None:
        """Play until the time is up or we are asked to stop."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.stop.set)
        tables = [asyncio.create_task(self.table(number)) for number in range(self.options.games)]
        print(f"{self.options.games} tables; milliseconds and megabytes\n{HEAD}", flush=True)
        began = time.monotonic()
        end = began + 60 * self.options.minutes
        while not self.stop.is_set() and time.monotonic() < end:
            with contextlib.suppress(TimeoutError):
                due = min(end, began + 60 * (len(self.rows) + 1))
                await asyncio.wait_for(self.stop.wait(), max(0.0, due - time.monotonic()))
            await self.sample((time.monotonic() - began) / 60)
        self.stop.set()
        for task in tables:
            task.cancel()
        await asyncio.gather(*tables, return_exceptions=True)

    async def sample(self, minute: float) -> None:
        """A line of what was measured since the last one."""
        found = await asyncio.to_thread(self.server.figures)
        times = self.moves.take()
        median, most, worst = shares(times)
        row = {
            "minute": round(minute, 2),
            "moves": len(times),
            "median": round(median, 2),
            "p99": round(most, 2),
            "worst": round(worst, 2),
            "stall": round(1000 * found["billes_loop_stall_worst_seconds"], 2),
            "memory": round(found["billes_memory_bytes"] / 1e6, 2),
            "all": round(await asyncio.to_thread(self.server.memory), 1),
            "tables": sum(int(value) for name, value in found.items() if name.startswith("billes_games")),
            "sockets": int(found["billes_sockets"]),
            "errors": len(self.errors),
        }
        self.rows.append(row)
        print(
            f"{row['minute']:>6.1f} {row['moves']:>7} {median:>7.1f} {most:>7.1f} {worst:>7.1f} {row['stall']:>7.1f} "
            f"{row['memory']:>8.1f} {row['all']:>8.0f} {row['tables']:>7} {row['sockets']:>7} {row['errors']:>6}",
            flush=True,
        )
        if self.options.json:
            text = json.encode({"rows": self.rows, "errors": self.errors[:20], **verdict(self.rows)})
            await asyncio.to_thread(Path(self.options.json).write_bytes, json.format(text, indent=1))

    async def table(self, number: int) -> None:
        """Game after game."""
        chance = random.Random(number)
        await asyncio.sleep(chance.uniform(0, self.options.pause))
        while not self.stop.is_set():
            people: list[Person] = []
            try:
                people = await seated(self.server.url, chance.randrange(1000), chance.random() < COMPUTER)
                await self.game(people, chance)
                await self.afterwards(people, chance)
            except (TimeoutError, OSError, httpx.HTTPError, ConnectionClosed, AssertionError) as error:
                self.errors.append(repr(error))
            finally:
                for one in people:
                    self.errors.extend(one.errors)
                    await one.leave()

    async def game(self, people: list[Person], chance: random.Random) -> None:
        """One game, with what happens beside it."""
        for one in people:
            await one.come()
        for _ in range(LONGEST):
            mover = self.mover(people)
            if not await mover.my_turn():
                return
            await asyncio.sleep(self.options.pause * chance.uniform(0.5, 1.5))
            sent, wanted = time.perf_counter(), mover.seen + 1
            await mover.move(chance)
            heard = people[2 - mover.player] if len(people) == 2 else mover
            self.moves.add(await heard.until(wanted) - sent)
            await mover.until(wanted)
            if chance.random() < BREAKS:
                broken = chance.choice(people)
                await broken.leave(abruptly=True)
                await broken.come()
            if chance.random() < WATCHED:
                watching = Person(self.server.url, mover.table, "", 0)
                await watching.come()
                await watching.leave()
        mover = self.mover(people)
        if await mover.my_turn():  # the last move may have ended the game
            await mover.say({"type": "resign", "id": "r"})
            await mover.until(mover.seen + 1)

    @staticmethod
    def mover(people: list[Person]) -> Person:
        """Whose turn it is; the only one where the other is the computer."""
        return next((one for one in people if one.mover == one.player), people[0])

    async def afterwards(self, people: list[Person], chance: random.Random) -> None:
        """What people do when a game is over."""
        one = people[0]
        headers = {"Cookie": one.cookie}
        async with httpx.AsyncClient(base_url=self.server.url, timeout=PATIENCE, headers=headers) as client:
            for path in (f"/api/tables/{one.table}/record", "/api/me/games", f"/api/tables/{one.table}/game"):
                (await client.get(path)).raise_for_status()
            if chance.random() < REVIEWED:
                async with client.stream("GET", f"/api/tables/{one.table}/review?seconds=0.1") as answer:
                    lines = 0
                    async for _ in answer.aiter_lines():
                        lines += 1
                        if lines > 30:  # and then they have seen enough
                            break


def verdict(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Whether memory and latency were flat: the last third against the first one, the first minutes left out."""
    rows = [row for row in rows if row["moves"]][WARMING:]
    third = len(rows) // 3
    if not third:
        return {"flat": None, "why": "too short to tell"}
    first, last = rows[:third], rows[-third:]

    def mean(some: list[dict[str, Any]], name: str) -> float:
        return sum(float(row[name]) for row in some) / len(some)

    hours = (mean(last, "minute") - mean(first, "minute")) / 60
    growth = (mean(last, "memory") / mean(first, "memory") - 1) / hours
    before, after = mean(first, "p99"), mean(last, "p99")
    slow = after > max(SLOWER * before, before + 20)
    told = f"memory {100 * growth:+.1f} % per hour, p99 {before:.1f} ms at first and {after:.1f} ms at last"
    return {"flat": growth < GROWTH and not slow, "why": told}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between two moves of a game, about")
    parser.add_argument("--json", help="file for what was measured, written every minute")
    options = parser.parse_args()
    with served() as server:
        soak = Soak(server, options)
        asyncio.run(soak.run())
    found = verdict(soak.rows)
    said = {True: "flat", False: "NOT flat", None: "no verdict"}[found["flat"]]
    print(f"{said}: {found['why']}; {len(soak.errors)} errors {soak.errors[:3] or ''}")
    sys.exit(0 if found["flat"] is not False and not soak.errors else 1)


if __name__ == "__main__":
    main()
