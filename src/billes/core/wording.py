"""Phrases that the explanations of illegal moves share."""

from __future__ import annotations

from collections.abc import Iterable

from .errors import quoted


def form_error(text: str, what: str) -> str | None:
    """What is wrong with a move text in any game: it is empty or has a space. `what` says what a move looks like."""
    if not text:
        return f"the move is empty: {what}"
    for at, letter in enumerate(text, 1):
        if letter.isspace():
            return f"a move has no spaces, but character {at} of {quoted(text)} is one"
    return None


def listed(names: Iterable[str]) -> str:
    """Names in a row: 'a1', 'a1 and a2', 'a1, a2 and a3'."""
    some = list(names)
    return f"{', '.join(some[:-1])} and {some[-1]}" if len(some) > 1 else "".join(some)


def are(names: list[str]) -> str:
    """'is' or 'are', by how many names there are."""
    return "is" if len(names) == 1 else "are"


def no_place(part: str, files: str, ranks: int, what: str) -> str:
    """What is wrong with two characters that name no place of a board with these files and ranks."""
    span = f"files {files[0]} to {files[-1]} and ranks 1 to {ranks}"
    if len(part) != 2:
        return f"{quoted(part)} is no {what}: one is written as file and rank, such as {files[0]}1"
    if part.swapcase() != part and part.swapcase()[0] in files and part[1] in "123456789"[:ranks]:
        size = "small" if files[0].islower() else "capital"
        return f"{quoted(part)} is no {what}: files are {size} letters here, so write {part.swapcase()}"
    if part[0] not in files:
        return f"{quoted(part)} is no {what}: {quoted(part[0])} is no file, the board has {span}"
    return f"{quoted(part)} is no {what}: {quoted(part[1])} is no rank, the board has {span}"
