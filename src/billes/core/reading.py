"""Reading the common parts of position texts: fields, rows of places, the player to move."""

from __future__ import annotations

from .errors import BadPosition, quoted

FILES = "abcdefgh"


def fields(text: str, names: tuple[str, ...]) -> list[str]:
    """Split a position text into its fields, or say which one is missing or too many."""
    parts = text.split()
    if len(parts) < len(names):
        missing = names[len(parts)]
        raise BadPosition(f"the {missing} is missing: a position has {len(names)} fields ({', '.join(names)})")
    if len(parts) > len(names):
        extra = parts[len(names)]
        raise BadPosition(f"{quoted(extra)} is too much: a position has {len(names)} fields ({', '.join(names)})")
    return parts


def rows(text: str, lengths: tuple[int, ...], letters: str, what: str = "rank") -> list[str]:
    """Split a board field at its slashes and check the number, length and letters of its rows."""
    found = text.split("/")
    if len(found) != len(lengths):
        raise BadPosition(f"the board has {len(lengths)} {what}s separated by '/', not {len(found)}: {quoted(text)}")
    for number, (row, length) in enumerate(zip(found, lengths, strict=True), 1):
        for column, letter in enumerate(row):
            if letter not in letters:
                allowed = " ".join(letters)
                raise BadPosition(
                    f"{quoted(letter)} in {what} {number}, place {column + 1}, is none of these: {allowed}"
                )
        if len(row) != length:
            raise BadPosition(f"{what} {number} has {length} places, not {len(row)}: {quoted(row)}")
    return found


def player(text: str, players: int) -> int:
    """The number of the player to move."""
    for number in range(1, players + 1):
        if text == str(number):
            return number
    raise BadPosition(f"the player to move is a number from 1 to {players}, not {quoted(text)}")


def bits(word: int) -> list[int]:
    """The numbers of the set bits, lowest first."""
    return [i for i in range(word.bit_length()) if word >> i & 1]
