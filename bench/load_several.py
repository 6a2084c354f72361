"""Several processes on PostgreSQL and Valkey under load: as `load.py`, with players spread over all processes.

    python bench/load_several.py [--processes 2] [--games 500] [--seconds 10] [--rate 1.0] [--ceiling 5]

PostgreSQL (which syncs to disk) and Valkey are started for it, and so have their share of the cores. The two players of
a table are often at different processes: then a move is told over the bus.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from msgspec import json

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.server.databases import Postgres, Valkey

import load
from crowd import SOURCES, family, resident, stat


def everybody(pid: int) -> list[int]:
    """A process, those it has started, and those they have started."""
    return sorted({one for child in family(pid) for one in family(child)})


def processor(pids: Sequence[int]) -> float:
    """Seconds of processor time that processes have used."""
    return sum(int(one) for pid in pids for one in stat(pid)[11:13]) / os.sysconf("SC_CLK_TCK")


async def measure(url: str, pid: int, lines: Sequence[Sequence[str]], options: argparse.Namespace) -> None:
    found = load.Load(url, lines)
    await load.in_groups([found.make_table(number) for number in range(options.games)])
    await load.in_groups([found.open_sockets(game) for game in found.games])
    await asyncio.sleep(2)
    pids = everybody(pid)
    began, spent = time.perf_counter(), processor(pids)
    await found.at_rate(options.rate, options.seconds)
    wall, spent = time.perf_counter() - began, processor(pids) - spent
    await found.until_heard(20)
    moves = len(found.delays)
    print(f"moves           {moves} in {wall:.1f} s ({moves / wall:.0f} per second), {found.late} left out as late")
    print(f"errors          {len(found.errors)} {found.errors[:3] if found.errors else ''}")
    print(f"sent to heard   {load.spread(found.delays)}")
    print(f"processor       {1000 * spent / max(1, moves):.2f} ms per move, without the database and the bus")
    print(f"memory          {sum(map(resident, pids)) / 1e6:.0f} MB in {len(pids)} processes")
    print(await found.ceiling(options.ceiling))
    await found.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rate", type=float, default=1.0, help="moves per second at every table")
    parser.add_argument("--ceiling", type=float, default=5, help="seconds for which tables move as fast as they can")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    plies = int(options.seconds * options.rate) + 15
    kinds = load.KINDS
    lines = [load.line(*kinds[number % len(kinds)], number, plies) for number in range(options.games)]
    environment = {**os.environ, "PYTHONPATH": str(SOURCES), "PYTHONUNBUFFERED": "1", "BILLES_COMPILE": "0"}
    environment["BILLES_LIMITS"] = json.encode(load.LIMITS).decode()
    postgres, valkey = Postgres(sync=True), Valkey()
    try:
        command = [sys.executable, "-m", "billes.server.serve", "--port", "0", "--no-open", "--no-allow-solving"]
        command += ["--database", postgres.database("load"), "--bus", valkey.url, "--processes", str(options.processes)]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://\S+", server.stdout.readline())
                assert found is not None
                with asyncio.Runner(loop_factory=load._loop) as runner:
                    runner.run(measure(found[0].rstrip("/"), server.pid, lines, options))
            finally:
                server.terminate()
    finally:
        valkey.close()
        postgres.close()


if __name__ == "__main__":
    main()
