"""Many games at once: numpy arrays in and out, compiled code between them, every core with its share of the games."""

from __future__ import annotations

import itertools
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.jit import buffer
from . import kernel
from .play import LIMIT, Actions, Encoded

LEAST = 64  # games that are worth a thread of their own


@dataclass(frozen=True, slots=True)
class Step:
    """What a step gives: one row for each game. The next step overwrites the arrays; copy what is to be kept."""

    observations: npt.NDArray[np.float32]
    """What the player to move sees, as planes."""
    masks: npt.NDArray[np.int8]
    """1 for every action that may come next."""
    players: npt.NDArray[np.int64]
    """Who is to move, from 1."""
    rewards: npt.NDArray[np.float64]
    """What the step was worth to each player; 0 unless a game has ended."""
    terminated: npt.NDArray[np.bool_]
    """Which games have ended by the rules, or by an action that may not come next."""
    truncated: npt.NDArray[np.bool_]
    """Which games were cut off by their limit."""


class VectorEnvironment:
    """`n` games of a variant that are stepped together.

    A game that ends begins anew within the same step: its reward is that of the game that ended, its observation is the
    first one of the next. An action that may not come next costs its player 1, and ends the game.

    >>> games = VectorEnvironment("quits", n=3)
    >>> seen = games.reset()
    >>> seen.observations.shape, seen.masks.shape, seen.players.tolist()
    ((3, 26, 5, 5), (3, 46), [1, 1, 1])
    >>> games.step(seen.masks.argmax(axis=1)).rewards.shape
    (3, 2)
    """

    def __init__(
        self,
        game: str,
        variant: str | None = None,
        n: int = 1024,
        *,
        actions: Actions = "touches",
        limit: int = LIMIT,
        threads: int | None = None,
    ) -> None:
        if n < 1 or limit < 1:
            raise ValueError(f"there is at least one game of one move, not {n} of {limit}")
        self.encoded = encoded = Encoded(game, variant, actions)
        self.n, self.limit = n, limit
        words = len(encoded.start)
        kept = limit + 1 if encoded.rules.CYCLIC else 1
        self._inner: list[Any] = [
            np.zeros((n, kernel.HISTORY, words), np.int64),  # states, the newest first
            np.ones((n, kernel.HISTORY), np.int64),  # how often they had occurred
            np.zeros((n, kept), np.int64),  # keys of all positions
            np.zeros(n, np.int64),  # moves played
            np.zeros((n, encoded.most + 1), np.int64),  # touches of the turn
            np.zeros(n, np.int64),  # how many
            np.zeros((n, kernel.KEPT), np.int64),  # the moves that begin with them
            np.zeros(n, np.int64),  # how many
        ]
        self._flat = np.zeros((n, encoded.shape[0] * encoded.cells), np.float32)
        self._step = Step(
            self._flat.reshape(n, *encoded.shape),
            np.zeros((n, encoded.actions), np.int8),
            np.ones(n, np.int64),
            np.zeros((n, encoded.players)),
            np.zeros(n, np.bool_),
            np.zeros(n, np.bool_),
        )
        count = max(1, min(threads or os.cpu_count() or 1, n // LEAST))
        edges = [n * share // count for share in range(count + 1)]
        self._shares = [
            (first, last, buffer(encoded.rules.ROOM), buffer(encoded.most + 1))
            for first, last in itertools.pairwise(edges)
        ]
        self._pool = ThreadPoolExecutor(count) if count > 1 else None

    def reset(self) -> Step:
        """Begin all games anew."""
        return self.step(np.full(self.n, -1, np.int64))

    def step(self, actions: npt.ArrayLike) -> Step:
        """Play one action in every game; -1 begins that game anew."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.n,):
            raise ValueError(f"there are {self.n} games, and the actions have the shape {chosen.shape}")
        if self._pool is None:
            self._play(chosen, *self._shares[0])
        else:
            for done in [self._pool.submit(self._play, chosen, *share) for share in self._shares]:
                done.result()
        return self._step

    def _play(self, actions: npt.NDArray[np.int64], first: int, last: int, moves: Any, way: Any) -> None:
        encoded, seen = self.encoded, self._step
        low, high = encoded.encoding.SCORES
        arguments: list[Any] = [
            encoded.rules, encoded.encoding, encoded.start, int(encoded.whole), first, last, self.limit,
            encoded.planes, encoded.cells, low, high, actions, *self._inner, moves, way,
            seen.masks, self._flat, seen.players, seen.rewards, seen.terminated, seen.truncated,
        ]  # fmt: skip
        kernel.step(*arguments)

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
