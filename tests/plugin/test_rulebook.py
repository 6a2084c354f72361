"""The rules pages of Three Men's Morris are true, and the server finds them in the game's package."""

from __future__ import annotations

import re

import pytest

import billes
from billes.games.registry import spec_of
from billes.server import pages

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
    page = pages.rules_page("morris", language)
    assert page.title == {"en": "Three Men’s Morris", "fr": "La marelle à trois"}[language]
    assert "<h2" in page.html
    pictures = re.findall(r'src="/api/pictures/([\w.-]+)"', page.html)
    assert pictures == ["morris-standard-start.svg"]
    assert pages.figure(pictures[0]).startswith(b"<svg")


def test_a_language_that_a_game_does_not_have() -> None:
    assert spec_of("morris").rules_page("xx") is None
