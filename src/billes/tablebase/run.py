"""What every solver needs while it runs: threads, progress, stopping, and checkpoints to continue from."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from ..core.errors import SentenceError
from .format import BadTablebase, TablebaseFile, write
from .rules_fingerprint import rules_fingerprint

J = TypeVar("J")
R = TypeVar("R")


class Stopped(Exception):
    """The solve was asked to stop; a checkpoint is kept."""


class TooLong(SentenceError):
    """A win is longer than a tablebase entry can hold."""


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
    """One solve: which variant, in which folder, with how many threads; `tell` is called with every Progress."""

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
        """The file of an unfinished solve."""
        return self.folder / f"{self.game}-{self.variant}.unfinished"

    def load(self) -> TablebaseFile | None:
        """The checkpoint of an earlier, unfinished solve; None where there is none that can be used."""
        try:
            file = TablebaseFile(self.checkpoint)
            file.check_all()
        except (OSError, BadTablebase):
            return None
        mine = (self.game, self.variant, rules_fingerprint(self.game, self.variant))
        return file if (file.head["game"], file.head["variant"], file.head["rules"]) == mine else None

    def save(self, note: dict[str, Any], parts: dict[str, Any], now: bool = False) -> None:
        """Write a checkpoint, if it is time to, or now."""
        if not now and time.monotonic() - self._saved < self.every:
            return
        head = {"game": self.game, "variant": self.variant, "form": "unfinished"}
        write(self.checkpoint, {**head, "rules": rules_fingerprint(self.game, self.variant), **note}, parts)
        self._saved = time.monotonic()

    def remove_checkpoint(self) -> None:
        """Remove the checkpoint of a finished solve."""
        self.checkpoint.unlink(missing_ok=True)

    def each(self, pool: ThreadPoolExecutor, function: Callable[[J], R], jobs: Iterable[J]) -> Iterator[tuple[J, R]]:
        """Do the jobs on all threads and yield the results in order; Stopped when asked to stop."""
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
