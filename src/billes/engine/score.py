"""What a search finds: scores and lines."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..core.position import Move
from ..core.sentences import Sentence, render
from .memory import MARBLE, MATE, WON

FAR = WON + 1  # a win of which only the fact is known


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """How good a position is for the player to move. `str(score)` is for people.

    `value` is in hundredths of a marble, or beyond 29000 a proven win or loss: 30000 less the number of moves, both
    players' counted, that it takes. In a game that ends with a number, `left` is the one to expect: the marbles left.
    `exact` says that it was looked up and not searched: no play could better it. A tablebase without distances gives a
    win of 29001 and knows no number of moves.
    """

    value: int
    left: float | None = field(default=None, compare=False)
    exact: bool = field(default=False, compare=False)

    @property
    def wins_in(self) -> int | None:
        """Moves to a proven win, both players' counted; None where none is proven."""
        return MATE - self.value if self.value > FAR else None

    @property
    def loses_in(self) -> int | None:
        """Moves to a proven loss, likewise."""
        return MATE + self.value if self.value < -FAR else None

    @property
    def marbles(self) -> float:
        """The advantage in marbles; plus or minus infinity where the game is decided."""
        if abs(self.value) > WON:
            return float("inf") if self.value > 0 else float("-inf")
        return self.value / MARBLE

    @property
    def sentence(self) -> Sentence:
        """The score for people; `render` puts it into words."""
        if self.wins_in is not None:
            return Sentence("score.win", {"count": self.wins_in})
        if self.loses_in is not None:
            return Sentence("score.loss", {"count": self.loses_in})
        if abs(self.value) == FAR:
            return Sentence("score.won" if self.value > 0 else "score.lost")
        if self.exact and self.value == 0:
            return Sentence("score.draw")
        if self.left is not None:
            return Sentence("score.left", {"marbles": round(self.left, 1)})
        return Sentence("score.marbles", {"marbles": round(self.marbles, 2)})

    def __str__(self) -> str:
        return render(self.sentence)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of play: its score for the player to move, its moves (the one to play first), and what it cost."""

    score: Score
    moves: tuple[Move, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def move(self) -> Move:
        """The move to play."""
        return self.moves[0]

    @property
    def nps(self) -> int:
        """Nodes per second."""
        return int(self.nodes / self.seconds) if self.seconds > 0 else 0

    def __str__(self) -> str:
        return f"{self.score}  {' '.join(map(str, self.moves))}"
