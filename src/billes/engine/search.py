"""What both searches have in common: one position, one array, a few threads, and being stopped."""

from __future__ import annotations

import os
import threading
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from ..core.errors import BillesError
from ..core.jit import THREADS
from ..core.position import Move, Position
from ..games.registry import notation_of, rules_of
from .evaluation import evaluator_of, weights_of
from .limits import Alarm, Limits
from .memory import EVEN, MARBLE, MOST_PAST, NODES, PAST, PAST_KEYS, SCALE, STOP, block, memory, set_limits
from .score import Line, Score

Progress = Callable[[list[Line]], None]
CORES = (os.cpu_count() or 1) if THREADS else 1


class Search(ABC):
    """One search of one position. `history` are the positions of the game before it, for draws by repetition.

    `weights` stand in for those of the game's evaluator.
    """

    def __init__(
        self, position: Position, history: Iterable[Position], threads: int, entries: int, weights: Sequence[int] | None
    ) -> None:
        if position.outcome is not None:
            raise BillesError.of("search.over", outcome=position.outcome.sentence)
        self.position = position
        self.G = rules_of(position.game)
        self.E = evaluator_of(position.game)
        self.state = self.E.search_state(position.state)
        if weights is None:
            weights = weights_of(position.game, position.variant)
        threads = threads if THREADS else 1
        self.mem = memory(self.G.ROOM, entries, threads, weights)
        self._asked: threading.Event | None = None
        self.blocks = [block(k, entries, self.G.ROOM) for k in range(threads)]
        self.mem[EVEN] = SCALE // position.players
        if self.G.CYCLIC:
            counts = Counter(int(self.G.key(before.state)) for before in history)
            twice = [key for key, count in counts.items() if count >= 2][-MOST_PAST:]
            for k, key in enumerate(twice):
                self.mem[PAST_KEYS + k] = key
            self.mem[PAST] = len(twice)

    @property
    def nodes(self) -> int:
        """Positions visited by all threads."""
        return sum(int(self.mem[t + NODES]) for t in self.blocks)

    def stop(self) -> None:
        """End the search at once."""
        self.mem[STOP] = 1

    @property
    def stopped(self) -> bool:
        """Whether it was ended."""
        if self._asked is not None and self._asked.is_set():
            self.stop()
        return bool(self.mem[STOP] != 0)

    @contextmanager
    def running(self, limits: Limits, stop: threading.Event | None, work: Callable[[int], object]) -> Iterator[None]:
        """Do `work` on all threads but the first, until the block ends, however it ends; by time or `stop` all end."""
        set_limits(self.mem, limits.nodes, limits.seconds)
        if not THREADS:  # nobody else can look at it
            self._asked = stop
        helpers = [
            threading.Thread(target=work, args=(number,), name=f"search {number}", daemon=True)
            for number in range(1, len(self.blocks))
        ]
        with Alarm(limits.seconds, stop, self.stop):
            try:
                for helper in helpers:
                    helper.start()
                yield
            finally:
                self.stop()
                for helper in helpers:
                    if helper.ident is not None:  # it was started
                        helper.join()

    @property
    def scored(self) -> bool:
        """Whether the game is played for a number, which player 1 wants to be low."""
        return self.E.scored(self.state)

    def score(self, value: int) -> Score:
        """The score of a value for the player to move."""
        if not self.scored:
            return Score(value)
        sign = 1 if self.position.player == 1 else -1
        return Score(value, left=self.E.PAR - sign * value / MARBLE)

    @abstractmethod
    def think(
        self, limits: Limits, *, lines: int = 1, stop: threading.Event | None = None, progress: Progress | None = None
    ) -> list[Line]:
        """The best lines, best first. Something is always found, even within no time."""

    @abstractmethod
    def values(self, depth: int) -> dict[int, int]:
        """The score of every move, looking so many plies ahead."""


def to_moves(position: Position, codes: Sequence[int]) -> tuple[Move, ...]:
    """The moves of a line, from their codes."""
    found = []
    G, text_of = rules_of(position.game), notation_of(position.game).move_text
    state = position.state
    for code in codes:
        found.append(Move(text_of(state, code), code))
        state = G.apply(state, code)
    return tuple(found)
