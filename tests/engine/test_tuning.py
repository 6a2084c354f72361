"""Weights: every variant has its own, files say what they mean, and a fit finds what there is to find."""

from __future__ import annotations

import numpy
import pytest

from billes.core.position import start
from billes.engine import quartet
from billes.engine.games import mind, weights
from billes.engine.guesses import first_guess
from billes.engine.tuning import Sample, fit, games, rounded
from billes.engine.weights import packed, unwritten, written
from billes.games.quits.evaluator import KIND, KINDS
from billes.games.registry import GAMES

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


# ------------------------------------------------------------------------------------------------- four players
def test_four_have_their_weights() -> None:
    """As many as the groups say."""
    assert len(weights(start("quits", "four"))) == quartet.COUNT == len(quartet.first_guess())


def test_the_slope_of_a_likelihood() -> None:
    """It is what a small change of every weight makes of it."""
    chance = numpy.random.default_rng(3)
    rows = chance.integers(0, 2, (50, 4, quartet.COUNT - KINDS)).astype(float)
    rows[:, :, 1] += 1  # everybody has a marble
    won = chance.integers(0, 4, 50)
    at = chance.normal(size=quartet.COUNT)
    told, slope = quartet._likelihood(rows, won, at)
    assert told < 0
    for k in range(len(at)):
        step = numpy.zeros(len(at))
        step[k] = 1e-5
        up, down = (quartet._likelihood(rows, won, at + sign * step)[0] for sign in (1, -1))
        assert slope[k] == pytest.approx((up - down) / 2e-5, abs=1e-6)


def test_four_learn_that_the_foremost_wins() -> None:
    """From games that are decided by what is told wrongly, they learn the wrong; from true ones, the true."""
    seen = quartet.games(6, 200, range(4), 1, quartet.first_guess())
    assert len(seen) > 60
    near = [KIND[cell] for cell in (0, 12)]  # the own corner, the middle of the board
    for sign in (1, -1):
        told = []
        for state, _ in seen:
            far = [
                max(quartet.first_guess()[KIND[25 * ((state[4] + seat) % 4) + c]] for c in _cells(state[seat]))
                for seat in range(4)
            ]
            told.append((state, max(range(4), key=lambda seat: sign * far[seat])))
        found, likelihood = quartet.fit(told, [0] * len(quartet.first_guess()))
        both = [found[kind] + found[KINDS + 1 + kind] for kind in near]
        assert sign * (both[1] - both[0]) > 0
        assert likelihood > -1.3


def _cells(word: int) -> list[int]:
    return [cell for cell in range(25) if word >> cell & 1]
