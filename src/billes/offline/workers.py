"""Costly answers in a browser: made where they are asked for, since the page itself is never held up by it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from ..server.work.turns import Asker
from ..server.work.workers import DEADLINE, T, Workers


class InPlace(Workers):
    """Calls every function at once."""

    def start(self) -> None:
        """There is nothing to start."""

    async def run(self, asker: Asker, function: Callable[..., T], *arguments: Any, seconds: float = DEADLINE) -> T:
        """What a function gives."""
        await asyncio.sleep(0)  # what was asked before is sent first
        return function(*arguments)

    async def close(self) -> None:
        """There is nothing to close."""
