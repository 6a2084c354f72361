"""Solving a variant from beginning to end: what it will take, the table file, and what the table says."""

from __future__ import annotations

import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..core.position import Position, read, start
from ..games.registry import known
from .files import TableFile, write
from .probing import Tables, table_path
from .rulemark import rulemark
from .running import Run
from .short import shortened

GB = 1 << 30
VARIANTS = {
    "pylos": ("standard", "children", "expert", "standard-icga", "children-icga", "expert-icga"),
    "quits": ("standard", "simple"),
}
# memory and disk in GB, and minutes on one core, as measured on a 2.6 GHz server
_NEEDS = {
    ("quits", "simple"): (0.3, 0.02, 0.7),
    ("quits", "standard"): (3.0, 5.0, 105.0),
    ("pylos", "children"): (3.0, 5.0, 1.5),
    ("pylos", "standard"): (6.0, 5.0, 10.0),
    ("pylos", "expert"): (6.0, 5.0, 21.0),
}


@dataclass(frozen=True, slots=True)
class Needs:
    """What a solve will take."""

    memory: int  # bytes
    disk: int  # bytes, the checkpoint of an unfinished solve counted in
    minutes: float  # rough


class NotSolvable(ValueError):
    """There is no solver for that variant."""


class NoRoom(Exception):
    """Memory or disk is missing."""


def needs(game: str, variant: str, workers: int) -> Needs:
    """What solving a variant will take; NotSolvable where nobody can."""
    game, variant = known(game, variant)
    if variant not in VARIANTS.get(game, ()):
        names = ", ".join(f"{g} {v}" for g, vs in VARIANTS.items() for v in vs)
        raise NotSolvable(f"{game} {variant} cannot be solved; there are {names}")
    memory, disk, minutes = _NEEDS[game, variant.removesuffix("-icga")]
    return Needs(int(memory * GB), int(disk * GB), minutes / workers)


def _free_memory() -> int | None:
    """Bytes of memory that can be had, None where the system does not say."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


def check_room(folder: Path, what: Needs) -> None:
    """NoRoom, with the numbers, where memory or disk is missing."""
    memory = _free_memory()
    if memory is not None and memory < what.memory:
        raise NoRoom(f"this takes {what.memory / GB:.1f} GB of memory, and only {memory / GB:.1f} GB are free")
    folder.mkdir(parents=True, exist_ok=True)
    disk = shutil.disk_usage(folder).free
    if disk < what.disk:
        raise NoRoom(f"this takes {what.disk / GB:.1f} GB of disk in {folder}, and only {disk / GB:.1f} GB are free")


def solve(run: Run) -> Path:
    """Solve a variant and write its table, or take up where an earlier run ended; the table's path."""
    path = table_path(run.folder, run.game, run.variant)
    if run.game == "pylos":
        from ..games.pylos.tablebase import sweeps as pylos_solve
        from ..games.pylos.tablebase.lookup import pyramid

        parts = pylos_solve.solve(run, pyramid())
    else:
        from ..games.quits.tablebase import sweeps as quits_solve

        parts = quits_solve.solve(run)
    counts, longest = _count(run.game, parts, run.workers)
    head = {
        "game": run.game,
        "variant": run.variant,
        "form": "distances",
        "rules": rulemark(run.game, run.variant),
        "counts": counts,
        "longest": longest,
    }
    write(path, head, parts)
    run.forget()
    return path


def shorten(path: Path) -> Path:
    """Replace a table by its short form: win, draw or loss alone; the path of that."""
    file = TableFile(path)
    if file.head["form"] == "wdl":
        return path
    file.check_all()
    game, variant = file.head["game"], file.head["variant"]
    head = {key: file.head[key] for key in ("game", "variant", "rules", "counts", "longest")}
    short = table_path(path.parent, game, variant, wdl=True)
    write(short, {**head, "form": "wdl", "source": file.head["fingerprint"]}, shortened(file.parts, game))
    path.unlink()
    return short


# ---------------------------------------------------------------------------------------------------- counting
def _count(game: str, parts: dict[str, Any], workers: int) -> tuple[dict[str, Any], str | None]:
    """How many positions are won, drawn and lost, in how many plies, and a longest win."""
    wins: dict[int, int] = {}
    losses: dict[int, int] = {}
    draws, longest = 0, None
    counted = _count_pylos(parts, workers) if game == "pylos" else _count_quits(parts, workers)
    for (value, depth), count in counted[0].items():
        if value == "draw":
            draws += count
        else:
            into = wins if value == "win" else losses
            into[depth] = into.get(depth, 0) + count
    longest = counted[1]
    counts = {
        "win": sum(wins.values()),
        "draw": draws,
        "loss": sum(losses.values()),
        "wins": {str(d): wins[d] for d in sorted(wins)},
        "losses": {str(d): losses[d] for d in sorted(losses)},
    }
    return counts, longest


def _count_pylos(parts: dict[str, Any], workers: int) -> tuple[dict[tuple[str, int], int], str | None]:
    from ..games.pylos.notation import write as write_pylos
    from ..games.pylos.tablebase.counting import compact_cells, orbits, spread, tally, unrank
    from ..games.pylos.tablebase.lookup import pyramid, score
    from ..games.pylos.tablebase.sweeps import PART

    s, table = pyramid(), parts[PART]
    weights = orbits(s)

    def one(p: int) -> tuple[int, Any]:
        out = np.zeros(256, np.int64)
        return int(tally(p, table, s, out)), out * weights[p]

    total = np.zeros(256, np.int64)
    best, where, at = -128, -1, -1
    with ThreadPoolExecutor(workers) as pool:
        for p, (index, out) in enumerate(pool.map(one, range(len(s.patterns)))):
            total += out
            if index >= 0 and table[index] > best:
                best, where, at = int(table[index]), index, p
    found: dict[tuple[str, int], int] = {}
    for byte in np.flatnonzero(total):
        value, depth = score(int(byte) - 128)
        found[value, depth or 0] = int(total[byte])
    text = None
    if where >= 0:
        c = unrank(at, where - int(s.bases[at]), s)
        own, opp = spread(c, int(s.patterns[at]), 0, s, compact_cells())
        text = write_pylos((int(own), int(opp), 0, 0), "standard")
    return found, text


def _count_quits(parts: dict[str, Any], workers: int) -> tuple[dict[tuple[str, int], int], str | None]:
    from ..games.quits import rules as quits
    from ..games.quits.notation import write as write_quits
    from ..games.quits.tablebase.counting import position_at, tally
    from ..games.quits.tablebase.index import LARGEST, SMALLEST
    from ..games.quits.tablebase.lookup import laid_out, palette, part, score
    from ..games.quits.tablebase.solver import START

    found: dict[tuple[str, int], int] = {}
    text, farthest = None, 0
    for n in range(SMALLEST, LARGEST + 1):
        if part(n) not in parts:
            continue
        layer, table = laid_out(n), parts[part(n)]
        out = np.zeros(1024, np.int64)
        index = int(tally(n, 0, len(layer.patterns), layer.patterns, layer.bases, palette().count, table, out))
        for number in np.flatnonzero(out):
            value, depth = score((int(number) | 31 << 20) ^ START, quits.PASS)
            key = value, depth or 0
            found[key] = found.get(key, 0) + int(out[number])
        if index >= 0:
            depth = score(int(table[index]), quits.PASS)[1] or 0
            if depth > farthest:
                own, opp = position_at(index, n, layer.patterns, layer.bases, palette().list)
                text, farthest = write_quits((int(own), int(opp), 0, 0, 0, quits.PASS, 2), "standard"), depth
    return found, text


# ----------------------------------------------------------------------------------------------------- summary
@dataclass(frozen=True, slots=True)
class Summary:
    """What a table says."""

    game: str
    variant: str
    fingerprint: str
    rules: str
    positions: int
    win: int
    draw: int
    loss: int
    start: tuple[str, int | None]
    first_moves: dict[str, tuple[str, int | None]]
    wins: dict[str, int]  # depth -> positions
    losses: dict[str, int]
    longest: str | None  # a position with a longest win
    line: tuple[str, ...]  # best moves of both sides from there

    def json(self) -> str:
        """The summary for a program."""
        return json.dumps(asdict(self), indent=2)


def best_line(position: Position, tables: Tables) -> tuple[str, ...]:
    """Best play of both sides to the end; of several best moves the first by its text. Empty for a draw."""
    line = []
    while position.outcome is None:
        found = tables.probe(position)
        if found.depth is None:
            break
        line.append(found.best[0])
        position = position.play(line[-1])
    return tuple(line)


def summary(path: Path) -> Summary:
    """What the table in a file says."""
    file = TableFile(path)
    game, variant = file.head["game"], file.head["variant"]
    tables = Tables(path.parent)
    first = tables.probe(start(game, variant))
    counts, longest = file.head["counts"], file.head["longest"]
    line = best_line(read(game, variant, longest), tables) if longest else ()
    return Summary(
        game,
        variant,
        file.head["fingerprint"],
        file.head["rules"],
        counts["win"] + counts["draw"] + counts["loss"],
        counts["win"],
        counts["draw"],
        counts["loss"],
        (first.value, first.depth),
        first.moves,
        {depth: counts["wins"][depth] for depth in sorted(counts["wins"], key=int)},
        {depth: counts["losses"][depth] for depth in sorted(counts["losses"], key=int)},
        longest,
        line,
    )
