"""Win, draw and loss only: the small form of a tablebase, five positions per byte."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..core.arrays import np
from ..games.registry import spec_of
from .format import TablebaseFile, write
from .probe import tablebase_path

NAMES = ("draw", "win", "loss")
PER_BYTE = 5
CHUNK = PER_BYTE << 20  # entries that are classified at once
_POWERS = (1, 3, 9, 27, 81)


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


def pack(entries: Any, classify: Callable[[Any], Any]) -> Any:
    """Five entries per byte; `classify` gives draw, win or loss for each entry of a slice, as numbers (see NAMES)."""
    out = np.zeros(-(-len(entries) // PER_BYTE), np.uint8)
    for at in range(0, len(entries), CHUNK):
        found = classify(entries[at : at + CHUNK])
        rows = np.pad(found, (0, -len(found) % PER_BYTE)).reshape(-1, PER_BYTE)
        out[at // PER_BYTE : at // PER_BYTE + len(rows)] = rows @ np.array(_POWERS, np.int64)
    return out


def values(file: TablebaseFile, name: str, indices: Any) -> Any:
    """Win, draw or loss of some entries of a part, as numbers (see NAMES)."""
    return file.look(name, indices // PER_BYTE).astype(np.int64) // np.array(_POWERS)[indices % PER_BYTE] % 3
