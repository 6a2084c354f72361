"""What a match proves: points turned into a difference in Elo, with the interval that chance leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, log10, sqrt

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many deviations
FEW = 8  # with fewer openings than this their scatter is not trusted
MOST = 4.0  # a game is never taken to tell more than this many won or lost ones


def difference(share: float) -> float:
    """The difference in Elo that a share of the points stands for.

    >>> round(difference(0.76))
    200
    >>> difference(1.0)
    inf
    """
    if not 0 <= share <= 1:
        raise ValueError(f"a share of the points lies between 0 and 1, and this is {share}")
    if share in (0.0, 1.0):
        return inf if share else -inf
    return 400 * log10(share / (1 - share))


def expected(elo: float) -> float:
    """The share of the points that a difference in Elo lets expect.

    >>> round(expected(200), 2)
    0.76
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


def interval(groups: Iterable[Sequence[float]]) -> tuple[float, float]:
    """The 95 % interval of the share of the points.

    A group holds the points of the games from one opening: they hang together, so the scatter is taken between groups.
    It is Wilson's interval, which also means something after nothing but wins, for as many games as that scatter is
    worth: draws and paired openings make a game worth more.

    >>> low, high = interval([[1.0]] * 60 + [[0.0]] * 40)
    >>> round(low, 3), round(high, 3)
    (0.502, 0.691)
    """
    found = [group for group in groups if len(group)]
    games = sum(map(len, found))
    if games == 0:
        return 0.0, 1.0
    share = sum(map(sum, found)) / games
    worth = _worth(found, games, share)
    middle = (share + Z * Z / (2 * worth)) / (1 + Z * Z / worth)
    half = Z / (1 + Z * Z / worth) * sqrt(share * (1 - share) / worth + Z * Z / (4 * worth * worth))
    return max(0.0, middle - half), min(1.0, middle + half)


def _worth(groups: list[Sequence[float]], games: int, share: float) -> float:
    """How many independent won or lost games would scatter as these do."""
    if len(groups) < FEW or share in (0.0, 1.0):
        return games
    scatter = sum(sum(points - share for points in group) ** 2 for group in groups)
    scatter *= len(groups) / (len(groups) - 1)
    most = MOST * games
    return min(most, share * (1 - share) * games * games / scatter) if scatter > 0 else most
