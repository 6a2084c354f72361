"""A table in use: who is connected to it, and what they have been sent."""

from __future__ import annotations

import asyncio
from typing import Any

from msgspec import Raw

from . import render
from . import responses as say
from .clock import now
from .connection import Connection
from .table import Table


class Live:
    """A table in use."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.touched = now()
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.thinks_at = -1
        """The turn the computer is thinking about."""
        self._touchable: tuple[int, Any] = (-1, None)

    @property
    def in_use(self) -> bool:
        """Whether somebody looks, thinks or runs out of time here."""
        return bool(self.connections or self.timer or self.thinking or self.lock.locked())

    def gestures(self, visitor: str | None) -> Any:
        """What a visitor may touch now, or None."""
        table = self.table
        chair = table.mover
        if visitor is None or chair is None or chair.kind != "human" or chair.visitor != visitor:
            return None
        if self._touchable[0] != table.turn:
            self._touchable = table.turn, render.touchable(table.position)
        return self._touchable[1]

    def watched(self, player: int) -> bool:
        """Whether a player is a person who is here to see what he may touch."""
        chair = self.table.chairs[player - 1]
        return chair.kind == "human" and any(c.visitor == chair.visitor for c in self.connections)

    def foresee(self, turn: int, gestures: Raw) -> None:
        """Note what may be touched in a position that is about to be."""
        self._touchable = turn, gestures

    def presence(self) -> say.Presence:
        """Who is here now."""
        here = {c.visitor for c in self.connections}
        seated = [c.player for c in self.table.chairs if c.kind == "human" and c.visitor is not None]
        players = [player for player in seated if self.table.chairs[player - 1].visitor in here]
        holders = {chair.visitor for chair in self.table.chairs}
        return say.Presence(players, sum(c.visitor not in holders for c in self.connections))

    def lag(self, visitor: str | None) -> float:
        """What the wire costs a visitor."""
        return min((c.lag for c in self.connections if c.visitor == visitor and c.lag), default=0.0)

    def tell_presence(self) -> None:
        """Tell everybody who is here."""
        message = render.encode(self.presence())
        for connection in self.connections:
            connection.tell(message)
