"""Monte-Carlo tree search: visits to the compiled tree until a limit, one tree per thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import log

from ..core.codes import DRAW, OPEN
from ..core.jit import Buffer, buffer
from ..core.position import Position
from .evaluation import has_evaluator, logit_of
from .limits import Limits
from .mcts_kernel import CHILD, COUNT, MOVE, PER_MARBLE, PROVEN, SUM, VISITS, WIDTH, visit_tree
from .memory import (
    CAP,
    EVEN,
    EXPLORE,
    LOGIT,
    MARBLE,
    MATE,
    MIX,
    RANDOM,
    REDRAWS,
    ROOT,
    SCALE,
    SEE_WINS,
    TRUST,
)
from .score import Line
from .search import Progress, Search, to_moves

ENTRIES = 16  # a tree needs no transposition table
BATCH = 2000  # visits between two reports
LONGEST = 60  # moves of a line


@dataclass(frozen=True, slots=True)
class TreeSettings:
    """How a tree is searched.

    `trust` is how many visits a child's evaluation counts for, `explore` the constant of UCB, `mix` the share of the
    playout in a leaf's value, `cap` the most moves of a playout. With `see_wins` the players of a playout see a win one
    move away; they draw `redraws` more moves at random and play the one that the move ordering puts first.
    """

    trust: float = 2.0
    explore: float = 0.5
    mix: float = 0.25
    cap: int = 24
    see_wins: bool = True
    redraws: int = 0

    @classmethod
    def usual(cls, players: int) -> TreeSettings:
        """The strongest by measurement: with four players, playouts to the end tell more than the evaluation."""
        return cls() if players == 2 else cls(trust=1.0, explore=1.0, mix=1.0, cap=400, redraws=1)

    @classmethod
    def plain(cls) -> TreeSettings:
        """Plain UCT with random playouts: the baseline, and all there is for a game without an evaluator."""
        return cls(trust=0.0, explore=1.0, mix=1.0, cap=4000, see_wins=False)


class TreeSearch(Search):
    """A tree search; `seed` decides the playouts."""

    def __init__(
        self,
        position: Position,
        *,
        history: Iterable[Position] = (),
        threads: int = 1,
        size: int = 1 << 20,
        settings: TreeSettings | None = None,
        seed: int | None = None,
        weights: Sequence[int] | None = None,
    ) -> None:
        super().__init__(position, history, threads, ENTRIES, weights)
        settings = settings or self._usual()
        self.trees = [buffer(WIDTH * size) for _ in self.blocks]
        self.logit = logit_of(position)
        for place, value in (
            (TRUST, int(16 * settings.trust)),
            (EXPLORE, int(1024 * settings.explore)),
            (MIX, int(256 * settings.mix)),
            (CAP, settings.cap),
            (SEE_WINS, int(settings.see_wins)),
            (REDRAWS, settings.redraws),
            (LOGIT, self.logit),
        ):
            self.mem[place] = value
        for k, t in enumerate(self.blocks):
            self.mem[t + RANDOM] = ((seed or 0) * 0x9E3779B9 + k * 0x632BE5AB + 12345) & ((1 << 60) - 1)
        self.began = time.perf_counter()

    def _usual(self) -> TreeSettings:
        """The usual settings, as far as the evaluator can serve them."""
        players = self.position.players
        known = has_evaluator(self.position.game) and (players == 2 or self.E.several(self.state))
        return TreeSettings.usual(players) if known else TreeSettings.plain()

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
        for number in range(len(self.trees)):
            self._visit(2, number)
        with self.running(limits, stop, partial(self._visit, visits)):
            batch = BATCH
            while visits > 0:
                done = self._visit(min(visits, batch), 0)
                visits -= done
                if progress is not None:
                    progress(self.lines(lines))
                if done < batch or self.stopped:
                    break
                batch *= 2
        return self.lines(lines)

    def values(self, depth: int) -> dict[int, int]:
        """The score of every move, looking so many plies ahead."""
        self.think(Limits(depth=depth))
        return {line.move.code: line.score.value for line in self.lines(1 << 30)}

    def _visit(self, visits: int, number: int) -> int:
        """Visit one of the trees so many times, or until a limit; how often it was."""
        return int(visit_tree(self.G, self.E, self.state, visits, self.trees[number], self.mem, self.blocks[number]))

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
            if merged[move][2] not in (0, 1 << DRAW):
                codes += self._winning_move(codes)
            score = self.score(self._value(merged[move], me, len(codes)))
            found.append(Line(score, to_moves(self.position, codes), len(codes), self.nodes, seconds))
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
        if proven == 1 << DRAW:
            return 0
        share = min(0.9999, max(0.0001, total / (visits * SCALE) if visits else 0.0001))
        even = self.mem[EVEN] / SCALE
        odds = log(share / (1 - share)) - log(even / (1 - even))
        return int((MARBLE / PER_MARBLE if self.scored else self.logit) * odds)

    def _variation(self, move: int) -> list[int]:
        """What follows a root move, in the tree that knows most of it: what proves its result, else most visits."""
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

    def _winning_move(self, codes: Sequence[int]) -> list[int]:
        """The move that wins at the end of a line whose win was seen without a search: the tree stops before it."""
        state = self.state
        for code in codes:
            state = self.G.apply(state, code)
        if self.G.result(state) != OPEN or not self.E.wins_at_once(state):
            return []
        n = self.blocks[0] + ROOT
        for k in range(n, self.G.moves(state, self.mem, n)):
            if self.G.result(self.G.apply(state, self.mem[k])) == self.G.mover(state):
                return [int(self.mem[k])]
        return []


def _lost(proven: int, me: int) -> bool:
    """Whether somebody else is certain to win."""
    return proven != 0 and proven & (1 << me | 1 << DRAW) == 0
