"""How fast the rules are: perft and random playouts of every variant, compiled and interpreted, one thread and all.

Beside them OpenSpiel 2 (C++) plays random rollouts of connect_four and breakthrough, in the same run and machine.
Run it with `make bench`, or `python bench/rules.py [--seconds 1]`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import billes
from billes.core.jit import INTERPRETED

CORES = os.cpu_count() or 1


def perft_speed(position: billes.Position, seconds: float, workers: int) -> float:
    """Leaves of perft counted per second, the work shared out move by move."""
    depth = 1
    while True:
        parts = [position.play(move) for move in position.moves]
        began = time.perf_counter()
        with ThreadPoolExecutor(workers) as pool:
            leaves = sum(pool.map(billes.Position.perft, parts, [depth] * len(parts)))
        spent = time.perf_counter() - began
        if spent > seconds or depth > 12:
            return leaves / spent
        depth += 1


def playout_speed(position: billes.Position, seconds: float, workers: int) -> float:
    """Plies of random games per second."""
    games, limit = workers, 2000
    while True:
        began = time.perf_counter()
        plies = billes.playouts(position, games, seed=games, workers=workers, limit=limit).plies
        spent = time.perf_counter() - began
        if spent > seconds:
            return plies / spent
        games = max(games + workers, int(games * min(8.0, 1.3 * seconds / max(spent, 1e-4))))


def measure(seconds: float) -> dict[str, dict[str, float]]:
    """Every variant in this process' own mode."""
    found = {}
    for game, variants in billes.GAMES.items():
        for variant in variants:
            position = billes.start(game, variant)
            position.perft(1)
            billes.playouts(position, 2)
            row = {"perft": perft_speed(position, seconds, 1), "playout": playout_speed(position, seconds, 1)}
            if not INTERPRETED:
                row["perft all"] = perft_speed(position, seconds, CORES)
                row["playout all"] = playout_speed(position, seconds, CORES)
            found[f"{game} {variant}"] = row
    return found


def interpreted(seconds: float) -> dict[str, dict[str, float]]:
    """The same in a process without the compiler."""
    environment = os.environ | {"BILLES_INTERPRETED": "1"}
    command = [sys.executable, __file__, "--seconds", str(seconds), "--raw"]
    answer: dict[str, dict[str, float]] = json.loads(subprocess.check_output(command, env=environment))
    return answer


def starts() -> dict[str, tuple[float, float]]:
    """Seconds to compile a game's rules into an empty cache, and from process start to the first compiled answer."""
    found = {}
    for game in billes.GAMES:
        with tempfile.TemporaryDirectory() as cache:
            environment = os.environ | {"XDG_CACHE_HOME": cache}
            cold = (
                f"import time, billes; p = billes.start({game!r}); began = time.perf_counter(); "
                "p.moves; p.perft(2); billes.playouts(p, 1); print(time.perf_counter() - began)"
            )
            first = float(subprocess.check_output([sys.executable, "-c", cold], env=environment))
            began = time.perf_counter()
            warm = f"import billes; billes.start({game!r}).perft(3)"
            subprocess.check_call([sys.executable, "-c", warm], env=environment)
            found[game] = first, time.perf_counter() - began
    return found


def open_spiel(name: str, seconds: float) -> float:
    """Plies per second of OpenSpiel's own random rollouts, many to a node so that the tree costs nothing."""
    pyspiel: Any = __import__("pyspiel")
    game = pyspiel.load_game(name)
    rng = random.Random(1)
    lengths: list[int] = []
    for _ in range(500):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        lengths.append(state.move_number())
    mean = sum(lengths) / len(lengths)
    rollouts = 1000
    while True:
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(rollouts, 7), 2.0, 2, 100, False, 7, False)
        began = time.perf_counter()
        bot.step(game.new_initial_state())
        spent = time.perf_counter() - began
        if spent > seconds:
            # one batch of rollouts from the root, one from a position after one move
            return float(rollouts * (2 * mean - 1) / spent)
        rollouts *= 2


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=0.5, help="at least so long for every number")
    options.add_argument("--raw", action="store_true", help="write this mode's numbers as JSON")
    given = options.parse_args()
    if given.raw:
        print(json.dumps(measure(given.seconds)))
        return
    fast, slow = measure(given.seconds), interpreted(given.seconds / 2)
    print(f"Rules, million per second ({CORES} cores). Ratio: compiled to interpreted, both on one thread.\n")
    print(f"{'':<22}{'perft':>8}{'all':>8}{'ratio':>7}   {'playout plies':>13}{'all':>8}{'ratio':>7}")
    for name, row in fast.items():
        print(
            f"{name:<22}{row['perft'] / 1e6:>8.1f}{row['perft all'] / 1e6:>8.1f}"
            f"{row['perft'] / slow[name]['perft']:>7.0f}   {row['playout'] / 1e6:>13.2f}"
            f"{row['playout all'] / 1e6:>8.2f}{row['playout'] / slow[name]['playout']:>7.0f}"
        )
    rivals = {name: open_spiel(name, given.seconds) for name in ("connect_four", "breakthrough")}
    best = max(rivals.values())
    print("\nOpenSpiel 2 random rollouts, million plies per second, one thread")
    for name, speed in rivals.items():
        print(f"{name:<22}{speed / 1e6:>8.2f}")
    for name in ("pylos standard", "quits standard"):
        print(f"{name} playouts are {fast[name]['playout'] / best:.1f} times the better of them")
    print("\nSeconds to compile a game into an empty cache, and from process start to the first answer afterwards")
    for game, (cold, warm) in starts().items():
        print(f"{game:<22}{cold:>8.1f}{warm:>8.2f}")


if __name__ == "__main__":
    main()
