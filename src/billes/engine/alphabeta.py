"""Alpha-beta: iterative deepening around the compiled search, on one thread or several.

With one thread and a limit of depth or nodes a search is deterministic. More threads search the same position and share
the transposition table (the others only fill it), which finds more in the same time and not always the same.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Collection, Iterable, Sequence

from ..core.position import Move, Position
from .alphabeta_kernel import INFINITE, prepare, search_root
from .limits import Limits
from .memory import DEEPEST, DONE, EXACT, MATE, PV, ROOT, ROOTS, WON
from .score import Line
from .search import Progress, Search, to_moves

WINDOW = 40  # half the first aspiration window
SMALLEST, LARGEST = 1 << 12, 1 << 22  # entries of a transposition table


def table_size(limits: Limits) -> int:
    """Entries that a search within these limits can use."""
    wanted = SMALLEST
    most = min(limits.nodes or 1 << 60, int((limits.seconds or 1e9) * 4_000_000), 40 ** min(limits.depth or 20, 20))
    while wanted < LARGEST and wanted < most:
        wanted *= 2
    return wanted


class AlphaBeta(Search):
    """A search by alpha-beta.

    `exact` switches off every shortcut that can change the score of a fixed depth; `seed` shuffles the root moves, so
    that equal moves are chosen differently; `only` restricts the search to some root moves.
    """

    def __init__(
        self,
        position: Position,
        *,
        history: Iterable[Position] = (),
        threads: int = 1,
        entries: int = 1 << 20,
        exact: bool = False,
        seed: int | None = None,
        only: Collection[Move] | None = None,
        weights: Sequence[int] | None = None,
    ) -> None:
        super().__init__(position, history, threads, entries, weights)
        self.mem[EXACT] = int(exact)
        self.count = 0
        for t in self.blocks:
            self.count = int(prepare(self.G, self.state, self.mem, t))
            if seed is not None:
                codes = [int(self.mem[t + ROOT + i]) for i in range(self.count)]
                random.Random(seed).shuffle(codes)
                for i, code in enumerate(codes):
                    self.mem[t + ROOT + i] = code
            if only:
                self.mem[t + ROOTS] = self.count = len(only)
                for i, move in enumerate(only):
                    self.mem[t + ROOT + i] = move.code
        self.guesses = [0] * self.count
        self.lines: list[Line] = []
        self.began = time.perf_counter()

    def think(
        self, limits: Limits, *, lines: int = 1, stop: threading.Event | None = None, progress: Progress | None = None
    ) -> list[Line]:
        """The best lines, best first. Depth 1 is always finished, even where a limit forbids it."""
        lines = min(lines, self.count)
        self.began = time.perf_counter()
        self._deepen(1, lines)
        if progress is not None:
            progress(list(self.lines))
        with self.running(limits, stop, self._fill_table):
            for depth in range(2, min(limits.depth or DEEPEST - 2, DEEPEST - 2) + 1):
                self._deepen(depth, lines)
                if self.stopped:
                    break
                if progress is not None:
                    progress(list(self.lines))
                if self._finished(depth):
                    break
        return self.lines

    def values(self, depth: int) -> dict[int, int]:
        """The score of every move, looking so many plies ahead."""
        t = self.blocks[0]
        found = {}
        for i in range(self.count):
            self.mem[t + ROOTS] = i + 1  # with all before it skipped, only this one is left
            value = int(search_root(self.G, self.E, self.state, depth, -INFINITE, INFINITE, i, self.mem, t))
            found[int(self.mem[t + ROOT + i])] = value
        return found

    # ------------------------------------------------------------------------------------------------- deepening
    def _finished(self, depth: int) -> bool:
        """Whether more depth cannot change anything: all lines end within it."""
        return all(abs(line.score.value) > WON and MATE - abs(line.score.value) <= depth for line in self.lines)

    def _fill_table(self, number: int) -> None:
        t = self.blocks[number]
        depth = 1 + number % 2
        while not self.stopped and depth < DEEPEST - 2:
            search_root(self.G, self.E, self.state, depth, -INFINITE, INFINITE, 0, self.mem, t)
            depth += 1

    def _deepen(self, depth: int, lines: int) -> None:
        """One more iteration. One that is stopped keeps what it has found so far."""
        t = self.blocks[0]
        found: list[Line] = []
        for k in range(lines):
            value = self._window(depth, k, t)
            if self.stopped and not self.mem[t + DONE]:
                break
            found.append(self._line(value, depth, t))
            if self.stopped:
                break
        first = {line.move.code for line in found}
        rest = [line for line in self.lines if line.move.code not in first]
        self.lines = sorted(found, key=lambda line: -line.score.value) + rest[: lines - len(found)]
        for k, line in enumerate(self.lines):  # the next iteration begins with the moves in this order
            self._to_place(line.move.code, k, t)
            self.guesses[k] = line.score.value

    def _to_place(self, code: int, place: int, t: int) -> None:
        """Bring a root move forward to a place."""
        at = t + ROOT + place
        while self.mem[at] != code:
            at += 1
        while at > t + ROOT + place:
            self.mem[at] = self.mem[at - 1]
            at -= 1
        self.mem[at] = code

    def _window(self, depth: int, k: int, t: int) -> int:
        """Search line number k in a narrow window around its last score, widened until it fits."""
        guess, width = self.guesses[k], WINDOW
        alpha, beta = -INFINITE, INFINITE
        if depth >= 4 and abs(guess) < WON:
            alpha, beta = guess - width, guess + width
        while True:
            value = int(search_root(self.G, self.E, self.state, depth, alpha, beta, k, self.mem, t))
            if self.stopped or alpha < value < beta:
                return value
            width *= 4
            if value <= alpha:
                alpha = guess - width if width < 1000 else -INFINITE
            else:
                beta = guess + width if width < 1000 else INFINITE

    def _line(self, value: int, depth: int, t: int) -> Line:
        codes = [int(self.mem[t + PV + 1 + i]) for i in range(int(self.mem[t + PV]))]
        seconds = time.perf_counter() - self.began
        return Line(self.score(value), to_moves(self.position, codes), depth, self.nodes, seconds)
