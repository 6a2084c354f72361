"""How often is too often: a burst, and so many more per second. What costs the server more counts for more."""

from __future__ import annotations

import re
import time

from ..errors import Refused

KEPT = 20_000
"""Clients that are remembered at least."""


class RateLimit:
    """How much each client may ask for: a burst, and so much more per second."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self._left: dict[str, tuple[float, float]] = {}
        self._older: dict[str, tuple[float, float]] = {}

    def take(self, client: str = "", cost: float = 1.0) -> bool:
        """One more for a client, or something that costs as much as several; False where that is too much."""
        return self.wait(client, cost) == 0.0

    def wait(self, client: str = "", cost: float = 1.0) -> float:
        """The same; gives the seconds until there is enough again, 0 where there is."""
        at = time.monotonic()
        left, since = self._left.get(client) or self._older.get(client) or (self.burst, at)
        left = min(self.burst, left + (at - since) * self.rate)
        cost = min(cost, self.burst)
        if len(self._left) >= KEPT:
            self._older, self._left = self._left, {}
        self._left[client] = (left - cost if left >= cost else left, at)
        return 0.0 if left >= cost else (cost - left) / self.rate

    def require(self, client: str = "", cost: float = 1.0, said: str = "") -> None:
        """The same, but Refused where that is too much; it says when to come back."""
        if seconds := self.wait(client, cost):
            refused = Refused("slow-down", said)
            refused.retry = seconds
            raise refused


_COSTS = (
    (20.0, re.compile(r"/api/(record|record/text|review|tables/[^/]+/(game|review|record|moments))")),
    (10.0, re.compile(r"/api/explore/[^/]+/[^/]+/levels")),
    (
        5.0,
        re.compile(
            r"/api/(analysis|(explore|lessons)/[^/]+/[^/]+|training/[^/]+/[^/]+/practice/[^/]+|tables/[^/]+/(analysis|events|hint))"
        ),
    ),
    (3.0, re.compile(r"/rules/[^/]+/print")),
    (3.0, re.compile(r"/api/(position|position/.*|svg|training/.*|tables/[^/]+/(moves|gestures|plies/.*|live))")),
    (2.0, re.compile(r"/api/(tables|me/games|docs|openapi.json|tables/[^/]+(/entries)?)")),
    (1.0, re.compile(r"/api/.*")),
)
COSTLY = 3.0
"""What costs as much is not finished when its asker has gone."""
PAGE = 0.2
"""What a file of the page costs."""


def cost_of(path: str) -> float:
    """What a request for a path costs.

    >>> cost_of("/api/svg"), cost_of("/api/tables/abcd"), cost_of("/api/me"), cost_of("/rules/quits/print")
    (3.0, 2.0, 1.0, 3.0)
    >>> cost_of("/assets/index.js")
    0.2
    """
    return next((cost for cost, pattern in _COSTS if pattern.fullmatch(path)), PAGE)
