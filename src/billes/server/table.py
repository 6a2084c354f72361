"""A table: its seats and all that happened at it, folded into how it stands. No input or output here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..core.game import Game
from ..core.position import Outcome, Position
from .clock import Clock
from .facts import Chair, Fact, Happened, Setting
from .responses import Phase, Rights, Standing


class Table:
    """How a table stands. `apply` is the only thing that changes it."""

    def __init__(self, setting: Setting, chairs: Sequence[Chair], happened: Iterable[Happened] = ()) -> None:
        self.setting = setting
        self.chairs = list(chairs)
        self.game = Game(setting.game, setting.variant, start=setting.start)
        self.clock = Clock.fresh(*setting.clock, len(self.chairs)) if setting.clock else None
        self.phase: Phase = "waiting"
        self.happened: list[Happened] = []
        self.turn = 0
        """Number of the event that made the position."""
        self.player = 0
        """The player to move, 0 before the game and after it."""
        self.offer: Standing | None = None
        self.rematch = ""
        for one in happened:
            self.apply(one)

    # ---------------------------------------------------------------------------------------------- the fold
    def apply(self, one: Happened, *, played: bool = False) -> None:
        """Let something happen. `played` says that its move is on the board already."""
        fact = one.fact
        match fact.kind:
            case "start":
                self.phase, self.turn = "playing", one.number
            case "move":
                if not played:
                    self.game.play(fact.move)
                if self.clock and fact.remaining:
                    left = fact.remaining[fact.by - 1]
                    if left is not None:
                        self.game.clocks[len(self.game.moves)] = left
                self.turn, self.offer = one.number, None
                self.phase = "over" if self.game.outcome else "playing"
            case "undo":
                for _ in range(fact.removed):
                    self.game.undo()
                self.turn, self.offer, self.phase = one.number, None, "playing"
            case "offer":
                assert fact.offer is not None
                self.offer = Standing(one.number, fact.offer, fact.by, self.asked(fact.by))
            case "agree":
                if self.offer is not None:
                    gone = self.seats_of(self.chairs[fact.by - 1].visitor)
                    self.offer.waits = [player for player in self.offer.waits if player not in gone]
            case "decline":
                self.offer = None
            case "end":
                self.game.end(fact.reason, fact.winner or None)
                self.phase, self.offer = "over", None
            case "leave":
                chair = self.chairs[fact.by - 1]
                chair.kind, chair.left, chair.level = "computer", True, chair.level or 1
                self.offer = None
            case "rematch":
                self.rematch, self.offer = fact.table, None
        self.player = self.position.player if self.phase == "playing" else 0
        if self.clock is not None and fact.remaining is not None:
            self.clock.set(fact.remaining, fact.running, one.at)
        self.happened.append(one)

    # ------------------------------------------------------------------------------------------- how it stands
    @property
    def id(self) -> str:
        """The table's name."""
        return self.setting.id

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self.happened[-1].number if self.happened else 0

    @property
    def active(self) -> float:
        """When something last happened."""
        return self.happened[-1].at if self.happened else self.setting.created

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
    def mover(self) -> Chair | None:
        """The chair of the player to move."""
        return self.chairs[self.player - 1] if self.player else None

    # ----------------------------------------------------------------------------------------------- who is who
    def seats_of(self, visitor: str | None) -> list[int]:
        """The players whose seats a visitor holds."""
        if visitor is None:
            return []
        return [chair.player for chair in self.chairs if chair.kind == "human" and chair.visitor == visitor]

    def others(self, visitor: str | None) -> list[Chair]:
        """Chairs of other people, free ones included."""
        return [chair for chair in self.chairs if chair.kind == "human" and chair.visitor != visitor]

    def asked(self, by: int) -> list[int]:
        """The players who must agree to an offer: every other person, or the one computer there is to ask."""
        own = self.chairs[by - 1].visitor
        people = [chair.player for chair in self.others(own)]
        if people or len(self.chairs) > 2:
            return people
        return [chair.player for chair in self.chairs if chair.kind == "computer"]

    @property
    def persons(self) -> int:
        """How many people play here, free seats included."""
        held = [chair.visitor for chair in self.chairs if chair.kind == "human"]
        return len({visitor for visitor in held if visitor}) + held.count(None)

    def names(self, computers: Sequence[str]) -> dict[int, str]:
        """What the players are called; computers by their level."""
        called = {}
        for chair in self.chairs:
            if chair.name:
                called[chair.player] = chair.name
            elif chair.kind == "computer" and chair.level <= len(computers):
                called[chair.player] = computers[chair.level - 1]
        return called

    # -------------------------------------------------------------------------------------------- what one may do
    def back(self, visitor: str | None) -> int:
        """How many moves an undo takes back for a visitor: up to and with his own last one. 0 where there is none."""
        mine = self.seats_of(visitor)
        before = self.game.positions[-2::-1]
        return next((count for count, position in enumerate(before, 1) if position.player in mine), 0)

    def rights(self, visitor: str | None) -> Rights:
        """What a visitor may do now."""
        mine = self.seats_of(visitor)
        if not mine:
            return Rights(analysis=self.phase == "over" or self.persons <= 1)
        alone = not self.others(visitor)
        playing = self.phase == "playing"
        by_rule = self.phase == "over" and (end := self.game.outcome) is not None and not _told(end)
        here = alone and len(mine) == len(self.chairs)
        rights = Rights(analysis=self.phase == "over" or self.persons <= 1, resign=playing)
        if (playing or (by_rule and alone and not self.rematch)) and self.back(visitor):
            rights.undo = "now" if alone else "ask"
        if playing and self.asked(mine[0]):
            rights.draw = "ask"
        elif playing and here:
            rights.draw = "now"
        if self.phase == "over" and not self.rematch:
            rights.rematch = "now" if alone else "ask"
        rights.hint = alone and self.player in mine
        return rights


def _told(outcome: Outcome) -> bool:
    """Whether a game was ended by word and not on the board."""
    return outcome.reason in ("resignation", "time", "agreement", "adjudication")


def first_facts(chairs: Sequence[Chair], clock: tuple[float, float] | None, at: float) -> list[Happened]:
    """What happens at once at a new table: the game starts if nobody is waited for."""
    if any(chair.free for chair in chairs):
        return []
    return [Happened(1, at, start_fact(chairs, clock))]


def start_fact(chairs: Sequence[Chair], clock: tuple[float, float] | None) -> Fact:
    """The game is on. The clocks stand still until the first move."""
    return Fact("start", remaining=[clock[0]] * len(chairs) if clock else None)
