"""Computer players: whenever a table waits for one, somebody thinks for it, and his move is played like any other's."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import AsyncGenerator

from ..scenes.gestures import gestures
from . import deeds, render
from . import responses as say
from .clock import now
from .errors import Refused
from .hall import Hall
from .inuse import Live
from .pool import Pool
from .settings import Settings
from .table import Table
from .thinker import Found, Job, Task

log = logging.getLogger(__name__)

PAUSE = 0.35
"""Seconds a computer takes at least: a table where marbles jump without a breath is no pleasure."""
ACCEPTS = -0.5
"""A computer takes a draw when it stands worse than this."""
EARLY = 16
"""Moves before which it takes none: it is too early to tell."""


class Minds:
    """All thinking of a server."""

    def __init__(self, settings: Settings, hall: Hall, pause: float = PAUSE) -> None:
        self.hall = hall
        self.pause = pause
        self._players = Pool(settings.workers, 10_000)
        self._analysts = Pool(1, 16)
        self._warm: set[tuple[str, str, int]] = set()
        hall.on_turn = self.turn

    async def close(self) -> None:
        """Stop thinking."""
        await asyncio.gather(self._players.close(), self._analysts.close())

    # ----------------------------------------------------------------------------------------------- at the tables
    def turn(self, live: Live) -> None:
        """A table waits: if it waits for a computer, think; if what was thought about is gone, stop."""
        table = live.table
        chair = table.mover
        due = chair is not None and chair.kind == "computer"
        if live.thinking is not None and (not due or live.thinks_at != table.turn):
            live.thinking.cancel()
            live.thinking = None
        if due and live.thinking is None:
            live.thinks_at = table.turn
            live.thinking = self.hall.spawn(self._move(live, table.turn))
        elif table.phase == "playing" and table.ply == 0:
            self._warm_up(table)
        asked = table.offer
        if asked is not None and any(table.chairs[player - 1].kind == "computer" for player in asked.waits):
            self.hall.spawn(self._answer(live.table.id, asked.number))

    def _warm_up(self, table: Table) -> None:
        """While a person thinks about his first move, let the computer find its wits: once a game and level."""
        for chair in table.chairs:
            key = table.setting.game, table.setting.variant, chair.level
            if chair.kind == "computer" and key not in self._warm:
                self._warm.add(key)
                self.hall.spawn(self._think_idly(table, chair.level))

    async def _think_idly(self, table: Table, level: int) -> None:
        job = self.job(table, "move")
        job.level, job.clock = level, (1.0, 0.0)
        with contextlib.suppress(Refused):
            await self._players.last(job)

    async def _move(self, live: Live, turn: int) -> None:
        try:
            text = (await asyncio.gather(self._chosen(live.table), asyncio.sleep(self.pause)))[0]
            async with live.lock:
                if self.hall.tables.get(live.table.id) is live and live.table.turn == turn and live.table.mover:
                    live.thinking = None  # before the move is made: the next turn may be a computer's too
                    if not await self.hall.flag(live, now()):
                        await deeds.make_move(self.hall, live, text)
        finally:
            if live.thinks_at == turn and live.table.turn == turn:
                live.thinking = None

    async def _chosen(self, table: Table) -> str:
        """The move of the computer whose turn it is; any legal one where the engine fails."""
        chair = table.mover
        assert chair is not None
        job = self.job(table, "move")
        job.level = chair.level
        if table.clock is not None and (left := table.clock.remaining[chair.player - 1]) is not None:
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
        """A computer answers an offer: a draw when it stands worse, anything else at once."""
        async with self.hall.at(name) as live:
            table = live.table
            if table.offer is None or table.offer.number != number:
                return
            player = next((p for p in table.offer.waits if table.chairs[p - 1].kind == "computer"), 0)
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
        async with self.hall.at(name) as live:
            if player and live.table.offer is not None and live.table.offer.number == number:
                await deeds.settle(self.hall, live, player, accept)

    async def hint(self, name: str, visitor: str | None, tag: str = "") -> say.Hinted:
        """A good move for a player who plays alone or against computers."""
        async with self.hall.at(name) as live:
            table = live.table
            if not table.rights(visitor).hint:
                raise Refused("not-allowed", "error.no-hint")
            turn, position, job = table.turn, table.position, self.job(table, "lines")
        job.seconds = 0.5
        thought = (await self._players.last(job)).thought
        if thought is None or not thought.lines or not thought.lines[0].moves:
            raise Refused("busy", "error.engine-failed", detail="nothing was found")
        move = thought.lines[0].moves[0]
        line = render.entry(position, move, 0)
        touches = next((g.touches for g in gestures(position) if g.move == move), ())
        return say.Hinted(move, touches, line.sentences, turn, tag)

    # ------------------------------------------------------------------------------------------------------ analysis
    def job(self, table: Table, task: Task, ply: int | None = None) -> Job:
        """A job about a table, after so many of its moves."""
        moves = [move.text for move in table.game.moves][:ply]
        setting = table.setting
        return Job(0, task, setting.game, setting.variant, setting.start, moves)

    def analysis(self, job: Job) -> AsyncGenerator[Found, None]:
        """The thoughts about a job, as they come."""
        return self._analysts.think(job)
