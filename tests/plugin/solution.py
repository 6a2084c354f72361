"""Three Men's Morris solved, from the plain reading of the rules alone: 5,390 positions, worked out in a moment."""

from __future__ import annotations

from functools import cache

from billes_morris.testing import plain

START = ".../.../... 1"


@cache
def positions(variant: str) -> dict[str, dict[str, str]]:
    """Every position that a game can reach, by its text, with its moves and the positions after them."""
    found: dict[str, dict[str, str]] = {}
    waiting = [START]
    while waiting:
        text = waiting.pop()
        if text not in found:
            found[text] = plain(text, variant)
            waiting += found[text].values()
    return found


@cache
def values(variant: str) -> dict[str, int]:
    """For every position that is not a draw, plies to the end by best play: above 0 the player to move wins.

    A position without moves is lost at once and has the value 0: somebody has three in a row.
    """
    graph = positions(variant)
    found = {text: 0 for text, moves in graph.items() if not moves}
    plies = 0
    while True:
        plies += 1
        new = {}
        for text, moves in graph.items():
            if text in found:
                continue
            after = [found.get(child) for child in moves.values()]
            if any(value is not None and value <= 0 for value in after):
                new[text] = plies
            elif all(value is not None and value > 0 for value in after):
                new[text] = -plies
        if not new:
            return found
        found |= new


def score(variant: str, text: str) -> int:
    """Who wins by best play, seen by the player to move: 1, 0 for a draw, or -1."""
    value = values(variant).get(text)
    return 0 if value is None else 1 if value > 0 else -1
