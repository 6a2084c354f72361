"""The short form of a table: win, draw or loss alone, five positions a byte.

A Quits entry answers for every forbidden slide. In the short form the few entries in which forbidding a slide changes
win, draw or loss are listed apart: their indices, ascending, and for each the slide and what is left without it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.jit import jit
from ..games.quits import rules as quits
from ..games.quits.tablebase.solver import DRAWN, START

DRAW, WIN, LOSS = 0, 1, 2
NAMES = ("draw", "win", "loss")
_POWERS = np.array([1, 3, 9, 27, 81], np.int64)


@jit
def _short_pylos(table: Any, out: Any) -> None:
    for at in range(len(out)):
        byte = 0
        for i in range(4, -1, -1):
            j = 5 * at + i
            value = 0
            if j < len(table):
                value = 2 if table[j] > 0 else 1 if table[j] < 0 else 0
            byte = 3 * byte + value
        out[at] = byte


@jit
def _three(v: int) -> int:
    return 0 if v == DRAWN else 1 if v > DRAWN else 2


@jit
def _short_quits(table: Any, out: Any) -> int:
    """Pack the best values; how many entries have an exception."""
    count = 0
    for at in range(len(out)):
        byte = 0
        for i in range(4, -1, -1):
            j = 5 * at + i
            value = 0
            if j < len(table):
                e = table[j] ^ START
                value = _three(e & 1023)
                if (e >> 20) != 31 and _three((e >> 10) & 1023) != value:
                    count += 1
            byte = 3 * byte + value
        out[at] = byte
    return count


@jit
def _exceptions(table: Any, where: Any, what: Any) -> None:
    n = 0
    for j in range(len(table)):
        e = table[j] ^ START
        if (e >> 20) != 31 and _three((e >> 10) & 1023) != _three(e & 1023):
            where[n] = j
            what[n] = (e >> 20) | (_three((e >> 10) & 1023) << 5)
            n += 1


def shortened(parts: dict[str, Any], game: str) -> dict[str, Any]:
    """The parts of the short form."""
    short: dict[str, Any] = {}
    for name, table in parts.items():
        out = np.zeros(-(-len(table) // 5), np.uint8)
        short[name] = out
        if game == "pylos":
            _short_pylos(table, out)
            continue
        count = int(_short_quits(table, out))
        where, what = np.zeros(count, np.uint32), np.zeros(count, np.uint8)
        _exceptions(table, where, what)
        short[f"{name}-where"], short[f"{name}-what"] = where, what
    return short


def values(file: Any, name: str, indices: Any) -> Any:
    """Win, draw or loss of some entries, for the player to move when nothing is forbidden."""
    return file.look(name, indices // 5).astype(np.int64) // _POWERS[indices % 5] % 3


def forbidden_value(file: Any, name: str, index: int, slide: int) -> int:
    """Win, draw or loss of a Quits entry when that slide is forbidden."""
    if slide != quits.PASS:
        where = file.parts[f"{name}-where"]
        at = int(np.searchsorted(where, index))
        if at < len(where):
            file.check(f"{name}-where", np.array([at]))
            what = int(file.look(f"{name}-what", np.array([at]))[0])
            if where[at] == index and what & 31 == slide:
                return what >> 5
    return int(values(file, name, np.array([index]))[0])
