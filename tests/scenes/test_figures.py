"""Figures of the rules: their positions and moves are what they say, and they stand in the rules of both languages."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from billes.core.sentences import catalogue
from billes.games.registry import GAMES, spec_of
from billes.games.rulebook import rules_text
from billes.scenes.figures import Figure, caption, described, drawn, figure_of, figure_svg, figures, shown

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "fr")
DRAWN = [(game, figure) for game in GAMES for figure in figures(game)]
every = pytest.mark.parametrize(("game", "figure"), DRAWN, ids=[f"{game}-{figure.name}" for game, figure in DRAWN])
SERIES = {"PF": "pylos", "QF": "quits", "BF": "balanx"}
"""The rows of docs/*/sources.md that name figures of the rule sheets."""


@every
def test_moves_are_legal_where_a_figure_says_so_and_only_there(game: str, figure: Figure) -> None:
    before, after = shown(game, figure)
    legal = {move.text for move in before.moves}
    assert set(figure.may) <= legal
    assert not {wrong.move for wrong in figure.may_not} & legal
    for wrong in figure.may_not:
        said = str(spec_of(game).explain.explain(before.state, wrong.move))
        assert wrong.move[:2] in said or wrong.move.split(">")[0][:3] in said
    assert (after.last is not None) == bool(figure.played)
    assert not (figure.played and (figure.may or figure.may_not)), "a figure shows what may be done, or what was done"
    assert figure.played or not figure.halfway


@every
def test_a_figure_is_drawn_with_its_arrows(game: str, figure: Figure) -> None:
    picture = figure_svg(game, figure.name)
    assert picture is not None
    root = ElementTree.fromstring(picture)
    pointers = [element.attrib["data-pointer"] for element in root.iter() if "data-pointer" in element.attrib]
    assert bool(pointers) == bool(figure.may or figure.may_not)
    assert [each for each in pointers if each.startswith("not ")] == [
        f"not {wrong.here} {wrong.there}" for wrong in figure.may_not
    ]
    marked = [element for element in root.iter() if "data-mark" in element.attrib]
    assert bool(marked) == bool(figure.played)


@every
def test_captions_are_in_both_languages_and_are_those_of_the_rules(game: str, figure: Figure) -> None:
    for language in LANGUAGES:
        key = f"figure.{game}.{figure.name}"
        text = catalogue(language).get(key)
        assert isinstance(text, str)
        assert language == "en" or text != catalogue("en")[key]
        assert caption(game, figure, language) == text
        assert f"![{text}](../pictures/figure-{game}-{figure.name}.svg)" in rules_text(game, language)[1]
        assert described(game, figure, language)


def test_half_a_move_has_taken_nothing_off_yet() -> None:
    figure = figure_of("pylos", "d2")
    assert figure is not None
    before, after = shown("pylos", figure)
    half = drawn("pylos", figure).scene.lying
    assert {"2a1", "2b1", "2a2", "2b2"} <= set(half)
    assert "1a4" not in half
    assert "2a1" not in str(after.play("1b4"))  # taken back by then
    assert str(before) != str(after)


def test_pages_show_no_figure_that_is_not_stated() -> None:
    for game in GAMES:
        for language in LANGUAGES:
            named = re.findall(r"figure-([a-z]+)-([a-z0-9]+)\.svg", rules_text(game, language)[1])
            assert [name for _, name in named] == [figure.name for figure in figures(game)]
            assert {owner for owner, _ in named} <= {game}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_of_the_sheets_is_there(language: str) -> None:
    text = (ROOT / "docs" / language / "sources.md").read_text("utf-8")
    found: dict[str, list[str]] = {}
    for series, names in re.findall(
        r"^\| ([PQB]F)\d+ \| ([A-F\d][\da-f]?(?:, [A-F\d][\da-f]?)*)\s?: ", text, re.MULTILINE
    ):
        found.setdefault(SERIES[series], []).extend(name.lower() for name in names.split(", "))
    assert [len(found[game]) for game in ("pylos", "quits", "balanx")] == [11, 7, 1]
    for game, names in found.items():
        assert sorted(names) == sorted(figure.name for figure in figures(game) if figure.sheet)


def test_there_is_no_other_figure() -> None:
    assert figure_svg("pylos", "z9") is None
    assert figures("morris") == ()
