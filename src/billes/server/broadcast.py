"""A table in memory with its connections, and what is sent to them.

Every event is sent as an update as soon as it is on disk. What it looks like is drawn elsewhere and follows as a look
of the same number. A new connection gets the whole table first.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Sequence
from typing import Protocol, cast

from msgspec import Raw, Struct, json, structs

from ..core.position import Position
from ..games.registry import spec_of
from .events import Event, now
from .messages.responses import Clocks, Entry, Presence, Response, Seat, Sentence, State, Status, Update, entry, result
from .table import Seat as KeptSeat
from .table import Table, TableConfig
from .work import drawing
from .work.drawers import Drawers
from .work.drawing import Drawn, Job, encode

RECENT = 12
"""Events that a returning client gets one by one; beyond that it gets the whole table."""
MOST_MISSED = 200
"""Events that can be asked for at once."""
TURNS = ("start", "move", "undo")
"""Events that change what there is to see or to touch: a look follows them."""
MOST_WAITING = 3
"""Looks of a table that wait to be drawn, at most."""
LISTED = 200
"""Lines of the move list that a whole table comes with, the last ones; earlier ones are asked for."""
PAGE = 1_000
"""Lines of the move list in one answer."""
LONGEST = 1_000
"""Events of a table from which on none are applied again: that would take too long."""
SOON = 0.1
"""Seconds until the others learn that somebody has come or gone."""
FEW = 20
"""Lines of a move list that may be written at once without holding up others."""

_decoder = json.Decoder(Update)


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

    async def _told_again(self, seen: int, visitor: str | None) -> list[bytes] | None:
        """The updates after an event number; None where the whole table is better sent. The lock is held."""
        missed = self.missed(seen, visitor)
        if missed is None and 0 < self.table.number - seen <= RECENT and self.table.number <= MOST_MISSED:
            # the table was loaded since
            replayed = await asyncio.to_thread(self.replayed, seen, visitor)
            missed = None if replayed is None else [encode(update) for update in replayed]
        return missed

    def replayed(self, seen: int, visitor: str | None) -> list[Update] | None:
        """The same from further back: the events are applied again to a table of their own. The lock is held."""
        table = self.table
        if not table.number - MOST_MISSED <= seen <= table.number or seen > LONGEST:
            return None
        if table.folded and seen < table.number:
            return None
        again = LiveTable(Table(table.config, [structs.replace(seat) for seat in table.seats], table.events[:seen]))
        again.prepare()
        updates = []
        for event in table.events[seen:]:
            before = again.table.position
            again.table.apply(event)
            update = _decoder.decode(again.update(before, event))
            if event.kind in ("seat", "start", "leave"):
                update.seats = seats(table, visitor)
            updates.append(update)
        if updates:
            updates[-1].rights = table.rights(visitor)
        return updates

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
        message = _look(turn.number, drawn)
        with_gestures = b""
        if mover is not None and mover.kind == "human" and drawn.gestures:
            with_gestures = message[:-1] + b',"gestures":' + drawn.gestures + b"}"
            table.position.remember(drawn.legal)
        for connection in self.connections:
            if connection.since < turn.number:  # else it began with a later state
                mine = with_gestures and mover is not None and connection.visitor == mover.visitor
                connection.send(with_gestures if mine else message)

    # ------------------------------------------------------------------------------------------------ whole tables
    def prepare(self) -> None:
        """Write the lines of the move list that are not written yet. The lock is held."""
        game, done = self.table.game, len(self._entries)
        new = zip(game.positions[done:], game.moves[done:], strict=False)
        for ply, (before, move) in enumerate(new, done + 1):
            self._entries.append(encode(entry(before, move.text, ply, game.clocks.get(ply))))

    async def _list(self) -> None:
        if self.table.ply - len(self._entries) > FEW:
            await asyncio.to_thread(self.prepare)
        self.prepare()

    async def lines(self, after: int) -> list[Entry]:
        """A page of the move list: the lines after so many. The lock is held."""
        await self._list()
        return [cast(Entry, Raw(line)) for line in self._entries[: self.table.ply][after : after + PAGE]]

    async def greeting(self, seen: int | None, visitor: str | None) -> Greeting:
        """What a new connection gets first: the whole table, or the updates it missed. The lock is held."""
        missed = await self._told_again(seen, visitor) if seen else None
        position = self.table.position
        handled = self._may_touch(visitor)
        if missed is None:
            return Greeting(await self.snapshot(visitor), drawing.job_of(position, handled))
        events = self.table.events
        turns = [event for event in events[len(events) - len(missed) :] if event.kind in TURNS]
        if not turns:
            return Greeting(missed)
        job = drawing.job_of(position, handled)
        if len(turns) == 1 and turns[0].kind == "move":
            job = drawing.turn_job(self.table.game.positions[-2], position, True, turns[0].touched, handled)
        return Greeting(missed, job, turns[-1].number)

    async def snapshot(self, visitor: str | None) -> State:
        """The whole table as a visitor may see it, but not yet what the position looks like. The lock is held."""
        table = self.table
        await self._list()
        return State(
            table=table.id,
            number=table.number,
            now=now(),
            game=table.config.game,
            variant=table.config.variant,
            start=table.config.start,
            text=str(table.position),
            created=table.config.created,
            seats=seats(table, visitor),
            you=table.seats_of(visitor),
            moves=[cast(Entry, Raw(line)) for line in self._entries[: table.ply][-LISTED:]],
            earlier=max(0, table.ply - LISTED),
            scene=Raw(b"null"),
            gestures=None,
            status=status(table, None),
            clocks=clocks(table),
            rights=table.rights(visitor),
            presence=self.presence(),
            rematch=table.rematch,
            lots=table.config.lots,
            lessons=spec_of(table.config.game).has("lessons"),
        )

    def _may_touch(self, visitor: str | None) -> bool:
        """Whether it is for a visitor to move."""
        seat = self.table.mover
        return visitor is not None and seat is not None and seat.kind == "human" and seat.visitor == visitor


class Greeting(Struct):
    """What a new connection gets first, and what of it is still to be drawn."""

    told: State | list[bytes]
    job: Job | None = None
    number: int = 0
    """The event that the look belongs to, where updates are sent."""

    async def messages(self, drawers: Drawers) -> list[bytes | Response]:
        """The messages in order. No lock is held."""
        told = self.told
        drawn = None if self.job is None else await drawers.draw(self.job)
        if isinstance(told, State):
            assert drawn is not None
            return [with_look(told, drawn)]
        if drawn is None:
            return [*told]
        look = _look(self.number, drawn)
        if drawn.gestures:
            look = look[:-1] + b',"gestures":' + drawn.gestures + b"}"
        return [*told, look]


def with_look(state: State, drawn: Drawn) -> State:
    """A whole table with what its position looks like."""
    state.scene = Raw(drawn.scene)
    if drawn.gestures:
        state.gestures = Raw(drawn.gestures)
    if drawn.warning and state.status.phase == "playing":
        state.status.warning = cast(Sentence, Raw(drawn.warning))
    return state


def _look(number: int, drawn: Drawn) -> bytes:
    """What an event looks like, as `responses.Look` without gestures."""
    made = b'{"type":"look","number":%d' % number
    if drawn.motions:
        made += b',"motions":' + drawn.motions
    if drawn.scene != b"{}":
        made += b',"scene":' + drawn.scene
    if drawn.warning:
        made += b',"warning":' + drawn.warning
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
