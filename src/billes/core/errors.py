"""Errors whose messages say what is wrong, where, and what would be right, in any language."""

from __future__ import annotations

from errno import errorcode
from typing import Self

from .sentences import FALLBACK, Param, Sentence, catalogue


class SentenceError(Exception):
    """An error whose `sentence` can be put into any language; `str(error)` is English. A plain text stays as it is."""

    def __init__(self, sentence: Sentence | str) -> None:
        super().__init__(sentence)
        self.sentence = sentence if isinstance(sentence, Sentence) else Sentence("plain", {"text": sentence})

    @classmethod
    def of(cls, key: str, /, **params: Param) -> Self:
        """The error with a sentence of the catalogue."""
        return cls(Sentence(key, params))


class BillesError(SentenceError, ValueError):
    """What was asked for cannot be done: the words, numbers or files given are not right."""


class BadPosition(BillesError):
    """A position text that is malformed or that no game can reach; the message says what is wrong and where."""


class IllegalMove(BillesError):
    """A move text that is malformed or not allowed here; the message says why."""


class UnknownGame(BillesError):
    """A game or variant that does not exist; the message names those that do."""


class BadRecord(BillesError):
    """A game record that cannot be read; the message names the line."""


class MissingPart(BillesError):
    """A game lacks an optional part, such as an evaluator or a tablebase; the message says which."""


class BrokenGame(BillesError):
    """A game that cannot be played because its package is faulty; the message says what is wrong with it."""


def quoted(text: str, longest: int = 60) -> Sentence:
    """The text in quotes for a message, cut where it is too long to help."""
    shown = repr(text if len(text) <= longest else text[: longest - 1] + "…")
    return Sentence("quoted" if shown[0] == "'" else "quoted.double", {"text": shown[1:-1]})


def system_error(error: OSError) -> Sentence:
    """What the system refused to do."""
    key = f"system.{errorcode.get(error.errno or 0, '')}"
    if key in catalogue(FALLBACK):
        return Sentence(key)
    return Sentence("system.other", {"text": error.strerror or str(error)})


def in_one_line(error: BaseException) -> str:
    """An error as one line of text: its message, after its kind where that tells something."""
    text = " ".join(str(error).split())
    return text if isinstance(error, ValueError) and text else f"{type(error).__name__}: {text}".removesuffix(": ")
