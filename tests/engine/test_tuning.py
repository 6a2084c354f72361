"""Weights: every variant has its own, files say what they mean, and a fit finds what there is to find."""

from __future__ import annotations

import pytest

from billes.engine.games import mind, weights
from billes.engine.tuning import Sample, first_guess, fit, games, rounded
from billes.engine.weights import packed, unwritten, written
from billes.rules.position import start
from billes.rules.registry import GAMES

from .plain import positions

EVERY = [(game, variant) for game in GAMES for variant in GAMES[game] if variant != "four"]


@pytest.mark.parametrize(("game", "variant"), EVERY)
def test_every_variant_has_weights(game: str, variant: str) -> None:
    """As many as its evaluation has features."""
    B = mind(game)
    assert sum(size for _, size in B.GROUPS) == B.COUNT
    assert len(weights(start(game, variant))) == B.COUNT


def test_weights_are_read_as_written() -> None:
    """Numbers that differ between opening and ending, and numbers that do not."""
    pairs = [(3, 3), (-4, 5), (0, 0)]
    text = written((("one", 1), ("two", 2)), pairs, "a title")
    assert text == "# a title\none: 3\ntwo: -4/5 0\n"
    assert unwritten(text) == pairs


def test_a_fit_finds_what_counts() -> None:
    """Told that having fewer balls on the board wins, the weights come to say so."""
    B = mind("pylos")
    sample = Sample([], [])
    for position in positions("pylos", "children", 400, 5):
        own, opp = position.state[0].bit_count(), position.state[1].bit_count()
        if own != opp:
            sample.states.append(tuple(int(word) for word in position.state))
            sample.worth.append(float(own < opp))
    found, missed = fit("pylos", sample, B.COUNT, epochs=6)
    assert missed < 0.1
    assert len(rounded(found, 100)) == B.COUNT


def test_games_against_itself() -> None:
    """The same seed plays the same games, and every worth is a chance."""
    guess = packed(first_guess("quits", mind("quits").COUNT))
    one, two = (
        games(start("quits", "simple"), 3, nodes=200, opening=range(4), seed=2, weights=guess) for _ in range(2)
    )
    assert one == two
    assert len(one.states) > 10
    assert all(0 <= worth <= 1 for worth in one.worth)
