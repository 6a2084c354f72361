"""The opening books that come with the package."""

from __future__ import annotations

from pathlib import Path

import pytest

import billes
from billes.games.registry import BUILT_IN, spec_of
from billes.tablebase.book import book

SOLVED = [(game, variant) for game in BUILT_IN for variant in spec_of(game).solvable]


@pytest.mark.parametrize(("game", "variant"), SOLVED)
def test_every_solved_variant_has_a_book_for_the_rules_of_today(game: str, variant: str, tmp_path: Path) -> None:
    """A book made under other rules, by their fingerprint, is not opened: neither would be anybody's tablebase."""
    found = book(game, variant)
    assert found is not None
    assert found.head["plies"] >= 3
    start = billes.start(game, variant)
    assert billes.probe(start, tmp_path).moves.keys() == {move.text for move in start.moves}


def test_only_games_with_a_solver_have_one() -> None:
    for game in BUILT_IN:
        spec = spec_of(game)
        assert set(spec.solvable) == set(spec.tablebase.NEEDS if spec.has("tablebase") else ())
    assert {game for game, _ in SOLVED} == {"pylos", "quits"}
    with pytest.raises(billes.NoTablebase, match=r"knows this position of balanx standard$"):
        billes.probe(billes.start("balanx"))
    with pytest.raises(billes.NoTablebase, match=r"knows this position of quits four$"):
        billes.probe(billes.start("quits", "four"))
