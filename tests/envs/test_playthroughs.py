"""Golden playthroughs of OpenSpiel, made and replayed by its own program: a random game of every variant.

`python -m tests.envs.test_playthroughs` writes the files again; do so only when rules or observations have changed.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import billes.envs.openspiel
from billes.games.registry import BUILT_IN, GAMES

FOLDER = Path(__file__).parent / "playthroughs"
SHORT = 12
"""Moves of a game; two games are whole."""
WHOLE = (("pylos", "standard"), ("quits", "simple"))
VARIANTS = [(name, variant) for name in BUILT_IN for variant in GAMES[name]]

made: Any = import_module("open_spiel.python.algorithms.generate_playthrough")
import_module("absl.flags").FLAGS.mark_as_parsed()  # it reads one of the flags that its command has


def file(name: str, variant: str) -> Path:
    return FOLDER / f"{billes.envs.openspiel.game_name(name)}-{variant}.txt"


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_a_playthrough_comes_out_as_written(name: str, variant: str) -> None:
    written, again = made.replay(str(file(name, variant)))
    assert f"variant={variant}" in written.splitlines()[0]
    assert again == written


def test_no_file_is_left_over() -> None:
    assert set(FOLDER.iterdir()) == {file(*pair) for pair in VARIANTS}


def test_games_of_other_distributions_have_playthroughs() -> None:
    name = billes.envs.openspiel.game_name("morris")
    text = made.playthrough(f"{name}(variant=free,limit=6)", None, seed=1)
    assert 'GameType.short_name = "billes_morris"' in text
    assert "# State 1" in text


def write() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for name, variant in VARIANTS:
        limit = "" if (name, variant) in WHOLE else f",limit={SHORT}"
        game = f"{billes.envs.openspiel.game_name(name)}(variant={variant}{limit})"
        file(name, variant).write_text(made.playthrough(game, None, seed=1), "utf-8")


if __name__ == "__main__":
    write()
