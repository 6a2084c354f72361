"""Text on paper: how wide letters are, and how running text is broken into lines.

The widths are those of Helvetica, which Arial, Liberation Sans and Nimbus Sans share, and of Courier for moves: one of
them is on nearly every machine, so a sheet needs no font of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from ._xml import figure, tag

Kind: TypeAlias = Literal["", "bold", "italic", "code"]
Run: TypeAlias = tuple[str, Kind]
"""A stretch of text and how it is set."""

FONT = "Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', sans-serif"
CODE_FONT = "Courier, 'Courier New', 'Liberation Mono', monospace"
SPACE, CODE_WIDTH, OTHER = 278, 600, 556
"""Widths in thousandths of the size: of a blank, of every letter of Courier, of a letter that is not listed."""
REGULAR = {
    191: "'", 222: "ijl‘’", 260: "|¦", 278: "!,./:;I[\\]ft·ÌÍÎÏìíîï\u00a0\u202f", 333: "()-`r¡¨²³´¸¹“”", 334: "{}",
    350: "•", 355: '"', 365: "º", 370: "ª", 389: "*", 400: "°", 469: "^", 500: "Jcksvxyzçýÿ", 549: "±÷",
    556: "#$0123456789?L_abdeghnopqu¢£¤¥§«»àáâãäåèéêëðñòóôõöùúûüþ–", 584: "+<=>~¬×", 611: "FTZ¿ßø",
    667: "&ABEKPSVXYÀÁÂÃÄÅÈÉÊËÝÞ", 722: "CDHNRUwÇÐÑÙÚÛÜ", 737: "©®", 778: "GOQÒÓÔÕÖØ", 833: "Mm", 834: "¼½¾",
    889: "%æ", 944: "Wœ", 1000: "ÆŒ—…→", 1015: "@",
}  # fmt: skip
BOLD = {
    238: "'", 278: ",./I\\ijl·ÌÍÎÏìíîï‘’\u00a0\u202f", 280: "|¦", 333: "!()-:;[]`ft¡¨²³´¸¹", 350: "•", 365: "º",
    370: "ª", 389: "*r{}", 400: "°", 474: '"', 500: "z“”", 549: "±÷",
    556: "#$0123456789J_aceksvxy¢£¤¥§«¶»àáâãäåçèéêëýÿ–", 584: "+<=>^~¬×", 611: "?FLTZbdghnopqu¿ßðñòóôõöøùúûüþ",
    667: "EPSVXYÈÉÊËÝÞ", 722: "&ABCDHKNRUÀÁÂÃÄÅÇÐÑÙÚÛÜ", 737: "©®", 778: "GOQwÒÓÔÕÖØ", 833: "M", 834: "¼½¾",
    889: "%mæ", 944: "Wœ", 975: "@", 1000: "ÆŒ—…→",
}  # fmt: skip


@cache
def _widths(bold: bool) -> dict[str, int]:
    return {letter: width for width, letters in (BOLD if bold else REGULAR).items() for letter in letters}


def wide(text: str, kind: Kind, size: float) -> float:
    """How wide a text is.

    >>> round(wide("Pylos", "", 1000)), round(wide("1a1>2b1", "code", 1000))
    (2445, 4200)
    """
    if kind == "code":
        return len(text) * CODE_WIDTH * size / 1000
    widths = _widths(kind == "bold")
    return sum(SPACE if letter == " " else widths.get(letter, OTHER) for letter in text) * size / 1000


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text: its words with how each part of them is set, and its width."""

    words: tuple[tuple[Run, ...], ...]
    width: float

    def draw(self, x: float, y: float, size: float, **attributes: str | float | None) -> str:
        """Write the line; `y` is its baseline. Fonts that are a little wider than ours are kept to its width."""
        runs: list[list[str]] = []
        for number, word in enumerate(self.words):
            for part, (text, kind) in enumerate(word):
                blank = " " if number and not part else ""
                if runs and runs[-1][1] == kind:
                    runs[-1][0] += blank + text
                else:
                    if blank and kind == "code":  # a blank of Courier would be too wide
                        runs[-1][0] += blank
                        blank = ""
                    runs.append([blank + text, kind])
        styles: dict[str, dict[str, str]] = {
            "": {},
            "bold": {"font_weight": "700"},
            "italic": {"font_style": "italic"},
            "code": {"font_family": CODE_FONT},
        }
        spans = [tag("tspan", escaped(text), **styles[kind]) if kind else escaped(text) for text, kind in runs]
        return tag(
            "text",
            *spans,
            x=figure(x),
            y=figure(y),
            font_size=size,
            textLength=figure(self.width) or None,
            **attributes,
        )


def escaped(text: str) -> str:
    """A text as it stands between tags."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def words(runs: Iterable[Run]) -> list[tuple[Run, ...]]:
    """The words of running text: a word may be set in several ways, a no-break space does not end it."""
    found: list[list[Run]] = [[]]
    for text, kind in runs:
        if kind == "code":
            found[-1].append((text, kind))
            continue
        for number, part in enumerate(re.split(r"[ \n]+", text)):
            if number:
                found.append([])
            if part:
                found[-1].append((part, kind))
    return [tuple(word) for word in found if word]


def broken(runs: Iterable[Run], width: float, size: float) -> list[Line]:
    """Running text in lines of at most a width; a word that is wider stands in a line of its own."""
    lines: list[Line] = []
    line: list[tuple[Run, ...]] = []
    filled = 0.0
    blank = SPACE * size / 1000
    for word in words(runs):
        long = sum(wide(text, kind, size) for text, kind in word)
        if line and filled + blank + long > width + 0.01:
            lines.append(Line(tuple(line), filled))
            line, filled = [], 0.0
        filled += long + (blank if line else 0)
        line.append(word)
    return [*lines, Line(tuple(line), filled)] if line else lines
