"""One step of the Quits solver against the rulebook, over tables filled at random: every way to move, and to pass."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from billes.core.codes import OPEN
from billes.core.jit import buffer
from billes.games.quits import rules as quits
from billes.games.quits.tablebase.audit import worth
from billes.games.quits.tablebase.index import case_of, rank, uncoloured
from billes.games.quits.tablebase.probe import laid_out, palette
from billes.games.quits.tablebase.solver import NONE, SCRATCH, START, TOP, before, sweep

N = 8
PASSING = (17891667, 17891793, 18153809)  # patterns in which somebody has no move at all
LONE = (1057649, 1131603, 1164369)  # and only one slide, which may be forbidden


@pytest.fixture(scope="module")
def tables() -> tuple[Any, Any]:
    """Tablebases of 8 and of 7 marbles with random entries of the kind that tables have."""
    dice, size = np.random.default_rng(1), 1 << 20
    near = dice.integers(1, 40, size)
    best = np.choose(dice.integers(0, 3, size), [np.full(size, 512), near, TOP - near])
    slide = dice.integers(0, 32, size)
    slide[slide >= 20] = NONE
    second = np.where(slide == NONE, best, dice.integers(1, 1000, size))
    words = ((best | (second << 10) | (slide << 20)) ^ START).astype(np.uint32)
    return np.resize(words, laid_out(N).size), np.resize(words[::-1], laid_out(N - 1).size)


def compare(pattern: int, tables: tuple[Any, Any]) -> set[str]:
    """Sweep one pattern and compare all its entries, for all forbidden slides; what kinds of positions were met."""
    table, low = tables
    layer, below, palette_ = laid_out(N), laid_out(N - 1), palette()
    room, moves = buffer(SCRATCH), buffer(quits.ROOM)
    occ, base = int(layer.patterns[pattern]), int(layer.bases[pattern])
    row = 4 * N + case_of(occ)
    count = int(palette_.count[row])
    old = table[base : base + count].copy()
    dirty = np.zeros(len(layer.patterns), np.uint8)
    dirty[pattern] = 1
    fixed = layer.patterns, layer.bases, below.bases, *palette_, table, low, dirty, dirty.copy()
    sweep(N, pattern, pattern + 1, -1, *fixed, room)
    after = table[base : base + count].copy()
    table[base : base + count] = old
    met = set()
    for i in range(count):
        own = int(uncoloured(int(palette_.list[row, i]), occ))
        entry = int(after[i]) ^ START
        for forbidden in [*range(20), NONE]:
            state = own, occ ^ own, 0, 0, 0, forbidden, 2
            n = quits.moves(state, moves, 0)
            met.add("pass" if moves[0] == quits.PASS else "one" if n == 1 else "many")
            found = []
            for move in moves[:n]:
                then = quits.apply(state, int(move))
                end = quits.result(then)
                if end == OPEN:
                    value = worth(then, table, low, layer.bases, below.bases, palette_.number, N)
                    found.append(before(int(value)))
                else:
                    found.append(TOP - 1 if end == 1 else 2)
            has = entry >> 20 == forbidden != NONE
            assert (entry >> 10 if has else entry) & 1023 == max(found), (state, forbidden)
    return met


def test_random_patterns(tables: tuple[Any, Any]) -> None:
    dice = np.random.default_rng(2)
    for pattern in dice.choice(np.flatnonzero(laid_out(N).bases >= 0), 12):
        compare(int(pattern), tables)


def test_patterns_in_which_a_player_must_pass(tables: tuple[Any, Any]) -> None:
    met = set()
    for occ in PASSING + LONE:
        met |= compare(int(rank(occ)), tables)
    assert met == {"pass", "one", "many"}
