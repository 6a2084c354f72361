"""Everything a page or bot may send; `responses` is what the server sends, docs/api.md explains both.

What is unknown or out of range is refused.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

GameName: TypeAlias = Annotated[str, Meta(max_length=40)]
"""Any game of the registry; an unknown one is refused with `unknown-game`."""
ShortText: TypeAlias = Annotated[str, Meta(max_length=60)]
PositionText: TypeAlias = Annotated[str, Meta(max_length=300)]
MoveText: TypeAlias = Annotated[str, Meta(max_length=60)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Handle: TypeAlias = Annotated[str, Meta(max_length=20)]
Touches: TypeAlias = Annotated[tuple[Handle, ...], Meta(max_length=40)]
Tag: TypeAlias = Annotated[str, Meta(max_length=40)]


# What is asked over HTTP --------------------------------------------------------------------------------------------


class ClockChoice(Struct, forbid_unknown_fields=True):
    """Main time and increment a move, in seconds."""

    main: Annotated[float, Meta(ge=1, le=86_400)]
    increment: Annotated[float, Meta(ge=0, le=600)] = 0.0


class SeatChoice(Struct, forbid_unknown_fields=True):
    """Who sits on a chair: the creator's own screen (`here`), whoever opens the link (`link`), or the computer."""

    kind: Literal["here", "link", "computer"] = "here"
    level: Annotated[int, Meta(ge=1, le=20)] = 1
    """Strength of a computer; GET /api/games says how many levels there are."""
    name: ShortText = ""


class NewTable(Struct, forbid_unknown_fields=True):
    """Set a table. `seats` are listed in order of play as the creator sees them, himself usually first.

    `starts` is the number of the listed seat that plays first (the others follow in the listed order, the last one
    followed by the first), or 0 to draw lots.
    """

    game: GameName
    variant: ShortText = ""
    """The game's first variant where nothing is said."""
    seats: Annotated[list[SeatChoice], Meta(min_length=2, max_length=4)] | UnsetType = UNSET
    """Default: one human here against the first level of the computer."""
    starts: Annotated[int, Meta(ge=0, le=4)] = 1
    clock: ClockChoice | None = None
    start: PositionText = ""
    """A position text to start from; the usual start where nothing is said."""


class NewName(Struct, forbid_unknown_fields=True):
    """How a visitor wants to be called."""

    name: ShortText


class Joining(Struct, forbid_unknown_fields=True):
    """Take the free seat of an invitation."""

    name: ShortText = ""


class WhyNot(Struct, forbid_unknown_fields=True):
    """Ask why a handle may not be touched in a free position."""

    game: GameName
    handle: Handle
    variant: ShortText = ""
    text: PositionText = ""
    touched: Touches = ()


class PositionAsked(Struct, forbid_unknown_fields=True):
    """A free position, and a move to play on it where one is given."""

    game: GameName
    variant: ShortText = ""
    text: PositionText = ""
    """The usual start where nothing is said."""
    move: MoveText = ""
    touched: Touches = ()


# What a player asks, over HTTP or his socket -------------------------------------------------------------------------


class Play(Struct, tag_field="type", tag="move", forbid_unknown_fields=True):
    """Play a move. `answers` is `status.turn`, the number of the event that made the position it answers to."""

    move: MoveText
    answers: Number
    touched: Touches = ()
    """The handles the hand touched, if any, so that motions go in that order."""
    id: Tag = ""


class Undo(Struct, tag_field="type", tag="undo", forbid_unknown_fields=True):
    """Take back to before my last move: at once where nobody else sits at the table, else as an offer."""

    answers: Number
    id: Tag = ""


class Offer(Struct, tag_field="type", tag="offer", forbid_unknown_fields=True):
    """Offer a draw or a rematch."""

    offer: Literal["draw", "rematch"]
    id: Tag = ""


class Answer(Struct, tag_field="type", tag="answer", forbid_unknown_fields=True):
    """Accept or decline the offer of that number; its own maker withdraws it by declining."""

    number: Number
    accept: bool
    id: Tag = ""


class Resign(Struct, tag_field="type", tag="resign", forbid_unknown_fields=True):
    """Give up. `player` says for which of my seats; 0 is the one to move, or my only one."""

    player: Annotated[int, Meta(ge=0, le=4)] = 0
    id: Tag = ""


class Hint(Struct, tag_field="type", tag="hint", forbid_unknown_fields=True):
    """Ask for a good move; only where no other person sits at the table."""

    id: Tag = ""


class More(Struct, tag_field="type", tag="more", forbid_unknown_fields=True):
    """Ask for the rest of a gesture graph, after the touches so far (for a node marked `more`)."""

    touched: Touches
    id: Tag = ""


class Why(Struct, tag_field="type", tag="why", forbid_unknown_fields=True):
    """Ask why a handle may not be touched, after the touches so far."""

    handle: Handle
    touched: Touches = ()
    id: Tag = ""


class Pong(Struct, tag_field="type", tag="pong", forbid_unknown_fields=True):
    """Give a ping back at once; this is how the server learns what the wire costs."""

    ping: Number


Asked: TypeAlias = Play | Undo | Offer | Answer | Resign | Hint | More | Why | Pong
"""All that a socket may say."""
