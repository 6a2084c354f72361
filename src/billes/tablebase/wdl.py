"""Win, draw and loss only: the small form of a tablebase, five positions per byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ..games.registry import spec_of
from .format import TablebaseFile, write
from .probe import tablebase_path

DRAW, WIN, LOSS = 0, 1, 2
NAMES = ("draw", "win", "loss")
PER_BYTE = 5
_POWERS = np.array([1, 3, 9, 27, 81], np.int64)


def convert(path: Path) -> Path:
    """Replace a tablebase by its small form; the path of that."""
    file = TablebaseFile(path)
    if file.head["form"] == "wdl":
        return path
    file.check_all()
    game, variant = file.head["game"], file.head["variant"]
    head = {key: file.head[key] for key in ("game", "variant", "rules", "counts", "longest")}
    small = tablebase_path(path.parent, game, variant, wdl=True)
    parts = spec_of(game).tablebase.wdl_parts(file.parts)
    write(small, {**head, "form": "wdl", "source": file.head["fingerprint"]}, parts)
    path.unlink()
    return small


def packed_size(entries: int) -> int:
    """The bytes that so many entries take."""
    return -(-entries // PER_BYTE)


def values(file: TablebaseFile, name: str, indices: Any) -> Any:
    """Win, draw or loss of some entries of a part, as numbers (see NAMES)."""
    return file.look(name, indices // PER_BYTE).astype(np.int64) // _POWERS[indices % PER_BYTE] % 3
