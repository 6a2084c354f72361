"""The tablebase of Quits with win, draw and loss only.

An entry answers for every forbidden slide. The few entries in which forbidding a slide changes win, draw or loss are
listed apart: their indices, ascending, and for each the slide and what is left without it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.jit import jit
from ....tablebase.format import TablebaseFile
from ....tablebase.wdl import packed_size, values
from ...spec import Parts
from ..rules import PASS
from .solver import DRAWN, NONE, START


@jit
def _three(v: int) -> int:
    return 0 if v == DRAWN else 1 if v > DRAWN else 2


@jit
def _pack(entries: Any, out: Any) -> int:
    """Pack the best values; how many entries have an exception."""
    count = 0
    for at in range(len(out)):
        byte = 0
        for i in range(4, -1, -1):
            j = 5 * at + i
            value = 0
            if j < len(entries):
                e = entries[j] ^ START
                value = _three(e & 1023)
                if (e >> 20) != NONE and _three((e >> 10) & 1023) != value:
                    count += 1
            byte = 3 * byte + value
        out[at] = byte
    return count


@jit
def _exceptions(entries: Any, where: Any, what: Any) -> None:
    n = 0
    for j in range(len(entries)):
        e = entries[j] ^ START
        if (e >> 20) != NONE and _three((e >> 10) & 1023) != _three(e & 1023):
            where[n] = j
            what[n] = (e >> 20) | (_three((e >> 10) & 1023) << 5)
            n += 1


def wdl_parts(parts: Parts) -> Parts:
    """The parts of the small form."""
    small: Parts = {}
    for name, entries in parts.items():
        small[name] = np.zeros(packed_size(len(entries)), np.uint8)
        count = int(_pack(entries, small[name]))
        where, what = np.zeros(count, np.uint32), np.zeros(count, np.uint8)
        _exceptions(entries, where, what)
        small[f"{name}-where"], small[f"{name}-what"] = where, what
    return small


def forbidden_value(file: TablebaseFile, name: str, index: int, slide: int) -> int:
    """Win, draw or loss of an entry when that slide is forbidden."""
    if slide != PASS:
        where = file.parts[f"{name}-where"]
        at = int(np.searchsorted(where, index))
        if at < len(where):
            file.check(f"{name}-where", np.array([at]))
            what = int(file.look(f"{name}-what", np.array([at]))[0])
            if where[at] == index and what & 31 == slide:
                return what >> 5
    return int(values(file, name, np.array([index]))[0])
