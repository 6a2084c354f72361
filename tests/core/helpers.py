"""What the tests of all games share: every variant, random games, legal texts, refusals in both languages."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import billes
from billes import GAMES, Position
from billes.core.errors import BillesError
from billes.core.jit import INTERPRETED
from billes.core.sentences import Sentence, catalogue, render

EVERY = [
    pytest.param(game, variant, id=f"{game}-{variant}") for game, variants in GAMES.items() for variant in variants
]


def some(compiled: int, interpreted: int) -> int:
    """How many to try: fewer when interpreted."""
    return interpreted if INTERPRETED else compiled


def random_game(game: str, variant: str, seed: int, limit: int = 400) -> Iterator[Position]:
    """The positions of a random game, the first and the last among them."""
    rng = random.Random(f"{game} {variant} {seed}")
    position = billes.start(game, variant)
    for _ in range(limit):
        yield position
        if not position.moves:
            return
        position = position.play(rng.choice(position.moves))
    yield position


def texts(position: Position) -> set[str]:
    """The texts of the legal moves."""
    return {str(move) for move in position.moves}


def refusal(position: Position, text: str) -> str:
    """Why a move is refused."""
    with pytest.raises(billes.IllegalMove) as caught:
        position.play(text)
    return message(caught.value)


def bad(game: str, variant: str, text: str) -> str:
    """Why a position text is refused."""
    with pytest.raises(billes.BadPosition) as caught:
        billes.read(game, variant, text)
    return message(caught.value)


ENGLISH = re.compile(
    r"\b(and|are|as|at|ball|be|board|by|cannot|cell|for|from|game|has|is|it|jump|marble|move|must|no|not|of|only|player|rank"
    r"|such|than|that|the|there|these|this|to|was|were|with)\b"
)
"""Words of English messages that are no words of French."""


def message(error: BillesError) -> str:
    """The English text of an error, once its French one has been seen to be French."""
    shown = without_quotes(error.sentence)
    english, french = render(shown), render(shown, "fr")
    assert french != english
    assert not ENGLISH.search(french), french
    assert all(one.key in catalogue("fr") for one in within(error.sentence))
    assert str(error) == render(error.sentence)
    return str(error)


def within(sentence: Sentence) -> Iterator[Sentence]:
    """A sentence and all those within it."""
    yield sentence
    for value in sentence.params.values():
        if isinstance(value, Sentence):
            yield from within(value)


def without_quotes(sentence: Sentence) -> Sentence:
    """A sentence whose quotations are left out: what was typed may be in any language."""
    if sentence.key.startswith("quoted"):
        return Sentence("quoted", {"text": "…"})
    inner = {name: without_quotes(one) if isinstance(one, Sentence) else one for name, one in sentence.params.items()}
    return Sentence(sentence.key, inner, sentence.players)
