"""What every solver needs while it runs: threads, progress, stopping, and coming back to where it was."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from .files import BadTable, TableFile, write
from .rulemark import rulemark

J = TypeVar("J")
R = TypeVar("R")


class Stopped(Exception):
    """Somebody asked the work to end; what was reached is kept."""


class TooLong(Exception):
    """A win is longer than a table entry can say."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a solve is."""

    phase: str
    sweep: int
    done: int  # positions looked at in this sweep
    total: int  # positions to look at in this sweep
    decided: int  # positions known to be won or lost
    positions: int  # positions of the phase
    share: float  # rough share of the whole work that is done


@dataclass
class Run:
    """One solve: what, where, with how many threads, and whom to tell."""

    game: str
    variant: str
    folder: Path
    workers: int
    tell: Callable[[Progress], None] = lambda progress: None
    stop: threading.Event = field(default_factory=threading.Event)
    every: float = 120.0  # seconds between two checkpoints

    def __post_init__(self) -> None:
        self._saved = time.monotonic()

    @property
    def checkpoint(self) -> Path:
        """The file that keeps what an unfinished solve has reached."""
        return self.folder / f"{self.game}-{self.variant}.unfinished"

    def load(self) -> TableFile | None:
        """What an earlier, unfinished solve has reached; None where there is nothing, or nothing to be believed."""
        try:
            file = TableFile(self.checkpoint)
            file.check_all()
        except (OSError, BadTable):
            return None
        mine = (self.game, self.variant, rulemark(self.game, self.variant))
        return file if (file.head["game"], file.head["variant"], file.head["rules"]) == mine else None

    def save(self, note: dict[str, Any], parts: dict[str, Any], now: bool = False) -> None:
        """Keep what is reached, if it is time to, or now."""
        if not now and time.monotonic() - self._saved < self.every:
            return
        head = {"game": self.game, "variant": self.variant, "form": "unfinished"}
        write(self.checkpoint, {**head, "rules": rulemark(self.game, self.variant), **note}, parts)
        self._saved = time.monotonic()

    def forget(self) -> None:
        """Remove the checkpoint of a finished solve."""
        self.checkpoint.unlink(missing_ok=True)

    def each(self, pool: ThreadPoolExecutor, function: Callable[[J], R], jobs: Iterable[J]) -> Iterator[tuple[J, R]]:
        """Do the jobs on all threads, and give the results in order; Stopped when asked to."""
        waiting: deque[tuple[J, Future[R]]] = deque()
        try:
            for job in jobs:
                if self.stop.is_set():
                    raise Stopped
                waiting.append((job, pool.submit(function, job)))
                if len(waiting) > 4 * self.workers:
                    done, future = waiting.popleft()
                    yield done, future.result()
            while waiting:
                done, future = waiting.popleft()
                yield done, future.result()
        finally:
            for _, future in waiting:
                future.cancel()
            for _, future in waiting:
                if not future.cancelled():
                    future.exception()
