"""Solving Pylos: sweeps from the fullest pattern to the empty one until a sweep changes nothing.

Without figures no move leads back, and one sweep is all. With figures the values are at all times true statements (won
or lost *within* so many plies) that only become sharper; a pattern is looked at again only when one that it leads to
has changed since. Once few entries change, sweeps follow the changes instead of looking at whole patterns. A last
sweep over everything is the proof: it changes nothing.
"""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ....core.jit import buffer
from ....tablebase.run import Progress, Run, Stopped, TooLong
from ...spec import Parts
from ..rules import RULE, SQUARES
from .changes import moved_by, taken_by
from .index import Shape
from .probe import PART, pyramid
from .solver import Scratch, moved, taken
from .ways import COLUMNS, WAYS, puts, sources, takes

FEW = 1 << 26  # so many changes in a sweep, and the next one follows them
_CHUNK = 18  # so many bits of a colouring per job
Job = tuple[int, int, int]
Changes = tuple[Any, Any]  # colourings of a pattern, and the values they had
_NO_CHANGES: Changes = np.zeros(0, np.int32), np.zeros(0, np.int8)


def solve(run: Run) -> Parts:
    """The value of every position, to the player who has just moved."""
    return solve_shape(run, pyramid())


def solve_shape(run: Run, shape: Shape, few: int = FEW) -> Parts:
    """Likewise for a pyramid of any size; sweeps with at most `few` changes are followed by sweeps over those only."""
    work = _Solve(run, shape, RULE[run.variant], few)
    work.solve()
    return {PART: work.entries[: shape.size]}


class _Solve:
    """The solving of one variant. Index 0 is for values after a move, 1 for those of a player who must take back."""

    def __init__(self, run: Run, shape: Shape, rule: int, few: int) -> None:
        self.run, self.shape, self.rule, self.few = run, shape, rule, few
        self.halves = (0, 1) if rule & SQUARES else (0,)
        self.entries = np.zeros(shape.size * len(self.halves), np.int8)
        self.sweeps, self.done, self.phase = 0, 0, "sweeping"
        earlier = run.load()
        if earlier is not None:
            self.entries[: shape.size] = earlier.parts[PART]
            self.sweeps = int(earlier.head["sweeps"])
        self.decided = int(np.count_nonzero(self.entries[: shape.size]))
        self.balls = np.bitwise_count(shape.patterns).astype(np.int64)
        self.local = threading.local()
        self.to = self._sources()
        count = len(shape.patterns)
        self.clock = 1
        self.changed = np.zeros((2, count), np.int64)  # when something changed there
        self.seen = np.full((2, count), -1, np.int64)  # when it was looked at
        self.lists: list[list[Changes]] = [[_NO_CHANGES] * count for _ in range(2)]
        self.listed = 0
        starts = np.flatnonzero(np.diff(shape.group, prepend=-1))
        self.groups = [group.tolist() for group in np.split(np.arange(count), starts[1:])]

    def _sources(self) -> tuple[list[Any], list[Any]]:
        """For every pattern those that it looks at: by moving, and by taking back."""
        out: Any = np.zeros(WAYS, np.int64)
        ways: Any = np.zeros(WAYS, np.int64)
        moves, back = [], []
        for p in range(len(self.shape.patterns)):
            a, b = sources(p, self.rule, self.shape, out, ways)
            moves.append(np.unique(out[:a]))
            back.append(np.unique(out[a : a + b]))
        return moves, back

    def solve(self) -> None:
        """Sweep until nothing changes."""
        follow, whole = False, True
        with ThreadPoolExecutor(self.run.workers) as pool:
            while True:
                self.done, self.listed, changed = 0, 0, 0
                try:
                    for group in self.groups:
                        for half in self.halves:
                            changed += (self._follow if follow else self._look)(pool, group, half)
                except Stopped:
                    self._save(now=True)
                    raise
                self.sweeps += 1
                if len(self.halves) == 1 or (whole and changed == 0):
                    return
                whole = changed == 0
                if whole:  # everything once more, whatever is thought to be unchanged
                    self.seen[:] = -1
                listed = follow or self.listed <= self.few
                follow = not whole and listed and changed <= (4 * self.few if follow else self.few)
                self.phase = "proof" if whole else "following" if follow else "sweeping"
                self._save()

    def _save(self, now: bool = False) -> None:
        self.run.save({"sweeps": self.sweeps}, {PART: self.entries[: self.shape.size]}, now=now)

    def _room(self) -> Scratch:
        """The scratch buffers of this thread."""
        if not hasattr(self.local, "room"):
            low, chunk = 1 << self.shape.low, 1 << _CHUNK
            ways, columns, lows, goes, flags = (buffer(size) for size in (WAYS, COLUMNS, low, low, low))
            best, out, old = np.zeros(chunk, np.int8), np.zeros(chunk, np.int32), np.zeros(chunk, np.int8)
            self.local.room = Scratch(ways, columns, best, lows, goes, flags, out, old)
        room: Scratch = self.local.room
        return room

    # ------------------------------------------------------------------------------- looking at whole patterns
    def _jobs(self, patterns: list[int]) -> list[Job]:
        """Patterns in pieces that keep a thread's scratch room small."""
        jobs = []
        step = 1 << (_CHUNK - self.shape.low)
        for p in patterns:
            highs = 1 << max(0, int(self.balls[p]) - self.shape.low)
            jobs += [(p, h, min(h + step, highs)) for h in range(0, highs, step)]
        return jobs

    def _stale(self, p: int, half: int) -> bool:
        """Whether something that the pattern looks at has changed since."""
        to = self.to[half][p]
        if half == 1:
            return len(to) > 0 and bool(self.changed[0, to].max() > self.seen[1, p])
        return bool(self.changed[:, to].max(initial=0) > self.seen[0, p])

    def _look(self, pool: ThreadPoolExecutor, group: list[int], half: int) -> int:
        """Look again at the stale patterns of a group; how many entries changed."""
        todo = [p for p in group if self._stale(p, half)]
        self.seen[half, todo] = self.clock
        self.clock += 1
        kernel = taken if half else moved

        def work(job: Job) -> tuple[int, int, Changes]:
            room = self._room()
            changed, decided = kernel(*job, self.rule, self.shape, self.entries, room)
            if changed <= 0 or self.listed + changed > self.few:  # too many to be followed: none is kept
                return changed, decided, _NO_CHANGES
            return changed, decided, (room.out[:changed].copy(), room.out_old[:changed].copy())

        pieces: dict[int, list[Changes]] = {p: [] for p in group}
        total = 0
        for (p, h0, h1), (changed, decided, news) in self.run.each(pool, work, self._jobs(todo)):
            self._note(p, half, changed, decided)
            total += changed
            self.listed += changed
            pieces[p].append(news)
            if half == 0:
                self.done += (h1 - h0) << min(int(self.balls[p]), self.shape.low)
                self._tell()
        for p, news_of in pieces.items():
            whole = news_of and self.listed <= self.few
            self.lists[half][p] = _joined(news_of) if whole else _NO_CHANGES
        return total

    def _note(self, p: int, half: int, changed: int, decided: int) -> None:
        if changed < 0:
            raise TooLong.of("tablebase.too-long", plies=252)
        if changed:
            self.changed[half, p] = self.clock
            self.decided += decided if half == 0 else 0

    # --------------------------------------------------------------------------------------- following changes
    def _follow(self, pool: ThreadPoolExecutor, group: list[int], half: int) -> int:
        """Change in a group what changes because of what changed before; how many entries."""
        work = self._followed_back if half else self._followed
        total = 0
        for p, news in self.run.each(pool, work, group):
            changed = len(news[0])
            self._note(p, half, changed, int(np.count_nonzero(news[1] == 0)))
            self.lists[half][p] = news
            total += changed
            if half == 0:
                self.done += 1 << int(self.balls[p])
        if half == 0:
            self._tell()
        return total

    def _followed(self, p: int) -> Changes:
        """The changes in a pattern because of those that it moves to."""
        if not any(len(self.lists[half][q][0]) for q in self.to[0][p].tolist() for half in self.halves):
            return _NO_CHANGES
        ways, room = self._room()[:2]
        count = puts(self.shape.patterns[p], self.shape, ways)
        news = [self._news(half, q) for half in self.halves for q in self._homes(ways, count)]
        out, old = self._space(news)
        filled = 0
        for i, (changes, olds) in enumerate(news):
            if len(changes):
                half, way = divmod(i, count)
                args = changes, olds, self.rule, self.shape, self.entries, ways, room, out, old
                filled = moved_by(p, way, count, half, *args, filled)
                if filled < 0:
                    self._note(p, 0, -1, 0)
        return out[:filled].copy(), old[:filled].copy()

    def _followed_back(self, p: int) -> Changes:
        """Likewise for a player who must take back."""
        if not any(len(self.lists[0][q][0]) for q in self.to[1][p].tolist()):
            return _NO_CHANGES
        ways, room = self._room()[:2]
        count = takes(self.shape.patterns[p], self.shape, ways)
        news = [self._news(0, q) for q in self._homes(ways, count)]
        out, old = self._space(news)
        filled = 0
        for way, (changes, olds) in enumerate(news):
            if len(changes):
                args = changes, olds, self.rule, self.shape, self.entries, ways, room, out, old
                filled = taken_by(p, way, count, *args, filled)
        return out[:filled].copy(), old[:filled].copy()

    def _homes(self, ways: Any, count: int) -> list[int]:
        """The pattern that every way leads to, -1 for the full pyramid."""
        at = ways[2 : 4 * count : 4]
        homes: list[int] = np.where(at < 0, -1, self.shape.home[at]).tolist()
        return homes

    def _news(self, half: int, p: int) -> Changes:
        """What changed last in a pattern; the full pyramid never does."""
        return _NO_CHANGES if p < 0 else self.lists[half][p]

    def _space(self, news: list[Changes]) -> Changes:
        """Room for as many changes as can come of these."""
        most = sum(len(changes) for changes, _ in news)
        return np.empty(most, np.int32), np.empty(most, np.int8)

    def _tell(self) -> None:
        size = self.shape.size
        share = self.decided / size if len(self.halves) == 2 else self.done / size
        self.run.tell(Progress(self.phase, self.sweeps + 1, min(self.done, size), size, self.decided, size, share))


def _joined(pieces: list[Changes]) -> Changes:
    if len(pieces) == 1:
        return pieces[0]
    return np.concatenate([piece[0] for piece in pieces]), np.concatenate([piece[1] for piece in pieces])
