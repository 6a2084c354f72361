"""Games in shares, each of which is a task: played here or by an executor, with a bar that shows how many are done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from typing import TypeVar

from rich.console import Console
from rich.progress import track

R = TypeVar("R")


def in_shares(play: Callable[[range], R], count: int, size: int, executor: Executor | None) -> Iterator[R]:
    """What every share of so many games gives, in the order of their numbers."""
    shares = [range(at, min(at + size, count)) for at in range(0, count, size)]
    parts = map(play, shares) if executor is None else executor.map(play, shares)
    console = Console(stderr=True)
    silent = not console.is_terminal
    return iter(track(parts, "playing", len(shares), console=console, transient=True, disable=silent))
