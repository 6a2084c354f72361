"""The rules against a second, plain reading of them, move for move and position for position."""

from __future__ import annotations

import pytest

import billes

from .data import perft_lines, plainly
from .helpers import EVERY, random_game, some


@pytest.mark.parametrize(("game", "variant"), EVERY)
def test_random_games(game: str, variant: str) -> None:
    for seed in range(100, 100 + some(8, 2)):
        game_positions = list(random_game(game, variant, seed))
        for position in game_positions[:: 5 if len(game_positions) > 50 else 1]:
            wanted = plainly(game, variant, str(position))
            assert {str(move): str(position.play(move)) for move in position.moves} == wanted, position
            assert bool(wanted) == (position.outcome is None)


def count(game: str, variant: str, text: str, depth: int) -> int:
    moves = plainly(game, variant, text)
    return len(moves) if depth == 1 else sum(count(game, variant, after, depth - 1) for after in moves.values())


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variant"), EVERY)
def test_counts(game: str, variant: str) -> None:
    tried = 0
    for depth, wanted, text in perft_lines(game, variant):
        if wanted <= 2500:
            assert count(game, variant, text or str(billes.start(game, variant)), depth) == wanted, (depth, text)
            tried += 1
    assert tried
