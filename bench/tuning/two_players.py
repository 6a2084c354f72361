"""Weights of games of two: games of the program against itself, and a regression on their results.

A game begins with some random moves and goes on with a quick search for both sides. Every position after the opening is
kept with its score in the search and with the end of the game; the regression finds weights that predict a mixture of
both. A generation of games is played with the weights that the one before it gave.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy

from billes.core.codes import DRAW, OPEN, SCORE, mix
from billes.core.jit import Buffer, buffer, jit
from billes.core.position import Position, start
from billes.engine.alphabeta_kernel import INFINITE, prepare, search_root
from billes.engine.evaluation import logit_of, packed
from billes.engine.memory import FEATURES, LIMIT, MARBLE, ROOT, STOP, WON, block, memory
from billes.games.registry import rules_of, spec_of

from .shares import in_shares

LOGIT = 100  # hundredths of a marble that multiply the odds of winning by e, where nothing else is said
LONGEST = 160  # plies of a game; longer ones are drawn
ENTRIES = 1 << 16
SHARE = 100  # games that are one task
MOST_FEATURES = 80  # of one position


# ------------------------------------------------------------------------------------------------------- games
@jit
def best(G: Any, E: Any, s: Any, nodes: int, mem: Buffer, t: int) -> int:
    """The score of a position for so many nodes; the move is left as the first root move."""
    prepare(G, s, mem, t)
    mem[STOP], mem[LIMIT] = 0, 1 << 60
    # no literals, which would compile the search once more: see the traps in docs/design.md
    low, high, none = -INFINITE + 0 * nodes, INFINITE + 0 * nodes, 0 * nodes
    depth = 1 + 0 * nodes
    score: int = search_root(G, E, s, depth, low, high, none, mem, t)
    mem[LIMIT] = nodes
    while -WON < score < WON and depth < 60:
        depth += 1
        got = search_root(G, E, s, depth, low, high, none, mem, t)
        if mem[STOP] != 0:
            break
        score = got
    return score


@jit
def play(
    G: Any, E: Any, s: Any, seed: int, opening: int, nodes: int, states: Any, keys: Any, mem: Buffer, t: int
) -> int:
    """One game; a row of `states` is a state and its score. Result << 16 | plies kept."""
    h = mix(1, seed)
    for _ in range(opening):
        if G.result(s) != OPEN:
            return OPEN
        count = G.moves(s, mem, t + ROOT) - (t + ROOT)
        h = mix(h, 7)
        s = G.apply(s, mem[t + ROOT + (h >> 20) % count])
    ply = 0
    while ply < LONGEST:
        over: int = G.result(s)
        if over != OPEN:
            return (over << 16) | ply
        keys[ply] = G.key(s)
        seen = 0
        for k in range(ply):
            if keys[k] == keys[ply]:
                seen += 1
        if seen >= 2:
            break
        score = best(G, E, s, nodes, mem, t)
        for k in range(len(s)):
            states[ply, k] = s[k]
        states[ply, len(s)] = score
        s = G.apply(s, mem[t + ROOT])
        ply += 1
    return (DRAW << 16) | ply


@dataclass
class Sample:
    """Positions with what they are worth to the player to move, between 0 and 1 (or in marbles)."""

    states: list[tuple[int, ...]]
    worth: list[float]

    def __add__(self, other: Sample) -> Sample:
        return Sample(self.states + other.states, self.worth + other.worth)


@dataclass(frozen=True)
class Games:
    """How games are played, from which position; `trust` is the share of the result, the rest is the search's score."""

    first: Position
    nodes: int
    opening: range
    seed: int
    weights: Sequence[int]
    trust: float = 0.5

    def __call__(self, numbers: range) -> Sample:
        """Play the games with these numbers, one after the other with one transposition table."""
        first, trust = self.first, self.trust
        G, E = rules_of(first.game), spec_of(first.game).evaluator
        state = E.search_state(first.state)
        mem = memory(G.ROOM, ENTRIES, 1, self.weights)
        t = block(0, ENTRIES, G.ROOM)
        rows = numpy.zeros((LONGEST, len(state) + 1), numpy.int64)
        keys = numpy.zeros(LONGEST, numpy.int64)
        found = Sample([], [])
        scale = logit_of(first)
        for number in numbers:
            kept = self.opening[(self.seed + number) % len(self.opening)]
            code = int(play(G, E, state, (self.seed << 24) + number, kept, self.nodes, rows, keys, mem, t))
            end, plies = code >> 16, code & 65535
            for row in rows[:plies].tolist():
                position, score = tuple(row[:-1]), row[-1]
                found.states.append(position)
                mover = int(G.mover(position))
                if end >= SCORE:
                    mine = MARBLE * (E.PAR - (end - SCORE)) * (1 if mover == 1 else -1)
                    found.worth.append(trust * mine + (1 - trust) * score)
                    continue
                result = 0.5 if end == DRAW else float(end == mover)
                hoped = 1 / (1 + math.exp(-max(-20.0, min(20.0, score / scale))))
                found.worth.append(hoped if abs(score) > WON else trust * result + (1 - trust) * hoped)
        return found


def games(how: Games, count: int, executor: Executor | None = None) -> Sample:
    """Play so many games, here or by an executor; the same ones either way."""
    found = Sample([], [])
    for part in in_shares(how, count, SHARE, executor):
        found += part
    return found


# -------------------------------------------------------------------------------------------------- regression
def first_pairs(game: str, variant: str) -> list[tuple[int, int]]:
    """The weights before anything was learnt, opening and ending, unpacked."""
    pairs = []
    for word in map(int, spec_of(game).evaluator.first_weights(variant)):
        late = (word + (1 << 31)) >> 32
        pairs.append((word - (late << 32), late))
    return pairs


@dataclass
class Matrix:
    """The features of a sample: a row is items[begin[i] : begin[i + 1]], phases[i] its phase."""

    items: Any
    begin: Any
    phases: Any


def matrix(game: str, states: Sequence[tuple[int, ...]]) -> Matrix:
    """Write down the features of every state."""
    mem: Any = buffer(1024)
    features = spec_of(game).evaluator.features
    at = FEATURES + 1
    items = numpy.empty(MOST_FEATURES * len(states), numpy.int32)
    begin, phases = [0], []
    total = 0
    for state in states:
        end = features(state, mem, at)
        items[total : total + end - at] = mem[at:end]
        total += end - at
        begin.append(total)
        phases.append(mem[at - 1])
    return Matrix(items[:total].copy(), numpy.array(begin), numpy.array(phases, numpy.float64) / 64)


@jit
def _epoch(
    items: Any,
    begin: Any,
    phases: Any,
    worth: Any,
    order: Any,
    weights: Any,
    prior: Any,
    past: Any,
    rate: float,
    decay: float,
    straight: bool,
) -> float:
    """One pass of a stochastic gradient descent with a rate for every weight; the mean error."""
    error = 0.0
    for at in range(len(order)):
        i = order[at]
        p = phases[i]
        total = 0.0
        for k in range(begin[i], begin[i + 1]):
            word = items[k]
            f, v = word & 65535, word >> 16
            total += v * (weights[0, f] * (1 - p) + weights[1, f] * p)
        guess = total if straight else 1 / (1 + math.exp(-total))
        slope = guess - worth[i]
        error += slope * slope
        for k in range(begin[i], begin[i + 1]):
            word = items[k]
            f, v = word & 65535, word >> 16
            for phase in range(2):
                g = slope * v * (p if phase == 1 else 1 - p) + decay * (weights[phase, f] - prior[f])
                past[phase, f] += g * g
                weights[phase, f] -= rate * g / math.sqrt(past[phase, f] + 1e-6)
    return error / max(1, len(order))


def fit(
    game: str,
    variant: str,
    sample: Sample,
    *,
    straight: bool = False,
    epochs: int = 12,
    decay: float = 1e-5,
    rate: float = 0.05,
    show: bool = False,
) -> tuple[Any, float]:
    """Weights (two rows: opening, ending) in units of the odds' logarithm, or of hundreds of points if straight.

    A weight that no position tells about stays as it was. One position in ten is set aside; the mean squared error
    there is returned too.
    """
    data, count = matrix(game, sample.states), spec_of(game).evaluator.COUNT
    worth = numpy.array(sample.worth) / (100 if straight else 1)
    chance = numpy.random.default_rng(1)
    order = chance.permutation(len(worth))
    held, order = order[: len(order) // 10], order[len(order) // 10 :]
    prior = numpy.array([early for early, _ in first_pairs(game, variant)]) / (100 if straight else LOGIT)
    weights = numpy.stack([prior, prior])
    if straight:
        weights = _least_squares(data, worth, order, weights)
        return weights, _error(data, worth, held, weights, straight)
    past = numpy.zeros((2, count))
    missed = 0.0
    for epoch in range(epochs):
        pace = rate * (1.0 if epoch < epochs - 4 else 0.5 ** (epoch - epochs + 5))
        error = _epoch(
            data.items,
            data.begin,
            data.phases,
            worth,
            chance.permutation(order),
            weights,
            prior,
            past,
            pace,
            decay,
            straight,
        )
        missed = _error(data, worth, held, weights, straight)
        if show:
            print(f"  epoch {epoch + 1}: {error:.5f}, set aside {missed:.5f}", flush=True)
    return weights, missed


def _least_squares(data: Matrix, worth: Any, order: Any, guess: Any) -> Any:
    """Weights of a score that is a number, drawn a little towards the guess."""
    count = guess.shape[1]
    rows = numpy.zeros((len(order), 2 * count))
    for at, i in enumerate(order):
        for word in data.items[data.begin[i] : data.begin[i + 1]].tolist():
            rows[at, word & 65535] += (word >> 16) * (1 - data.phases[i])
            rows[at, count + (word & 65535)] += (word >> 16) * data.phases[i]
    pull = numpy.eye(2 * count) * 3.0
    first = guess.reshape(-1)
    found = numpy.linalg.solve(rows.T @ rows + pull, rows.T @ worth[order] + pull @ first)
    return found.reshape(2, count)


@jit
def _missed(items: Any, begin: Any, phases: Any, worth: Any, order: Any, weights: Any, straight: bool) -> float:
    error = 0.0
    for at in range(len(order)):
        i = order[at]
        total = 0.0
        for k in range(begin[i], begin[i + 1]):
            f, v = items[k] & 65535, items[k] >> 16
            total += v * (weights[0, f] * (1 - phases[i]) + weights[1, f] * phases[i])
        guess = total if straight else 1 / (1 + math.exp(-total))
        error += (guess - worth[i]) ** 2
    return error / max(1, len(order))


def _error(data: Matrix, worth: Any, order: Any, weights: Any, straight: bool) -> float:
    return float(_missed(data.items, data.begin, data.phases, worth, order, weights, straight))


def rounded(weights: Any, scale: int) -> list[tuple[int, int]]:
    """Weights as whole numbers."""
    return [(round(scale * early), round(scale * late)) for early, late in weights.T.tolist()]


# ------------------------------------------------------------------------------------------------ generations
def tune(
    game: str,
    variant: str,
    *,
    generations: int = 2,
    count: int = 2000,
    nodes: int = 2000,
    opening: range = range(12),
    seed: int = 1,
    show: bool = True,
    begin: Sequence[tuple[int, int]] | None = None,
    executor: Executor | None = None,
) -> list[tuple[int, int]]:
    """Play and fit, so many times; the weights of the last generation."""
    first = start(game, variant)
    E = spec_of(game).evaluator
    pairs = list(begin or first_pairs(game, variant))
    straight = E.scored(E.search_state(first.state))
    old = Sample([], [])
    for generation in range(1, generations + 1):
        new = games(Games(first, nodes, opening, seed + generation, packed(pairs), trust=0.6), count, executor)
        sample = new + Sample(old.states[len(old.states) // 2 :], old.worth[len(old.worth) // 2 :])
        weights, missed = fit(game, variant, sample, straight=straight)
        pairs = rounded(weights, 100 if straight else logit_of(first))
        old = new
        if show:
            print(f"{game} {variant} {generation}: {len(sample.states)} positions, error {missed:.4f}", flush=True)
    return pairs
