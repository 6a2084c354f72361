"""A table in memory with its connections, and what is sent to them: whole states, and every event as an update."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from msgspec import UNSET, Raw, structs

from ..core.position import Position
from . import drawing
from .drawing import Drawing, encode
from .events import Event, now
from .responses import Clocks, Presence, Response, Seat, Sentence, State, Status, Update
from .table import Seat as KeptSeat
from .table import Table, TableConfig

MOST_MISSED = 200
"""Events that a returning client gets one by one; beyond that it gets the whole table."""


class Reader(Protocol):
    """An open connection to a table; `sockets.Connection` is one."""

    visitor: str | None
    """The fingerprint of the visitor, who is a player if they hold a seat."""
    address: str
    """Where it comes from."""
    lag: float
    """Seconds a message takes to the reader and back."""

    def send(self, message: bytes | Response) -> None:
        """Send a message as soon as the reader can take it."""

    def ping(self) -> None:
        """Measure the delay of the network."""

    def close(self, code: int) -> None:
        """Send nothing more, and close."""


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
        self.computing: asyncio.Task[None] | None = None
        """The computer's move under way, and the turn it is for."""
        self.computing_for = -1
        self.automatic = False
        """Whether what is done now happens by itself, and only if the table is ours."""
        self.elsewhere: Counter[str | None] = Counter()
        """The connections that other processes have, by visitor."""
        self._gestures: tuple[int, Raw] = (-1, Raw())

    @property
    def in_use(self) -> bool:
        """Whether somebody is connected, a computer thinks or a clock runs."""
        return bool(self.connections or self.timer or self.computing or self.lock.locked())

    def gestures(self, visitor: str | None) -> Raw | None:
        """What a visitor may touch now, or None."""
        table, seat = self.table, self.table.mover
        if visitor is None or seat is None or seat.kind != "human" or seat.visitor != visitor:
            return None
        if self._gestures[0] != table.turn:
            self._gestures = table.turn, drawing.touchable(table.position)
        return self._gestures[1]

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
        """Send to everybody who is connected."""
        message = encode(self.presence())
        for connection in self.connections:
            connection.send(message)

    # ----------------------------------------------------------------------------------------------------- updates
    async def update(self, draw: Drawing, before: Position, event: Event) -> Update:
        """An event that was just applied to the table, and what it changed: the part that all readers share."""
        table = self.table
        made = Update(**structs.asdict(event), status=Status("waiting", 0, 0, 0))
        if event.kind == "move":
            after = table.position
            drawn = await draw.draw(before, after, event.touched, self.connected(after.player))
            made.motions, made.scene = Raw(drawn.motions), Raw(drawn.scene)
            made.entry = drawing.entry(before, event.move, table.ply, table.game.clocks.get(table.ply))
            if drawn.gestures:
                self._gestures = event.number, Raw(drawn.gestures)
            made.status = status(table, drawn.warning)
        else:
            made.status = status(table, drawing.warning(table.position))
        if event.kind == "undo":
            made.scene = drawing.changed(before, table.position)
        if event.remaining is not None:
            made.clocks = clocks(table)
        return made

    def broadcast(self, update: Update) -> None:
        """Send an update to every connection, each as its reader may see it. The event is on disk."""
        seated = {self.table.config.creator, *(seat.visitor for seat in self.table.seats)}
        encoded: dict[str | None, bytes] = {}
        for connection in self.connections:
            reader = connection.visitor if connection.visitor in seated else None
            if reader not in encoded:
                encoded[reader] = encode(self.update_for(update, reader))
            connection.send(encoded[reader])

    def update_for(self, update: Update, visitor: str | None) -> Update:
        """The last update as one reader may see it, with what they may do now."""
        gestures = self.gestures(visitor)
        return structs.replace(
            update,
            rights=self.table.rights(visitor),
            seats=seats(self.table, visitor) if update.kind in ("seat", "start", "leave") else UNSET,
            gestures=UNSET if gestures is None else gestures,
        )

    async def missed(self, draw: Drawing, seen: int, visitor: str | None) -> list[Update] | None:
        """The updates after an event number, as they were sent; None where there are too many or no such number.

        The lock is held. The events are applied again to a table of their own, so that each update shows its own time.
        """
        table = self.table
        if seen > table.number or table.number - seen > MOST_MISSED:
            return None
        again = LiveTable(Table(table.config, [structs.replace(seat) for seat in table.seats], table.events[:seen]))
        updates = []
        for event in table.events[seen:]:
            before = again.table.position
            again.table.apply(event)
            update = await again.update(draw, before, event)
            if event.kind in ("seat", "start", "leave"):
                update.seats = seats(table, visitor)
            updates.append(update)
        if updates:
            updates[-1] = self.update_for(updates[-1], visitor)
        return updates

    def state(self, visitor: str | None) -> State:
        """The whole table as a visitor may see it. The lock is held."""
        table = self.table
        game = table.game
        played = enumerate(zip(game.positions, game.moves, strict=False), 1)
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
            moves=[drawing.entry(before, move.text, ply, game.clocks.get(ply)) for ply, (before, move) in played],
            scene=drawing.joined(drawing.parts(table.position)),
            gestures=self.gestures(visitor),
            status=status(table, drawing.warning(table.position)),
            clocks=clocks(table),
            rights=table.rights(visitor),
            presence=self.presence(),
            rematch=table.rematch,
            lots=table.config.lots,
        )


def status(table: Table, warning: Sentence | None) -> Status:
    """The state of a table's game. `warning` is that of its position."""
    return Status(
        phase=table.phase,
        turn=table.turn,
        player=table.player,
        ply=table.ply,
        warning=warning if table.phase == "playing" else None,
        result=drawing.result(table.position, table.outcome),
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
