"""Tablebases measured, and one of them proved: `python bench/tablebases.py FOLDER`.

All tablebases in the folder are opened and probed. If Quits `simple` is there, every one of its positions with
every forbidden slide is compared with the best of its moves under the rules. Values that agree everywhere are the
true ones: a win in d has a move to a loss in d - 1 and none to a shorter one, a loss in d only moves to wins, a draw
has no move to a loss; by induction over the true distance nothing can be called otherwise.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import Any

import billes
from billes.core.codes import OPEN
from billes.core.jit import Buffer, buffer, jit
from billes.core.position import Position
from billes.games.quits import rules as quits
from billes.games.quits.tablebase.audit import worth
from billes.games.quits.tablebase.counting import position_at
from billes.games.quits.tablebase.probe import laid_out, palette, part
from billes.games.quits.tablebase.solver import NONE, TOP, before
from billes.games.registry import SPECS
from billes.tablebase.format import TablebaseFile
from billes.tablebase.probe import Tablebases, tablebase_path


@jit
def prove(n: int, entries: Any, patterns: Any, bases: Any, number: Any, listed: Any, moves: Buffer) -> tuple[int, int]:
    """Compare every entry with its moves, for all 21 cases; how many, and how many differ."""
    done, wrong = 0, 0
    for index in range(len(entries)):
        own, opp = position_at(index, n, patterns, bases, listed)
        for case in range(21):
            state = own, opp, 0, 0, 0, case if case < 20 else NONE, 2
            best = 0
            for i in range(quits.moves(state, moves, 0)):
                after = quits.apply(state, moves[i])
                end = quits.result(after)
                if end == OPEN:
                    value = before(worth(after, entries, entries, bases, bases, number, n))
                else:
                    value = TOP - 1 if end == 1 else 2
                best = max(best, value)
            done += 1
            if worth(state, entries, entries, bases, bases, number, n) != best:
                wrong += 1
    return done, wrong


def probes(tablebases: Tablebases, game: str, variant: str) -> float:
    """Milliseconds per probe, warm, on positions of random games."""
    dice = random.Random(1)
    positions: list[Position] = []
    while len(positions) < 200:
        position = billes.start(game, variant)
        while position.outcome is None and len(positions) < 200:
            positions.append(position)
            position = position.play(dice.choice(position.moves))
    for position in positions:
        tablebases.probe(position)
    began = time.perf_counter()
    for position in positions:
        tablebases.probe(position)
    return (time.perf_counter() - began) / len(positions) * 1000


def main() -> None:
    folder = Path(sys.argv[1])
    tablebases = Tablebases(folder)
    for game, spec in SPECS.items():
        for variant in spec.solvable:
            if tablebases.file(game, variant) is not None:
                print(f"{game} {variant}: {probes(tablebases, game, variant):.3f} ms per probe")
    path = tablebase_path(folder, "quits", "simple")
    if path.exists():
        file, layer = TablebaseFile(path), laid_out(6)
        file.check_all()
        entries = file.parts[part(6)]
        done, wrong = prove(
            6, entries, layer.patterns, layer.bases, palette().number, palette().list, buffer(quits.ROOM)
        )
        print(f"quits simple: {done:,} positions with a forbidden slide or none compared, {wrong} wrong")


if __name__ == "__main__":
    main()
