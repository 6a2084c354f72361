"""Matches of the engine against plain UCT with random playouts, the same time for both: one table for all variants.

python bench/baseline.py [--games 100] [--seconds 1] [--jobs 2] [--against uct] [--records FOLDER] [GAME-VARIANT …]

The score of the engine is a share of the points, with a 95 % interval. Every opening of four random moves is played
twice with the seats exchanged; with four players both have two seats. A game is over once one side has proved that it
wins. With --records the games are kept, and the same command goes on where it was interrupted.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from billes.engine.contestants import Terms
from billes.engine.match import Plan, compete
from billes.games.registry import GAMES

HEAD = (
    f"{'game':18} {'games':>5} {'won':>4} {'drawn':>5} {'lost':>4} {'points':>8}  {'95 %':>13} {'moves':>6}  ended by"
)


def match(name: str, wanted: argparse.Namespace) -> str:
    """One row of the table."""
    game, _, variant = name.partition("-")
    plan = Plan(
        game,
        variant,
        (("full", wanted.against),),
        wanted.games,
        terms=Terms(seconds=wanted.seconds),
        adjudicate=not wanted.to_the_end,
    )
    record = wanted.records / f"{wanted.against}-{name}.txt" if wanted.records else None
    (found,) = compete(plan, jobs=wanted.jobs, record=record, resume=True)
    low, high = found.interval
    reasons = ", ".join(f"{reason} {count}" for reason, count in found.reasons.most_common())
    return (
        f"{name:18} {found.games:5} {found.wins:4} {found.draws:5} {found.losses:4} {100 * found.share:6.1f} %  "
        f"{100 * low:5.1f} to {100 * high:5.1f} {found.plies / found.games:6.0f}  {reasons}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="*")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--against", default="uct", help="any contestant of `billes match`")
    parser.add_argument("--records", type=Path, help="a folder for the games")
    parser.add_argument("--to-the-end", action="store_true", help="play on when a win is proved")
    wanted = parser.parse_args()
    every = [f"{game}-{variant}" for game in GAMES for variant in GAMES[game]]
    print(HEAD, flush=True)
    for name in wanted.variants or every:
        print(match(name, wanted), flush=True)


if __name__ == "__main__":
    main()
