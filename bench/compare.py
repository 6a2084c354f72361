"""Two versions of the project, side by side on one machine: every figure of `make bench`, and the ratio new to old.

python bench/compare.py OLD NEW [--rounds 5] [--seconds 0.5] [--only balanx] [--json FILE] [--cpu]

OLD and NEW are checkouts. Each round starts a fresh process for either and measures every figure in turn, the order
alternating; the ratio compares the best of all rounds, because noise only ever takes speed away. With --cpu processor
time is counted, which other work on the machine lengthens less.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any


def load(path: Path) -> ModuleType:
    """A bench script of one version as a module."""
    spec = importlib.util.spec_from_file_location(f"bench_{path.stem}", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def work(checkout: Path, seconds: float, cpu: bool) -> None:
    """Measure the figures named on standard input, one answer per line."""
    if cpu:
        time.perf_counter = time.process_time
    rules: Any = load(checkout / "bench/rules.py")
    search: Any = load(checkout / "bench/search.py")
    billes: Any = rules.billes
    tree = getattr(search, "TreeSearch", None) or search.Grower  # its name before 0.2
    for line in sys.stdin:
        figure, threads, game, variant = line.split()
        position, workers = billes.start(game, variant), int(threads)
        if figure == "perft":
            position.perft(1)
            found = rules.perft_speed(position, seconds, workers)
        elif figure == "playout":
            billes.playouts(position, 2)
            found = rules.playout_speed(position, seconds, workers)
        else:
            limits = search.Limits(seconds=seconds)
            for _ in range(2):  # the first one compiles
                new = (
                    tree(position, threads=1)
                    if figure == "tree"
                    else search.searcher(position, limits, threads=workers)
                )
                found = search.speed(new, seconds)
        print(found, flush=True)


def figures() -> list[str]:
    """Every figure of bench/rules.py and bench/search.py, as `figure threads game variant`; for our own games only."""
    import billes
    from billes.games.registry import origin

    own = [game for game in billes.GAMES if not origin(game)]
    every = [(game, variant) for game in own for variant in billes.GAMES[game]]
    found = [f"{what} {n} {g} {v}" for g, v in every for what in ("perft", "playout") for n in (1, os.cpu_count() or 1)]
    searched = [(game, variant) for game, variant in every if not variant.endswith("-icga")]
    return found + [
        f"{what} {n} {g} {v}" for g, v in searched for what, n in (("search", 1), ("search", 2), ("tree", 1))
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--only", default="", help="figures whose name contains this, such as a game")
    parser.add_argument("--again", type=Path, help="add rounds to this file of --json, for its figures below 0.97 only")
    parser.add_argument("--json", type=Path, help="write every measurement to this file, after every round")
    parser.add_argument("--cpu", action="store_true", help="go by processor time instead of the clock")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work:
        work(given.old, given.seconds, given.cpu)
        return
    found: dict[str, tuple[list[float], list[float]]] = {
        figure: ([], []) for figure in figures() if given.only in figure
    }
    if given.again:
        found = json.loads(given.again.read_text())
    wanted = [figure for figure, (old, new) in found.items() if not old or max(new) < 0.97 * max(old)]
    for turn in range(given.rounds):
        workers = []
        for checkout in (given.old, given.new):
            command = [
                sys.executable,
                __file__,
                str(checkout),
                str(checkout),
                "--work",
                "--seconds",
                str(given.seconds),
                *(["--cpu"] if given.cpu else []),
            ]
            environment = os.environ | {"PYTHONPATH": str((checkout / "src").resolve())}
            workers.append(
                subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True)
            )
        for number, figure in enumerate(wanted):
            for side in (0, 1) if (turn + number) % 2 else (1, 0):
                stdin, stdout = workers[side].stdin, workers[side].stdout
                assert stdin
                assert stdout
                print(figure, file=stdin, flush=True)
                found[figure][side].append(float(stdout.readline()))
        for worker in workers:
            worker.communicate()
        print(f"round {turn + 1} of {given.rounds}", file=sys.stderr, flush=True)
        if given.json:
            given.json.write_text(json.dumps(found, indent=1))
    print(f"{'figure':8}{'threads':>8} {'position':26}{'old':>13}{'new':>13}{'ratio':>7}")
    for figure, (old, new) in found.items():
        what, threads, game, variant = figure.split()
        ratio = max(new) / max(old)
        print(f"{what:8}{threads:>8} {game + ' ' + variant:26}{max(old):>13,.0f}{max(new):>13,.0f}{ratio:>7.3f}")
    print(f"lowest ratio {min(max(new) / max(old) for old, new in found.values()):.3f}")


if __name__ == "__main__":
    main()
