"""Fitting of weights: a fit finds what there is to find, in games of two and of four."""

from __future__ import annotations

import numpy
import pytest

from billes.core.position import start
from billes.engine.evaluation import weights_of
from billes.games.quits.evaluator import KIND, KINDS, first_weights
from billes.games.registry import spec_of
from tuning import four_players
from tuning.two_players import Games, Sample, fit, games, rounded

from ..engine.plain import positions

FIRST = [int(weight) for weight in first_weights("four")]


def test_a_fit_finds_what_counts() -> None:
    """From positions where fewer balls on the board win, the weights learn that."""
    sample = Sample([], [])
    for position in positions("pylos", "children", 400, 5):
        own, opp = position.state[0].bit_count(), position.state[1].bit_count()
        if own != opp:
            sample.states.append(tuple(int(word) for word in position.state))
            sample.worth.append(float(own < opp))
    found, missed = fit("pylos", "children", sample, epochs=6)
    assert missed < 0.1
    assert len(rounded(found, 100)) == spec_of("pylos").evaluator.COUNT


def test_games_against_itself() -> None:
    """The same seed plays the same games, and every worth is a chance."""
    guess = first_weights("simple")
    how = Games(start("quits", "simple"), 200, range(4), 2, guess)
    one, two = (games(how, 3) for _ in range(2))
    assert one == two
    assert len(one.states) > 10
    assert all(0 <= worth <= 1 for worth in one.worth)


# ------------------------------------------------------------------------------------------------- four players
def test_four_have_their_weights() -> None:
    """As many as the groups say."""
    assert len(weights_of("quits", "four")) == four_players.COUNT == len(FIRST)


def test_the_slope_of_a_likelihood() -> None:
    """It is what a small change of every weight makes of it."""
    chance = numpy.random.default_rng(3)
    rows = chance.integers(0, 2, (50, 4, four_players.COUNT - KINDS)).astype(float)
    rows[:, :, 1] += 1  # everybody has a marble
    won = chance.integers(0, 4, 50)
    at = chance.normal(size=four_players.COUNT)
    likelihood, slope = four_players._likelihood(rows, won, at)
    assert likelihood < 0
    for k in range(len(at)):
        step = numpy.zeros(len(at))
        step[k] = 1e-5
        up, down = (four_players._likelihood(rows, won, at + sign * step)[0] for sign in (1, -1))
        assert slope[k] == pytest.approx((up - down) / 2e-5, abs=1e-6)


def test_four_learn_that_the_foremost_wins() -> None:
    """Where the foremost marble wins they learn that, and the contrary where it loses."""
    seen = four_players.games(6, 200, range(4), 1, FIRST)
    assert len(seen) > 60
    near = [KIND[cell] for cell in (0, 12)]  # the own corner, the middle of the board
    for sign in (1, -1):
        sample = []
        for state, _ in seen:
            far = [max(FIRST[KIND[25 * ((state[4] + seat) % 4) + c]] for c in _cells(state[seat])) for seat in range(4)]
            sample.append((state, max(range(4), key=lambda seat: sign * far[seat])))
        found, likelihood = four_players.fit(sample, [0] * len(FIRST))
        both = [found[kind] + found[KINDS + 1 + kind] for kind in near]
        assert sign * (both[1] - both[0]) > 0
        assert likelihood > -1.3


def _cells(word: int) -> list[int]:
    return [cell for cell in range(25) if word >> cell & 1]
