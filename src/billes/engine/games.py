"""Which module thinks about which game, and how it sees a position."""

from __future__ import annotations

from typing import Any

from ..core.position import Position
from ..games.registry import spec_of
from .weights import LOGIT, LOGITS, Weights, weights_of


def mind(game: str) -> Any:
    """The engine's module of a game: its rules and its evaluation."""
    return spec_of(game).evaluator


def weights(position: Position) -> Weights:
    """The weights of a position's evaluation."""
    return weights_of(position.game, position.variant)


def logit(position: Position) -> int:
    """How many hundredths of a marble multiply the odds of winning by e."""
    return LOGITS.get(f"{position.game} {position.variant}", LOGIT)


def seen(position: Position) -> tuple[tuple[int, ...], int]:
    """The state as the search sees it, and the sign of a score that counts marbles left (0 where it does not).

    Round one of a Bi-litaire match is played for its marbles, as if it were a single round.
    """
    state = position.state
    if position.game != "bilitaire":
        return state, 0
    if state[7] and state[5] == 1:
        state = (*state[:7], 0)
    return state, (1 - 2 * state[3] if state[7] == 0 else 0)


def tree_is_better(position: Position) -> bool:
    """Whether the tree search measures stronger than alpha-beta, or is the only one that can play it."""
    return position.players > 2
