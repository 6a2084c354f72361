"""Names of players: what is kept of one that somebody typed."""

from __future__ import annotations

import unicodedata

from .errors import Refused

LONGEST = 24
MARKS = 2  # accents stacked on one letter, at most
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANK = set("\u115f\u1160\u2800\u3164\uffa0\u17b4\u17b5\u034f\u180b\u180c\u180d\u180f")
"""Letters and signs of scripts that show nothing."""


def clean(name: str) -> str:
    """A name without control and direction characters, towers of accents and needless space, cut to length.

    One that is not empty but shows nothing is refused.

    >>> clean("  Cla\\u202eire\\n\\tde  Lune ")
    'Claire de Lune'
    """
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", name[: LONGEST * 8]):
        kind = unicodedata.category(letter)
        if kind in ("Mn", "Me"):  # an accent needs a letter below it
            marks = marks + 1 if kept and kept[-1] != " " else MARKS + 1
        else:
            marks = 0
        if letter.isspace():
            kept.append(" ")
        elif kind not in _INVISIBLE and letter not in _BLANK and marks <= MARKS:
            kept.append(letter)
    found = " ".join("".join(kept).split())[:LONGEST].strip()
    if not found and name.strip():
        raise Refused("bad-name", "error.invisible-name")
    return found
