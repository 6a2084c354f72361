"""Auditing a tablebase: every block, and random positions against one move of the rules and their mirror images."""

from __future__ import annotations

from pathlib import Path

from ..games.registry import spec_of
from .format import BadTablebase, TablebaseFile


def audit(path: Path, count: int = 1_000_000, seed: int = 1) -> int:
    """Check every block and so many random positions; how many. BadTablebase names the first thing that is wrong."""
    file = TablebaseFile(path)
    file.check_all()
    return spec_of(file.head["game"]).tablebase.check(file, count, seed)


def wrong_entry(file: TablebaseFile, part: str, index: int) -> BadTablebase:
    """The error for an entry that contradicts its moves."""
    return BadTablebase.of("tablebase.entry", file=str(file.path), part=part, entry=index)
