"""The kernels as WebAssembly beside the compiled ones: nodes per second, the same positions, one thread; sizes; start.

python -m bench.wasm [--modules FOLDER] [--rounds 3] [--node] [GAME …]

WebAssembly runs in Pyodide, in a worker of Chromium as on the page, or in Node. Both do the same searches of fixed
size, in turn; each figure is the best round.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from billes.core.playouts import playouts
from billes.core.position import Position, start
from billes.engine.limits import Limits
from billes.engine.mcts import TreeSearch
from billes.games.registry import GAMES

NODES = {"bilitaire": 150_000}
WHATS = ("alpha-beta", "tree", "perft", "playouts")
TITLES = {"pylos": "Pylos", "quits": "Quits", "balanx": "Balanx", "bilitaire": "Bi-litaire"}
PERFT = {"pylos": 5, "quits": 6, "balanx": 5, "bilitaire": 3}


def middle(game: str, variant: str) -> Position:
    """A position from the middle of a game, the same everywhere."""
    position = start(game, variant)
    for number in range(8):
        after = position.play(position.moves[7 * number % len(position.moves)])
        if after.outcome is not None:
            break
        position = after
    return position


def figures(game: str, variant: str) -> dict[str, Callable[[], float]]:
    """What is measured; each gives how much was done."""
    from billes.engine.alphabeta import AlphaBeta
    from billes.engine.evaluation import uses_tree_search

    positions = [start(game, variant), middle(game, variant)]
    nodes = NODES.get(game, 500_000)

    def alphabeta() -> float:
        searches = [AlphaBeta(position, entries=1 << 18) for position in positions]
        for search in searches:
            search.think(Limits(nodes=nodes))
        return sum(search.nodes for search in searches)

    def tree() -> float:
        searches = [TreeSearch(position, size=1 << 18, seed=1) for position in positions]
        for search in searches:
            search.think(Limits(nodes=nodes))
        return sum(search.nodes for search in searches)

    def perft() -> float:
        return positions[0].perft(PERFT.get(game, 4))

    def plies() -> float:
        return playouts(positions[0], 2_000 if game != "bilitaire" else 200, workers=1, seed=1).plies

    known: dict[str, Callable[[], float]] = {"tree": tree, "perft": perft, "playouts": plies}
    return known if uses_tree_search(positions[0]) else {"alpha-beta": alphabeta, **known}


def measure(wanted: list[str]) -> Iterator[tuple[str, float]]:
    """Every figure, per second. Each is done once before, so that nothing is still being compiled."""
    for name in wanted:
        game, variant = name.split("/")
        for what, work in figures(game, variant).items():
            work()
            began = time.perf_counter()
            done = work()
            yield f"{name} {what}", done / (time.perf_counter() - began)


def table(native: dict[str, float], browser: dict[str, float]) -> str:
    """A line for every variant, as docs/speed.md has it: both speeds of the engine's own search, and all ratios."""
    lines = [
        "| | search | native | WebAssembly | ratio | tree | perft | playouts |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name in dict.fromkeys(found.split()[0] for found in native):
        game, variant = name.split("/")
        ratio = {
            what: browser[f"{name} {what}"] / native[f"{name} {what}"] for what in WHATS if f"{name} {what}" in native
        }
        own = next(what for what in WHATS if what in ratio)
        speeds = f"{native[f'{name} {own}']:,.0f} | {browser[f'{name} {own}']:,.0f} | {ratio[own]:.2f}"
        others = " | ".join(f"{ratio[what]:.2f}" for what in WHATS[1:])
        lines.append(f"| {TITLES[game]} `{variant}` | {own} | {speeds} | {others} |")
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    from tests.wasm.modules import in_pyodide, modules
    from tests.wasm.worker import in_chromium

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(PERFT))
    parser.add_argument("--modules", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--node", action="store_true", help="in Node instead of Chromium")
    given = parser.parse_args()
    folder = given.modules or modules()
    run = in_pyodide if given.node else in_chromium
    wanted = [f"{game}/{variant}" for game in given.games for variant in GAMES[game]]
    native: dict[str, float] = {}
    browser: dict[str, float] = {}
    for turn in range(given.rounds):
        os.environ["BILLES_BENCH"] = " ".join(wanted)
        for found, new in ((native, dict(measure(wanted))), (browser, json.loads(run(Path(__file__), folder)))):
            found.update({name: max(speed, found.get(name, 0.0)) for name, speed in new.items()})
        print(f"round {turn + 1} of {given.rounds}", file=sys.stderr, flush=True)
    print(table(native, browser))
    print(f"\n{'module':20} {'bytes':>10} {'gzip -9':>10}")
    for file in sorted(folder.iterdir()):
        data = file.read_bytes()
        print(f"{file.name:20} {len(data):10,} {len(gzip.compress(data, 9)):10,}")


if __name__ == "__main__":
    if sys.platform == "emscripten":
        print(json.dumps(dict(measure(os.environ["BILLES_BENCH"].split()))))
    else:
        main()
