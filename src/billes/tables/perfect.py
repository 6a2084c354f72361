"""Perfect play with a mind for the opponent: of equal moves the one that leaves him the most chances to go wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .probing import Tables

if TYPE_CHECKING:
    from ..rules.position import Move, Position


def choose(position: Position, tables: Tables) -> Move:
    """The best move of a position that the tables know.

    A win is played as fast, a loss as slowly as can be. Among the moves that are left, the one after which the smallest
    share of the opponent's replies is best for him; where that is the same too, the first by its text.
    """
    best = tables.probe(position).best
    ranked = []
    for text in best:
        after = tables.probe(position.play(text))
        safe = sum(value == after.value for value, _ in after.moves.values())
        exact = len(after.best)
        total = max(1, len(after.moves))
        ranked.append((safe / total, exact / total, text))
    return position.move(min(ranked)[2])
