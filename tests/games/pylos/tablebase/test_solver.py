"""The Pylos solver on a pyramid of three levels, against brute force."""

from __future__ import annotations

from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from billes.games.pylos import rules as pylos
from billes.games.pylos.tablebase.index import Shape, locate, shape
from billes.games.pylos.tablebase.probe import PART, value_of
from billes.games.pylos.tablebase.sweeps import solve_shape
from billes.tablebase.run import Progress, Run, Stopped

from . import small_pylos

DENSE = 9  # so that fuller patterns take the other way of numbering colourings


@pytest.fixture(scope="module")
def small() -> Shape:
    return shape(3, 5, DENSE)


def run_of(variant: str, folder: Path) -> Run:
    return Run("pylos", variant, folder, 2, every=0)


@pytest.mark.parametrize(("variant", "few"), [("children", 0), ("expert", 20_000), ("expert-icga", 2_000)])
def test_every_value_is_that_of_brute_force(variant: str, few: int, small: Shape, tmp_path: Path) -> None:
    rule = pylos.RULE[variant]
    table = solve_shape(run_of(variant, tmp_path), small, few=few)[PART]
    expected = small_pylos.solve(
        small_pylos.Rule(bool(rule & pylos.SQUARES), bool(rule & pylos.LINES), bool(rule & pylos.ICGA))
    )
    bit = {cell: 1 << i for i, cell in enumerate(small_pylos.CELLS)}
    compared = 0
    for (own, opp), depth in expected.items():
        if small_pylos.TOP in own | opp:
            continue
        mine, theirs = sum(bit[cell] for cell in own), sum(bit[cell] for cell in opp)
        value = "draw" if depth is None else "win" if depth % 2 else "loss"
        assert value_of(int(table[locate(mine, mine | theirs, small)])) == (value, depth), (own, opp)
        compared += 1
    assert compared > 99_000


def test_the_four_levels_are_laid_out_as_counted() -> None:
    full = shape()
    assert len(full.closed) == 141_120 - 1  # all but the full pyramid
    balls = np.bitwise_count(full.closed).astype(int)
    room = [sum(comb(n, k) for k in range(max(0, n - 15), min(n, 15) + 1)) for n in range(31)]
    assert sum(room[n] for n in balls) + room[30] == 12_507_810_089


def test_a_solve_stopped_again_and_again_ends_with_the_same_table(small: Shape, tmp_path: Path) -> None:
    whole = solve_shape(run_of("expert", tmp_path / "whole"), small)[PART]
    stops = 0
    table: Any = None
    while table is None:
        run = run_of("expert", tmp_path / "pieces")
        told: list[Progress] = []

        def tell(
            progress: Progress, run: Run = run, told: list[Progress] = told, limit: int = 40 + 150 * stops
        ) -> None:
            told.append(progress)
            if len(told) == limit:
                run.stop.set()

        run.tell = tell
        try:
            table = solve_shape(run, small)[PART]
        except Stopped:
            stops += 1
            assert run.checkpoint.exists()
    assert stops > 2
    assert np.array_equal(table, whole)
