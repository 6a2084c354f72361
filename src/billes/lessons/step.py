"""What a lesson is made of: steps, each a position and what is to be done there.

A game lists its steps in its module `lessons`. Their sentences are in its `locale`, under `lesson.GAME.STEP`: the
title, `.say` what is to be done, `.right` the answer to a right move, and `.wrong`, perhaps followed by more,
that to another.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said to the moves it fits: those whose text, and the text of the position after, match a pattern."""

    key: str
    """The end of the sentence's key, after that of the step."""
    move: str = ".*"
    """A regular expression for the whole text of the move."""
    after: str = ".*"
    """A regular expression for the whole text of the position after the move."""
    wins: bool = False
    """Whether the move has to win the game as well."""

    def fits(self, move: str, after: str, won: bool) -> bool:
        """Whether this is the answer to a move that leads to a position, and wins the game or not."""
        matches = re.fullmatch(self.move, move) and re.fullmatch(self.after, after)
        return matches is not None and (won or not self.wins)


@dataclass(frozen=True, slots=True)
class Step:
    """A position and something to do there, in one move; or, with `plies`, the beginning of a game with hints."""

    name: str
    """A word, the only one of its game: it stands in addresses and in the keys of the sentences."""
    position: str = ""
    """A position text; empty for the start."""
    variant: str = ""
    """Empty for the game's first variant."""
    played: str = ""
    """The opponent's move that is shown first, from that position."""
    right: tuple[Answer, ...] = ()
    """The goal: a move is right that one of these fits."""
    wrong: tuple[Answer, ...] = ()
    """Why another move is not: the first that fits is said. The last one fits every move."""
    find: bool = False
    """Whether the goal is to be found: nothing shows it before the first wrong move."""
    plies: int = 0
    """How many moves of a game are played, both sides together, every own one with a hint; any move is right."""


RIGHT, WRONG = Answer("right"), Answer("wrong")
"""The usual answers, to whatever move."""


def right(move: str = ".*", after: str = ".*", wins: bool = False) -> tuple[Answer, ...]:
    """The usual answer to the moves that fit."""
    return (Answer("right", move, after, wins),)


def wrong(*others: Answer) -> tuple[Answer, ...]:
    """Particular answers, and the usual one to all other moves."""
    return (*others, WRONG)
