"""Computer players, hints and analyses: whatever the server asks the engine."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import AsyncGenerator

from ..scenes.gestures import gestures
from . import actions, drawing, responses
from .broadcast import LiveTable
from .errors import Refused
from .events import now
from .lobby import Lobby
from .pool import Pool
from .table import Table
from .thinker import Found, Job, Task

log = logging.getLogger(__name__)

PAUSE = 0.35
"""Seconds a computer takes at least: people want to see what happens."""
ACCEPTS = -0.5
"""A computer accepts a draw when its score is below this."""
EARLY = 16
"""Moves before which it accepts none: it is too early to judge."""


class Computers:
    """All computer players of a server."""

    def __init__(self, lobby: Lobby, processes: int, pause: float = PAUSE) -> None:
        self.lobby = lobby
        self.pause = pause
        self._players = Pool(processes, 10_000)
        self._analysts = Pool(1, 16)
        self._warm: set[tuple[str, str, int]] = set()
        lobby.on_turn = self.turn

    async def close(self) -> None:
        """Stop all searches."""
        await asyncio.gather(self._players.close(), self._analysts.close())

    # ----------------------------------------------------------------------------------------------------- playing
    def turn(self, live: LiveTable) -> None:
        """After an event: if a computer is to move, search; if the position it searches is gone, stop."""
        table, seat = live.table, live.table.mover
        due = seat is not None and seat.kind == "computer"
        if live.computing is not None and (not due or live.computing_for != table.turn):
            live.computing.cancel()
            live.computing = None
        if due and live.computing is None:
            live.computing_for = table.turn
            live.computing = self.lobby.spawn(self._move(live, table.turn))
        elif table.phase == "playing" and table.ply == 0:
            self._warm_up(table)
        offer = table.offer
        if offer is not None and any(table.seats[player - 1].kind == "computer" for player in offer.waits):
            self.lobby.spawn(self._answer(table.id, offer.number))

    def _warm_up(self, table: Table) -> None:
        """While a person thinks about the first move, have the engine compile: once per variant and level."""
        for seat in table.seats:
            key = table.config.game, table.config.variant, seat.level
            if seat.kind == "computer" and key not in self._warm:
                self._warm.add(key)
                self.lobby.spawn(self._search_idly(table, seat.level))

    async def _search_idly(self, table: Table, level: int) -> None:
        job = self.job(table, "move")
        job.level, job.clock = level, (1.0, 0.0)
        with contextlib.suppress(Refused):
            await self._players.last(job)

    async def _move(self, live: LiveTable, turn: int) -> None:
        try:
            text = (await asyncio.gather(self._chosen(live.table), asyncio.sleep(self.pause)))[0]
            async with live.lock:
                if self.lobby.tables.get(live.table.id) is live and live.table.turn == turn and live.table.mover:
                    live.computing = None  # before the move is made: the next turn may be a computer's too
                    if not await self.lobby.check_time(live, now()):
                        await actions.make_move(self.lobby, live, text)
        finally:
            if live.computing_for == turn and live.table.turn == turn:
                live.computing = None

    async def _chosen(self, table: Table) -> str:
        """The move of the computer whose turn it is; any legal one where the engine fails."""
        seat = table.mover
        assert seat is not None
        job = self.job(table, "move")
        job.level = seat.level
        if table.clock is not None and (left := table.clock.remaining[seat.player - 1]) is not None:
            job.clock = left, table.clock.increment
        moves = [move.text for move in table.position.moves]
        if len(moves) == 1:
            return moves[0]
        try:
            move = (await self._players.last(job)).move
        except Refused as error:
            log.error("the engine failed at table %s: %s", table.id, error)
            move = ""
        return move if move in moves else random.choice(moves)

    async def _answer(self, name: str, number: int) -> None:
        """A computer answers an offer: a draw where its score is bad, anything else at once."""
        async with self.lobby.at(name) as live:
            table = live.table
            if table.offer is None or table.offer.number != number:
                return
            player = next((p for p in table.offer.waits if table.seats[p - 1].kind == "computer"), 0)
            draw = table.offer.offer == "draw"
            early = table.ply < EARLY
            job = self.job(table, "lines")
            mover = table.player
        accept = not draw
        if draw and player and not early:
            job.seconds = 0.5
            try:
                thought = (await self._players.last(job)).thought
                score = thought.lines[0].score if thought and thought.lines else 0.0
                accept = (score if mover == player else -score) < ACCEPTS
            except Refused:
                accept = False
        async with self.lobby.at(name) as live:
            offer = live.table.offer
            if offer is not None and offer.number == number and player in offer.waits:
                await actions.settle(self.lobby, live, player, accept)

    async def hint(self, name: str, visitor: str | None, tag: str = "") -> responses.Hinted:
        """A good move for a player who plays alone or against computers."""
        async with self.lobby.at(name) as live:
            table = live.table
            if not table.rights(visitor).hint:
                raise Refused("not-allowed", "error.no-hint")
            turn, position, job = table.turn, table.position, self.job(table, "lines")
        job.seconds = 0.5
        thought = (await self._players.last(job)).thought
        if thought is None or not thought.lines or not thought.lines[0].moves:
            raise Refused("busy", "error.engine-failed", detail="nothing was found")
        move = thought.lines[0].moves[0]
        touches = next((g.touches for g in gestures(position) if g.move == move), ())
        return responses.Hinted(move, touches, drawing.entry(position, move, 0).sentences, turn, tag)

    # ------------------------------------------------------------------------------------------------------ analysis
    def job(self, table: Table, task: Task, ply: int | None = None) -> Job:
        """A job about a table, after so many of its moves."""
        moves = [move.text for move in table.game.moves][:ply]
        config = table.config
        return Job(0, task, config.game, config.variant, config.start, moves)

    def analysis(self, job: Job) -> AsyncGenerator[Found, None]:
        """The thoughts about a job, as they come."""
        return self._analysts.think(job)
