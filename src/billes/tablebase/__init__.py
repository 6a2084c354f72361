"""Tablebases: exact values of solved variants. Solving, the file format, probing, opening books."""

from __future__ import annotations

from functools import cache

from ..games.registry import spec_of


@cache
def solvable_variants(game: str) -> tuple[str, ...]:
    """The variants of a game that can be solved. Asking loads no compiled code."""
    spec = spec_of(game)
    return tuple(spec.tablebase.NEEDS) if spec.has("tablebase") else ()


def solvable(game: str, variant: str) -> bool:
    """Whether a variant can be solved."""
    return variant in solvable_variants(game)
