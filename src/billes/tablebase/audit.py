"""Auditing a tablebase: every block, and random positions against one move of the rules and their mirror images."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from ..core.cluster import cluster as on_cluster
from ..core.cluster import spread
from ..games.registry import spec_of
from .format import BadTablebase, TablebaseFile

SHARE = 100_000
"""Positions that are checked by one task."""


def audit(
    path: Path,
    count: int = 1_000_000,
    seed: int = 1,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Check every block and so many random positions; how many. BadTablebase names the first thing found wrong.

    So many `jobs` check positions at the same time. With a `cluster`, named by its scheduler, its workers do; they must
    find the file under its path. `progress` is called with how many have been checked.
    """
    TablebaseFile(path).check_all()
    shares = [(min(SHARE, count - at), seed + (at << 16)) for at in range(0, count, SHARE)]
    done = 0
    with ThreadPoolExecutor(jobs) if cluster is None else on_cluster(cluster) as workers:
        for share in spread(workers, partial(_check, path.resolve()), shares):
            done += share
            if progress is not None:
                progress(done)
    return done


def _check(path: Path, share: tuple[int, int]) -> int:
    """Check so many random positions of a seed."""
    file = TablebaseFile(path)
    return spec_of(file.head["game"]).tablebase.check(file, *share)


def wrong_entry(file: TablebaseFile, part: str, index: int) -> BadTablebase:
    """The error for an entry that contradicts its moves."""
    return BadTablebase.of("tablebase.entry", file=str(file.path), part=part, entry=index)
