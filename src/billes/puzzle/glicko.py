"""Glicko-2 (Mark Glickman): how strong a player is, how hard a puzzle, and how sure both are.

A try at a puzzle is a game between the two, and a rating period of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
CENTRE = 1500.0
TAU = 0.5  # how much volatilities may change
EXACT = 1e-6
SURE, UNSURE = 45.0, 350.0  # deviations: no rating is surer than that, none less sure


class Rating(NamedTuple):
    """A rating, its standard deviation, and how much it goes up and down."""

    rating: float
    deviation: float
    volatility: float = 0.06


def played(mine: Rating, games: Iterable[tuple[Rating, float]]) -> Rating:
    """A rating after games against others, each with its score: 1 is won, 0 lost. The example is Glickman's own.

    >>> after = played(Rating(1500, 200), [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)])
    >>> round(after.rating, 1), round(after.deviation, 1), round(after.volatility, 5)
    (1464.1, 151.5, 0.06)
    """
    mu, phi = (mine.rating - CENTRE) / SCALE, mine.deviation / SCALE
    information = surprise = 0.0
    for other, score in games:
        weight = 1 / sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-weight * (mu - (other.rating - CENTRE) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    variance = 1 / information
    volatility = _volatility(phi, mine.volatility, variance, variance * surprise)
    phi = 1 / sqrt(1 / (phi**2 + volatility**2) + information)
    rating = (mu + phi**2 * surprise) * SCALE + CENTRE
    return Rating(rating, min(UNSURE, max(SURE, phi * SCALE)), volatility)


def _volatility(phi: float, before: float, variance: float, change: float) -> float:
    """The new volatility: the root of Glickman's function, found by the Illinois method."""
    first = log(before**2)

    def off(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (change**2 - spread) / (2 * spread**2) - (x - first) / TAU**2

    low = first
    if change**2 > phi**2 + variance:
        high = log(change**2 - phi**2 - variance)
    else:
        steps = 1
        while off(first - steps * TAU) < 0:
            steps += 1
        high = first - steps * TAU
    at_low, at_high = off(low), off(high)
    while abs(high - low) > EXACT:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = off(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
