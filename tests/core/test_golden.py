"""The golden playthroughs come out as written."""

from __future__ import annotations

import pytest

from .helpers import EVERY
from .playthrough import FOLDER, playthrough


@pytest.mark.parametrize(("game", "variant"), EVERY)
def test_golden(game: str, variant: str) -> None:
    assert playthrough(game, variant) == (FOLDER / f"{game}-{variant}.txt").read_text(encoding="utf-8")


def test_every_variant_has_its_file() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == {f"{case.values[0]}-{case.values[1]}" for case in EVERY}
