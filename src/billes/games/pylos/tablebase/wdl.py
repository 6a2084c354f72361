"""The tablebase of Pylos with win, draw and loss only."""

from __future__ import annotations

from ....tablebase.wdl import pack
from ...spec import Parts


def wdl_parts(parts: Parts) -> Parts:
    """The parts of the small form; an entry is seen from the player who has just moved."""
    return {name: pack(entries, lambda some: 2 * (some > 0) + (some < 0)) for name, entries in parts.items()}
