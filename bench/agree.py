"""Two solutions that share no line: tablebases of `billes solve` against positions solved by bench/solve/*.cu.

python bench/agree.py pylos standard pylos-1.bin --tablebases FOLDER [--most 200000]

The file is what the program of bench/solve wrote: positions with win, draw or loss. Exit status 1 where they differ.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from billes.core.position import Position
from billes.tablebase.probe import Tablebases
from solved import solved_sample

NAMES = {1.0: "win", 0.5: "draw", 0.0: "loss"}


def main() -> None:
    """Compare, and print what was found."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("game")
    options.add_argument("variant")
    options.add_argument("file")
    options.add_argument("--tablebases", type=Path)
    options.add_argument("--most", type=int, default=200_000)
    given = options.parse_args()
    tablebases = Tablebases(given.tablebases)
    sample = solved_sample(given.game, given.variant, given.file, given.most, seed=7)
    agreed: Counter[str] = Counter()
    differ = 0
    for state, worth in zip(sample.states, sample.worth, strict=True):
        position = Position(given.game, given.variant, tuple(state))
        if position.outcome is not None:
            continue
        value, _ = tablebases.value(position)
        if value == NAMES[float(worth)]:
            agreed[value] += 1
        else:
            differ += 1
            print(f"{position}: {value} in the tablebase, {NAMES[float(worth)]} in {given.file}")
    counts = ", ".join(f"{agreed[name]:,} {name}" for name in NAMES.values())
    print(f"{given.game} {given.variant}: {agreed.total():,} agree ({counts}), {differ:,} differ")
    sys.exit(min(differ, 1))


if __name__ == "__main__":
    main()
