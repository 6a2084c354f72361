"""Complaining to the log without flooding it: the same thing is said at once, and then now and then with a count."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

QUIET = 60.0
"""Seconds for which the same thing is not said again."""
DIFFERENT = 200
"""Complaints that are remembered."""


class Complaints:
    """What went wrong lately. Used by several threads."""

    def __init__(self, log: logging.Logger, clock: Callable[[], float] = time.monotonic) -> None:
        self.log = log
        self.clock = clock
        self._lock = threading.Lock()
        self._said: dict[str, tuple[float, int]] = {}
        """When something was last said, and how often it happened since."""

    def say(self, text: str) -> None:
        """Write a line to the log, unless the same one was written a short time ago."""
        with self._lock:
            at, count = self._said.get(text, (float("-inf"), 0))
            if self.clock() - at < QUIET:
                self._said[text] = at, count + 1
                return
            if text not in self._said and len(self._said) >= DIFFERENT:
                del self._said[min(self._said, key=lambda one: self._said[one][0])]
            self._said[text] = self.clock(), 0
        self.log.error("%s%s", text, f" ({count} times more since it was last said)" if count else "")
