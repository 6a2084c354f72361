"""Counted move sequences, from perft.txt: deep ones when compiled, shallow ones when interpreted."""

from __future__ import annotations

from pathlib import Path

import pytest

import billes

from .helpers import some

LIMIT = some(100_000_000, 12_000)


def lines() -> list[tuple[str, str, int, int, str]]:
    """Game, variant, depth, count and position (empty for the start) of every line."""
    found = []
    for line in Path(__file__).with_name("perft.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            game, variant, depth, count, *position = line.split()
            found.append((game, variant, int(depth), int(count), " ".join(position)))
    return found


LINES = lines()


@pytest.mark.parametrize(
    ("game", "variant"), [(game, variant) for game in billes.GAMES for variant in billes.GAMES[game]]
)
def test_perft(game: str, variant: str) -> None:
    tried = 0
    for its_game, its_variant, depth, count, text in LINES:
        if (its_game, its_variant) == (game, variant) and count <= LIMIT:
            position = billes.read(game, variant, text) if text else billes.start(game, variant)
            assert position.perft(depth) == count, (depth, text)
            tried += 1
    assert tried > 4


def test_a_depth_is_not_negative() -> None:
    assert billes.start("quits").perft(0) == 1
    with pytest.raises(ValueError, match="not negative"):
        billes.start("quits").perft(-1)
