"""Computer players, hints, analyses and reviews: whatever the server asks the engine."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, repeat

from ...core.game import Game
from ...core.position import Move, Position
from ...core.sentences import Sentence
from ...engine.conversation import Answer, Info, Question, position_command
from ...engine.limits import Limits
from .. import actions
from ..broadcast import LiveTable
from ..errors import Refused
from ..events import now
from ..lobby import Lobby
from ..messages import responses
from ..messages.explore import LevelMove
from ..messages.positions import Line, Marked, Thought
from ..table import Seat, Table
from . import drawing
from .pool import Engine, Pool
from .turns import Asker

log = logging.getLogger(__name__)

PAUSE = 0.35
"""Seconds a computer takes at least: people want to see what happens."""
HINT = 0.5
"""Seconds for a hint, and for the answer to a draw offer."""
ACCEPTS = -0.5
"""A computer accepts a draw when its score is below this."""
EARLY = 16
"""Moves before which it accepts none: it is too early to judge."""
HINTS, ADDRESS_HINTS = 2, 30
"""Hints that a visitor and an address may wait for at once; what levels play counts as one."""
STRONG = (6, 7, 8)
"""The levels that are asked what they would play: those that search furthest."""
AGAIN = (1.0, 2.0, 5.0, 15.0, 30.0)
"""Seconds after which an engine that failed to give a move is asked again; the last ones without end."""
BEFORE = 200
"""Moves before a position that the engine is told: those that a repetition can reach back to, but not all of a game
without end."""
GAP = 0.1
"""Seconds between two messages of an analysis, at least."""


class Computers:
    """Everything the server asks the engine, for computer players and for people."""

    def __init__(
        self, lobby: Lobby, processes: int, pause: float = PAUSE, engine: Callable[[], Engine] = Engine
    ) -> None:
        self.lobby = lobby
        self.pause = pause
        self.players = Pool(processes, engine)
        self.analysts = Pool(1, engine)
        self.defenders = Pool(1, engine)
        """For practice, whose searches take seconds: nobody's computer waits for them."""
        self._warm: set[tuple[str, str, int]] = set()
        self._hints: Counter[str] = Counter()
        """Hints under way, by address and by visitor."""
        lobby.on_turn = self.turn

    async def close(self) -> None:
        """Stop all searches."""
        await asyncio.gather(self.players.close(), self.analysts.close(), self.defenders.close())

    # ----------------------------------------------------------------------------------------------------- playing
    def turn(self, live: LiveTable) -> None:
        """After an event: if a computer is to move, search; if the position it searches is gone, stop."""
        table, seat = live.table, live.table.mover
        if not self.lobby.owns(live):
            return
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
            self.lobby.spawn(self._answer(live, offer.number))

    def _warm_up(self, table: Table) -> None:
        """While a person thinks about the first move, have the engine compile: once per variant and level."""
        for seat in table.seats:
            key = table.config.game, table.config.variant, seat.level
            if seat.kind == "computer" and key not in self._warm:
                self._warm.add(key)
                self.lobby.spawn(self._search_idly(level_question(table, seat.level, (1.0, 0.0))))

    async def _search_idly(self, question: Question) -> None:
        with contextlib.suppress(Refused):
            await self.players.ask(Asker(), question)

    async def _move(self, live: LiveTable, turn: int) -> None:
        try:
            seat = live.table.mover
            if seat is None or live.table.turn != turn:  # it has gone on or ended before we came to it
                return
            text = (await asyncio.gather(self._chosen(live, seat), asyncio.sleep(self.pause)))[0]
            async with self.lobby.automatic(live) as ours:
                if ours and live.table.turn == turn and live.table.mover:
                    live.computing = None  # before the move is made: the next turn may be a computer's too
                    if not await self.lobby.check_time(live, now()):
                        await actions.make_move(self.lobby, live, text)
        finally:
            if live.computing_for == turn and live.table.turn == turn:
                live.computing = None

    async def _chosen(self, live: LiveTable, seat: Seat) -> str:
        """The move of the computer whose turn it is. An engine that fails is asked again, less and less often."""
        table = live.table
        moves = [move.text for move in table.position.moves]
        if len(moves) == 1:
            return moves[0]
        for pause in chain(AGAIN, repeat(AGAIN[-1])):
            clock = None
            if table.clock is not None and (left := table.clock.left(seat.player, now())) is not None:
                clock = max(left, 0.0), table.clock.increment
            try:
                move = (await self.players.ask(asker_of(live), level_question(table, seat.level, clock))).move
            except Refused as error:
                log.error("table %s: %s", table.id, error)
            else:
                if move in moves:
                    return move
                log.error("table %s: the engine plays %s, which is not legal", table.id, move)
            await asyncio.sleep(pause)
        raise AssertionError("it is asked without end")

    async def _answer(self, live: LiveTable, number: int) -> None:
        """A computer answers an offer: a draw where its score is bad, anything else at once."""
        async with self.lobby.automatic(live) as ours:
            table = live.table
            if not ours or table.offer is None or table.offer.number != number:
                return
            player = next((p for p in table.offer.waits if table.seats[p - 1].kind == "computer"), 0)
            judged = table.offer.offer == "draw"
            early = table.ply < EARLY
            question, mover, asker = table_question(table, Limits(HINT)), table.player, asker_of(live)
        accept = not judged
        if judged and player and not early:
            with contextlib.suppress(Refused):
                best = (await self.players.ask(asker, question)).lines[:1]
                score = score_of(best[0]) if best else 0.0
                accept = (score if mover == player else -score) < ACCEPTS
        async with self.lobby.automatic(live) as ours:
            offer = live.table.offer
            if ours and offer is not None and offer.number == number and player in offer.waits:
                await actions.settle(self.lobby, live, player, accept)

    async def hint(self, name: str, asker: Asker, tag: str = "") -> responses.Hinted:
        """A good move for a player who plays alone or against computers. Cancelling gives up the search."""
        visitor = asker.visitor or None
        async with self.lobby.at(name) as live:
            table = live.table
            if not table.rights(visitor).hint:
                raise Refused("not-allowed", "error.no-hint")
            turn, position, question = table.turn, table.position, table_question(table, Limits(HINT))
        answer = await self.quick(asker, question)
        move = answer.move
        touches = drawing.touches(position).get(move, ())
        info = next((info for info in answer.lines if info.moves[:1] == (move,)), None)
        reasons = responses.sentences((_reason(position, info),))
        return responses.Hinted(move, touches, responses.entry(position, move, 0).sentences, reasons, turn, tag)

    async def quick(self, asker: Asker, question: Question) -> Answer:
        """The answer to a question of somebody who waits for it; Refused where they wait for too many already."""
        with self._one_at_a_time(asker):
            return await self.players.ask(asker, question)

    async def defend(self, asker: Asker, question: Question) -> Answer:
        """The same for the best play that is looked for longer, in practice."""
        with self._one_at_a_time(asker):
            return await self.defenders.ask(asker, question)

    @contextlib.contextmanager
    def _one_at_a_time(self, asker: Asker) -> Iterator[None]:
        """Counts what a visitor and an address wait for; Refused where that is enough already."""
        if self._hints[asker.visitor] >= HINTS or self._hints[asker.address] >= ADDRESS_HINTS:
            raise Refused("slow-down", "error.queue")
        self._hints.update(asker)
        try:
            yield
        finally:
            self._hints.subtract(asker)
            self._hints = +self._hints

    async def level_moves(self, asker: Asker, position: Position) -> list[LevelMove]:
        """What strong levels play in a position; nothing where the game is over."""
        if position.outcome is not None:
            return []
        command = position_command(position.game, position.variant, str(position))
        found = []
        with self._one_at_a_time(asker):
            for level in STRONG:
                question = Question(command, options={"Level": level, "Seed": 0, "Threads": 1})
                found.append(LevelMove(level, (await self.analysts.ask(asker, question)).move))
        return found

    # ------------------------------------------------------------------------------------------------------ analysis
    async def analyse(self, asker: Asker, question: Question, position: Position) -> AsyncGenerator[Thought, None]:
        """What the engine finds about a position, as it finds it; the last message is final."""
        if position.outcome is not None:
            yield _thought(Reached(position), [], final=True)
            return
        found: dict[int, Info] = {}
        news = asyncio.Event()
        reached = Reached(position)
        wanted = min(question.options["Lines"], len(position.moves))

        def report(info: Info) -> None:
            found[info.number] = info
            if info.number == wanted:  # all lines of this depth are known
                news.set()

        def ended(task: asyncio.Task[Answer]) -> None:
            news.set()
            if not task.cancelled():
                task.exception()  # it is raised below, if anybody still listens

        search = asyncio.create_task(self.analysts.ask(asker, question, report))
        search.add_done_callback(ended)
        try:
            while True:
                await news.wait()
                news.clear()
                if search.done():
                    break
                yield await asyncio.to_thread(_thought, reached, list(found.values()))
                await asyncio.wait([search], timeout=GAP)
            yield await asyncio.to_thread(_thought, reached, search.result().lines, final=True)
        finally:
            search.cancel()

    async def review(
        self,
        asker: Asker,
        questions: Iterable[Question],
        positions: Iterable[Position],
        moves: Iterable[Move],
        after: int = 0,
    ) -> AsyncGenerator[Marked, None]:
        """Every move of a game with a mark. Each question waits for a turn of its own: a review blocks nobody.

        The questions, positions and moves are those from some ply on; `after` is how many moves come before.
        """
        from ...engine.analysis import mark_of

        for ply, (question, position, move) in enumerate(zip(questions, positions, moves, strict=False), after + 1):
            best = line = (await self.analysts.ask(asker, question)).lines[0]
            if best.moves[0] != move.text:
                line = (await self.analysts.ask(asker, replace(question, only=(move.text,)))).lines[0]
            mark = mark_of(best.score, line.score, (score_of(best) - score_of(line)) / 2)
            if mark == "best":
                best = line
            side = 1 if position.player == 1 or position.players > 2 else -1
            yield Marked(
                ply=ply,
                player=position.player,
                move=move.text,
                before=side * score_of(best),
                after=side * score_of(line),
                best=best.moves[0],
                mark=mark,
                exact=best.score.exact and line.score.exact,
                sentences=responses.sentences((line.score.sentence,)),
            )


# ------------------------------------------------------------------------------------------------------- questions
def level_question(table: Table, level: int, clock: tuple[float, float] | None) -> Question:
    """The move that a level plays at a table."""
    return Question(command_of(table.game), clock=clock, options=_level_options(level))


def game_question(command: str, level: int, seed: int | None = None) -> Question:
    """The move that a level plays in a game; the same one every time where a seed is given."""
    return Question(command, options=_level_options(level, seed))


def _level_options(level: int, seed: int | None = None) -> dict[str, int]:
    chance = random.SystemRandom().randrange(1 << 30) if seed is None else seed
    return {"Level": level, "Seed": chance, "Threads": 1}


def table_question(table: Table, limits: Limits, ply: int | None = None, lines: int = 1) -> Question:
    """The best lines of a table's position, after so many of its moves."""
    return lines_question(command_of(table.game, ply), limits, lines)


def lines_question(position: str, limits: Limits, lines: int) -> Question:
    """The best lines of a position, with the exact values of tablebases where there are any."""
    from ...engine.levels import STRONGEST

    options = {"Level": STRONGEST, "Seed": 0, "Threads": 1, "Lines": lines, "Tablebase": 1}
    return Question(position, limits, options=options)


def command_of(game: Game, ply: int | None = None) -> str:
    """What the engine is told of a game after so many of its moves: a position, and the last ones that led there."""
    ply = len(game.moves) if ply is None else min(ply, len(game.moves))
    first = max(0, ply - BEFORE)
    texts = [move.text for move in game.moves[first:ply]]
    return position_command(game.game, game.variant, str(game.positions[first]), texts)


def game_questions(game: Game, limits: Limits, after: int, until: int) -> Iterator[Question]:
    """What a review asks about the moves of a game, one after the other."""
    return (lines_question(command_of(game, ply), limits, 1) for ply in range(after, until))


def asker_of(live: LiveTable) -> Asker:
    """For whom a computer thinks: the address from which its table is played, and the table."""
    return Asker(next((address for address in live.addresses if address), ""), live.table.id)


# --------------------------------------------------------------------------------------------------------- answers
def score_of(info: Info) -> float:
    """A score from -1 to 1, for the player to move: twice the chance of winning, less one."""
    return 0.0 if info.chance is None else round(2 * info.chance - 1, 4)


def _reason(position: Position, info: Info | None) -> Sentence:
    """What speaks for a move that the engine would play."""
    if len(position.moves) == 1:
        return Sentence("hint.only")
    if info is None or (info.chance is None and info.score.left is None):
        return Sentence("hint.best")
    score = info.score
    if score.wins_in is not None:
        return Sentence("hint.win", {"count": score.wins_in})
    if score.loses_in is not None:
        return Sentence("hint.loss", {"count": score.loses_in})
    if abs(score.marbles) == float("inf"):
        return Sentence("hint.won" if score.value > 0 else "hint.lost")
    if score.exact and score.value == 0:
        return Sentence("hint.draw")
    if score.left is not None:
        return Sentence("hint.left", {"marbles": round(score.left, 1)})
    return Sentence("hint.chance", {"percent": round(100 * (info.chance or 0.0))})


class Reached:
    """The positions that the lines of an analysis reach: many lines begin alike."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._after: dict[tuple[str, ...], Position] = {(): position}
        self._touches: dict[str, tuple[str, ...]] | None = None

    def after(self, moves: tuple[str, ...]) -> Position:
        """The position after some moves."""
        found = self._after.get(moves)
        if found is None:
            found = self._after[moves] = self.after(moves[:-1]).play(moves[-1])
        return found

    def touches(self, move: str) -> tuple[str, ...]:
        """What is touched to play a move."""
        if self._touches is None:
            self._touches = drawing.touches(self.position)
        return self._touches.get(move, ())


def _thought(reached: Reached, found: Sequence[Info], final: bool = False) -> Thought:
    position = reached.position
    return Thought(
        game=position.game,
        variant=position.variant,
        text=str(position),
        player=position.player,
        depth=max((info.depth for info in found), default=0),
        nodes=max((info.nodes for info in found), default=0),
        seconds=max((info.seconds for info in found), default=0.0),
        lines=[_line(info, reached) for info in found],
        final=final,
    )


def _line(info: Info, reached: Reached) -> Line:
    """A line with the position texts after its moves."""
    texts: list[str] = []
    moves = info.moves
    for count in range(1, len(moves) + 1):
        position = reached.after(moves[:count])
        texts.append(str(position))
        if position.outcome is not None:
            break
    return Line(
        score=score_of(info),
        sentences=responses.sentences((info.score.sentence,)),
        exact=info.score.exact,
        moves=list(moves[: len(texts)]),
        touches=reached.touches(moves[0]) if moves else (),
        texts=texts,
    )
