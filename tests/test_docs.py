"""The pages are true: their example games can be played, their pictures are the program's, their links lead on."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def test_example_games_and_pictures() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "make_pictures.py"), "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", ["notation.md", "adding-a-game.md"])
def test_examples_on_pages(page: str) -> None:
    failed, _ = doctest.testfile(str(ROOT / "docs" / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0


@pytest.mark.parametrize("game", ["pylos", "quits", "balanx", "bilitaire"])
def test_both_languages_have_the_same_sections(game: str) -> None:
    def shape(language: str) -> list[str]:
        text = (ROOT / "docs" / language / f"{game}.md").read_text(encoding="utf-8")
        return [line.split(" ", 1)[0] for line in text.splitlines() if line.startswith("#")]

    assert shape("en") == shape("fr")
    assert shape("en").count("##") == 11
