"""Distances to the end, found by search, where a tablebase has win, draw and loss only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..games.registry import rules_of
from .probe import Tablebases

if TYPE_CHECKING:
    from ..core.position import Position


class _Enough(Exception):
    """The limit of positions is reached."""


class _Search:
    """Whether a game that is won is over within so many plies. The winner looks only at moves that keep the win."""

    def __init__(self, tablebases: Tablebases, nodes: int) -> None:
        self.tablebases, self.left = tablebases, nodes
        self.over: dict[int, int] = {}  # position -> plies within which it is over
        self.open: dict[int, int] = {}  # position -> plies within which it is not
        self.after: dict[int, list[Position]] = {}

    def _moves(self, position: Position, key: int, winning: bool) -> list[Position]:
        if key not in self.after:
            if self.left <= 0:
                raise _Enough
            found = self.tablebases.probe(position)
            self.left -= len(found.moves)
            keep = "win" if winning else "loss"
            self.after[key] = [position.play(text) for text, (value, _) in found.moves.items() if value == keep]
        return self.after[key]

    def within(self, position: Position, winning: bool, plies: int) -> bool:
        """Whether the game is over within so many plies, the player to move winning or losing it."""
        if position.outcome is not None:
            return True
        key = int(rules_of(position.game).key(position.state))
        if self.over.get(key, plies + 1) <= plies:
            return True
        if plies == 0 or self.open.get(key, -1) >= plies:
            return False
        tries = (self.within(after, not winning, plies - 1) for after in self._moves(position, key, winning))
        done = any(tries) if winning else all(tries)
        (self.over if done else self.open)[key] = plies
        return done


def distance(position: Position, tablebases: Tablebases, nodes: int = 20_000) -> int | None:
    """Plies to the end of a game that is won or lost; None for a draw, or where the limit of positions is reached."""
    value, depth = tablebases.value(position)
    if depth is not None or value == "draw":
        return depth
    search = _Search(tablebases, nodes)
    plies = 0
    try:
        while not search.within(position, value == "win", plies):
            plies += 1
    except _Enough:
        return None
    return plies
