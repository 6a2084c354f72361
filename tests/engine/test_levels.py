"""Levels: eight that think and a perfect one, named, repeatable, each better than the one below."""

from __future__ import annotations

import pytest

from billes.core.game import Game
from billes.core.position import read, start
from billes.core.sentences import languages, render
from billes.engine.evaluation import evaluator_of
from billes.engine.levels import LEVELS, TREE_NODES, about, allowance, choose, level_of
from billes.games.registry import GAMES

EVERY = [(game, variant) for game in GAMES for variant in GAMES[game]]


def test_names() -> None:
    """Nine levels with different names in both languages."""
    assert [level.number for level in LEVELS] == list(range(1, 10))
    assert all(len({render(level.sentence, language) for level in LEVELS}) == 9 for language in languages())
    with pytest.raises(ValueError, match="levels go from 1 to 9"):
        level_of(10)


@pytest.mark.parametrize(("game", "variant"), EVERY)
def test_repeatable(game: str, variant: str) -> None:
    """The same seed gives the same move; level 1 does not always play the same."""
    position = start(game, variant)
    for level in range(1, 8):
        assert choose(position, level, seed=4) == choose(position, level, seed=4)
    assert len({choose(position, 1, seed=seed) for seed in range(12)}) > 1


def test_a_win_on_the_spot_is_taken() -> None:
    """By every level."""
    position = read("quits", "simple", "..2../2..../...../2..1./.1.1. 1 -")
    for level in range(1, 8):
        after = position.play(choose(position, level, seed=level))
        assert after.outcome is not None
        assert after.outcome.winner == 1


def test_the_clock_is_managed() -> None:
    """Never more than is left, and some of what is added."""
    assert allowance(60, 0) < 5
    assert allowance(0.2, 0) < 0.2
    assert allowance(60, 3) > 2
    assert choose(start("balanx"), 8, clock=(1.0, 0.0))


def points(game: str, variant: str, strong: int, weak: int, games: int) -> float:
    """The share of points the stronger level takes, both sides in turn."""
    total = 0.0
    for number in range(games):
        mine = 1 + number % 2
        played = Game(game, variant)
        while played.outcome is None and len(played.moves) < 200:
            level = strong if played.position.player == mine else weak
            played.play(choose(played, level, seed=number))
        outcome = played.outcome
        if outcome is None or outcome.winner is None:
            total += 0.5
        elif outcome.winner == mine:
            total += 1
    return total / games


@pytest.mark.parametrize(
    ("game", "variant"), [("pylos", "standard"), ("quits", "standard"), ("balanx", "small"), ("bilitaire", "match")]
)
def test_a_short_ladder(game: str, variant: str) -> None:
    """Levels 3 and 5 steps apart leave no doubt."""
    assert points(game, variant, 4, 1, 8) >= 0.7
    assert points(game, variant, 6, 3, 4) >= 0.6


def test_what_is_said_about_a_level_is_what_it_does() -> None:
    words = {2: "two", 3: "three"}
    for level in LEVELS:
        told = str(about(level.number, "pylos", "standard"))
        assert ("ahead" in told) == (level.depth is not None)
        if level.depth is not None:
            assert f"Sees {words[level.depth]} moves ahead" in told
            assert (f"in {level.careless:.0%} of its turns" in told) == bool(level.careless)
            assert ("rough" in told) == bool(level.blur)
    sizes = {
        1_000: "looks at thousands",
        10_000: "looks at tens of thousands",
        100_000: "looks at hundreds of thousands",
    }
    for game, variant, factor in (("pylos", "standard", 1), ("quits", "four", TREE_NODES)):
        for number, nodes in evaluator_of(game).LEVEL_NODES.items():
            told = str(about(number, game, variant)).lower()
            assert told.startswith(sizes[10 ** (len(str(nodes * factor)) - 1)])
    assert str(about(8, "pylos", "standard")).startswith("Thinks for a second")
    assert str(about(9, "quits", "simple")).startswith("Never errs")
