"""How long games take: the engine against itself at one level, and random games, counted in moves of all players.

`python bench/lengths.py [--level 4] [--games 100] [GAME …]` prints the table that docs/engine.md quotes.
"""

from __future__ import annotations

import argparse
import os
import statistics
from concurrent.futures import ProcessPoolExecutor

import billes
from billes.engine.levels import choose


def length(job: tuple[str, str, int, int]) -> tuple[int, int | None]:
    """Moves of one game, and the marbles left where it is played for them. Two random moves open it."""
    name, variant, level, seed = job
    game = billes.Game(name, variant)
    for ply in range(2):
        moves = game.position.moves
        game.play(moves[(seed * 7919 + ply * 104729) % len(moves)])
    while game.outcome is None and len(game.moves) < 600:
        game.play(choose(game, level, seed=seed, threads=1))
    return len(game.moves), game.outcome.scores[0] if game.outcome and game.outcome.scores else None


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("names", nargs="*", choices=[[], *billes.GAMES], metavar="GAME", help="all of them")
    options.add_argument("--level", type=int, default=4)
    options.add_argument("--games", type=int, default=100)
    given = options.parse_args()
    print(
        f"Moves per game: level {given.level} against itself ({given.games} games: median, quartiles), and at random.\n"
    )
    print(f"{'':<24}{'median':>8}{'quartiles':>12}{'left':>6}{'random, mean':>14}")
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for name in given.names or billes.GAMES:
            for variant in billes.GAMES[name]:
                jobs = [(name, variant, given.level, seed) for seed in range(given.games)]
                found = list(pool.map(length, jobs, chunksize=5))
                low, middle, high = statistics.quantiles([moves for moves, _ in found], n=4)
                left = [score for _, score in found if score is not None]
                chance = billes.playouts(billes.start(name, variant), 10_000 if name != "balanx" else 500)
                print(
                    f"{name + ' ' + variant:<24}{middle:>8.0f}{f'{low:.0f}-{high:.0f}':>12}"
                    f"{statistics.median(left) if left else '':>6}{chance.mean_plies:>14.0f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
