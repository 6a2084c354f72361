"""Solving Quits layer by layer: marbles out only grow, so every layer needs only the one below."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ....tablebase.run import Progress, Run, Stopped, TooLong
from ...spec import Parts
from ..rules import MARBLES
from .index import SMALLEST, Colours, Layer
from .probe import laid_out, palette, part
from .solver import DRAWN, SCRATCH, START, sweep

_CHUNK = 1024  # patterns per job


def layers(variant: str) -> range:
    """The layers of a variant."""
    return range(SMALLEST, 2 * MARBLES[variant] + 1)


def solve(run: Run) -> Parts:
    """All layers of a variant, one array each."""
    found: Parts = {}
    settled, current = 0, None
    earlier = run.load()
    if earlier is not None:
        settled = int(earlier.head["settled"])
        current = earlier.head["current"]
        found = {name: np.array(array) for name, array in earlier.parts.items()}
    sizes = [laid_out(n).size for n in layers(run.variant)]
    for i, n in enumerate(layers(run.variant)):
        if part(n) in found and part(n) != current:
            continue
        if part(n) not in found:
            found[part(n)] = np.zeros(laid_out(n).size, np.uint32)
            settled = 0
        _Layer(run, n, found, sum(sizes[:i]) / sum(sizes), sizes[i] / sum(sizes)).solve(settled)
        _check_depth(found[part(n)])
        run.save({"settled": 0, "current": None}, found, now=n != layers(run.variant)[-1])
    return found


def _check_depth(entries: Any) -> None:
    """Distances come without gaps, so one that has no room would show by those just below it."""
    for at in range(0, len(entries), 1 << 24):
        best = (entries[at : at + (1 << 24)] ^ START) & 1023
        near = np.abs(best.astype(np.int32) - DRAWN)
        if np.any((near > 0) & (near < 16)):
            raise TooLong.of("tablebase.too-long", plies=490)


class _Layer:
    """The solving of one layer."""

    def __init__(self, run: Run, n: int, found: Parts, before: float, weight: float) -> None:
        self.run, self.n, self.found = run, n, found
        self.before, self.weight = before, weight
        self.layer: Layer = laid_out(n)
        self.low: Layer = laid_out(max(n - 1, SMALLEST))
        self.colours: Colours = palette()
        self.entries = found[part(n)]
        self.low_entries = found[part(n - 1)] if n > SMALLEST else np.zeros(1, np.uint32)
        self.decided = int(np.count_nonzero(self.entries))
        self.local = threading.local()

    def solve(self, settled: int) -> None:
        """Sweep until nothing changes, and once more over everything."""
        count = len(self.layer.patterns)
        dirty = np.ones(count, np.uint8)
        with ThreadPoolExecutor(self.run.workers) as pool:
            whole = False
            while True:
                following = np.zeros(count, np.uint8)
                try:
                    changed = self._sweep(pool, -1 if whole else settled, dirty, following)
                except Stopped:
                    self.run.save({"settled": settled, "current": part(self.n)}, self.found, now=True)
                    raise
                settled += 1
                if changed == 0:
                    if whole:
                        return
                    whole = True  # the proof: everything once more, nothing taken as settled
                    following[:] = 1
                else:
                    whole = False
                dirty = following
                self.run.save({"settled": settled, "current": part(self.n)}, self.found)

    def _sweep(self, pool: ThreadPoolExecutor, settled: int, dirty: Any, following: Any) -> int:
        layer, low, colours = self.layer, self.low, self.colours
        fixed = layer.patterns, layer.bases, low.bases, *colours, self.entries, self.low_entries, dirty, following

        def work(first: int) -> tuple[int, int, int]:
            if not hasattr(self.local, "room"):
                self.local.room = np.zeros(SCRATCH, np.int64)
            last = min(first + _CHUNK, len(dirty))
            done: tuple[int, int, int] = sweep(self.n, first, last, settled, *fixed, self.local.room)
            return done

        jobs = [first for first in range(0, len(dirty), _CHUNK) if dirty[first : first + _CHUNK].any()]
        total = 0
        for i, (_, (_, changed, decided)) in enumerate(self.run.each(pool, work, jobs)):
            total += changed
            self.decided += decided
            if i % 8 == 0 or i + 1 == len(jobs):
                done = layer.size * (i + 1) // len(jobs)
                share = self.before + self.weight * self.decided / layer.size
                phase = "proof" if settled < 0 else f"{self.n} marbles"
                self.run.tell(Progress(phase, max(settled, 0) + 1, done, layer.size, self.decided, layer.size, share))
        return total
