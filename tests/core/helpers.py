"""What the tests of all games share: every variant, random games, legal texts, refusals."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import billes
from billes import GAMES, Position
from billes.core.jit import INTERPRETED

EVERY = [
    pytest.param(game, variant, id=f"{game}-{variant}") for game, variants in GAMES.items() for variant in variants
]


def some(compiled: int, interpreted: int) -> int:
    """How many to try: fewer when interpreted."""
    return interpreted if INTERPRETED else compiled


def random_game(game: str, variant: str, seed: int, limit: int = 400) -> Iterator[Position]:
    """The positions of a random game, the first and the last among them."""
    rng = random.Random(f"{game} {variant} {seed}")
    position = billes.start(game, variant)
    for _ in range(limit):
        yield position
        if not position.moves:
            return
        position = position.play(rng.choice(position.moves))
    yield position


def texts(position: Position) -> set[str]:
    """The texts of the legal moves."""
    return {str(move) for move in position.moves}


def refusal(position: Position, text: str) -> str:
    """Why a move is refused."""
    with pytest.raises(billes.IllegalMove) as caught:
        position.play(text)
    return str(caught.value)


def bad(game: str, variant: str, text: str) -> str:
    """Why a position text is refused."""
    with pytest.raises(billes.BadPosition) as caught:
        billes.read(game, variant, text)
    return str(caught.value)
