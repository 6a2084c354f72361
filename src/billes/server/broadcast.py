"""A table in memory with its connections, and what is sent to them.

Every event is sent as an update as soon as it is on disk. What it looks like is drawn elsewhere and follows as a look
of the same number. What a new connection gets first is made in `greeting.py`.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Sequence
from typing import Protocol, cast

from msgspec import Raw, Struct, structs

from ..core.position import Position
from .events import Event, now
from .messages.responses import Clocks, Entry, Presence, Response, Seat, Sentence, Status, Update, entry, result
from .table import Seat as KeptSeat
from .table import Table, TableConfig
from .work import drawing
from .work.drawers import Drawers
from .work.drawing import Drawn, encode

RECENT = 12
"""Events that a returning client gets one by one; beyond that it gets the whole table."""
TURNS = ("start", "move", "undo")
"""Events that change what there is to see or to touch: a look follows them."""
MOST_WAITING = 3
"""Looks of a table that wait to be drawn, at most."""
PAGE = 1_000
"""Lines of the move list in one answer."""
SOON = 0.1
"""Seconds until the others learn that somebody has come or gone."""
FEW = 20
"""Lines of a move list that may be written at once without holding up others."""


class Reader(Protocol):
    """An open connection to a table; `sockets.Connection` is one."""

    visitor: str | None
    """The fingerprint of the visitor, who is a player if they hold a seat."""
    address: str
    """Where it comes from."""
    lag: float
    """Seconds a message takes to the reader and back."""
    since: int
    """The last event that was known when it was opened."""

    def send(self, message: bytes | Response) -> None:
        """Send a message as soon as the reader can take it."""

    def ping(self) -> None:
        """Measure the delay of the network."""

    def close(self, code: int) -> None:
        """Send nothing more, and close."""


class Turn(Struct, frozen=True):
    """An event whose look is to be drawn."""

    number: int
    before: Position | None
    """None where the whole scene is to be sent."""
    after: Position
    moved: bool
    touched: tuple[str, ...]


class LiveTable:
    """A table in memory. Its lock is held while the table is read or changed."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.connections: set[Reader] = set()
        self.used = now()
        """When somebody last asked for it."""
        self.timer: asyncio.TimerHandle | None = None
        """Runs while a player's time does."""
        self.due = 0.0
        """When it wakes up."""
        self.computing: asyncio.Task[None] | None = None
        """The computer's move under way, and the turn it is for."""
        self.computing_for = -1
        self._presence_due = False
        self.automatic = False
        """Whether what is done now happens by itself, and only if the table is ours."""
        self.elsewhere: Counter[str | None] = Counter()
        """The connections that other processes have, by visitor."""
        self._entries: list[bytes] = []
        """The lines of the move list as JSON, as far as they were needed."""
        self._recent: deque[tuple[Event, bytes]] = deque(maxlen=RECENT)
        """The last updates, without what is their reader's own."""
        self._turns: list[Turn] = []
        """What is to be drawn and sent; the first one is being drawn."""

    @property
    def in_use(self) -> bool:
        """Whether somebody is connected, a computer thinks or a clock runs."""
        return bool(self.connections or self.timer or self.computing or self.lock.locked())

    @property
    def addresses(self) -> list[str]:
        """Where the players are who are connected."""
        held = {seat.visitor for seat in self.table.seats}
        return [connection.address for connection in self.connections if connection.visitor in held]

    def connected(self, player: int) -> bool:
        """Whether a player is a person with a connection."""
        seat = self.table.seats[player - 1]
        return seat.kind == "human" and any(c.visitor == seat.visitor for c in self.connections)

    def presence(self) -> Presence:
        """Who is connected now."""
        here = {c.visitor for c in self.connections} | set(self.elsewhere)
        seats = self.table.seats
        players = [s.player for s in seats if s.kind == "human" and s.visitor is not None and s.visitor in here]
        holders = {seat.visitor for seat in seats}
        others = (count for visitor, count in self.elsewhere.items() if visitor not in holders)
        return Presence(players, sum(c.visitor not in holders for c in self.connections) + sum(others))

    def lag(self, visitor: str | None) -> float:
        """The delay of the network for a visitor."""
        return min((c.lag for c in self.connections if c.visitor == visitor and c.lag), default=0.0)

    def send_presence(self) -> None:
        """Send to everybody who is connected, soon: one message tells of all who come and go together."""
        if not self._presence_due:
            self._presence_due = True
            asyncio.get_running_loop().call_later(SOON, self._send_presence)

    def _send_presence(self) -> None:
        self._presence_due = False
        message = encode(self.presence())
        for connection in self.connections:
            connection.send(message)

    # ----------------------------------------------------------------------------------------------------- updates
    def update(self, before: Position, event: Event) -> bytes:
        """An event that was just applied to the table, and what it changed: the part that all readers share."""
        made = Update(**structs.asdict(event), status=status(self.table, None))
        if event.kind == "move":
            del self._entries[self.table.ply - 1 :]  # of an event that could not be written
            self.prepare()
            made.entry = cast(Entry, Raw(self._entries[-1]))
        elif event.kind == "undo":
            del self._entries[self.table.ply :]
        if event.remaining is not None:
            made.clocks = clocks(self.table)
        return encode(made)

    def broadcast(self, event: Event, update: bytes) -> None:
        """Send an update to every connection, each as its reader may see it. The event is on disk."""
        self._recent.append((event, update))
        seated = {self.table.config.creator, *(seat.visitor for seat in self.table.seats)}
        encoded: dict[str | None, bytes] = {}
        for connection in self.connections:
            reader = connection.visitor if connection.visitor in seated else None
            if reader not in encoded:
                encoded[reader] = self._for(event, update, reader)
            connection.send(encoded[reader])

    def _for(self, event: Event, update: bytes, visitor: str | None, last: bool = True) -> bytes:
        """An update as one reader may see it; the last one tells them what they may do now."""
        own = b""
        if event.kind in ("seat", "start", "leave"):
            own += b',"seats":' + encode(seats(self.table, visitor))
        if last:
            own += b',"rights":' + encode(self.table.rights(visitor))
        return update[:-1] + own + b"}"

    def missed(self, seen: int, visitor: str | None) -> list[bytes] | None:
        """The updates after an event number, as they were sent; None where that is too long ago. The lock is held."""
        count = self.table.number - seen
        if not 0 <= count <= len(self._recent):
            return None
        found = list(self._recent)[len(self._recent) - count :]
        return [self._for(event, update, visitor, event.number == self.table.number) for event, update in found]

    # ------------------------------------------------------------------------------------------------------- looks
    def turned(self, drawers: Drawers, before: Position, event: Event, after: Position) -> None:
        """Have drawn what an event that was broadcast looks like, and send that to everybody when it is drawn.

        The looks of a table are drawn one after another and so are sent in order. Where too many wait, one stands for
        all of them.
        """
        if event.kind not in TURNS or not self.connections:
            return
        turns = self._turns
        turn = Turn(event.number, before, after, event.kind == "move", event.touched)
        if len(turns) > MOST_WAITING:
            del turns[1:]
            turn = structs.replace(turn, before=None, moved=False)
        turns.append(turn)
        if len(turns) == 1:
            self._draw(drawers)

    def _draw(self, drawers: Drawers) -> None:
        """Have the first look drawn."""
        turn = self._turns[0]
        handled = len(self._turns) == 1 and self.connected(turn.after.player)
        if turn.before is None:
            job = drawing.job_of(turn.after, handled)
        else:
            job = drawing.turn_job(turn.before, turn.after, turn.moved, turn.touched, handled)
        drawers.add(job, lambda drawn: self._drawn(drawers, drawn))

    def _drawn(self, drawers: Drawers, drawn: Drawn | None) -> None:
        """The first look is drawn: send it, and have the next one drawn."""
        turn = self._turns.pop(0)
        if drawn is not None:
            self._send_look(turn, drawn)
        if self._turns:
            self._draw(drawers)

    def _send_look(self, turn: Turn, drawn: Drawn) -> None:
        table = self.table
        mover = table.mover if table.turn == turn.number else None
        message, with_gestures = look(turn.number, drawn), b""
        if mover is not None and mover.kind == "human" and drawn.gestures:
            with_gestures = look(turn.number, drawn, gestures=True)
            table.position.remember(drawn.legal)
        for connection in self.connections:
            if connection.since < turn.number:  # else it began with a later state
                mine = with_gestures and mover is not None and connection.visitor == mover.visitor
                connection.send(with_gestures if mine else message)

    # ------------------------------------------------------------------------------------------------- the move list
    def prepare(self) -> None:
        """Write the lines of the move list that are not written yet. The lock is held."""
        game, done = self.table.game, len(self._entries)
        new = zip(game.positions[done:], game.moves[done:], strict=False)
        for ply, (before, move) in enumerate(new, done + 1):
            self._entries.append(encode(entry(before, move.text, ply, game.clocks.get(ply))))

    async def lines(self, after: int) -> list[Entry]:
        """A page of the move list: the lines after so many. The lock is held."""
        if self.table.ply - len(self._entries) > FEW:
            await asyncio.to_thread(self.prepare)
        self.prepare()
        return [cast(Entry, Raw(line)) for line in self._entries[: self.table.ply][after : after + PAGE]]


def look(number: int, drawn: Drawn, gestures: bool = False) -> bytes:
    """What an event looks like, as `responses.Look`, with the gestures or without."""
    made = b'{"type":"look","number":%d' % number
    if drawn.motions:
        made += b',"motions":' + drawn.motions
    if drawn.scene != b"{}":
        made += b',"scene":' + drawn.scene
    if drawn.warning:
        made += b',"warning":' + drawn.warning
    if gestures and drawn.gestures:
        made += b',"gestures":' + drawn.gestures
    return made + b"}"


def status(table: Table, warning: Sentence | None) -> Status:
    """The state of a table's game. `warning` is that of its position."""
    return Status(
        phase=table.phase,
        turn=table.turn,
        player=table.player,
        ply=table.ply,
        warning=warning if table.phase == "playing" else None,
        result=result(table.position, table.outcome),
        offer=table.offer,
    )


def seats(table: Table, visitor: str | None) -> list[Seat]:
    """The seats of a table as a visitor may see them."""
    return shown_seats(table.config, table.seats, visitor)


def shown_seats(config: TableConfig, held: Sequence[KeptSeat], visitor: str | None) -> list[Seat]:
    """Seats as a visitor may see them; invitations are for the creator only."""
    host = visitor is not None and visitor == config.creator
    return [
        Seat(
            player=seat.player,
            kind=seat.kind,
            level=seat.level,
            name=seat.name,
            mine=seat.kind == "human" and visitor is not None and seat.visitor == visitor,
            free=seat.free,
            invite=f"/join/{seat.invite}" if host and seat.free else "",
            left=seat.left,
        )
        for seat in held
    ]


def clocks(table: Table) -> Clocks | None:
    """The clocks of a table."""
    clock = table.clock
    if clock is None:
        return None
    return Clocks(clock.main, clock.increment, list(clock.remaining), clock.running, clock.since)
