"""The tablebase of Pylos with win, draw and loss only."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.jit import jit
from ....tablebase.wdl import packed_size
from ...spec import Parts


@jit
def _pack(entries: Any, out: Any) -> None:
    for at in range(len(out)):
        byte = 0
        for i in range(4, -1, -1):
            j = 5 * at + i
            value = 0
            if j < len(entries):
                value = 2 if entries[j] > 0 else 1 if entries[j] < 0 else 0
            byte = 3 * byte + value
        out[at] = byte


def wdl_parts(parts: Parts) -> Parts:
    """The parts of the small form."""
    small: Parts = {}
    for name, entries in parts.items():
        small[name] = np.zeros(packed_size(len(entries)), np.uint8)
        _pack(entries, small[name])
    return small
