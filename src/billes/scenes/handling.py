"""What every game tells about its handling: which touches play a move, and how a turn looks half way through."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from ..core.sentences import Params
from .motions import Motion

Touches: TypeAlias = tuple[str, ...]

Trie: TypeAlias = "dict[str, Trie | str]"
"""Touches by handle, each leading on, or to the text of the move it completes."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """How a turn stands after some touches; see `gestures.Node`."""

    ask: str
    params: Params = field(default_factory=dict)
    held: tuple[str, ...] = ()


class Hand(Protocol):
    """A hand over the board of one position."""

    def sequences(self) -> Iterator[tuple[Touches, str]]:
        """Every legal move's text with each sequence of touches that plays it.

        A last touch of ``done`` stands for playing no more; where nothing else could be touched, it is left out.
        """

    def detours(self, first: Touches) -> Mapping[str, Touches]:
        """Handles that may be touched first without any need: each with those of the first handles it leads on to."""

    def prompt(self, touched: Touches, handles: Touches) -> Prompt:
        """How the turn stands after some touches, when those handles may be touched next."""

    def shows(self, touched: Touches) -> tuple[Motion, ...]:
        """What the last of some touches moves at once, so that a page need not wait for the answer to show it.

        Those of all touches of a turn, one after another, are how the motions of the move begin.
        """
