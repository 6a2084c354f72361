"""Why a move of bilitaire is refused."""

from __future__ import annotations

from ..errors import quoted


def why(state: tuple[int, ...], text: str) -> str:
    """The reason why a text is not a legal move of an open state."""
    return f"{quoted(text)} is not a legal move here"
