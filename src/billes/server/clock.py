"""Time: the server's own, and the clocks of a table."""

from __future__ import annotations

import time
from collections.abc import Sequence

from msgspec import Struct

CAP = 0.3
"""Seconds given back for the wire at most, every move."""

_WALL = time.time() - time.monotonic()


def now() -> float:
    """Seconds since 1970. Never jumps while the server runs, whatever happens to the machine's clock."""
    return _WALL + time.monotonic()


class Clock(Struct):
    """The clocks of a table: what was left to every player at `since`, and whose time runs since then.

    None is left to a player without a clock: one of four who left his chair to the computer.
    """

    main: float
    increment: float
    remaining: list[float | None]
    running: int = 0
    since: float = 0.0

    @classmethod
    def fresh(cls, main: float, increment: float, players: int) -> Clock:
        """Clocks before the first move."""
        return cls(main, increment, [main] * players)

    def set(self, remaining: Sequence[float | None], running: int, since: float) -> None:
        """Show these times, and run from here on for a player (0 for nobody)."""
        self.remaining, self.running, self.since = list(remaining), running, since

    def left(self, player: int, at: float, lag: float = 0.0) -> float | None:
        """What is left to a player at a moment, less what the wire took; None without a clock."""
        left = self.remaining[player - 1]
        if left is None or self.running != player:
            return left
        spent = max(0.0, at - self.since)
        return left - max(0.0, spent - min(lag, CAP))

    def stopped(self, at: float, lag: float = 0.0) -> list[float | None]:
        """All times at a moment, never below zero."""
        times = [self.left(player, at, lag) for player in range(1, len(self.remaining) + 1)]
        return [None if left is None else round(max(0.0, left), 3) for left in times]

    def pressed(self, player: int, at: float, lag: float = 0.0) -> list[float | None]:
        """All times after a player has moved: his own with the increment, if his clock was running."""
        times = self.stopped(at, lag)
        left = times[player - 1]
        if left is not None and self.running == player:
            times[player - 1] = round(left + self.increment, 3)
        return times

    def falls(self, lag: float = 0.0) -> float | None:
        """The moment the running player's flag falls, or None where no time runs."""
        if not self.running:
            return None
        left = self.remaining[self.running - 1]
        return None if left is None else self.since + left + min(lag, CAP)
