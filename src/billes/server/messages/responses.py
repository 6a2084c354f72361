"""Everything the server sends to a page or bot; `requests` is what they send, docs/api.md explains both.

In an `Update` a field that holds its default value is left out; a reader treats a missing field as its default. Times
are seconds since 1970 by the server's clock. Texts for people are sent as sentences: keys and parameters, in no
language.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from ...core.position import Outcome, Position
from ...core.sentences import Sentence as KeptSentence
from ...scenes import sentences as scene_sentences
from ..events import Event, OfferKind
from .requests import ClockChoice

Phase: TypeAlias = Literal["waiting", "playing", "over"]


SceneJson: TypeAlias = Annotated[Raw, Meta(extra={"type": "Scene"})]
"""A scene (`scenes.scene`), already JSON; `extra` names the type for the generator of the page's types."""
ScenePartsJson: TypeAlias = Annotated[Raw, Meta(extra={"type": "Partial<Scene>"})]
"""The parts of a scene that changed."""
GesturesJson: TypeAlias = Annotated[Raw, Meta(extra={"type": "Gestures"})]
"""A gesture graph (`scenes.gestures`), and with it `labels`: a `Sentence` for every handle."""
MotionsJson: TypeAlias = Annotated[Raw, Meta(extra={"type": "Motion[]"})]
"""What moves (`scenes.motions`)."""


class Sentence(Struct, omit_defaults=True):
    """A sentence in no language yet: its key in the catalogue and what its placeholders stand for."""

    key: str
    params: dict[str, str | int | float | Sentence] = {}
    players: dict[str, int] = {}
    """Placeholders that stand for the name of a player."""


def sendable(sentence: KeptSentence) -> Sentence:
    """A sentence as it is sent."""
    params = {
        name: sendable(value) if isinstance(value, KeptSentence) else value for name, value in sentence.params.items()
    }
    return Sentence(sentence.key, params, dict(sentence.players))


def sentences(found: Iterable[KeptSentence]) -> list[Sentence]:
    """Sentences as they are sent."""
    return [sendable(one) for one in found]


class Problem(Struct):
    """An error over HTTP: a code, a sentence for the page, and the same in English for bots and logs."""

    error: str
    sentence: Sentence
    message: str
    request: str = ""
    """The id of the request, by which it is found in the server's log."""


class Refusal(Struct, tag_field="type", tag="error"):
    """An error over a socket; `id` is that of the request."""

    error: str
    sentence: Sentence
    message: str
    id: str = ""
    request: str = ""
    """The id of the socket, by which it is found in the server's log."""


class Done(Struct, tag_field="type", tag="done"):
    """The action is done and on disk; `number` is that of the event it made (or had made when sent before)."""

    number: int
    id: str = ""


class Hinted(Struct, tag_field="type", tag="hint"):
    """A good move for the player to move, with a sequence of touches that plays it."""

    move: str
    touches: tuple[str, ...]
    sentences: list[Sentence]
    reasons: list[Sentence]
    """What speaks for it."""
    answers: int
    id: str = ""


class MoreGestures(Struct, tag_field="type", tag="more"):
    """The gesture graph after the touches in the request."""

    gestures: GesturesJson
    answers: int
    id: str = ""


class Because(Struct, tag_field="type", tag="why"):
    """Why a handle may not be touched."""

    sentences: list[Sentence]
    id: str = ""


class Ping(Struct, tag_field="type", tag="ping"):
    """Answer at once with a pong of the same number. `now` lets the page set its clock by the server's."""

    ping: int
    now: float


class Presence(Struct, tag_field="type", tag="presence"):
    """Which players have a socket open now, and how many spectators. Not numbered, never stored."""

    players: list[int]
    spectators: int


class Seat(Struct):
    """A seat at the table, as its reader may see it."""

    player: int
    kind: Literal["human", "computer"] = "human"
    level: int = 0
    name: str = ""
    """Empty where nobody gave a name; a computer has none (the page names it by its level)."""
    mine: bool = False
    free: bool = False
    """Waits for somebody to open the invitation."""
    invite: str = ""
    """Path of the invitation, `/join/…`; sent to the creator only, while the seat is free."""
    left: bool = False
    """A player of four who resigned or ran out of time: the computer plays on in their place."""


class Clocks(Struct):
    """The clocks as they stood at `at`."""

    main: float
    increment: float
    remaining: list[float | None]
    """Seconds left, player 1 first; None for a seat without a clock (its player has left)."""
    running: int
    """The player whose time runs, 0 for nobody (before the first move, and when the game is over)."""
    at: float


class Result(Struct):
    """How the game ended, also in sentences."""

    winner: int
    """0 for nobody."""
    draw: bool
    reason: str
    """top, reserve, blocked, out, zone, score, repetition, resignation, time or agreement."""
    scores: tuple[int, ...]
    sentences: list[Sentence]


def result(position: Position, outcome: Outcome | None) -> Result | None:
    """How a game ended that has this outcome."""
    if outcome is None:
        return None
    told = sentences(scene_sentences.outcome_sentences(position, outcome))
    return Result(outcome.winner or 0, outcome.draw, outcome.reason, outcome.scores, told)


class OpenOffer(Struct, frozen=True):
    """An offer that waits for an answer."""

    number: int
    offer: OfferKind
    by: int
    """The player who made it."""
    waits: list[int]
    """The players who have not answered yet."""


class Status(Struct):
    """The state of the game after an event."""

    phase: Phase
    turn: int
    """Number of the event that made this position: what a move answers to."""
    player: int
    """The player to move, 0 when the game is over or has not begun."""
    ply: int
    warning: Sentence | None = None
    """What the board itself tells the player to move, such as that its weight is against them; it then trembles.
    An `Update` does not tell: its `Look` does."""
    result: Result | None = None
    offer: OpenOffer | None = None


class Entry(Struct):
    """A line of the move list."""

    ply: int
    """From 1."""
    player: int
    move: str
    sentences: list[Sentence]
    clock: float | None = None
    """Seconds left after it."""


def entry(before: Position, move: str, ply: int, clock: float | None = None) -> Entry:
    """The line of the move list for a move."""
    return Entry(ply, before.player, move, sentences(scene_sentences.move_sentences(before, move)), clock)


class Rights(Struct):
    """What the reader of a message may do now; the page shows and hides its buttons by it."""

    undo: Literal["no", "now", "ask"] = "no"
    draw: Literal["no", "now", "ask"] = "no"
    rematch: Literal["no", "now", "ask"] = "no"
    resign: bool = False
    hint: bool = False
    analysis: bool = False
    """Engine lines of this table: when the game is over, or no other person sits at it."""


class Update(Event, tag_field="type", tag="event", omit_defaults=True, kw_only=True):
    """An event and what it changed, as its reader may see it; what it looks like follows as a `Look`."""

    status: Status
    entry: Entry | None = None
    """move: the new line of the move list."""
    seats: list[Seat] | UnsetType = UNSET
    """seat, start, leave: all seats anew."""
    clocks: Clocks | None = None
    """The clocks, where they changed."""
    rights: Rights | UnsetType = UNSET


class Look(Struct, tag_field="type", tag="look", omit_defaults=True):
    """What a `start`, `move` or `undo` looks like: follows the event of the same number as soon as it is drawn.

    Where moves come faster than they can be drawn, one look stands for several events: for all up to its number.
    """

    number: int
    motions: MotionsJson | UnsetType = UNSET
    """move: what moves, from the scene of the look before to this one."""
    scene: ScenePartsJson | UnsetType = UNSET
    """The parts of the scene that changed; lay them over the scene you hold, key by key."""
    warning: Sentence | None = None
    """As in `Status`."""
    gestures: GesturesJson | UnsetType = UNSET
    """What the reader may touch, where it is their turn. A missing field means nothing may be touched."""


class State(Struct, tag_field="type", tag="state"):
    """A whole table: the answer to GET, and the first message of a socket that has seen nothing yet."""

    table: str
    number: int
    now: float
    game: str
    variant: str
    start: str
    """The position text the game began from."""
    text: str
    """The position text now."""
    created: float
    seats: list[Seat]
    you: list[int]
    """The players whose seats are yours; empty for a spectator."""
    moves: list[Entry]
    """The last 200 lines of the move list."""
    scene: SceneJson
    gestures: GesturesJson | None
    status: Status
    clocks: Clocks | None
    rights: Rights
    presence: Presence
    rematch: str = ""
    """The table this one is continued at, if any."""
    lots: bool = False
    """Whether lots decided who plays first."""
    earlier: int = 0
    """How many lines of the move list come before those in `moves`; GET /api/tables/{id}/entries has them."""
    lessons: bool = False
    """Whether there are lessons for this game."""


Response: TypeAlias = State | Update | Look | Done | Refusal | Hinted | MoreGestures | Because | Ping | Presence
"""All that a socket may receive."""


class Summary(Struct):
    """A line of "my tables"."""

    table: str
    game: str
    variant: str
    phase: Phase
    ply: int
    player: int
    """The player to move, 0 when over or not begun."""
    you: list[int]
    your_turn: bool
    seats: list[Seat]
    created: float
    active: float
    """When something last happened."""
    text: str
    """The position text, for a small picture (GET /api/svg)."""
    clock: ClockChoice | None
    result: Result | None
    damaged: bool = False
    """Whether it cannot be read any more: it can only be deleted, and its moves are not known."""


class MyGames(Struct):
    """One page of a visitor's games."""

    games: list[Summary]
    total: int
    page: int
    """From 1."""
    pages: int


class Deleted(Struct):
    """A game was taken off my list."""

    table: str
    gone: bool
    """Whether it is deleted: nobody else has it on their list."""


class Invitation(Struct):
    """What an invitation leads to. `open` is False once somebody has taken the seat."""

    table: str
    game: str
    variant: str
    player: int
    open: bool
    yours: bool
    host: str
    """Name of the visitor who created the table."""
    clock: ClockChoice | None


class Me(Struct):
    """The visitor as the server knows them."""

    name: str


class Code(Struct):
    """A code that makes me known on another device."""

    code: str
    until: float
    """When it expires."""


class LanguageInfo(Struct):
    """A language that sentences can be had in, and what it calls itself."""

    language: str
    name: str


class Heading(Struct):
    """A heading of a rules page, and where it stands in it."""

    level: int
    id: str
    title: str


class RulesPage(Struct):
    """A rules page as safe HTML: of a game, or of all of them."""

    game: str
    """The game, or the page's name."""
    language: str
    title: str
    html: str
    contents: list[Heading]
    """The headings below the title."""


class Health(Struct):
    """The state of the server."""

    ok: bool
    version: str
    tables: int
    """Tables in memory now."""
    sockets: int
    page: bool
    """Whether the page is built."""
