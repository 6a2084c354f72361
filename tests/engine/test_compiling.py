"""Compiling ahead: every search of every game, once."""

from __future__ import annotations

from pathlib import Path

import pytest

from billes.core.position import start
from billes.engine import compiling
from billes.engine.evaluation import uses_tree_search
from billes.games.registry import GAMES


def test_every_kind_of_search_is_listed_once() -> None:
    listed = list(compiling.searches())
    kinds = [(game, uses_tree_search(start(game, variant))) for game, variant in listed]
    every = {(game, uses_tree_search(start(game, variant))) for game in GAMES for variant in GAMES[game]}
    assert len(kinds) == len(set(kinds))
    assert set(kinds) == every


def test_what_was_compiled_is_not_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "CACHE", str(tmp_path))
    first = next(compiling.searches())
    assert compiling.missing() == list(compiling.searches())
    compiling.compile_search(*first)
    assert compiling.missing() == [kind for kind in compiling.searches() if kind != first]


def test_without_a_place_to_keep_it_nothing_is_compiled_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "CACHE", None)
    assert compiling.missing() == []
