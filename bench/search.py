"""Search speed: nodes per second for every game, one thread and two, and what the second is worth.

python bench/search.py [--seconds 2] [GAME …]
"""

from __future__ import annotations

import argparse
import time

from billes.core.position import Position, start
from billes.engine.levels import searcher
from billes.engine.limits import Limits
from billes.engine.mcts import TreeSearch
from billes.engine.search import Search
from billes.games.registry import GAMES


def speed(search: Search, seconds: float) -> float:
    """Nodes per second of one search, by the clock: its last line may be older than its end."""
    began = time.perf_counter()
    search.think(Limits(seconds=seconds))
    return search.nodes / (time.perf_counter() - began)


def row(position: Position, seconds: float) -> str:
    """One line of the table."""
    limits = Limits(seconds=seconds)
    for search in (searcher(position, limits), TreeSearch(position, threads=1)):
        search.think(Limits(depth=3))  # compiles
    rounds = [[speed(searcher(position, limits, threads=threads), seconds) for threads in (1, 2)] for _ in range(3)]
    one, two = (sorted(column)[1] for column in zip(*rounds, strict=True))
    tree = speed(TreeSearch(position, threads=1), seconds)
    return f"{position.game:10} {position.variant:14} {one:12,.0f} {two:12,.0f} {two / one:6.2f} {tree:14,.0f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--seconds", type=float, default=1.0)
    wanted = parser.parse_args()
    print(f"{'game':10} {'variant':14} {'1 thread':>12} {'2 threads':>12} {'ratio':>6} {'tree, 1 thread':>14}")
    for game in wanted.games:
        for variant in GAMES[game]:
            if not variant.endswith("-icga"):
                print(row(start(game, variant), wanted.seconds), flush=True)


if __name__ == "__main__":
    main()
