"""The score of a match between two contestants: points, draws, reasons, and how sure the difference is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from ..core.game import Game
from ..core.sentences import Params, Sentence
from .elo import difference, interval


@dataclass
class MatchScore:
    """The results of the games between two contestants, seen from the first one.

    A game that ends with a number has no winner by itself: there the two games from one opening are compared, and count
    as one.
    """

    first: str
    second: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    games: int = 0
    plies: int = 0
    opened: float = 0.0
    """Points of those who moved first."""
    reasons: Counter[str] = field(default_factory=Counter)
    """How the games ended: the reasons of outcomes, and length, crash, illegal, protocol or time."""
    faults: Counter[str] = field(default_factory=Counter)
    """What contestants did who lost by their own fault, in English words."""
    forfeits: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The same by reason and contestant."""
    left: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    """Marbles that each contestant left in games that end with a number."""
    _groups: dict[str, dict[str, float]] = field(default_factory=dict)
    _scores: dict[str, dict[str, int]] = field(default_factory=dict)

    def add(self, game: Game) -> None:
        """Count a game of the match."""
        number, _, turn = game.tags["Round"].partition(".")
        sides = game.tags["Sides"]
        self.games += 1
        self.plies += len(game.moves)
        self.reasons[reason_of(game)] += 1
        if "Forfeit" in game.tags:
            self.faults[game.tags.get("Termination", "unknown")] += 1
            side = sides[int(game.tags["Forfeit"]) - 1]
            self.forfeits[reason_of(game), self.first if side == "A" else self.second] += 1
        points = points_of(game)
        if points is not None:
            self._count(number, turn, points)
            self.opened += points if sides[0] == "A" else 1 - points
            return
        assert game.outcome is not None
        score = game.outcome.scores[0]
        self.left["AB".index(sides[0])].append(score)
        pair = self._scores.setdefault(number, {})
        pair[sides[0]] = score
        if len(pair) == 2:
            self._count(number, "0", 0.5 if pair["A"] == pair["B"] else float(pair["A"] < pair["B"]))

    def _count(self, number: str, turn: str, points: float) -> None:
        self._groups.setdefault(number, {})[turn] = points
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0

    @property
    def decided(self) -> int:
        """How many results there are: games, or pairs of rounds."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The first contestant's points."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """The first contestant's share of the points; a half before there are any."""
        return self.points / self.decided if self.decided else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that share."""
        return interval([tuple(group.values()) for group in self._groups.values()])

    @property
    def elo(self) -> float:
        """The difference in Elo."""
        return difference(self.share)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference in Elo."""
        low, high = self.interval
        return difference(low), difference(high)

    def as_json(self) -> dict[str, Any]:
        """The score as plain values; a difference without bound is null."""
        low, high = self.interval
        found: dict[str, Any] = {
            "first": self.first,
            "second": self.second,
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "points": self.points,
            "share": round(self.share, 4),
            "share_interval": [round(low, 4), round(high, 4)],
            "elo": _finite(self.elo),
            "elo_interval": [_finite(bound) for bound in self.elo_interval],
            "opening_side_points": self.opened,
            "mean_plies": round(self.plies / self.games, 1) if self.games else None,
            "reasons": dict(sorted(self.reasons.items())),
            "faults": dict(self.faults),
        }
        if any(self.left):
            found["mean_marbles_left"] = [round(sum(side) / len(side), 2) if side else None for side in self.left]
        return found

    @property
    def sentence(self) -> Sentence:
        """The score for people; `str(score)` is the same in English."""
        low, high = self.interval
        elo_low, elo_high = self.elo_interval
        numbers: Params = {
            "points": _short(self.points),
            "other": _short(self.decided - self.points),
            "share": 100 * self.share,
            "low": 100 * low,
            "high": 100 * high,
            "elo": signed(self.elo),
            "elo_low": signed(elo_low),
            "elo_high": signed(elo_high),
        }
        return Sentence("match.score", {"first": self.first, "second": self.second, **numbers})

    def __str__(self) -> str:
        return str(self.sentence)


def points_of(game: Game) -> float | None:
    """Side A's points of a game of a match; None for a game played for its score."""
    sides = game.tags["Sides"]
    forfeit = game.tags.get("Forfeit")
    if forfeit is not None:
        return float(sides[int(forfeit) - 1] == "B")
    outcome = game.outcome
    assert outcome is not None
    if outcome.draw:
        return 0.5
    return None if outcome.winner is None else float(sides[outcome.winner - 1] == "A")


def reason_of(game: Game) -> str:
    """Why a game of a match ended, as one word."""
    assert game.outcome is not None
    return game.tags.get("Fault") or game.outcome.reason


def signed(elo: float) -> str:
    """A difference in Elo for people."""
    return f"{elo:+.0f}" if isfinite(elo) else "+∞" if elo > 0 else "-∞"


def _short(points: float) -> int | float:
    """Points without a decimal that says nothing."""
    return int(points) if points == int(points) else points


def _finite(value: float) -> float | None:
    return round(value, 1) if isfinite(value) else None
