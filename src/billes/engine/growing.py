"""Thinking by tree search: visits to the compiled tree until a limit, one tree a thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from ..core.codes import DRAW, OPEN
from ..core.jit import Buffer, buffer
from ..core.position import Move, Position
from .games import logit
from .limits import Alarm, Limits
from .memory import CAP, EAGER, EVEN, EXPLORE, KEEN, LIMIT, LOGIT, MARBLE, MATE, MIX, RANDOM, ROOT, SCALE, TRUST
from .score import Line, Score
from .searching import Progress, Search, played
from .tree import CHILD, COUNT, MOVE, PER_MARBLE, PROVEN, SUM, VISITS, WIDTH, grow

TABLE = 16  # a tree needs no table of positions
BATCH = 2000  # visits between two reports
LONGEST = 60  # moves of a line


@dataclass(frozen=True, slots=True)
class Manner:
    """How a tree is grown.

    `trust` is how many visits a child's evaluation counts for, `explore` the constant of UCB, `mix` the share of the
    playout in a leaf's worth, `cap` the most moves of a playout, in which `keen` players see a win one move away and
    `eager` ones draw so many moves more and play the one that looks best.
    """

    trust: float = 2.0
    explore: float = 0.5
    mix: float = 0.25
    cap: int = 24
    keen: bool = True
    eager: int = 0

    @classmethod
    def usual(cls, players: int) -> Manner:
        """The one that measures strongest: with four, playouts to the end tell more than the evaluation."""
        return cls() if players == 2 else cls(trust=1.0, explore=1.0, mix=1.0, cap=400, eager=1)

    @classmethod
    def plain(cls) -> Manner:
        """Plain UCT with random playouts: the baseline."""
        return cls(trust=0.0, explore=1.0, mix=1.0, cap=4000, keen=False)


class Grower(Search):
    """A tree search; `seed` decides the playouts."""

    def __init__(
        self,
        position: Position,
        *,
        history: Iterable[Position] = (),
        threads: int = 1,
        size: int = 1 << 20,
        manner: Manner | None = None,
        seed: int | None = None,
        tuned: Sequence[int] | None = None,
    ) -> None:
        super().__init__(position, history, threads, TABLE, tuned)
        manner = manner or Manner.usual(position.players)
        self.trees = [buffer(WIDTH * size) for _ in self.desks]
        self.logit = logit(position)
        for place, value in (
            (TRUST, int(16 * manner.trust)),
            (EXPLORE, int(1024 * manner.explore)),
            (MIX, int(256 * manner.mix)),
            (CAP, manner.cap),
            (KEEN, int(manner.keen)),
            (EAGER, manner.eager),
            (LOGIT, self.logit),
        ):
            self.mem[place] = value
        for k, t in enumerate(self.desks):
            self.mem[t + RANDOM] = ((seed or 0) * 0x9E3779B9 + k * 0x632BE5AB + 12345) & ((1 << 60) - 1)
        self.began = time.perf_counter()

    @property
    def visits(self) -> int:
        """Visits of all trees."""
        return sum(int(tree[VISITS]) for tree in self.trees)

    def think(
        self, limits: Limits, *, lines: int = 1, stop: threading.Event | None = None, progress: Progress | None = None
    ) -> list[Line]:
        """The best lines, best first. A limit of depth is taken as visits: four times as many for every ply."""
        self.began = time.perf_counter()
        visits = 1 << 60 if limits.depth is None else 4 ** (min(limits.depth, 20) + 1)
        for tree, t in zip(self.trees, self.desks, strict=True):
            grow(self.B, self.state, 2, tree, self.mem, t)
        self.mem[LIMIT] = limits.nodes or 1 << 60
        with Alarm(limits.seconds, stop, self.stop):
            helpers = [
                threading.Thread(target=self._help, args=(k, visits), daemon=True) for k in range(1, len(self.desks))
            ]
            for helper in helpers:
                helper.start()
            batch = BATCH
            while visits > 0:
                done = int(grow(self.B, self.state, min(visits, batch), self.trees[0], self.mem, self.desks[0]))
                visits -= done
                if progress is not None:
                    progress(self.lines(lines))
                if done < batch:
                    break
                batch *= 2
            self.stop()
            for helper in helpers:
                helper.join()
        return self.lines(lines)

    def values(self, depth: int) -> dict[int, int]:
        """The score of every move, looking so many plies ahead."""
        self.think(Limits(depth=depth))
        return {line.move.code: line.score.value for line in self.lines(1 << 30)}

    def line_of(self, move: Move, limits: Limits, *, stop: threading.Event | None = None) -> Line:
        """What there is to say of one move."""
        return next(line for line in self.think(limits, lines=1 << 30, stop=stop) if line.move.code == move.code)

    def _help(self, number: int, visits: int) -> None:
        grow(self.B, self.state, visits, self.trees[number], self.mem, self.desks[number])

    # ------------------------------------------------------------------------------------------------- reading
    def lines(self, wanted: int) -> list[Line]:
        """The best root moves, with what was found about them."""
        merged: dict[int, tuple[int, int, int]] = {}
        for tree in self.trees:
            for c in self._children(tree, 0):
                visits, total, proven = merged.get(int(tree[c + MOVE]), (0, 0, 0))
                known = int(tree[c + PROVEN])
                both = proven & known or proven | known  # what two trees have proved is true together
                merged[int(tree[c + MOVE])] = (visits + int(tree[c + VISITS]), total + int(tree[c + SUM]), both)
        me = self.position.player
        order = sorted(merged, key=lambda move: (-self._rank(merged[move], me), move))
        seconds = time.perf_counter() - self.began
        found = []
        for move in order[:wanted]:
            codes = self._variation(move)
            if merged[move][2]:
                codes += self._strike(codes)
            score = Score(self._value(merged[move], me, len(codes)), self.sign)
            found.append(Line(score, played(self.position, codes), len(codes), self.nodes, seconds))
        return found

    @staticmethod
    def _children(tree: Buffer, at: int) -> range:
        first = int(tree[at + CHILD])
        return range(first, first + WIDTH * int(tree[at + COUNT]), WIDTH)

    @staticmethod
    def _rank(entry: tuple[int, int, int], me: int) -> float:
        """Proven wins first, proven losses last, otherwise the most visited."""
        visits, total, proven = entry
        if proven == 1 << me:
            return 1e18
        looked = visits + (total / (visits * SCALE) if visits else 0.0)
        return looked - 1e15 if _lost(proven, me) else looked

    def _value(self, entry: tuple[int, int, int], me: int, length: int) -> int:
        """A mean reward turned back into marbles."""
        visits, total, proven = entry
        if proven == 1 << me:
            return MATE - length
        if _lost(proven, me):
            return length - MATE
        share = min(0.9999, max(0.0001, total / (visits * SCALE) if visits else 0.0001))
        even = self.mem[EVEN] / SCALE
        odds = log(share / (1 - share)) - log(even / (1 - even))
        return int((MARBLE / PER_MARBLE if self.sign else self.logit) * odds)

    def _variation(self, move: int) -> list[int]:
        """The way on from a root move, in the tree that knows most of it: what proves its result, else most visits."""
        roots = [(tree, c) for tree in self.trees for c in self._children(tree, 0) if tree[c + MOVE] == move]
        tree, at = max(roots, key=lambda root: (root[0][root[1] + PROVEN] != 0, int(root[0][root[1] + VISITS])))
        found = [move]
        while len(found) < LONGEST and self._children(tree, at):
            known = int(tree[at + PROVEN])
            at = max(
                self._children(tree, at),
                key=lambda c: (known != 0 and int(tree[c + PROVEN]) == known, int(tree[c + VISITS])),
            )
            if tree[at + VISITS] == 0 and tree[at + PROVEN] == 0:
                break
            found.append(int(tree[at + MOVE]))
        return found

    def _strike(self, codes: Sequence[int]) -> list[int]:
        """The move that wins at the end of a line, where a glance has seen that one does: the tree stops before it."""
        state = self.state
        for code in codes:
            state = self.B.apply(state, code)
        if self.B.result(state) != OPEN or not self.B.strikes(state):
            return []
        n = self.desks[0] + ROOT
        for k in range(n, self.B.moves(state, self.mem, n)):
            if self.B.result(self.B.apply(state, self.mem[k])) == self.B.mover(state):
                return [int(self.mem[k])]
        return []


def _lost(proven: int, me: int) -> bool:
    """Whether somebody else is certain to win."""
    return proven != 0 and proven & (1 << me | 1 << DRAW) == 0
