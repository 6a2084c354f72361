"""Auditing a table: random positions against one move of the public rulebook, and against their mirror images."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ..core.jit import buffer
from .files import BadTable, TableFile


def audit(path: Path, count: int = 1_000_000, seed: int = 1) -> int:
    """Check every block and so many random positions; how many. BadTable names the first thing that is wrong."""
    file = TableFile(path)
    file.check_all()
    return _pylos(file, count, seed) if file.head["game"] == "pylos" else _quits(file, count, seed)


def _wrong(file: TableFile, part: str, index: int) -> BadTable:
    return BadTable(f"{file.path}: entry {index} of part {part} is not what its moves give")


def _pylos(file: TableFile, count: int, seed: int) -> int:
    from ..games.pylos import rules as pylos
    from ..games.pylos.tablebase.counting import audit as check
    from ..games.pylos.tablebase.counting import compact_cells
    from ..games.pylos.tablebase.lookup import PART, pyramid

    rule = pylos.RULE[file.head["variant"]]
    moves, out = buffer(pylos.ROOM), buffer(1)
    done, wrong = check(count, seed, rule, file.parts[PART], pyramid(), compact_cells(), moves, out)
    if wrong >= 0:
        raise _wrong(file, PART, int(wrong))
    return int(done)


def _quits(file: TableFile, count: int, seed: int) -> int:
    from ..games.quits import rules as quits
    from ..games.quits.tablebase.counting import audit as check
    from ..games.quits.tablebase.index import LARGEST, SMALLEST
    from ..games.quits.tablebase.lookup import laid_out, palette, part

    sizes = {n: laid_out(n).size for n in range(SMALLEST, LARGEST + 1) if part(n) in file.parts}
    total, done = sum(sizes.values()), 0
    for n, size in sizes.items():
        layer, low = laid_out(n), laid_out(max(n - 1, SMALLEST))
        share = max(1, count * size // total)
        below = file.parts[part(n - 1)] if n > SMALLEST else np.frombuffer(bytes(4), np.uint32)
        table, number, listed = file.parts[part(n)], palette().number, palette().list
        checked, wrong = check(
            share, seed, n, table, below, layer.patterns, layer.bases, low.bases, number, listed, buffer(quits.ROOM)
        )
        if wrong >= 0:
            raise _wrong(file, part(n), int(wrong))
        done += int(checked)
    return done
