"""Tablebases: exact values of solved variants. Solving, the file format, probing, opening books."""

from __future__ import annotations

from ..games.registry import spec_of


def solvable(game: str, variant: str) -> bool:
    """Whether a variant can be solved. Asking loads no compiled code."""
    return variant in spec_of(game).solvable
