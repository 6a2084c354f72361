"""The engine plays Three Men's Morris: compared with the whole solution of the game."""

from __future__ import annotations

import random

import pytest

import billes
from billes.core.position import Position, read, start
from billes.engine.evaluation import evaluator_of
from billes.engine.levels import choose
from tests.core.helpers import some

from .solution import START, positions, score, values

VARIANTS = ("standard", "free")
every = pytest.mark.parametrize("variant", VARIANTS)


def some_positions(variant: str, count: int) -> list[Position]:
    """Open positions of a variant, any of them."""
    texts = sorted(text for text, moves in positions(variant).items() if moves)
    return [read("morris", variant, text) for text in random.Random(variant).sample(texts, count)]


@every
def test_wins_at_once_is_what_it_says(variant: str) -> None:
    evaluator = evaluator_of("morris")
    for text, moves in positions(variant).items():
        if moves:
            wins = any(not positions(variant)[after] for after in moves.values())
            assert evaluator.wins_at_once(read("morris", variant, text).state) == wins, text


@every
def test_a_deep_search_finds_the_value_of_a_position(variant: str) -> None:
    for position in some_positions(variant, some(200, 5)):
        found = billes.analyse(position, depth=11, lines=1)[0].score
        plies = values(variant).get(str(position))
        assert found.wins_in == (plies if plies is not None and plies > 0 else None), position
        assert found.loses_in == (-plies if plies is not None and plies < 0 else None), position


@every
@pytest.mark.parametrize("level", [7, 8])
def test_the_strong_levels_give_no_result_away(variant: str, level: int) -> None:
    for position in some_positions(variant, some(12, 1)):
        move = choose(position, level, seconds=0.2)
        assert -score(variant, positions(variant)[str(position)][move.text]) == score(variant, str(position)), position


@pytest.mark.slow
@pytest.mark.parametrize("level", range(1, 9))
@every
def test_every_level_against_random_moves(variant: str, level: int) -> None:
    """All play whole games by the rules; the strongest never loses one, and wins every one it begins."""
    won = lost = 0
    for seed in range(6):
        chance = random.Random(seed)
        game = billes.Game("morris", variant)
        mine = 1 + seed % 2
        while game.outcome is None:
            if game.position.player == mine:
                game.play(choose(game, level, seed=seed, seconds=0.1))
            else:
                game.play(chance.choice(game.position.moves))
        won += game.outcome.winner == mine
        lost += game.outcome.winner == 3 - mine
    if level == 8:
        assert lost == 0
        assert won >= 3
    if level >= 4:
        assert won > lost


def test_the_engine_begins_in_the_centre() -> None:
    assert choose(start("morris"), 7).text == "b2"
    assert score("standard", START) == 1
