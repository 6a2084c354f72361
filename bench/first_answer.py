"""How long the computer takes for its first move after a fresh install: `python -m bench.first_answer`.

Measured on servers whose folder of compiled code is empty at first: one for each game that compiles when a move is
asked for; and one that compiles ahead, asked when it says that it is ready, and started again for each game.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.client import Server, Visitor

from billes.games.registry import GAMES


@contextmanager
def serving(cache: Path, ahead: bool) -> Iterator[Server]:
    """A server with no tables, and with a folder for compiled code."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tables.sqlite3"
        server = Server(database, XDG_CACHE_HOME=str(cache), BILLES_COMPILE="1" if ahead else "0")
        try:
            yield server
        finally:
            server.close()


def first_answer(server: Server, game: str) -> float:
    """Seconds until the computer has moved at a table where it begins."""
    with Visitor(server) as host:
        began = time.perf_counter()
        table = host.create(game, "computer", "here")["table"]
        with host.live(table) as line:
            while not host.get(f"/tables/{table}")["moves"]:
                line.hear(120)
        return time.perf_counter() - began


def compiled_ahead(cache: Path) -> float:
    """Seconds from the start of a server until it says that its computer players are ready."""
    began = time.perf_counter()
    with serving(cache, ahead=True) as server:
        assert server.process.stdout is not None
        while "ready" not in server.process.stdout.readline():
            pass
    return time.perf_counter() - began


def main() -> None:
    """Print a table."""
    with tempfile.TemporaryDirectory() as folder:
        print(f"compiled ahead in {compiled_ahead(Path(folder)):.0f} s\n")
        print("| game | first answer, compiled when needed | compiled ahead |\n| --- | ---: | ---: |", flush=True)
        for game in GAMES:
            with tempfile.TemporaryDirectory() as empty, serving(Path(empty), ahead=False) as server:
                late = first_answer(server, game)
            with serving(Path(folder), ahead=True) as server:
                early = first_answer(server, game)
            print(f"| {game} | {late:.1f} s | {early:.1f} s |", flush=True)


if __name__ == "__main__":
    main()
