"""The rules pages of Three Men's Morris are true, the server finds them, and the guide describes the game as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import billes
from billes.games import spec
from billes.games.registry import spec_of
from billes.server.api import rules_pages

both = pytest.mark.parametrize("language", ["en", "fr"])


def text_of(language: str) -> str:
    text = spec_of("morris").rules_page(language)
    assert text is not None
    return text


@both
def test_the_example_game_can_be_played(language: str) -> None:
    rows = re.findall(r"^\| \d+ \| (.*?) \| (.*?) \|", text_of(language), re.MULTILINE)
    game = billes.Game("morris")
    for move in re.findall(r"`(\w+)`", " ".join(" ".join(row) for row in rows)):
        game.play(move)
    assert len(game.moves) == 9
    assert '[Result "1-0"]' in game.record()


def test_both_languages_have_the_same_sections() -> None:
    shapes = [re.findall(r"^#+", text_of(language), re.MULTILINE) for language in ("en", "fr")]
    assert shapes[0] == shapes[1]


def test_french_is_set_as_french() -> None:
    assert not re.search(r"(?<=\w)'(?=\w)", text_of("fr"))
    assert not re.search(r"\w ?(?<!\N{NO-BREAK SPACE})[;:!?](?=\s)", text_of("fr"))


@both
def test_the_server_shows_them(language: str) -> None:
    page = rules_pages.rules_page("morris", language)
    assert page.title == {"en": "Three Men’s Morris", "fr": "La marelle à trois"}[language]
    assert "<h2" in page.html
    pictures = re.findall(r'src="/api/pictures/([\w.-]+)"', page.html)
    assert pictures == ["morris-standard-start.svg"]
    assert rules_pages.figure(pictures[0]).startswith(b"<svg")


def test_a_language_that_a_game_does_not_have() -> None:
    assert spec_of("morris").rules_page("xx") is None


# ------------------------------------------------------------------------------------------------ how it is made
GUIDE = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
PACKAGE = Path(__file__).parent / "src" / "billes_morris"


def members(protocol: type) -> set[str]:
    """What a protocol asks for."""
    return {name for name in vars(protocol) if not name.startswith("_")}


def test_the_guide_names_all_that_a_game_must_provide() -> None:
    in_tables = set(re.findall(r"^\| `(\w+)", GUIDE, re.MULTILINE))
    for protocol in (spec.Rules, spec.Notation, spec.Explain, spec.Handling):
        assert members(protocol) <= in_tables, protocol
    named = set(re.findall(r"`(\w+)[`(]", GUIDE))
    assert members(spec.Sentences) | members(spec.Board) <= named
    used = set(re.findall(r"^(?:@jit\n)?(?:def )?([a-zA-Z]\w*)(?: =|\()", (PACKAGE / "evaluator.py").read_text(), re.M))
    assert members(spec.Evaluator) & used <= named


def test_the_guide_shows_the_package_as_it_is() -> None:
    shown = set(re.findall(r"^  (\w[\w.]*)", GUIDE.partition("```text")[2].partition("```")[0], re.MULTILINE))
    parts = (path for path in PACKAGE.iterdir() if path.suffix in ("", ".py"))  # not what editors leave
    there = {path.name for path in parts if not path.name.startswith((".", "__py"))}
    not_needed = {"puzzles", "tablebase", "setup.py", "lessons.py", "figures.py", "boards.py"}
    assert {name.partition("/")[0] for name in shown} - there == not_needed
    declared = {name for name, value in vars(spec.GameSpec).items() if isinstance(value, spec.Part)}
    assert {name.partition(".")[0] for name in shown} - {"__init__", "locale", "rulebook", "testing"} == declared
    assert there <= {name.partition("/")[0] for name in shown}
    package = (PACKAGE / "__init__.py").read_text(encoding="utf-8")
    for block in re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL):
        for line in block.splitlines():
            assert line.partition("#")[0].strip() in package, line
    project = (Path(__file__).parent / "pyproject.toml").read_text(encoding="utf-8")
    assert all(block in project for block in re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL))
