"""A table: its seats, clocks and events, folded into its present state. No input or output here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from ..core.game import Game
from ..core.position import Outcome, Position
from ..core.record import load
from .events import Event
from .messages.responses import OpenOffer, Phase, Rights

MOST_LAG = 0.3
"""Seconds of network delay that are given back per move, at most."""


class Seat(Struct):
    """A seat as it is kept: `visitor` is the fingerprint of the visitor who holds it, `invite` its invitation."""

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


class TableConfig(Struct, frozen=True):
    """What is fixed before the first move."""

    id: str
    game: str
    variant: str
    start: str
    creator: str
    created: float
    clock: tuple[float, float] | None = None
    """Main time and increment."""
    lots: bool = False
    """Whether lots decided who plays first."""


class Folded(Struct, omit_defaults=True):
    """A finished game in one row: its record, and what follows from its events but is not in the record."""

    record: str
    number: int
    """The number of its last event, and that of the one that made its last position."""
    turn: int
    at: float
    """When something last happened."""
    remaining: list[float | None] | None = None
    since: float = 0.0
    """What the clocks showed in the end, and when."""
    rematch: str = ""


class Clock(Struct):
    """The clocks of a table: what was left to every player at `since`, and whose time runs since then.

    None stands for a player without a clock: one of four who has left.
    """

    main: float
    increment: float
    remaining: list[float | None]
    running: int = 0
    since: float = 0.0

    @classmethod
    def fresh(cls, main: float, increment: float, players: int) -> Clock:
        """Clocks before the first move."""
        return cls(main, increment, [main] * players)

    def set(self, remaining: Sequence[float | None], running: int, since: float) -> None:
        """Show these times, and run from here on for a player (0 for nobody)."""
        self.remaining, self.running, self.since = list(remaining), running, since

    def left(self, player: int, at: float, lag: float = 0.0) -> float | None:
        """What is left to a player at a moment, the delay of the network not counted; None without a clock."""
        left = self.remaining[player - 1]
        if left is None or self.running != player:
            return left
        spent = max(0.0, at - self.since)
        return left - max(0.0, spent - min(lag, MOST_LAG))

    def stopped(self, at: float, lag: float = 0.0) -> list[float | None]:
        """All times at a moment, never below zero."""
        times = [self.left(player, at, lag) for player in range(1, len(self.remaining) + 1)]
        return [None if left is None else round(max(0.0, left), 3) for left in times]

    def pressed(self, player: int, at: float, lag: float = 0.0) -> list[float | None]:
        """All times after a player has moved: their own with the increment, if their clock was running."""
        times = self.stopped(at, lag)
        left = times[player - 1]
        if left is not None and self.running == player:
            times[player - 1] = round(left + self.increment, 3)
        return times

    def up_at(self, lag: float = 0.0) -> float | None:
        """The moment the time of the running player is up, or None where no time runs."""
        if not self.running:
            return None
        left = self.remaining[self.running - 1]
        return None if left is None else self.since + left + min(lag, MOST_LAG)


class Table:
    """The state of a table. `apply` is the only thing that changes it: when loading, playing and catching up."""

    def __init__(
        self, config: TableConfig, seats: Sequence[Seat], events: Iterable[Event] = (), folded: Folded | None = None
    ) -> None:
        self.config = config
        self.seats = list(seats)
        self.game = Game(config.game, config.variant, start=config.start)
        self.clock = Clock.fresh(*config.clock, len(self.seats)) if config.clock else None
        self.phase: Phase = "waiting"
        self.events: list[Event] = []
        self.movers: list[int] = []
        """Who has played each move."""
        self.turn = 0
        """Number of the event that made the position."""
        self.player = 0
        """The player to move, 0 before the game and after it."""
        self.offer: OpenOffer | None = None
        self.rematch = ""
        self.folded: Folded | None = None
        """What the events before the first one listed were folded into."""
        if folded is not None:
            self._unfold(folded)
        for event in events:
            self.apply(event)

    def _unfold(self, folded: Folded) -> None:
        """Play a folded game again: its moves, how it ended and where it went on."""
        game = load(folded.record)
        self.apply(Event(1, self.config.created, "start"))
        for move in game.moves:
            self.apply(Event(self.number + 1, folded.at, "move", self.player, move.text))
        self.game.clocks.update(game.clocks)
        end = game.outcome
        if end is not None and self.phase == "playing":
            self.apply(Event(self.number + 1, folded.at, "end", reason=end.reason, winner=end.winner or 0))
        self.rematch, self.turn, self.folded = folded.rematch, folded.turn, folded
        if self.clock is not None and folded.remaining is not None:
            self.clock.set(folded.remaining, 0, folded.since)
        self.events.clear()

    # ------------------------------------------------------------------------------------------- the transition
    def apply(self, event: Event, seat: Seat | None = None) -> None:
        """Apply the next event. `seat` is the one taken by it; a table that is loaded has its seats already."""
        match event.kind:
            case "seat":
                self._take(seat)
            case "start":
                self._take(seat)
                self.phase, self.turn = "playing", event.number
            case "move":
                self.movers.append(self.position.player)
                self.game.play(event.move)
                if self.ply > 1:
                    self.game.positions[-3].forget()  # legal moves take more room than all the rest
                if event.remaining and (left := event.remaining[event.by - 1]) is not None:
                    self.game.clocks[self.ply] = left
                self.turn, self.offer = event.number, None
                self.phase = "over" if self.game.outcome else "playing"
            case "undo":
                for _ in range(event.removed):
                    self.game.undo()
                    self.movers.pop()
                self.turn, self.offer, self.phase = event.number, None, "playing"
            case "offer":
                assert event.offer is not None
                self.offer = OpenOffer(event.number, event.offer, event.by, self.must_agree(event.by))
            case "agree":
                if self.offer is not None:
                    agreed = self.seats_of(self.seats[event.by - 1].visitor)
                    waits = [player for player in self.offer.waits if player not in agreed]
                    self.offer = OpenOffer(self.offer.number, self.offer.offer, self.offer.by, waits)
            case "decline":
                self.offer = None
            case "end":
                self.game.end(event.reason, event.winner or None)
                self.phase, self.offer = "over", None
            case "leave":
                left_by = self.seats[event.by - 1]
                left_by.kind, left_by.left, left_by.level = "computer", True, left_by.level or 1
                self.offer = None
            case "rematch":
                self.rematch, self.offer = event.table, None
        self.player = self.position.player if self.phase == "playing" else 0
        if self.clock is not None and event.remaining is not None:
            self.clock.set(event.remaining, self._running(event), event.at)
        self.events.append(event)

    def _take(self, seat: Seat | None) -> None:
        if seat is not None:
            self.seats[seat.player - 1] = seat

    def _running(self, event: Event) -> int:
        """Whose clock runs after an event. The clocks stand still until the first move."""
        assert self.clock is not None
        if event.kind in ("clocks", "leave"):
            return self.clock.running
        return self.player if self.ply else 0

    # ---------------------------------------------------------------------------------------------- present state
    @property
    def id(self) -> str:
        """The table's id."""
        return self.config.id

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self.events[-1].number if self.events else self.folded.number if self.folded else 0

    @property
    def active(self) -> float:
        """When something last happened."""
        return self.events[-1].at if self.events else self.folded.at if self.folded else self.config.created

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.game.position

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it did."""
        return self.game.outcome if self.phase == "over" else None

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.game.moves)

    @property
    def mover(self) -> Seat | None:
        """The seat of the player to move."""
        return self.seats[self.player - 1] if self.player else None

    # ----------------------------------------------------------------------------------------------------- people
    def seats_of(self, visitor: str | None) -> list[int]:
        """The players whose seats a visitor holds."""
        if visitor is None:
            return []
        return [seat.player for seat in self.seats if seat.kind == "human" and seat.visitor == visitor]

    def others(self, visitor: str | None) -> list[Seat]:
        """Seats of other people, free ones included."""
        return [seat for seat in self.seats if seat.kind == "human" and seat.visitor != visitor]

    def must_agree(self, by: int) -> list[int]:
        """The players who must agree to an offer: every other person, or the only computer there is."""
        people = [seat.player for seat in self.others(self.seats[by - 1].visitor)]
        if people or len(self.seats) > 2:
            return people
        return [seat.player for seat in self.seats if seat.kind == "computer"]

    @property
    def visitors(self) -> set[str]:
        """Everybody whose game this is: who made the table, and who sits or sat at it."""
        return visitors_of(self.config, self.seats)

    @property
    def persons(self) -> int:
        """How many people play here, free seats included."""
        held = [seat.visitor for seat in self.seats if seat.kind == "human"]
        return len({visitor for visitor in held if visitor}) + held.count(None)

    # ----------------------------------------------------------------------------------------------------- rights
    def undo_count(self, visitor: str | None) -> int:
        """How many moves an undo takes back for a visitor: up to and with their own last one. 0 where there is none."""
        mine = self.seats_of(visitor)
        return next((count for count, player in enumerate(reversed(self.movers), 1) if player in mine), 0)

    def rights(self, visitor: str | None) -> Rights:
        """What a visitor may do now."""
        mine = self.seats_of(visitor)
        rights = Rights(analysis=self.phase == "over" or self.persons <= 1)
        if not mine:
            return rights
        alone = not self.others(visitor)
        playing = rights.resign = self.phase == "playing"
        on_board = self.phase == "over" and (end := self.game.outcome) is not None and not _off_board(end)
        if (playing or (on_board and alone and not self.rematch)) and self.undo_count(visitor):
            rights.undo = "now" if alone else "ask"
        if playing and self.must_agree(mine[0]):
            rights.draw = "ask"
        elif playing and alone and len(mine) == len(self.seats):
            rights.draw = "now"
        if self.phase == "over" and not self.rematch:
            rights.rematch = "now" if alone else "ask"
        rights.hint = alone and self.player in mine
        return rights


def visitors_of(config: TableConfig, seats: Iterable[Seat]) -> set[str]:
    """Who made a table, and who sits or sat at it."""
    return {config.creator, *(seat.visitor for seat in seats if seat.visitor)}


def _off_board(outcome: Outcome) -> bool:
    """Whether a game was ended by something that is not on the board."""
    return outcome.reason in ("resignation", "time", "agreement", "adjudication")


def needs_owner(table: Table) -> bool:
    """Whether anything may happen at a table by itself: a time is up, a computer moves."""
    if table.phase != "playing":
        return False
    return table.clock is not None or any(seat.kind == "computer" for seat in table.seats)


def start_event(number: int, at: float, config: TableConfig, players: int, by: int = 0) -> Event:
    """The game begins, with full clocks."""
    return Event(number, at, "start", by, remaining=[config.clock[0]] * players if config.clock else None)
