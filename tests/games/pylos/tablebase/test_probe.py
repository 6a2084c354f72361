"""Probing Pylos from several threads at once."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import billes
from billes.core.jit import INTERPRETED
from billes.games.pylos.tablebase.probe import successors


def states(count: int) -> list[Any]:
    """States with many moves, of random games."""
    chance = random.Random(3)
    found: list[Any] = []
    while len(found) < count:
        position = billes.start("pylos", "expert-icga")
        while position.outcome is None:
            if len(position.moves) > 30:
                found.append(position.state)
            position = position.play(chance.choice(position.moves))
    return found[:count]


@pytest.mark.skipif(INTERPRETED, reason="interpreted code holds Python's lock")
def test_threads_do_not_disturb_one_another() -> None:
    def asked(state: Any) -> list[tuple[int, int]]:
        codes, where = successors(state)
        return list(zip(codes.tolist(), where.tolist(), strict=True))

    wanted = states(300)
    alone = [asked(state) for state in wanted]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(20):
            assert list(pool.map(asked, wanted)) == alone
