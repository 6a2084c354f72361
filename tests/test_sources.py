"""The pages of sources are true: what they name in the code, in the tests and in the rules exists."""

from __future__ import annotations

import ast
import importlib
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
LANGUAGES = ("en", "fr")
GAMES = {"P": "pylos", "Q": "quits", "B": "balanx", "L": "bilitaire"}
OWN = ("rules", "notation", "board", "boards", "handling", "sentences")
"""Modules that a page names without the package of the game."""
_ROW = re.compile(r"^\| ([A-Z]+)(\d+) \| (.*) \|$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)#]*)#([^)]+)\)")


class Row(NamedTuple):
    """One statement: its number, the anchor into the rules, what it names in the code and in the tests."""

    series: str
    number: int
    anchor: str
    code: list[str]
    tests: list[str]

    @property
    def game(self) -> str:
        """The game whose sheet it is, or nothing."""
        return GAMES.get(self.series[0], "")


def _text(language: str) -> str:
    return (ROOT / "docs" / language / "sources.md").read_text(encoding="utf-8")


@cache
def rows(language: str) -> list[Row]:
    """All rows of a page, in order."""
    found = []
    for series, number, rest in _ROW.findall(_text(language)):
        *_, rules, code, tests = rest.split(" | ")
        link = _LINK.search(rules)
        assert link, f"{series}{number} leads nowhere: {rules}"
        assert ("`" in code) != (code == "–"), code
        found.append(
            Row(series, int(number), "#".join(link.groups()), *(re.findall(r"`(.*?)`", c) for c in (code, tests)))
        )
    return found


@cache
def headings(page: Path) -> list[str]:
    """The anchors of a page, made of its headings as GitHub and our server make them."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [re.sub(r"\W+", "-", title.lower()).strip("-") for title in titles]


@cache
def names_in(file: Path) -> set[str]:
    """The names of the tests in a file."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def test_both_pages_have_the_same_rows_in_the_same_order() -> None:
    english, french = ([(row.series, row.number, row.code, row.tests) for row in rows(each)] for each in LANGUAGES)
    assert english == french
    for series in ("C", "P", "PF", "PD", "Q", "QF", "QD", "B", "BF", "BD", "L", "LD"):
        numbers = [row.number for row in rows("en") if row.series == series]
        assert numbers == list(range(1, len(numbers) + 1)), series
        assert numbers, series


def test_all_code_named_exists() -> None:
    for row in rows("en"):
        for name in row.code:
            inside = name.split(".")[0] in OWN
            module, *parts = (f"billes.games.{row.game}.{name}" if inside else f"billes.{name}").split(".")
            thing: object = importlib.import_module(module)
            for part in parts:
                if not hasattr(thing, part) and hasattr(thing, "__path__"):
                    importlib.import_module(f"{thing.__name__}.{part}")  # type: ignore[attr-defined]
                assert hasattr(thing, part), f"{row.series}{row.number}: there is no {name}"
                thing = getattr(thing, part)


def test_all_tests_named_exist() -> None:
    for row in rows("en"):
        assert bool(row.code) == bool(row.tests), f"{row.series}{row.number}: a rule without a test"
        for name in row.tests:
            file, _, test = name.partition("::")
            path = ROOT / "tests" / (file if "/" in file else f"games/{row.game}/{file}")
            assert test in names_in(path), f"{row.series}{row.number}: there is no {name}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_links_lead_to_a_heading(language: str) -> None:
    page = ROOT / "docs" / language / "sources.md"
    assert _LINK.search(_text(language))
    for file, anchor in _LINK.findall(_text(language)):
        assert anchor in headings((page.parent / file).resolve()), f"{file}#{anchor}"


def test_both_pages_lead_to_the_same_section() -> None:
    for one, two in zip(rows("en"), rows("fr"), strict=True):
        (file, anchor), (fichier, ancre) = (row.anchor.split("#") for row in (one, two))
        assert Path(file).name == Path(fichier).name
        english, french = (
            headings((ROOT / "docs" / language / each).resolve())
            for language, each in zip(LANGUAGES, (file, fichier), strict=True)
        )
        assert english.index(anchor) == french.index(ancre), f"{one.series}{one.number}"
