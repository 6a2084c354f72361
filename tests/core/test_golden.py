"""The golden playthroughs come out as written."""

from __future__ import annotations

import pytest

import billes

from .data import brought, golden
from .helpers import EVERY
from .playthrough import playthrough


@pytest.mark.parametrize(("game", "variant"), EVERY)
def test_golden(game: str, variant: str) -> None:
    assert playthrough(game, variant) == golden(game, variant).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", [game for game in billes.GAMES if brought(game)])
def test_no_file_is_left_over(game: str) -> None:
    wanted = {golden(game, variant) for variant in billes.GAMES[game]}
    assert set(golden(game, billes.GAMES[game][0]).parent.iterdir()) == wanted
