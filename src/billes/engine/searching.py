"""What both searches have in common: one position, one array, a few threads, and being told to stop."""

from __future__ import annotations

import os
import threading
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from ..core.position import Move, Position
from ..games.registry import notation_of, rules_of
from .games import mind, seen, weights
from .limits import Limits
from .memory import EVEN, MOST_PAST, NODES, PAST, PAST_KEYS, SCALE, STOP, desk, memory
from .score import Line

Progress = Callable[[list[Line]], None]
CORES = os.cpu_count() or 1


class Search(ABC):
    """One search of one position. `history` are the positions of the game before it, for draws by repetition."""

    def __init__(
        self, position: Position, history: Iterable[Position], threads: int, entries: int, tuned: Sequence[int] | None
    ) -> None:
        if position.outcome is not None:
            raise ValueError(f"the game is over ({position.outcome}), there is nothing to think about")
        self.position = position
        self.B = mind(position.game)
        self.state, self.sign = seen(position)
        self.mem = memory(self.B, entries, threads, weights(position) if tuned is None else tuned)
        self.desks = [desk(k, entries, self.B) for k in range(threads)]
        self.mem[EVEN] = SCALE // position.players
        if self.B.CYCLIC:
            counts = Counter(int(self.B.key(before.state)) for before in history)
            twice = [key for key, count in counts.items() if count >= 2][-MOST_PAST:]
            for k, key in enumerate(twice):
                self.mem[PAST_KEYS + k] = key
            self.mem[PAST] = len(twice)

    @property
    def nodes(self) -> int:
        """Positions visited by all threads."""
        return sum(int(self.mem[t + NODES]) for t in self.desks)

    def stop(self) -> None:
        """End the search at once."""
        self.mem[STOP] = 1

    @property
    def stopped(self) -> bool:
        """Whether it was ended."""
        return bool(self.mem[STOP] != 0)

    @abstractmethod
    def think(
        self, limits: Limits, *, lines: int = 1, stop: threading.Event | None = None, progress: Progress | None = None
    ) -> list[Line]:
        """The best lines, best first. Something is always found, whatever the limits."""

    @abstractmethod
    def values(self, depth: int) -> dict[int, int]:
        """The score of every move, looking so many plies ahead."""

    @abstractmethod
    def line_of(self, move: Move, limits: Limits, *, stop: threading.Event | None = None) -> Line:
        """What there is to say of one move."""


def played(position: Position, codes: Sequence[int]) -> tuple[Move, ...]:
    """The moves of a line, from their numbers."""
    found = []
    G, text_of = rules_of(position.game), notation_of(position.game).move_text
    state = position.state
    for code in codes:
        found.append(Move(text_of(state, code), code))
        state = G.apply(state, code)
    return tuple(found)
