"""Evaluators: every game's has all parts, its weights fit its features, and files of weights say what they mean."""

from __future__ import annotations

import pytest

from billes.engine import defaults
from billes.engine.evaluation import (
    evaluator_of,
    first_weights_of,
    format_weights,
    has_evaluator,
    packed,
    parse_weights,
    weights_of,
)
from billes.games.registry import GAMES, rules_of

EVERY = [(game, variant) for game in GAMES for variant in GAMES[game]]


@pytest.mark.parametrize("game", GAMES)
def test_every_evaluator_is_whole(game: str) -> None:
    """With or without an evaluator of its own."""
    evaluator = evaluator_of(game)
    assert [name for name in defaults.__all__ if not hasattr(evaluator, name)] == []
    assert sorted(evaluator.LEVEL_NODES) == [5, 6, 7]
    assert evaluator.LEVEL_NODES[5] < evaluator.LEVEL_NODES[6] < evaluator.LEVEL_NODES[7]
    assert sum(size for _, size in evaluator.GROUPS) == evaluator.COUNT


@pytest.mark.parametrize(("game", "variant"), EVERY)
def test_every_variant_has_weights(game: str, variant: str) -> None:
    """As many as its evaluation has features."""
    weights = weights_of(game, variant)
    if has_evaluator(game):
        assert len(first_weights_of(game, variant)) == len(weights)
    if rules_of(game).PLAYERS[variant] == 2:
        assert len(weights) == evaluator_of(game).COUNT


def test_weights_are_read_as_written() -> None:
    """Numbers that differ between opening and ending, and numbers that do not."""
    pairs = [(3, 3), (-4, 5), (0, 0)]
    text = format_weights((("one", 1), ("two", 2)), pairs, "a title")
    assert text == "# a title\none: 3\ntwo: -4/5 0\n"
    assert parse_weights(text) == pairs
    assert [int(word) for word in packed(pairs)] == [3 + (3 << 32), -4 + (5 << 32), 0]
