"""What is written down of a table: who sits there, and everything that happened, in the fewest words.

A table is its seats and its facts in order; everything else (position, scene, sentences, clocks, who may do what)
follows from them.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, json

from .responses import EventKind, OfferKind


class Fact(Struct, omit_defaults=True):
    """Something that happened. Which fields mean something depends on the kind; see `messages.Event`."""

    kind: EventKind
    by: int = 0
    move: str = ""
    touched: tuple[str, ...] = ()
    removed: int = 0
    offer: OfferKind | None = None
    reason: str = ""
    winner: int = 0
    remaining: list[float | None] | None = None
    """What the clocks show after it; None where no clock stands at the table."""
    running: int = 0
    table: str = ""


class Happened(Struct, frozen=True):
    """A fact with its number and time."""

    number: int
    at: float
    fact: Fact


class Chair(Struct):
    """A seat as it is kept: `visitor` is the fingerprint of the visitor who holds it, `invite` the open invitation."""

    player: int
    kind: Literal["human", "computer"]
    level: int = 0
    name: str = ""
    visitor: str | None = None
    invite: str | None = None
    left: bool = False

    @property
    def free(self) -> bool:
        """Whether it waits for somebody."""
        return self.kind == "human" and self.visitor is None


class Setting(Struct, frozen=True):
    """What was agreed before the first move."""

    id: str
    game: str
    variant: str
    start: str
    creator: str
    created: float
    clock: tuple[float, float] | None = None
    """Main time and increment."""


_encoder = json.Encoder()
_decoder = json.Decoder(Fact)


def write(fact: Fact) -> str:
    """The fact as it stands on disk."""
    return _encoder.encode(fact).decode()


def read(text: str) -> Fact:
    """The fact of a text."""
    return _decoder.decode(text)
