"""What is counted and timed while the server runs, and how it is told to Prometheus.

Written plainly: counting is one addition on the event loop, which needs no locks and no library. The text format is
that of Prometheus 0.0.4; a test reads it with Prometheus' own parser.
"""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

Labels = Mapping[str, str]
LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of seconds, from a quick disk to an angry player."""
STALLS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
SAMPLED = 0.05
"""Seconds between two looks at how late the event loop is."""
WINDOW = 60.0
"""Seconds for which the worst value is remembered, at least; twice as long at most."""


class Histogram:
    """How often values were how large, and the worst one of the last minute or two."""

    def __init__(self, bounds: Sequence[float] = LATENCIES) -> None:
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(self.bounds) + 1)
        self.sum = 0.0
        self._worst = [0.0, 0.0]
        self._since = time.monotonic()

    def observe(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value
        if value > self._worst[1]:
            self._worst[1] = value

    @property
    def count(self) -> int:
        """How many values there were."""
        return sum(self.counts)

    @property
    def worst(self) -> float:
        """The largest value of the last minute or two."""
        if time.monotonic() - self._since > WINDOW:
            self._worst, self._since = [self._worst[1], 0.0], time.monotonic()
        return max(self._worst)


class Metrics:
    """What a server counts."""

    def __init__(self) -> None:
        self.moves = 0
        self.events = 0
        self.written = Histogram()
        """Seconds from an event that was judged to the same event on disk."""
        self.told = Histogram()
        """Seconds from an event that was judged to everybody at the table being told."""
        self.answered = Histogram()
        """Seconds from an action that was received on a socket to its answer."""
        self.requests: dict[int, int] = {}
        """Answers by HTTP status."""
        self.request_time = Histogram()
        """Seconds until an answer begins."""
        self.stalls = Histogram(STALLS)
        """Seconds by which the event loop was late."""

    def recorded(self, move: bool, written: float, told: float) -> None:
        """Count an event, and the seconds it took until it was on disk and until everybody was told."""
        self.events += 1
        self.moves += move
        self.written.observe(written)
        self.told.observe(told)


async def sample(metrics: Metrics) -> None:
    """Look again and again how late the event loop is."""
    while True:
        before = time.perf_counter()
        await asyncio.sleep(SAMPLED)
        metrics.stalls.observe(max(0.0, time.perf_counter() - before - SAMPLED))


def histogram(name: str, told: str, found: Mapping[tuple[tuple[str, str], ...], Histogram]) -> Iterator[str]:
    """A histogram as text, one for each set of labels."""
    yield from _head(name, told, "histogram")
    for labels, one in found.items():
        total = 0
        for bound, count in zip((*one.bounds, "+Inf"), one.counts, strict=True):
            total += count
            yield f"{name}_bucket{_labels({**dict(labels), 'le': str(bound)})} {total}"
        yield f"{name}_sum{_labels(dict(labels))} {one.sum:.6f}"
        yield f"{name}_count{_labels(dict(labels))} {total}"


def values(name: str, told: str, kind: str, found: Mapping[tuple[tuple[str, str], ...], float]) -> Iterator[str]:
    """Counters or gauges as text."""
    yield from _head(name, told, kind)
    for labels, value in found.items():
        yield f"{name}{_labels(dict(labels))} {value:.9g}"


def _head(name: str, told: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {told}"
    yield f"# TYPE {name} {kind}"


def _labels(labels: Labels) -> str:
    quoted = (f'{name}="{_escaped(value)}"' for name, value in labels.items())
    return f"{{{','.join(quoted)}}}" if labels else ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
