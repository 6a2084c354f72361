"""Verdicts of practice: what a move did to what a position is worth."""

from __future__ import annotations

from typing import NamedTuple

from ..core.position import Outcome
from ..core.sentences import Sentence
from ..engine.score import FAR, Score
from ..games.spec import Value

HELD = 10  # own moves after which a draw is held

_ORDER = {"loss": 0, "draw": 1, "win": 2}


class Verdict(NamedTuple):
    """What a move did: what the position was worth to the player before it, and what it is worth now.

    A value is "win", "draw", "loss" or "score", then plies to the end or the number; None where it is not known.
    """

    before: Value | None
    after: Value | None
    player: int

    @property
    def kept(self) -> bool | None:
        """Whether the move kept what there was; None where that is not known."""
        if self.before is None:
            return None
        if self.after is None:  # a win is known as far as the proofs look: what they do not see is not one
            return False if self.before[0] == "win" else None
        if self.before[0] == self.after[0] == "score":
            was, now = self.before[1] or 0, self.after[1] or 0
            return now <= was if self.player == 1 else now >= was
        return _ORDER[self.after[0]] >= _ORDER[self.before[0]]

    @property
    def sentence(self) -> Sentence:
        """The verdict for people; `render` puts it into words."""
        kept = {True: "kept", False: "lost", None: "unknown"}[self.kept]
        return Sentence(f"verdict.{kept}", {"value": value_sentence(self.after)})


def value_sentence(value: Value | None) -> Sentence:
    """What a value is called."""
    if value is None:
        return Sentence("verdict.value.unknown")
    if value[1] is None or value[0] == "draw":
        return Sentence(f"verdict.value.{value[0]}")
    return Sentence(f"verdict.value.{value[0]}.in", {"count": value[1]})


def value_of_outcome(outcome: Outcome, player: int) -> Value:
    """What a game that is over is worth to a player."""
    if outcome.scores and outcome.winner is None and not outcome.draw:
        return "score", outcome.scores[-1]
    return ("draw", None) if outcome.winner is None else ("win" if outcome.winner == player else "loss", 0)


def value_of_score(score: Score, own: bool) -> Value | None:
    """What a score says for certain: to the player to move, or with `own` false to the other; None where it guesses.

    >>> value_of_score(Score(29995), own=False)
    ('loss', 5)
    >>> value_of_score(Score(0), own=True) is None
    True
    """
    if score.exact and score.value == 0:
        return "draw", None
    if abs(score.value) < FAR:
        return None
    return "win" if (score.value > 0) == own else "loss", score.wins_in or score.loses_in
