"""Fit the weights of a game's evaluation and write them to the game's package.

python bench/tune.py balanx standard [--generations 3] [--games 3000] [--nodes 2000]    # games against itself
python bench/tune.py quits four --games 1000                                          # likewise, four players
python bench/tune.py balanx large --cluster tcp://scheduler:8786                       # played by a Dask cluster
python bench/tune.py pylos expert --solved pylos-3.bin                                 # solved positions (bench/solve)

Where a game is solved the weights are fitted to exact values, elsewhere to games of the program against itself: played
on all cores (`--jobs`) or by a cluster, whose workers need this folder on their PYTHONPATH. The same seed gives the
same weights wherever they are played.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path

from billes.core.cluster import cluster
from billes.engine.evaluation import format_weights, parse_weights
from billes.engine.search import CORES
from billes.games.registry import spec_of
from solved import solved_sample
from tuning import four_players
from tuning.two_players import LOGIT, fit, rounded, tune

OPENINGS = {"pylos": range(17), "quits": range(2, 26), "balanx": range(24), "bilitaire": range(10)}  # random moves
OPENING_OF_FOUR = range(24)


def main() -> None:
    """Play or read, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("variant")
    parser.add_argument("--generations", type=int, default=3)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="begin with the weights that are there")
    parser.add_argument("--solved", help="a file of solved positions, as written by the programs in bench/solve")
    parser.add_argument("--most", type=int, default=2_000_000, help="positions to take from it")
    parser.add_argument("--jobs", type=int, default=CORES, help="processes that play the games")
    parser.add_argument("--cluster", help="the address of a Dask scheduler whose workers play the games")
    parser.add_argument("--out", type=Path, help="a file to write the weights to, instead of the game's package")
    wanted = parser.parse_args()
    with _players(wanted) as executor:
        _tune(wanted, executor)


def _players(wanted: argparse.Namespace) -> AbstractContextManager[Executor | None]:
    """Who plays the games; None is this process."""
    if wanted.cluster:
        return cluster(wanted.cluster)
    if wanted.jobs > 1 and not wanted.solved:
        return ProcessPoolExecutor(wanted.jobs, get_context("spawn"))
    return nullcontext()


def _tune(wanted: argparse.Namespace, executor: Executor | None) -> None:
    game, variant = wanted.game, wanted.variant
    spec = spec_of(game)
    file = Path(str(files(spec.package) / "weights" / f"{variant}.txt"))
    if wanted.solved:
        sample = solved_sample(game, variant, wanted.solved, wanted.most)
        weights, _ = fit(game, variant, sample, epochs=8, show=True)
        pairs = rounded(weights, LOGIT)
    elif variant == "four":
        pairs = four_players.tune(
            generations=wanted.generations,
            count=wanted.games,
            nodes=wanted.nodes,
            opening=OPENING_OF_FOUR,
            seed=wanted.seed,
            executor=executor,
        )
    else:
        pairs = tune(
            game,
            variant,
            generations=wanted.generations,
            count=wanted.games,
            nodes=wanted.nodes,
            opening=OPENINGS.get(game, range(12)),
            seed=wanted.seed,
            begin=parse_weights(file.read_text()) if wanted.go_on else None,
            executor=executor,
        )
    groups = four_players.GROUPS if variant == "four" else spec.evaluator.GROUPS
    (wanted.out or file).write_text(format_weights(groups, pairs, "python bench/tune.py " + " ".join(sys.argv[1:])))


if __name__ == "__main__":
    main()
