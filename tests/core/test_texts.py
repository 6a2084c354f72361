"""Texts of all sorts: read and written back, or refused with BadPosition or IllegalMove, and nothing else."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import billes
from billes.core.errors import quoted

from .data import brought, plainly
from .helpers import EVERY, random_game, some
from .helpers import message as in_both_languages

VARIANTS = [case.values for case in EVERY]
SEEDS = [
    (str(game), str(variant), [str(position) for position in random_game(str(game), str(variant), 2, 90)][::7])
    for game, variant in VARIANTS
]
LETTERS = "./12 34-mto_<>^vabcdeé\n\x00٣"
EDITS = st.lists(
    st.tuples(st.integers(0, 200), st.sampled_from("ids"), st.sampled_from(LETTERS)), min_size=1, max_size=3
)


def edited(text: str, edits: list[tuple[int, str, str]]) -> str:
    """A text with letters inserted, deleted and set."""
    for at, kind, letter in edits:
        at %= len(text) + 1
        text = text[:at] + ("" if kind == "d" else letter) + text[at + (kind != "i") :]
    return text


def check(game: str, variant: str, text: str) -> bool:
    """Read a text; what is accepted goes round and follows the plain reading of the rules. Whether it was accepted."""
    message = None
    try:
        position = billes.read(game, variant, text)
    except billes.BadPosition as error:
        message = in_both_languages(error)
    if message is not None:
        assert 10 < len(message) < 1000
        return False
    assert billes.read(game, variant, str(position)) == position
    assert str(position).split() == text.split()
    if brought(game):
        wanted = plainly(game, variant, str(position))
        assert {str(move): str(position.play(move)) for move in position.moves} == wanted
    return True


@settings(max_examples=some(500, 250), deadline=None)
@given(which=st.integers(0, len(SEEDS) - 1), number=st.integers(0, 100), edits=EDITS)
def test_edited_positions(which: int, number: int, edits: list[tuple[int, str, str]]) -> None:
    game, variant, texts = SEEDS[which]
    check(game, variant, edited(texts[number % len(texts)], edits))


@settings(max_examples=some(300, 150), deadline=None)
@given(which=st.integers(0, len(SEEDS) - 1), number=st.integers(0, 100), swap=st.tuples(*[st.integers(0, 100)] * 2))
def test_marbles_exchanged(which: int, number: int, swap: tuple[int, int]) -> None:
    game, variant, texts = SEEDS[which]
    board, rest = texts[number % len(texts)].split(" ", 1)
    letters = list(board)
    a, b = (at % len(letters) for at in swap)
    letters[a], letters[b] = letters[b], letters[a]
    check(game, variant, f"{''.join(letters)} {rest}")


@settings(max_examples=some(300, 200), deadline=None)
@given(which=st.integers(0, len(SEEDS) - 1), text=st.one_of(st.text(max_size=60), st.text("./12345om_- ", max_size=90)))
def test_any_string(which: int, text: str) -> None:
    game, variant, _ = SEEDS[which]
    assert not check(game, variant, text)


@settings(max_examples=100, deadline=None)
@given(which=st.integers(0, len(SEEDS) - 1), data=st.binary(max_size=80))
def test_any_bytes(which: int, data: bytes) -> None:
    game, variant, _ = SEEDS[which]
    assert not check(game, variant, data.decode("latin-1"))
    assert not check(game, variant, data.decode("utf-8", "surrogateescape"))


@pytest.mark.parametrize(("game", "variant"), EVERY)
def test_what_is_no_string_is_refused(game: str, variant: str) -> None:
    for thing in (None, 7, b"1", ["."]):
        with pytest.raises(billes.BadPosition, match="a position text is a string"):
            billes.read(game, variant, thing)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["/" * 10**6, "." * 10**6, "1 " * 10**6, "o" * 10**6 + " m - 1 -", " " * 10**6])
def test_long_strings_are_refused_quickly(text: str) -> None:
    for game, variant, _ in SEEDS:
        begun = time.perf_counter()
        assert not check(game, variant, text)
        assert time.perf_counter() - begun < 2


def test_long_texts_are_cut_in_messages() -> None:
    assert len(str(quoted("x" * 1000))) < 70
    assert str(quoted("abc")) == "'abc'"


def test_blanks_around_a_text_do_not_matter() -> None:
    start = billes.start("quits")
    assert billes.read("quits", None, f"  {start}\n") == start
    assert start.play(" b2c3\n") == start.play("b2c3")


def test_unknown_games() -> None:
    with pytest.raises(billes.UnknownGame, match=r"no game 'pilos'.*Did you mean pylos\?"):
        billes.start("pilos")
    with pytest.raises(billes.UnknownGame, match=r"quits has no variant 'for'.*Did you mean four\?"):
        billes.start("quits", "for")
