"""What happened at a table: one type in memory, on disk and on the wire.

A table is its seats and its events in order; position, scene, sentences, clocks and rights follow from them.
"""

from __future__ import annotations

import time
from typing import Any, Literal, TypeAlias

from msgspec import Struct, json

OfferKind: TypeAlias = Literal["undo", "draw", "rematch"]
EventKind: TypeAlias = Literal[
    "seat", "start", "move", "undo", "offer", "agree", "decline", "end", "leave", "clocks", "rematch", "phrase"
]
Phrase: TypeAlias = Literal[
    "hello", "good-luck", "well-played", "thank-you", "sorry", "one-moment", "your-turn", "good-game"
]
"""What can be said at a table: `phrase.NAME` in the catalogue, so that everybody reads it in their own language."""


class Event(Struct, omit_defaults=True):
    """Something that happened at a table, numbered from 1 without gaps. The kind says which fields mean something."""

    number: int
    at: float
    kind: EventKind
    by: int = 0
    """The player who did it, 0 for nobody."""
    move: str = ""
    """move: the text of the move."""
    touched: tuple[str, ...] = ()
    """move: the handles that were touched, in order."""
    removed: int = 0
    """undo: how many moves were taken back."""
    offer: OfferKind | None = None
    """offer, agree, decline."""
    reason: str = ""
    """end, leave: resignation, time, agreement; undo: agreement, or empty where nobody was asked."""
    winner: int = 0
    """end: who has won, 0 for a draw."""
    remaining: list[float | None] | None = None
    """What the clocks show after it, player 1 first; None where the table has no clocks."""
    table: str = ""
    """rematch: the id of the new table."""
    phrase: Phrase | None = None
    """phrase: what was said."""


_encoder = json.Encoder()
_decoder = json.Decoder(
    Event
)  # made here and not on first use, which may be in several threads at once: msgspec crashes
_WALL = time.time() - time.monotonic()


def now() -> float:
    """Seconds since 1970. Never jumps while the server runs, whatever happens to the machine's clock."""
    return _WALL + time.monotonic()


def follow(at: float) -> None:
    """Go by another clock, which shows this now: that of the database, where several machines use it."""
    global _WALL
    _WALL = at - time.monotonic()


def write(event: Event) -> str:
    """The event as it is on disk."""
    return _encoder.encode(event).decode()


def row_of(table: str, event: Event) -> dict[str, Any]:
    """The event as a row of the database."""
    return {"table_id": table, "number": event.number, "at": event.at, "event": write(event)}


def read(number: int, at: float, text: str) -> Event:
    """The event of a row. Version 0.1 kept number and time in their columns only."""
    if not text.startswith('{"number":'):
        text = f'{{"number":{number},"at":{at!r},{text[1:]}'
    return _decoder.decode(text)
