"""OpenSpiel's own tree search plays a game of Billes against a random player.

python docs/examples/openspiel_mcts.py
python docs/examples/openspiel_mcts.py --game "billes_pylos(variant=children)" --games 10 --simulations 200
"""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any

import numpy as np

import billes.envs.openspiel

pyspiel = billes.envs.openspiel.pyspiel
mcts: Any = import_module("open_spiel.python.algorithms.mcts")


def play(game: Any, simulations: int, seat: int, seed: int) -> float:
    """Play one game with the search on a seat; what it was worth to the search."""
    rng = np.random.RandomState(seed)
    bot = mcts.MCTSBot(
        game, 1.4, simulations, mcts.RandomRolloutEvaluator(1, rng), solve=True, random_state=rng, verbose=False
    )
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.current_player() == seat:
            action = bot.step(state)
        else:
            action = int(rng.choice(state.legal_actions()))
        state.apply_action(action)
    return float(state.returns()[seat])


def main() -> None:
    """Play some games, the search on either seat in turn, and print what they were worth to it."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--game", default="billes_quits(variant=simple,limit=80)", help="as OpenSpiel names it")
    options.add_argument("--games", type=int, default=4)
    options.add_argument("--simulations", type=int, default=30, help="for every action")
    given = options.parse_args()
    game = pyspiel.load_game(given.game)
    returns = [play(game, given.simulations, n % game.num_players(), n) for n in range(given.games)]
    print(f"{given.game}: the search got {sum(returns) / len(returns):+.2f} per game, of {len(returns)} games")


if __name__ == "__main__":
    main()
