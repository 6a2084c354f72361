"""Names of people, cleaned: whatever is typed, what comes out is one short line of visible text."""

from __future__ import annotations

import secrets
import unicodedata

LONGEST = 24
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # no l, o, 0, 1: they are read for each other
MARKS = 2  # accents stacked on one letter, at most


def clean(name: str) -> str:
    """The name without control and direction characters, towers of accents and needless space, cut to length.

    >>> clean("  Cla\\u202eire\\n\\tde  Lune ")
    'Claire de Lune'
    """
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", name[: LONGEST * 8]):
        kind = unicodedata.category(letter)
        if kind in ("Mn", "Me"):  # an accent wants a letter to stand on
            marks = marks + 1 if kept and kept[-1] != " " else MARKS + 1
        else:
            marks = 0
        if letter.isspace():
            kept.append(" ")
        elif kind not in _UNSEEN and marks <= MARKS:
            kept.append(letter)
    return " ".join("".join(kept).split())[:LONGEST].strip()


def table_id() -> str:
    """A name for a new table, short enough to read out and too rare to guess: 60 bits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def invitation() -> str:
    """The secret of an invitation: 125 bits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(25))
