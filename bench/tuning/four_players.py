"""Weights of Quits for four: games of the tree search against itself, and who won them.

A player's strength is a sum of weights: of their foremost marble, of every marble, of the turns that they have to wait,
and of what stands at their goal. The chances of the four are the exponentials of their strengths (`chances` in
`games/quits/evaluator.py`). The regression finds the weights under which those who won were likely to win; it leaves
out positions in which the player to move can win at once.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any

import numpy

from billes.core.game import Game
from billes.core.jit import table
from billes.engine.limits import Limits
from billes.engine.mcts import TreeSearch, TreeSettings
from billes.games.quits.evaluator import BEFORE, KIND, KINDS, first_weights, logit
from billes.games.quits.rules import CORNERS, GOAL
from billes.games.registry import spec_of

from .shares import in_shares

GROUPS = (
    ("foremost", KINDS),  # by kind of cell, the marble that is worth most
    ("turn", 1),  # taken away for every player who moves before
    ("every", KINDS),  # by kind of cell, every marble
    ("threat", 4),  # by seat, counted from the player to move: a marble before the goal, which is free
    ("taken", 1),  # the goal is not free
)
COUNT = sum(size for _, size in GROUPS)
LONGEST = 200  # moves of a game; a longer one is not learned from
SHARE = 20  # games that are one task
TREE = 1 << 16
QUICK = TreeSettings()  # short playouts: many positions in little time
SCALE = logit("four")

Seen = tuple[Sequence[int], int]
"""A state and the seat, counted from the player to move, of the one who won."""


def games(
    count: int, nodes: int, opening: range, seed: int, weights: Sequence[int], executor: Executor | None = None
) -> list[Seen]:
    """What was seen in games of the tree search against itself, played here or by an executor."""
    share = partial(_games, nodes, opening, seed, [int(weight) for weight in weights])
    return [seen for part in in_shares(share, count, SHARE, executor) for seen in part]


def _games(nodes: int, opening: range, seed: int, weights: Sequence[int], numbers: range) -> list[Seen]:
    """What was seen in the games with these numbers."""
    found: list[Seen] = []
    for number in numbers:
        chance = random.Random(f"four {seed} {number}")
        game = Game("quits", "four")
        plies = opening[number % len(opening)]
        states: list[tuple[int, ...]] = []
        while game.outcome is None and len(game.moves) < LONGEST:
            if len(game.moves) < plies:
                game.play(chance.choice(game.position.moves))
                continue
            if not spec_of("quits").evaluator.wins_at_once(game.position.state):
                states.append(game.position.state)
            search = TreeSearch(
                game.position,
                history=game.positions[:-1],
                size=TREE,
                settings=QUICK,
                seed=chance.getrandbits(31),
                weights=table(weights),
            )
            game.play(search.think(Limits(nodes=nodes))[0].move)
        if game.outcome is not None and game.outcome.winner is not None:
            winner = game.outcome.winner - 1
            found += [(state, (winner - state[4]) % len(CORNERS)) for state in states]
    return found


def fit(seen: Sequence[Seen], begin: Sequence[int], *, steps: int = 400, pull: float = 1e-3) -> tuple[list[int], float]:
    """The weights that make the winners likeliest, drawn a little towards those to begin with.

    One game position in ten is set aside; the mean logarithm of the winner's chance there is returned too, which would
    be -1.386 if all four were always equal.
    """
    first = numpy.array(begin, float) / SCALE
    rows = numpy.array([[_row(state, seat) for seat in range(4)] for state, _ in seen])
    won = numpy.array([seat for _, seat in seen])
    order = numpy.random.default_rng(1).permutation(len(won))
    held, learned = order[: len(order) // 10], order[len(order) // 10 :]
    weights, slope, square = first.copy(), numpy.zeros_like(first), numpy.zeros_like(first)
    for step in range(1, steps + 1):  # Adam
        _, gradient = _likelihood(rows[learned], won[learned], weights)
        gradient -= pull * (weights - first)
        slope = 0.9 * slope + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient * gradient
        weights += 0.05 * slope / (1 - 0.9**step) / (numpy.sqrt(square / (1 - 0.99**step)) + 1e-6)
    likelihood, _ = _likelihood(rows[held], won[held], weights)
    return [round(SCALE * weight) for weight in weights.tolist()], likelihood


def _row(state: Sequence[int], seat: int) -> list[float]:
    """What counts for one player, all but their foremost marble: one number for each of the other weights."""
    corner = (state[4] + seat) % 4
    kinds, threats = [0.0] * KINDS, [0.0] * 4
    for cell in range(25):
        if state[seat] >> cell & 1:
            kinds[KIND[25 * corner + cell]] += 1
    taken = (state[0] | state[1] | state[2] | state[3]) & GOAL[corner] != 0
    threats[seat] = float(not taken and state[seat] & BEFORE[corner] != 0)
    return [-seat, *kinds, *threats, float(taken)]


def _likelihood(rows: Any, won: Any, weights: Any) -> tuple[float, Any]:
    """The mean logarithm of the winner's chance, and how it changes with the weights."""
    foremost = weights[:KINDS]
    best = numpy.argmax(numpy.where(rows[:, :, 1 : KINDS + 1] > 0, foremost, -numpy.inf), axis=2)
    strength = foremost[best] + rows @ weights[KINDS:]
    strength -= strength.max(axis=1, keepdims=True)
    chances = numpy.exp(strength)
    chances /= chances.sum(axis=1, keepdims=True)
    every = numpy.arange(len(won))
    missing = -chances
    missing[every, won] += 1
    gradient = numpy.zeros_like(weights)
    numpy.add.at(gradient, best, missing)
    gradient[KINDS:] = numpy.einsum("is,isk->k", missing, rows)
    return float(numpy.log(chances[every, won]).mean()), gradient / len(won)


def tune(
    *, generations: int, count: int, nodes: int, opening: range, seed: int, executor: Executor | None = None
) -> list[tuple[int, int]]:
    """Play and fit, so many times; the weights of the last generation, the same early and late."""
    weights: Sequence[int] = [int(weight) for weight in first_weights("four")]
    old: list[Seen] = []
    for generation in range(1, generations + 1):
        new = games(count, nodes, opening, seed + generation, weights, executor)
        weights, likelihood = fit(new + old[len(old) // 2 :], weights)
        old = new
        print(f"quits four {generation}: {len(new)} positions, winner's chance e^{likelihood:.4f}", flush=True)
    return [(weight, weight) for weight in weights]
