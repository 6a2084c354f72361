"""Perfect play that tests the opponent: of equal moves the one that leaves the most chances to go wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..core.codes import REPEATS
from .probe import Tablebases

if TYPE_CHECKING:
    from ..core.position import Move, Position

_ORDER = {"win": 2, "draw": 1, "loss": 0}


def drawn_by_repeating(positions: Iterable[Position]) -> set[tuple[int, ...]]:
    """The states that have occurred so often that one more occurrence is a draw."""
    return {state for state, count in Counter(position.state for position in positions).items() if count >= REPEATS - 1}


def choose(position: Position, tablebases: Tablebases, history: Iterable[Position] = ()) -> Move:
    """The best move of a position that the tablebases know; `history` are the positions of the game before it.

    A win is played as fast, a loss as slowly as can be. A loser takes a draw by repetition where the game offers one,
    and a winner keeps away from it. Among the moves that are left, the one after which the smallest share of the
    opponent's replies is best for the opponent; where that is equal too, the first by its text.
    """
    drawing = drawn_by_repeating((*history, position))
    found = tablebases.probe(position)
    ranks = {text: (_ORDER[value], _haste(value, depth)) for text, (value, depth) in found.moves.items()}
    if drawing:
        for text in ranks:
            after = position.play(text)
            if after.state in drawing or (ranks[text][0] == _ORDER["win"] and _can_repeat(after, drawing)):
                ranks[text] = (_ORDER["draw"], 0)
    top = max(ranks.values())
    return position.move(
        min((*_safe(position.play(text), tablebases), text) for text in ranks if ranks[text] == top)[-1]
    )


def _haste(value: str, depth: int | None) -> int:
    """A number that is larger for a faster win and for a slower loss."""
    return 0 if depth is None else -depth if value == "win" else depth


def _can_repeat(position: Position, drawing: set[tuple[int, ...]]) -> bool:
    """Whether the player to move can bring about a third occurrence."""
    return any(position.play(move).state in drawing for move in position.moves)


def _safe(position: Position, tablebases: Tablebases) -> tuple[float, float]:
    """The share of the replies that keep what the opponent has, and of those that are best."""
    after = tablebases.probe(position)
    total = max(1, len(after.moves))
    return sum(value == after.value for value, _ in after.moves.values()) / total, len(after.best) / total
