"""How long the computer takes for its first move after a fresh install: `python -m bench.first_answer`.

Every line is a server of its own, whose folder of compiled code is empty at first: one that compiles when a move is
asked for, one that compiles ahead, asked when it says that it is ready, and the same one started again.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from tests.server.client import Server, Visitor

from billes.games.registry import GAMES


def first_answer(server: Server, game: str) -> float:
    """Seconds until the computer has moved at a table where it begins."""
    with Visitor(server) as host:
        table = host.create(game, "computer", "here")["table"]
        began = time.perf_counter()
        with host.live(table) as line:
            while not host.get(f"/tables/{table}")["moves"]:
                line.hear(120)
        return time.perf_counter() - began


def measure(folder: Path, game: str, compiling: str) -> tuple[float, float]:
    """Seconds until a server says that its players are compiled (0 where it says nothing), and the first answer."""
    began = time.perf_counter()
    server = Server(folder / "tables.sqlite3", XDG_CACHE_HOME=str(folder), BILLES_COMPILE=compiling)
    try:
        assert server.process.stdout is not None
        if compiling == "1" and not any(folder.glob("billes/*/compiled-*")):
            while "ready" not in server.process.stdout.readline():
                pass
        waited = time.perf_counter() - began
        return waited, first_answer(server, game)
    finally:
        server.close()


def main() -> None:
    """Print a table."""
    print("| game | compiled when needed | compiled ahead: ready after | then the first answer | started again |")
    print("| --- | ---: | ---: | ---: | ---: |", flush=True)
    for game in GAMES:
        with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
            _, late = measure(Path(first), game, "0")
            waited, early = measure(Path(second), game, "1")
            _, again = measure(Path(second), game, "1")
        print(f"| {game} | {late:.1f} s | {waited:.1f} s | {early:.1f} s | {again:.1f} s |", flush=True)


if __name__ == "__main__":
    main()
