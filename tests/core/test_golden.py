"""The golden playthroughs come out as written."""

from __future__ import annotations

import pytest

from billes.games.registry import BUILT_IN

from .data import golden
from .helpers import EVERY
from .playthrough import FOLDER, playthrough


@pytest.mark.parametrize(("game", "variant"), EVERY)
def test_golden(game: str, variant: str) -> None:
    assert playthrough(game, variant) == golden(game, variant).read_text(encoding="utf-8")


def test_every_variant_has_its_file() -> None:
    wanted = {f"{game}-{variant}" for game, variant in (case.values for case in EVERY) if game in BUILT_IN}
    assert {file.stem for file in FOLDER.glob("*.txt")} == wanted
