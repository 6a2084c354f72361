"""What the server sends about training: puzzles, answers to tries, and how far a visitor has come."""

from __future__ import annotations

from msgspec import Struct

from .positions import View
from .responses import Sentence


class Theme(Struct):
    """A theme of puzzles, and how many have it."""

    theme: str
    name: Sentence
    puzzles: int


class Training(Struct):
    """What there is to train in a variant, and how far the visitor has come."""

    game: str
    variant: str
    puzzles: int
    """How many come with the variant; 0 where none do."""
    themes: list[Theme]
    rating: int
    deviation: int
    """How sure the rating is: its standard deviation."""
    tried: int
    solved: int
    """At the first try."""
    streak: int
    """Puzzles solved in a row, and the most so far."""
    longest: int
    rush: int
    """The most puzzles solved in a rush."""
    day: str
    """The date of the puzzle of the day: 2026-11-16."""
    day_solved: bool
    days: int
    """Days in a row whose puzzle was solved at the first try."""
    mistakes: int
    """Puzzles that come back, and how many of them now."""
    due: int
    next_due: float | None
    """When the next one comes back."""
    practice: list[str]
    """What can be practised here: `win`, and `draw` where the tablebase is."""


class PuzzleTask(Struct):
    """A puzzle to be solved."""

    game: str
    variant: str
    puzzle: str
    task: Sentence
    moves: int
    """How many moves are to be found."""
    rating: int
    """As it was made; 0 for a moment of a game of one's own."""
    themes: list[Sentence]
    view: View
    played: str = ""
    """Of a game of one's own: the move that was played."""


class Standing(Struct):
    """How the visitor stands after a try that is over."""

    rated: bool
    rating: int
    change: int
    streak: int
    days: int


class PuzzleAnswer(Struct):
    """What a try has come to."""

    right: bool
    done: bool
    """Whether the puzzle is solved."""
    view: View
    """After the move."""
    reply: View | None = None
    """After the opponent's answer, where there is more to find."""
    line: list[View] = []
    """The solution from here on, move by move, where it was asked for."""
    standing: Standing | None = None
    """Where the try is over: solved, missed or given up."""
    verdict: Sentence | None = None
    """In practice: what the position is worth now."""


class Rush(Struct):
    """Puzzles of a rush, the easiest first."""

    puzzles: list[str]
    seconds: int
    errors: int
    """So many mistakes end it."""


class Moments(Struct):
    """Moments of a game that have become puzzles."""

    game: str
    variant: str
    puzzles: list[str]
