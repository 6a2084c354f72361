"""Why a move is refused, in every game: edited moves, moves of other positions, strings of all sorts."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import billes
from billes.core.sentences import render

from .. import pseudo
from .helpers import EVERY, random_game, refusal, some, texts, within, without_quotes


def mended(message: str) -> str | None:
    """The text that a message says to write instead, where it is a whole move."""
    return message.rpartition("write ")[2] if "board order" in message else None


ALPHABET = "abcdefghABCDx123456789><^v!- "


def mutated(text: str, rng: random.Random) -> str:
    """The text of a move with a few edits."""
    letters = list(text)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at = rng.randrange(len(letters) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            letters.insert(at, rng.choice(ALPHABET))
        elif kind == 1 and letters:
            letters[at % len(letters)] = rng.choice(ALPHABET)
        elif kind == 2 and letters:
            del letters[at % len(letters)]
        elif letters:
            other = rng.randrange(len(letters))
            letters[at % len(letters)], letters[other] = letters[other], letters[at % len(letters)]
    return "".join(letters)


@pytest.mark.parametrize(("game", "variant"), EVERY)
def test_something_is_always_said(game: str, variant: str) -> None:
    rng = random.Random(5)
    known: list[str] = []  # texts of other positions are well-formed and often illegal here
    for seed in range(some(2, 1)):
        for position in list(random_game(game, variant, seed))[:: some(4, 9)]:
            if not position.moves:
                continue
            legal = [str(move) for move in position.moves]
            tried = [mutated(rng.choice(legal), rng) for _ in range(25)] + rng.sample(known, min(25, len(known)))
            known += rng.sample(legal, min(5, len(legal)))
            for text in tried:
                if text.strip() in legal:
                    continue
                message = refusal(position, text)
                assert "is not a legal move here" not in message, (str(position), text)
                assert "\n" not in message
                assert len(message) < 250, message
                right = mended(message)
                assert right is None or right in legal


@pytest.mark.parametrize("game", list(billes.GAMES))
def test_nothing_is_said_in_english_alone(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a generated language every word of an explanation is of that language, but for what stands in notation."""
    pseudo.write(tmp_path)
    monkeypatch.setenv("BILLES_LOCALE", str(tmp_path))
    rng = random.Random(7)
    seen = set()
    for variant in billes.GAMES[game]:
        for position in [one for one in random_game(game, variant, 3, 60) if one.moves][::6]:
            for text in [mutated(rng.choice(position.moves).text, rng) for _ in range(20)]:
                try:
                    position.play(text)
                except billes.IllegalMove as error:
                    sentence = without_quotes(error.sentence)
                    notation = [str(value) for one in within(sentence) for value in one.params.values()]
                    shown = render(sentence, "xx")
                    for code in sorted(notation, key=len, reverse=True):
                        shown = shown.replace(code, "")
                    assert not pseudo.english(shown), sentence
                    seen.add(sentence.key)
    assert len(seen) > 4


POSITIONS = [
    position
    for game, variants in billes.GAMES.items()
    for variant in variants
    for position in list(random_game(game, variant, 1, 40))[5::17]
    if position.moves
]
STRINGS = st.one_of(st.text(max_size=12), st.text(ALPHABET, max_size=16), st.characters().map(lambda c: c * 500))


@settings(max_examples=some(400, 150), deadline=None)
@given(number=st.integers(0, len(POSITIONS) - 1), text=STRINGS)
def test_any_string_is_refused_in_words(number: int, text: str) -> None:
    position = POSITIONS[number]
    if text.strip() in texts(position):
        return
    message = refusal(position, text)
    assert "is not a legal move here" not in message
    assert len(message) < 1000  # quoted letters may take ten characters each


@pytest.mark.parametrize(
    "text", ["-" * 10**6, ">" * 10**6, "a1" * 10**6, "1a1-" * 10**5, "!" * 10**6, "xB1!" + "9" * 10**6]
)
def test_long_strings_are_refused_quickly(text: str) -> None:
    for position in POSITIONS[::4]:
        begun = time.perf_counter()
        assert len(refusal(position, text)) < 400
        assert time.perf_counter() - begun < 2
