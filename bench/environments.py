"""How many actions per second the environments play: one by one through PettingZoo, and many games at once.

Everybody plays random actions that may come next, and looks at every observation. Beside them, where installed:
OpenSpiel's own games through its Python interface, and those of pgx (`pip install pgx`) as many at once.

    python bench/environments.py
    python bench/environments.py bilitaire-match quits-four --games 4096 --seconds 3
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

import billes
import billes.envs
from billes.envs import pettingzoo

ROUNDS = 3


def one_by_one(game: str, variant: str, seconds: float) -> float:
    """Actions per second of PettingZoo's environment."""
    made, rng = pettingzoo.env(game, variant), np.random.default_rng(1)
    actions, began, spent = 0, 0.0, 0.0
    for warm in (True, False):
        actions, began, spent = 0, time.perf_counter(), 0.0
        while spent < (0.1 if warm else seconds):
            made.reset()
            for _ in made.agent_iter():
                seen, _, over, cut, _ = made.last()
                if over or cut or seen is None:
                    break
                made.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
                actions += 1
                if actions % 50 == 0 and time.perf_counter() - began > seconds:
                    break
            spent = time.perf_counter() - began
    return actions / spent


def at_once(game: str, variant: str, games: int, seconds: float, threads: int | None = None) -> float:
    """Actions per second of as many games at once."""
    made, rng = billes.envs.vector(game, variant, games, threads=threads), np.random.default_rng(1)
    seen = made.reset()
    actions, spent = 0, 0.0
    for warm in (True, False):
        actions, began, spent = 0, time.perf_counter(), 0.0
        while spent < (0.2 if warm else seconds):
            chosen = (rng.random(seen.masks.shape, np.float32) * seen.masks).argmax(axis=1)
            seen = made.step(chosen)
            actions += games
            spent = time.perf_counter() - began
    made.close()
    return actions / spent


def open_spiel(name: str, seconds: float) -> float:
    """Actions per second of a game of OpenSpiel's own, written in C++, through its Python interface."""
    pyspiel: Any = import_module("pyspiel")
    game, rng = pyspiel.load_game(name), random.Random(1)
    actions, began, spent = 0, time.perf_counter(), 0.0
    while spent < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.observation_tensor()
            state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
        spent = time.perf_counter() - began
    return actions / spent


def pgx(name: str, games: int, seconds: float) -> float:
    """Actions per second of a game of pgx, as many at once, on what jax runs on; games that end begin anew."""
    jax: Any = import_module("jax")
    made: Any = import_module("pgx").make(name)
    again: Any = import_module("pgx.experimental").auto_reset(made.step, made.init)

    def act(state: Any, key: Any) -> tuple[Any, Any]:
        key, chance, new = jax.random.split(key, 3)
        chosen = jax.random.categorical(chance, jax.numpy.log(state.legal_action_mask))
        return jax.vmap(again)(state, chosen, jax.random.split(new, games)), key

    step, key = jax.jit(act), jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(made.init))(jax.random.split(key, games))
    actions, spent = 0, 0.0
    for warm in (True, False):
        actions, began, spent = 0, time.perf_counter(), 0.0
        while spent < (0.2 if warm else seconds):
            state, key = step(state, key)
            jax.block_until_ready(state.observation)
            actions += games
            spent = time.perf_counter() - began
    return actions / spent


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("names", nargs="*", metavar="GAME-VARIANT", help="only these")
    options.add_argument("--seconds", type=float, default=0.5, help="so long for every one of three rounds")
    options.add_argument("--games", type=int, default=1024, help="games at once")
    options.add_argument("--json", action="store_true", help="write the numbers as JSON")
    given = options.parse_args()
    there = {f"{game}-{variant}" for game, variants in billes.GAMES.items() for variant in variants}
    if unknown := sorted(set(given.names) - there):
        options.error(f"there is no {', '.join(unknown)}; there are {', '.join(sorted(there))}")
    found: dict[str, dict[str, float]] = {}
    if not given.json:
        print(f"Actions per second, {given.games} games at once on {os.cpu_count()} cores\n")
        print(f"{'':<24}{'PettingZoo':>12}{'at once':>12}{'ratio':>8}")
    for game, variants in billes.GAMES.items():
        for variant in variants:
            if given.names and f"{game}-{variant}" not in given.names:
                continue
            # in turns, and the best of each: other work on the machine only ever takes speed away
            slow = fast = 0.0
            for _ in range(ROUNDS):
                slow = max(slow, one_by_one(game, variant, given.seconds))
                fast = max(fast, at_once(game, variant, given.games, given.seconds))
            found[f"{game} {variant}"] = {"pettingzoo": slow, "vector": fast, "ratio": fast / slow}
            if not given.json:
                print(f"{game + ' ' + variant:<24}{slow:>12,.0f}{fast:>12,.0f}{fast / slow:>8.0f}", flush=True)
    others: dict[str, float | None] = {}
    rounds = range(ROUNDS)
    for name in ("connect_four", "breakthrough"):
        speed = max(open_spiel(name, given.seconds) for _ in rounds) if find_spec("pyspiel") else None
        others[f"OpenSpiel {name}"] = speed
    for name in ("connect_four", "othello", "animal_shogi"):
        speed = max(pgx(name, given.games, given.seconds) for _ in rounds) if find_spec("pgx") else None
        others[f"pgx {name}"] = speed
    if given.json:
        print(json.dumps({"games": found, "others": others}))
        return
    print("\nOthers, on the same machine")
    for name, speed in others.items():
        print(f"{name:<24}{f'{speed:,.0f}' if speed else 'not installed':>14}")


if __name__ == "__main__":
    main()
