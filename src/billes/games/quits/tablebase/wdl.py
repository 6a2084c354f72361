"""The tablebase of Quits with win, draw and loss only.

An entry answers for every forbidden slide. The few entries in which forbidding a slide changes win, draw or loss are
listed apart: their indices, ascending, and for each the slide and what is left without it.
"""

from __future__ import annotations

from typing import Any

from ....core.arrays import np
from ....tablebase.format import TablebaseFile
from ....tablebase.wdl import CHUNK, pack, values
from ...spec import Parts
from ..rules import PASS
from .solver import DRAWN, NONE, START


def _classified(scores: Any) -> Any:
    return (scores > DRAWN) + 2 * (scores < DRAWN)


def _best(entries: Any) -> Any:
    return _classified((entries ^ START) & 1023)


def _exceptions(entries: Any) -> tuple[Any, Any]:
    """The entries in which forbidding a slide changes the result: slide and what is left, and where they are."""
    words = entries ^ START
    slide, left = words >> 20, _classified(words >> 10 & 1023)
    where = np.flatnonzero((slide != NONE) & (left != _best(entries)))
    return where, (slide | left << 5)[where]


def wdl_parts(parts: Parts) -> Parts:
    """The parts of the small form."""
    small: Parts = {}
    for name, entries in parts.items():
        small[name] = pack(entries, _best)
        found = [(at, *_exceptions(entries[at : at + CHUNK])) for at in range(0, len(entries), CHUNK)]
        small[f"{name}-where"] = np.concatenate([where + at for at, where, _ in found]).astype(np.uint32)
        small[f"{name}-what"] = np.concatenate([what for _, _, what in found]).astype(np.uint8)
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
