"""Everything a page or bot may send; `responses` is what the server sends, docs/api.md explains both.

What is unknown or out of range is refused, and so is what comes too often.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from ..events import Phrase

GameName: TypeAlias = Annotated[str, Meta(max_length=40)]
"""Any game of the registry; an unknown one is refused with `unknown-game`."""
ShortText: TypeAlias = Annotated[str, Meta(max_length=60)]
PositionText: TypeAlias = Annotated[str, Meta(max_length=300)]
BoardText: TypeAlias = Annotated[str, Meta(max_length=2000)]
MoveText: TypeAlias = Annotated[str, Meta(max_length=60)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Handle: TypeAlias = Annotated[str, Meta(max_length=20)]
Touches: TypeAlias = Annotated[tuple[Handle, ...], Meta(max_length=40)]
Tag: TypeAlias = Annotated[str, Meta(max_length=40)]


# Over HTTP -----------------------------------------------------------------------------------------------------------


class ClockChoice(Struct, forbid_unknown_fields=True):
    """Main time, and increment per move, in seconds."""

    main: Annotated[float, Meta(ge=1, le=86_400)]
    increment: Annotated[float, Meta(ge=0, le=600)] = 0.0


class SeatChoice(Struct, forbid_unknown_fields=True):
    """Who takes a seat: the creator's own screen (`here`), the first to open the link (`link`), or the computer."""

    kind: Literal["here", "link", "computer"] = "here"
    level: Annotated[int, Meta(ge=1, le=20)] = 1
    """Strength of a computer; GET /api/games lists the levels of every variant."""
    name: ShortText = ""


class NewTable(Struct, forbid_unknown_fields=True):
    """Create a table. `seats` are listed in order of play as the creator sees them, their own usually first.

    `starts` is the number of the listed seat that plays first (the others follow in the listed order, the last one
    followed by the first), or 0 to choose at random.
    """

    game: GameName
    variant: ShortText = ""
    """Empty for the game's first variant."""
    seats: Annotated[list[SeatChoice], Meta(min_length=2, max_length=4)] | UnsetType = UNSET
    """Default: one human here against the first level of the computer."""
    starts: Annotated[int, Meta(ge=0, le=4)] = 1
    clock: ClockChoice | None = None
    start: PositionText = ""
    """A position text to start from; empty for the usual start."""


class NewName(Struct, forbid_unknown_fields=True):
    """The name a visitor wants to have."""

    name: ShortText


class TakeCode(Struct, forbid_unknown_fields=True):
    """A code that another device shows."""

    code: ShortText


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


class PositionRequest(Struct, forbid_unknown_fields=True):
    """A free position, and a move to play on it where one is given."""

    game: GameName
    variant: ShortText = ""
    text: PositionText = ""
    """Empty for the usual start."""
    board: BoardText = ""
    """The text of another board, in games that have them; without a variant it is then the one that fits."""
    move: MoveText = ""
    touched: Touches = ()


class LessonMove(Struct, forbid_unknown_fields=True):
    """A learner's move in a step of a lesson."""

    move: MoveText
    touched: Touches = ()
    moves: Annotated[tuple[MoveText, ...], Meta(max_length=40)] = ()
    """In the game at the end of the lessons: the moves played so far."""


class PuzzleTry(Struct, forbid_unknown_fields=True):
    """A move in a puzzle: the last of the solver's moves so far. Those before it have been found right."""

    moves: Annotated[tuple[MoveText, ...], Meta(max_length=20)]
    mode: Literal["day", "puzzles", "rush", "mistakes"] = "puzzles"
    touched: Touches = ()
    show: bool = False
    """Rather show the solution from here on: `moves` are those that were found."""


class PracticeMove(Struct, forbid_unknown_fields=True):
    """A move in practice: the last of all moves so far, both players'. Those before it were right."""

    moves: Annotated[tuple[MoveText, ...], Meta(max_length=200)]
    touched: Touches = ()
    show: bool = False
    """Rather play a good move for me: `moves` are those that were played."""


class RushEnd(Struct, forbid_unknown_fields=True):
    """How many puzzles were solved in a rush."""

    solved: Annotated[int, Meta(ge=0, le=1_000)]


class WorstMoments(Struct, forbid_unknown_fields=True):
    """Moves of a finished game, by their numbers from 1, of which puzzles are to be made."""

    plies: Annotated[tuple[Annotated[int, Meta(ge=1, le=1_000_000)], ...], Meta(min_length=1, max_length=3)]


class OpenRecord(Struct, forbid_unknown_fields=True):
    """A record to be opened, and which of its games."""

    text: Annotated[str, Meta(max_length=200_000)]
    number: Annotated[int, Meta(ge=1, le=100_000)] = 1


class LineMove(Struct, forbid_unknown_fields=True):
    """A move of a game or of a line beside it."""

    move: MoveText
    follows: Annotated[int, Meta(ge=0, le=5_000)]
    """The number of the move before it, in the list, from 1; 0 for the start."""
    comment: Annotated[str, Meta(max_length=4_000)] = ""
    clock: Annotated[float, Meta(ge=0, le=1_000_000)] | None = None


class WriteRecord(Struct, forbid_unknown_fields=True):
    """A game and lines beside it, to be written as a record. Of moves that follow the same one the first is played."""

    game: GameName
    moves: Annotated[list[LineMove], Meta(max_length=5_000)]
    variant: ShortText = ""
    start: PositionText = ""
    plies: Annotated[int, Meta(ge=0, le=5_000)] = 0
    """How many moves were played in earnest: what goes on after them is a line beside the game. 0 where none were."""
    tags: Annotated[dict[ShortText, Annotated[str, Meta(max_length=1_000)]], Meta(max_length=50)] = {}
    comment: Annotated[str, Meta(max_length=4_000)] = ""
    """Before the first move."""
    reason: ShortText = ""
    """Why the game ended, where the board does not say so: resignation, time, agreement or adjudication."""
    winner: Annotated[int, Meta(ge=0, le=4)] = 0


class ReviewRequest(Struct, forbid_unknown_fields=True):
    """A line of play whose moves are to be marked."""

    game: GameName
    moves: Annotated[list[MoveText], Meta(max_length=5_000)]
    variant: ShortText = ""
    start: PositionText = ""
    after: Annotated[int, Meta(ge=0, le=5_000)] = 0
    """So many moves at the beginning need no mark."""
    seconds: Annotated[float, Meta(ge=0.05, le=2)] = 0.3
    """For each search, of which a move takes two at most."""


# Actions of players, over HTTP or a socket ---------------------------------------------------------------------------


class Play(Struct, tag_field="type", tag="move", forbid_unknown_fields=True):
    """Play a move. `answers` is `status.turn`, the number of the event that made the position it answers to."""

    move: MoveText
    answers: Number
    touched: Touches = ()
    """The handles that were touched, if any, so that motions go in that order."""
    id: Tag = ""


class Undo(Struct, tag_field="type", tag="undo", forbid_unknown_fields=True):
    """Take back to before my last move: at once where nobody else has a seat, else as an offer."""

    answers: Number
    id: Tag = ""


class Offer(Struct, tag_field="type", tag="offer", forbid_unknown_fields=True):
    """Offer a draw or a rematch."""

    offer: Literal["draw", "rematch"]
    id: Tag = ""


class Answer(Struct, tag_field="type", tag="answer", forbid_unknown_fields=True):
    """Accept or decline the offer of that number; the player who made it withdraws it by declining."""

    number: Number
    accept: bool
    id: Tag = ""


class Say(Struct, tag_field="type", tag="phrase", forbid_unknown_fields=True):
    """Say one of a few phrases to the others at the table."""

    phrase: Phrase
    id: Tag = ""


class Resign(Struct, tag_field="type", tag="resign", forbid_unknown_fields=True):
    """Give up. `player` says for which of my seats; 0 is the one to move, or my only one."""

    player: Annotated[int, Meta(ge=0, le=4)] = 0
    id: Tag = ""


class Hint(Struct, tag_field="type", tag="hint", forbid_unknown_fields=True):
    """Ask for a good move; only where no other person has a seat."""

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


class Check(Struct, tag_field="type", tag="check", forbid_unknown_fields=True):
    """Ask whether the connection still works, after a sleep; `done` then tells the number of the last event."""

    id: Tag = ""


class Pong(Struct, tag_field="type", tag="pong", forbid_unknown_fields=True):
    """Answer a ping at once; this is how the server measures the delay of the network."""

    ping: Number


Request: TypeAlias = Play | Undo | Offer | Answer | Say | Resign | Hint | More | Why | Check | Pong
"""All that a socket may send."""
