"""A server's parts, put together."""

from __future__ import annotations

from collections import Counter

from litestar.exceptions import NotAuthorizedException
from litestar.types import Scope

from .guard import Bucket
from .hall import Hall
from .live import Lines
from .settings import Settings
from .storage import Store
from .thinking import Minds


class House:
    """Everything a server keeps while it runs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.url)
        self.hall = Hall(settings, self.store)
        self.minds = Minds(settings, self.hall)
        self.lines = Lines(self.hall, self.minds)
        self.creating = Bucket(*settings.limits.creating)
        self.thoughts: Counter[str] = Counter()
        """Analyses running for each visitor."""

    async def open(self) -> None:
        """Resume all games."""
        await self.hall.open()

    async def close(self) -> None:
        """Stop, leaving everything on disk."""
        self.hall.dismiss()
        await self.minds.close()
        await self.hall.close()


def visitor_of(scope: Scope) -> str:
    """The fingerprint of who asks; the guard has seen to it that there is one."""
    visitor = scope.get("visitor")
    if not isinstance(visitor, str):
        raise NotAuthorizedException
    return visitor
