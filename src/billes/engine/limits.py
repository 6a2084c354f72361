"""When a search ends: by time, by nodes, by depth, or because it is stopped."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType

from ..core.errors import BillesError
from ..core.jit import THREADS

LOOK = 0.004  # seconds between two looks at the caller's stop


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to think; None is no limit."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "depth", "nodes"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise BillesError.of(f"limit.{name}", value=value)


class Alarm:
    """Calls `callback` once, when the time is over or when `stop` is set: compiled code cannot look at a clock.

    Where there are no threads it does nothing: there compiled code looks itself, see `memory.is_over`.

    >>> with Alarm(0.01, None, lambda: print("over")):
    ...     time.sleep(0.1)
    over
    """

    def __init__(self, seconds: float | None, stop: threading.Event | None, callback: Callable[[], None]) -> None:
        self.deadline = None if seconds is None else time.perf_counter() + seconds
        self.stop = stop
        self.callback = callback
        self.done = threading.Event()
        self.thread: threading.Thread | None = None

    def __enter__(self) -> Alarm:
        if THREADS and (self.stop is not None or self.deadline is not None):
            self.thread = threading.Thread(target=self._watch, daemon=True)
            self.thread.start()
        return self

    def _watch(self) -> None:
        while True:
            left = None if self.deadline is None else self.deadline - time.perf_counter()
            if (left is not None and left <= 0) or (self.stop is not None and self.stop.is_set()):
                self.callback()
                return
            if self.done.wait(left if self.stop is None else LOOK if left is None else min(LOOK, left)):
                return

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.done.set()
        if self.thread is not None:
            self.thread.join()
