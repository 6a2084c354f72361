"""Matches against plain UCT with random playouts, the same time for both, both sides in turn.

python bench/baseline.py [--games 20] [--seconds 0.1] [--tree] [GAME-VARIANT …]

The score of the engine is a share of the points, with a 95 % interval (Wilson's). Every opening of a few random moves
is played twice with sides exchanged (in a game of four the engine takes every seat in turn, against three of the
others, and 25 % would be even). A round of Bi-litaire counts as won by fewer marbles left than its return game.
"""

from __future__ import annotations

import argparse
import random
from math import sqrt

from billes.engine.growing import Grower, Manner
from billes.engine.levels import searcher
from billes.engine.limits import Limits
from billes.engine.searching import Search
from billes.rules.game import Game
from billes.rules.position import start
from billes.rules.registry import GAMES

OPENING = {"pylos": 3, "quits": 4, "balanx": 4, "bilitaire": 0}
LONGEST = 300


def opening(game: str, variant: str, chance: random.Random) -> Game:
    """A game after some random moves."""
    played = Game(game, variant)
    for _ in range(OPENING[game]):
        played.play(chance.choice(played.position.moves))
    return played if played.outcome is None else opening(game, variant, chance)


def again(first: Game) -> Game:
    """The same game once more."""
    played = Game(first.game, first.variant)
    for move in first.moves:
        played.play(move)
    return played


def play(played: Game, seat: int, limits: Limits, seed: int, tree: bool) -> Game:
    """Play a game to its end, the engine on one seat and the baseline on all others."""
    while played.outcome is None and len(played.moves) < LONGEST:
        position, before = played.position, played.positions[:-1]
        if position.player != seat:
            search: Search = Grower(position, history=before, manner=Manner.plain(), seed=seed + len(before))
        elif tree:
            search = Grower(position, history=before, seed=seed)
        else:
            search = searcher(position, limits, history=before, seed=seed)
        played.play(search.think(limits)[0].move)
    return played


def points(played: Game, seat: int) -> float:
    """What the engine got."""
    outcome = played.outcome
    if outcome is None or outcome.draw or outcome.winner is None:
        return 0.5
    return float(outcome.winner == seat)


def wilson(score: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z = 1.96
    share = score / games
    middle, spread = share + z * z / (2 * games), z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


def match(game: str, variant: str, games: int, limits: Limits, tree: bool, seed: int) -> str:
    """One row of the table."""
    chance = random.Random(f"{game} {variant} {seed}")
    players = start(game, variant).players
    total, done, drawn, plies = 0.0, 0, 0, 0
    while done < games:
        first = opening(game, variant, chance)
        lefts = []
        for seat in range(1, players + 1):
            played = play(again(first), seat, limits, seed + done, tree)
            done += 1
            plies += len(played.moves)
            if variant == "round":
                lefts.append(played.outcome.scores[0] if played.outcome else 48)
                continue
            total += points(played, seat)
            drawn += points(played, seat) == 0.5
        if lefts:
            total += 2.0 * (lefts[0] < lefts[1]) + 1.0 * (lefts[0] == lefts[1])
            drawn += 2 * (lefts[0] == lefts[1])
    low, high = wilson(total, done)
    return (
        f"{game:10} {variant:9} {done:5} {total:7.1f} {100 * total / done:6.1f} %  "
        f"{100 * low:5.1f} to {100 * high:5.1f} {drawn:6} {plies / done:6.0f}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="*")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--nodes", type=int, help="instead of the time")
    parser.add_argument("--tree", action="store_true", help="let the tree search play against it")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    limits = Limits(seconds=None if wanted.nodes else wanted.seconds, nodes=wanted.nodes)
    every = [f"{game}-{variant}" for game in GAMES for variant in GAMES[game] if not variant.endswith("-icga")]
    print(f"{'game':10} {'variant':9} {'games':>5} {'points':>7} {'share':>8}  {'95 %':>14} {'drawn':>6} {'plies':>6}")
    for name in wanted.variants or every:
        game, _, variant = name.partition("-")
        print(match(game, variant, wanted.games, limits, wanted.tree, wanted.seed), flush=True)


if __name__ == "__main__":
    main()
