"""Sentences that the explanations of illegal moves share."""

from __future__ import annotations

from collections.abc import Iterable

from .errors import quoted
from .sentences import Params, Sentence, own


def form_error(text: str, form: Sentence | str) -> Sentence | None:
    """What is wrong with a move text in any game: it is empty or has a space. `form` says what a move looks like."""
    if not text:
        return Sentence("illegal.empty", {"form": form})
    for at, letter in enumerate(text, 1):
        if letter.isspace():
            return Sentence("illegal.space", {"at": at, "text": quoted(text)})
    return None


def listed(names: Iterable[str | Sentence], last: str = "list.and", comma: str = "list.comma") -> str | Sentence:
    """Names in a row: 'a1', 'a1 and a2', 'a1, a2 and a3'. `last` and `comma` are the sentences that join two."""
    *rest, final = [*names] or [""]
    return Sentence(last, {"rest": listed(rest, comma, comma), "last": final}) if rest else final


def called(player: int, game: str) -> Sentence:
    """What a player of a game is called in a message, as everywhere else: Light, or White in Balanx.

    >>> str(called(2, "quits")), str(called(2, "balanx"))
    ('Dark', 'Black')
    """
    return Sentence(own(f"player.{player}", game))


def no_place(part: str, files: str, ranks: int, what: Sentence | str) -> Sentence:
    """What is wrong with two characters that name no place of a board with these files and ranks.

    `what` is what such a place is called: `place.cell` and the like.
    """
    params: Params = {"text": quoted(part), "what": what, "first": files[0], "last": files[-1], "ranks": ranks}
    if len(part) != 2:
        return Sentence("illegal.place.form", params)
    right = part.swapcase()
    if right != part and right[0] in files and part[1] in "123456789"[:ranks]:
        key = "illegal.place.small" if files[0].islower() else "illegal.place.capital"
        return Sentence(key, {**params, "right": right})
    if part[0] not in files:
        return Sentence("illegal.place.file", {**params, "file": quoted(part[0])})
    return Sentence("illegal.place.rank", {**params, "rank": quoted(part[1])})
