"""Counted move sequences, from perft.txt: deep ones when compiled, shallow ones when interpreted."""

from __future__ import annotations

import pytest

import billes

from .data import perft_lines
from .helpers import EVERY, some

LIMIT = some(100_000_000, 12_000)


@pytest.mark.parametrize(("game", "variant"), EVERY)
def test_perft(game: str, variant: str) -> None:
    tried = 0
    for depth, count, text in perft_lines(game, variant):
        if count <= LIMIT:
            position = billes.read(game, variant, text) if text else billes.start(game, variant)
            assert position.perft(depth) == count, (depth, text)
            tried += 1
    assert tried > 4


def test_a_depth_is_not_negative() -> None:
    assert billes.start("quits").perft(0) == 1
    with pytest.raises(ValueError, match="not negative"):
        billes.start("quits").perft(-1)
