"""Why a move is refused, in words. One module a game; none of this is needed to play."""

from __future__ import annotations

from importlib import import_module


def why(game: str, state: tuple[int, ...], text: str) -> str:
    """The reason why a text is not a legal move of a state of a game that is not over."""
    return str(import_module(f"{__package__}.{game}").why(state, text))
