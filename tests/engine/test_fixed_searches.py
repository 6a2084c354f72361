"""Searches of fixed depth on one thread find what they have always found, with as many nodes."""

from __future__ import annotations

from pathlib import Path

import pytest

from billes.core.position import read
from billes.engine.alphabeta import AlphaBeta
from billes.engine.limits import Limits
from billes.engine.mcts import TreeSearch, TreeSettings
from billes.engine.search import Search

LINES = (Path(__file__).parent / "data" / "searches.txt").read_text(encoding="utf-8").splitlines()
ROWS = [[word.strip() for word in line.split(" | ")] for line in LINES if not line.startswith("#")]


@pytest.mark.parametrize("row", ROWS, ids=["-".join(row[:3]) for row in ROWS])
def test_nodes_score_and_line(row: list[str]) -> None:
    kind, game, variant, text, depth, nodes, score, moves = row
    position = read(game, variant, text)
    search: Search
    if kind == "alphabeta":
        search = AlphaBeta(position, entries=1 << 16)
    else:
        settings = TreeSettings.plain() if kind == "uct" else None
        search = TreeSearch(position, size=1 << 17, seed=1, settings=settings)
    line = search.think(Limits(depth=int(depth)))[0]
    found = str(search.nodes), str(line.score), " ".join(map(str, line.moves))
    assert found == (nodes, score, moves)


def test_there_are_twenty() -> None:
    assert len(ROWS) == 20
    assert {row[0] for row in ROWS} == {"alphabeta", "tree", "uct"}
