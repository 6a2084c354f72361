"""The examples of the documentation, in short: algorithms of the peers play our games."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")


def example(name: str) -> Any:
    """An example as a module."""
    found = spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert found is not None
    assert found.loader is not None
    module = module_from_spec(found)
    found.loader.exec_module(module)
    return module


def run(name: str, *arguments: str) -> None:
    """Run an example as a command."""
    before, sys.argv = sys.argv, [name, *arguments]
    try:
        example(name).main()
    finally:
        sys.argv = before


def test_the_tree_search_of_openspiel(capsys: pytest.CaptureFixture[str]) -> None:
    run("openspiel_mcts", "--game", "billes_morris(variant=free,limit=30)", "--games", "4", "--simulations", "20")
    assert "the search got +1.00 per game" in capsys.readouterr().out


def test_a_learner_beats_chance(capsys: pytest.CaptureFixture[str]) -> None:
    run("pettingzoo_learner", "--learn", "300", "--games", "60")
    words = capsys.readouterr().out.split()
    assert int(words[2]) > int(words[5])
