"""What a search finds: scores and lines."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..core.position import Move
from .memory import MARBLE, MATE, WON

FAR = WON + 1  # a win of which only the fact is known


@dataclass(frozen=True, slots=True)
class Words:
    """The words of scores."""

    wins_in: str
    loses_in: str
    wins: str
    loses: str
    draw: str
    left: str
    point: str


WORDS = {
    "en": Words("wins in", "loses in", "wins", "loses", "draw", "marbles left", "."),
    "fr": Words("gagne en", "perd en", "gagne", "perd", "nulle", "billes restantes", ","),
}


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
        """The advantage in marbles (balls in Pylos); plus or minus infinity where the game is decided."""
        if abs(self.value) > WON:
            return float("inf") if self.value > 0 else float("-inf")
        return self.value / MARBLE

    def told(self, language: str = "en") -> str:
        """The score for people, in English or in French."""
        words = WORDS[language]
        if self.wins_in is not None:
            return f"{words.wins_in} {self.wins_in}"
        if self.loses_in is not None:
            return f"{words.loses_in} {self.loses_in}"
        if abs(self.value) == FAR:
            return words.wins if self.value > 0 else words.loses
        if self.exact and self.value == 0:
            return words.draw
        if self.left is not None:
            return f"{self.left:.1f} {words.left}".replace(".", words.point)
        return f"{self.marbles:+.2f}".replace(".", words.point)

    def __str__(self) -> str:
        return self.told()


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
