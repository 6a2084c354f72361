"""Fit the weights of a game's evaluation and write them where the engine reads them.

python bench/tune.py balanx standard [--generations 3] [--games 3000] [--nodes 2000]    # games against itself
python bench/tune.py quits four --games 1000                                           # likewise, four players
python bench/tune.py pylos expert --solved pylos-3.bin                                 # solved positions (bench/solve)

Where a game is solved its exact values are the better teacher; where it is not the program plays against itself.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import billes.engine.weights
from billes.engine import quartet
from billes.engine.games import mind
from billes.engine.tuning import fit, rounded, tune
from billes.engine.weights import LOGIT, unwritten, written
from solved import solved_sample

FOLDER = Path(billes.engine.weights.__file__).parent / "fitted"
OPENINGS = {"pylos": range(17), "quits": range(2, 26), "four": range(24), "balanx": range(24), "bilitaire": range(10)}


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
    wanted = parser.parse_args()
    game, variant = wanted.game, wanted.variant
    B = mind(game)
    file = FOLDER / f"{game}-{variant}.txt"
    if wanted.solved:
        sample = solved_sample(game, variant, wanted.solved, wanted.most)
        weights, _ = fit(game, sample, B.COUNT, epochs=8, show=True)
        pairs = rounded(weights, LOGIT)
    elif variant == "four":
        pairs = quartet.tune(
            generations=wanted.generations,
            count=wanted.games,
            nodes=wanted.nodes,
            opening=OPENINGS["four"],
            seed=wanted.seed,
        )
    else:
        pairs = tune(
            game,
            variant,
            generations=wanted.generations,
            count=wanted.games,
            nodes=wanted.nodes,
            opening=OPENINGS[game],
            seed=wanted.seed,
            begin=unwritten(file.read_text()) if wanted.go_on else None,
        )
    groups = quartet.GROUPS if variant == "four" else B.GROUPS
    file.write_text(written(groups, pairs, "python bench/tune.py " + " ".join(sys.argv[1:])))


if __name__ == "__main__":
    main()
