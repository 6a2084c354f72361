"""Solving a variant from beginning to end: what it takes, the tablebase file, and a summary of it."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..core.errors import BillesError, SentenceError
from ..core.position import Position, read, start
from ..games.registry import SPECS, known, spec_of
from ..games.spec import Needs, Parts, Value
from . import solvable
from .format import TablebaseFile, write
from .probe import Tablebases, tablebase_path
from .rules_fingerprint import rules_fingerprint
from .run import Run

GB = 1 << 30


class NotSolvable(BillesError):
    """There is no solver for that variant."""


class NoRoom(SentenceError):
    """Memory or disk is missing."""


def needs(game: str, variant: str) -> Needs:
    """What solving a variant takes; NotSolvable where there is no solver for it."""
    game, variant = known(game, variant)
    if not solvable(game, variant):
        names = ", ".join(f"{spec.name} {name}" for spec in SPECS.values() for name in spec.solvable)
        raise NotSolvable.of("tablebase.unsolvable", game=game, variant=variant, names=names)
    return spec_of(game).tablebase.NEEDS[variant]


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
    if memory is not None and memory < what.memory * GB:
        raise NoRoom.of("tablebase.memory", needed=what.memory, free=memory / GB)
    folder.mkdir(parents=True, exist_ok=True)
    disk = shutil.disk_usage(folder).free
    if disk < what.disk * GB:
        raise NoRoom.of("tablebase.disk", needed=what.disk, free=disk / GB, folder=str(folder))


def solve(run: Run) -> Path:
    """Solve a variant, or continue an unfinished solve, and write its tablebase; the path of that."""
    path = tablebase_path(run.folder, run.game, run.variant)
    parts = spec_of(run.game).tablebase.solve(run)
    counts, longest = _count(run, parts)
    head = {
        "game": run.game,
        "variant": run.variant,
        "form": "distances",
        "rules": rules_fingerprint(run.game, run.variant),
        "counts": counts,
        "longest": longest,
    }
    write(path, head, parts)
    run.remove_checkpoint()
    return path


def _count(run: Run, parts: Parts) -> tuple[dict[str, Any], str | None]:
    """How many positions are won, drawn and lost, in how many plies, and a longest win."""
    counted, longest = spec_of(run.game).tablebase.count(parts, run.workers)
    by_depth: dict[str, dict[int, int]] = {name: {} for name in ("win", "draw", "loss")}
    for (value, depth), count in sorted(counted.items(), key=lambda item: item[0][1] or 0):
        by_depth[value][depth or 0] = count
    counts: dict[str, Any] = {value: sum(depths.values()) for value, depths in by_depth.items()}
    for name, value in (("wins", "win"), ("losses", "loss")):
        counts[name] = {str(depth): count for depth, count in by_depth[value].items()}
    return counts, longest


# ----------------------------------------------------------------------------------------------------- summary
@dataclass(frozen=True, slots=True)
class Summary:
    """What a tablebase says."""

    game: str
    variant: str
    fingerprint: str
    rules: str
    positions: int
    win: int
    draw: int
    loss: int
    start: Value
    first_moves: dict[str, Value]
    wins: dict[str, int]  # depth -> positions
    losses: dict[str, int]
    longest: str | None  # a position with a longest win
    line: tuple[str, ...]  # best moves of both sides from there

    def json(self) -> str:
        """The summary for a program."""
        return json.dumps(asdict(self), indent=2)


def best_line(position: Position, tablebases: Tablebases) -> tuple[str, ...]:
    """Best play of both sides to the end; of several best moves the first by its text. Empty for a draw."""
    line = []
    while position.outcome is None:
        found = tablebases.probe(position)
        if found.depth is None:
            break
        line.append(found.best[0])
        position = position.play(line[-1])
    return tuple(line)


def summary(path: Path) -> Summary:
    """What the tablebase in a file says."""
    file = TablebaseFile(path)
    game, variant = file.head["game"], file.head["variant"]
    tablebases = Tablebases(path.parent)
    first = tablebases.probe(start(game, variant))
    counts, longest = file.head["counts"], file.head["longest"]
    line = best_line(read(game, variant, longest), tablebases) if longest else ()
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
