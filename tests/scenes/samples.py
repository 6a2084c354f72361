"""What the tests of pictures share: positions of random games, and what a position text says, read once more."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from billes.core.position import Position, start
from billes.games.registry import GAMES

VARIANTS = [(game, variant) for game, variants in GAMES.items() for variant in variants]
calm = settings(deadline=None, max_examples=60)
"""The first position of a game may take seconds, when its rules are compiled."""
EVERY = [pytest.param(*pair, id="-".join(pair)) for pair in VARIANTS]


def game(name: str, variant: str, seed: int = 0, limit: int = 60) -> Iterator[Position]:
    """The positions of a random game."""
    rng = random.Random(f"{name} {variant} {seed}")
    position = start(name, variant)
    for _ in range(limit):
        yield position
        if not position.moves:
            return
        position = position.play(rng.choice(position.moves))
    yield position


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Some position of some random game, with the move that led to it."""
    name, variant = draw(st.sampled_from(VARIANTS))
    *_, last = game(name, variant, draw(st.integers(0, 10_000)), draw(st.integers(0, 60)))
    return last


def marbles(position: Position) -> dict[str, str]:
    """Where marbles lie, from the text alone: the sign in the text by the name of the place."""
    rows = str(position).split()[0].split("/")
    found = {}
    if position.game == "pylos":
        for level, cells in enumerate(rows, 1):
            side = 5 - level
            for n, sign in enumerate(cells):
                found[f"{level}{'abcd'[n % side]}{n // side + 1}"] = sign
    else:
        for rank, row in enumerate(rows, 1):
            for file, sign in zip("abcdefgh", row, strict=False):
                found[f"{file}{rank}"] = sign
    return {place: sign for place, sign in found.items() if sign not in "._"}
