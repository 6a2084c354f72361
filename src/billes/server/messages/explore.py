"""What the server sends about solved variants."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .responses import Sentence


class ExploredMove(Struct):
    """A move of a solved variant, and what comes of it when both play on perfectly."""

    move: str
    sentences: list[Sentence]
    value: Literal["win", "draw", "loss", ""]
    """What the mover gets by it; nothing where that is not known."""
    depth: int | None
    """The plies then left, where they are known."""
    keeping: int
    """How many of the replies keep what the other player has."""
    replies: int
    """How many there are; 0 where nothing is known of them, and after a move that ends the game."""


class ExploredPosition(Struct):
    """A position of a solved variant: its value for the player to move, and its moves, best first."""

    game: str
    variant: str
    text: str
    player: int
    """The player to move, 0 when the game is over."""
    source: Literal["tablebase", "book", ""]
    """Where the values come from; nothing where the position is not known."""
    value: Literal["win", "draw", "loss", ""]
    depth: int | None
    moves: list[ExploredMove]


class LevelMove(Struct):
    """The move that a level of the computer plays in a position."""

    level: int
    move: str


class TablebaseState(Struct):
    """The tablebase of a variant: whether it is there, what making it takes, and how far that is."""

    form: str
    """`distances`, `wdl` for win, draw and loss only, or nothing where there is none."""
    minutes: float
    """What making it takes on one core of a 2.6 GHz server."""
    memory: float
    """GB."""
    disk: float
    """GB, what is written down on the way included."""
    allowed: bool
    """Whether this server makes tablebases when asked."""
    share: float | None
    """While it is being made: the share of the work that is done."""
    left: float | None
    """Seconds that it will still take, where that is known."""
    trouble: Sentence | None
    """Why it could not be made, the last time."""
