"""Reading the common parts of position texts: fields, rows of places, the player to move."""

from __future__ import annotations

from .errors import BadPosition, quoted
from .sentences import Sentence
from .wording import listed

FILES = "abcdefgh"


def fields(text: str, names: tuple[str, ...]) -> list[str]:
    """Split a position text into its fields, or say which one is missing or too many; `field.NAME` names them."""
    parts, count = text.split(), len(names)
    called = [Sentence(f"field.{name}") for name in names]
    if len(parts) < count:
        missing = called[len(parts)]
        raise BadPosition.of("position.field.missing", field=missing, count=count, fields=listed(called, "list.comma"))
    if len(parts) > count:
        extra = quoted(parts[count])
        raise BadPosition.of("position.field.extra", text=extra, count=count, fields=listed(called, "list.comma"))
    return parts


def rows(text: str, lengths: tuple[int, ...], letters: str, what: str = "rank") -> list[str]:
    """Split a board field at its slashes and check the number, length and letters of its rows.

    `rows.WHAT` says how many there are, `row.WHAT` names one.
    """
    found = text.split("/")
    if len(found) != len(lengths):
        wanted = Sentence(f"rows.{what}", {"count": len(lengths)})
        raise BadPosition.of("position.rows", rows=wanted, found=len(found), text=quoted(text))
    for number, (row, length) in enumerate(zip(found, lengths, strict=True), 1):
        here = Sentence(f"row.{what}", {"row": number})
        for at, letter in enumerate(row, 1):
            if letter not in letters:
                allowed = " ".join(letters)
                raise BadPosition.of("position.row.letter", letter=quoted(letter), row=here, at=at, letters=allowed)
        if len(row) != length:
            raise BadPosition.of("position.row.length", row=here, places=length, found=len(row), text=quoted(row))
    return found


def player(text: str, players: int) -> int:
    """The number of the player to move."""
    for number in range(1, players + 1):
        if text == str(number):
            return number
    raise BadPosition.of("position.player", players=players, text=quoted(text))


def bits(word: int) -> list[int]:
    """The numbers of the set bits, lowest first."""
    return [i for i in range(word.bit_length()) if word >> i & 1]
