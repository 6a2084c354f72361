"""Training: a visitor's puzzles. Which one comes next, and what a try changes.

The first try at a puzzle is a game between visitor and puzzle (Glicko-2). What was missed comes back when it is about
to be forgotten (FSRS). A visitor is whoever has the cookie: all of this goes to another device with the games.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from fsrs import Card, Scheduler
from fsrs import Rating as Recall
from msgspec import Struct, json
from msgspec.structs import asdict, replace
from sqlalchemy import Select, delete, func, insert, select

from ..core.sentences import Sentence
from ..puzzle.glicko import Rating, played
from ..puzzle.puzzle import of_the_day, theme_name
from .errors import Overtaken, Refused
from .events import now
from .messages.responses import sendable
from .messages.training import Rush, Standing, Theme, Training
from .storage.rows import Statement
from .storage.store import Store
from .storage.training_rows import puzzle_ratings, trainees, tries

T = TypeVar("T")
Mode: TypeAlias = Literal["day", "puzzles", "rush", "mistakes"]
RATED = ("day", "puzzles")
BEGINNER = Rating(1200, 350)
"""Whoever has not tried a puzzle yet."""
PUZZLE_DEVIATION = 120.0
"""How sure the rating is that a puzzle has from its making."""
NEAREST = 15
"""Puzzles nearest to a visitor's rating of which one is taken."""
RUSH_PUZZLES, RUSH_SECONDS, RUSH_ERRORS = 80, 180, 3
MOMENTS = 100
"""Puzzles made of a visitor's own games that are kept of a variant."""
PRACTICE = ("win", "draw")
"""What can be practised against the best defence."""
FARTHEST = 7
"""Plies of the longest win that is practised where only a search knows it: as far as the puzzles were proved."""
AGAIN = timedelta(minutes=10)
"""After so long a mistake comes back for the first time."""

MOST_OVERTAKEN = 50
"""How often a change is tried again that other processes were faster with."""

_scheduler = Scheduler(learning_steps=(AGAIN,), relearning_steps=(AGAIN,), enable_fuzzing=False)


class Listed(Struct, frozen=True):
    """What has to be known of a puzzle to choose it."""

    puzzle: str
    rating: int
    themes: tuple[str, ...]
    goal: str = "win"
    plies: int | None = None
    """How far the win is, where that is known."""

    def practicable(self, goal: str, exact: bool) -> bool:
        """Whether it can be practised: every value of a solved variant is known, else only a win that is near."""
        if goal != self.goal or goal not in PRACTICE:
            return False
        return exact or (goal == "win" and self.plies is not None and self.plies <= FARTHEST)


class Moment(Struct, frozen=True):
    """A puzzle made of a game that a visitor has played: a position, and the moves that are good there."""

    position: str
    good: tuple[str, ...]
    played: str


class Trainee(Struct):
    """How strong a visitor is at the puzzles of a variant."""

    rating: float = BEGINNER.rating
    deviation: float = BEGINNER.deviation
    volatility: float = BEGINNER.volatility
    tried: int = 0
    solved: int = 0
    streak: int = 0
    longest: int = 0
    rush: int = 0
    day: int = 0
    days: int = 0

    @property
    def strength(self) -> Rating:
        """The rating by itself."""
        return Rating(self.rating, self.deviation, self.volatility)


class Trainer:
    """The training of all visitors of a server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def _alone(self, change: Callable[[], Awaitable[T]], *names: str) -> T:
        """Change figures of a visitor, and of a puzzle where one is named: in this process one change after another.

        Another process that was faster leaves rows that are not what they were: then all is looked at again.
        """
        async with AsyncExitStack() as stack:
            for name in names:
                await stack.enter_async_context(self._locks.setdefault(name, asyncio.Lock()))
            for _ in range(MOST_OVERTAKEN):
                with suppress(Overtaken):
                    return await change()
            return await change()

    # --------------------------------------------------------------------------------------------------- looking
    async def trainee(self, visitor: str, game: str, variant: str) -> Trainee:
        """A visitor's figures."""
        columns = [column for column in trainees.c if column.name in Trainee.__struct_fields__]
        rows = await self.store.rows(select(*columns).where(*_mine(trainees, visitor, game, variant)))
        return Trainee(**rows[0]._mapping) if rows else Trainee()

    async def overview(self, visitor: str, game: str, variant: str, listed: Sequence[Listed], exact: bool) -> Training:
        """What there is to train, and how far a visitor has come; `exact` where all values of the variant are known."""
        one, today = await self.trainee(visitor, game, variant), _today()
        mine = select(func.count(), func.min(tries.c.due)).where(*_mine(tries, visitor, game, variant))
        kept, first = (await self.store.rows(mine.where(tries.c.due.is_not(None))))[0]
        due = (await self.store.rows(mine.where(tries.c.due <= now())))[0][0]
        counts: dict[str, int] = {}
        for each in listed:
            for theme in each.themes:
                counts[theme] = counts.get(theme, 0) + 1
        named = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        return Training(
            game=game,
            variant=variant,
            puzzles=len(listed),
            themes=[Theme(theme, sendable(theme_name(theme, game)), count) for theme, count in named],
            rating=round(one.rating),
            deviation=round(one.deviation),
            tried=one.tried,
            solved=one.solved,
            streak=one.streak,
            longest=one.longest,
            rush=one.rush,
            day=today.isoformat(),
            day_solved=one.day == today.toordinal(),
            days=one.days if one.day >= today.toordinal() - 1 else 0,
            mistakes=int(kept),
            due=int(due),
            next_due=None if first is None else float(first),
            practice=[goal for goal in PRACTICE if any(each.practicable(goal, exact) for each in listed)],
        )

    async def moment(self, visitor: str, puzzle: str) -> Moment | None:
        """A puzzle made of a visitor's own game, by its name."""
        rows = await self.store.rows(_try(visitor, puzzle))
        return json.decode(rows[0].moment, type=Moment) if rows and rows[0].moment else None

    # -------------------------------------------------------------------------------------------------- choosing
    async def next(
        self, visitor: str, game: str, variant: str, listed: Sequence[Listed], mode: Mode, theme: str
    ) -> str:
        """The name of the puzzle that comes next; Refused where there is none."""
        mine = _mine(tries, visitor, game, variant)
        if mode == "mistakes":
            due = select(tries.c.puzzle).where(*mine, tries.c.due <= now()).order_by(tries.c.due).limit(1)
            for puzzle in await self.store.ids(due):
                return puzzle
            raise Refused("not-found", "error.no-mistakes")
        themed = [one for one in listed if not theme or theme in one.themes]
        if not themed:
            raise Refused("not-found", "error.no-puzzles")
        if mode == "day":
            return of_the_day(listed, _today()).puzzle
        latest = await self.store.ids(select(tries.c.puzzle).where(*mine).order_by(tries.c.at))
        tried = {puzzle: number for number, puzzle in enumerate(latest)}
        new = [one for one in themed if one.puzzle not in tried]
        if not new:
            return min(themed, key=lambda one: tried[one.puzzle]).puzzle
        rating = (await self.trainee(visitor, game, variant)).rating
        return random.choice(sorted(new, key=lambda one: abs(one.rating - rating))[:NEAREST]).puzzle

    async def practice(
        self, visitor: str, game: str, variant: str, listed: Sequence[Listed], goal: str, exact: bool, but: str = ""
    ) -> str:
        """The name of a puzzle to play out, of about the visitor's rating, but for one that was just played out.

        Refused where there is none.
        """
        found = [one for one in listed if one.practicable(goal, exact)]
        found = [one for one in found if one.puzzle != but] or found
        if not found:
            raise Refused("not-found", "error.no-practice")
        rating = (await self.trainee(visitor, game, variant)).rating
        return random.choice(sorted(found, key=lambda one: abs(one.rating - rating))[:NEAREST]).puzzle

    def rush(self, listed: Sequence[Listed]) -> Rush:
        """Puzzles for three minutes, the easiest first."""
        if not listed:
            raise Refused("not-found", "error.no-puzzles")
        chosen = random.sample(listed, min(RUSH_PUZZLES, len(listed)))
        names = [one.puzzle for one in sorted(chosen, key=lambda one: one.rating)]
        return Rush(names, RUSH_SECONDS, RUSH_ERRORS)

    # -------------------------------------------------------------------------------------------------- counting
    async def count(self, visitor: str, game: str, variant: str, one: Listed, mode: Mode, solved: bool) -> Standing:
        """A try at a puzzle has ended. Rated is the first one only, and not in a rush."""
        return await self._alone(lambda: self._count(visitor, game, variant, one, mode, solved), visitor, one.puzzle)

    async def _count(self, visitor: str, game: str, variant: str, one: Listed, mode: Mode, solved: bool) -> Standing:
        before = await self.store.rows(_try(visitor, one.puzzle))
        trainee = await self.trainee(visitor, game, variant)
        was = replace(trainee)
        statements = self._carded(visitor, game, variant, one.puzzle, before[0] if before else None, solved)
        rated = not before and mode in RATED
        if rated:
            statements += await self._rate(trainee, one, solved)
        today = _today().toordinal()
        if mode == "day" and solved and not before:
            trainee.days = trainee.days + 1 if trainee.day == today - 1 else 1
            trainee.day = today
        if rated:
            statements += _kept(visitor, game, variant, was, trainee)
        if statements:
            await self.store.put(one.puzzle, (), statements)  # all processes take puzzles in the same order
        return Standing(
            rated, round(trainee.rating), round(trainee.rating) - round(was.rating), trainee.streak, trainee.days
        )

    async def _rate(self, trainee: Trainee, one: Listed, solved: bool) -> list[Statement]:
        """The first try: visitor and puzzle have played against each other."""
        rows = await self.store.rows(select(puzzle_ratings).where(puzzle_ratings.c.puzzle == one.puzzle))
        hard = (
            Rating(rows[0].rating, rows[0].deviation, rows[0].volatility)
            if rows
            else Rating(one.rating, PUZZLE_DEVIATION)
        )
        mine = trainee.strength
        trainee.rating, trainee.deviation, trainee.volatility = played(mine, [(hard, float(solved))])
        trainee.tried += 1
        trainee.solved += solved
        trainee.streak = trainee.streak + 1 if solved else 0
        trainee.longest = max(trainee.longest, trainee.streak)
        after = played(hard, [(mine, float(not solved))])
        row = {"puzzle": one.puzzle, **after._asdict()}
        old = delete(puzzle_ratings).where(puzzle_ratings.c.puzzle == one.puzzle)
        if rows:
            old = old.where(puzzle_ratings.c.rating == rows[0].rating, puzzle_ratings.c.deviation == rows[0].deviation)
        return [(old, {}), (insert(puzzle_ratings), row)]

    def _carded(self, visitor: str, game: str, variant: str, puzzle: str, before: Any, solved: bool) -> list[Statement]:
        """When the puzzle comes back: a mistake does, and what was solved when it was due comes back later."""
        at = now()
        card, due = (before.card, before.due) if before else (None, None)
        if not solved or (due is not None and due <= at):
            known = Card.from_json(card) if card else Card(card_id=0)
            moment = datetime.fromtimestamp(at, UTC)
            new, _ = _scheduler.review_card(known, Recall.Good if solved else Recall.Again, moment)
            card, due = new.to_json(), new.due.timestamp()
        elif before:
            return []
        row = {"game": game, "variant": variant, "at": at, "card": card, "due": due}
        return _put_try(visitor, puzzle, {**row, "moment": before.moment if before else None})

    async def end_rush(self, visitor: str, game: str, variant: str, solved: int) -> None:
        """A rush has ended: the most puzzles are remembered."""
        await self._alone(lambda: self._end_rush(visitor, game, variant, solved), visitor)

    async def _end_rush(self, visitor: str, game: str, variant: str, solved: int) -> None:
        trainee = await self.trainee(visitor, game, variant)
        if solved > trainee.rush:
            await self.store.put("", (), _kept(visitor, game, variant, trainee, replace(trainee, rush=solved)))

    async def add_moments(self, visitor: str, game: str, variant: str, found: Iterable[tuple[str, Moment]]) -> None:
        """Puzzles of a visitor's own game: they are due at once. The oldest ones make room."""
        new = [*found]
        await self._alone(lambda: self._add_moments(visitor, game, variant, new), visitor)

    async def _add_moments(self, visitor: str, game: str, variant: str, found: Iterable[tuple[str, Moment]]) -> None:
        statements, at = list[Statement](), now()
        for puzzle, one in found:
            row = {"game": game, "variant": variant, "at": at, "card": Card(card_id=0).to_json(), "due": at}
            statements += _put_try(visitor, puzzle, {**row, "moment": json.encode(one).decode()})
        own = *_mine(tries, visitor, game, variant), tries.c.moment.is_not(None)
        latest = select(tries.c.puzzle).where(*own).order_by(tries.c.at.desc()).offset(MOMENTS)
        for puzzle in await self.store.ids(latest.limit(1000)):
            statements.append((delete(tries).where(tries.c.visitor == visitor, tries.c.puzzle == puzzle), {}))
        await self.store.put("", (), statements)


def _today() -> date:
    """The day, the same for everybody."""
    return datetime.fromtimestamp(now(), UTC).date()


def _mine(table: Any, visitor: str, game: str, variant: str) -> tuple[Any, ...]:
    return table.c.visitor == visitor, table.c.game == game, table.c.variant == variant


def _try(visitor: str, puzzle: str) -> Select[Any]:
    return select(tries).where(tries.c.visitor == visitor, tries.c.puzzle == puzzle)


def _put_try(visitor: str, puzzle: str, row: dict[str, Any]) -> list[Statement]:
    old = delete(tries).where(tries.c.visitor == visitor, tries.c.puzzle == puzzle)
    return [(old, {}), (insert(tries), {"visitor": visitor, "puzzle": puzzle, **row})]


def _kept(visitor: str, game: str, variant: str, before: Trainee, after: Trainee) -> list[Statement]:
    """New figures. Where they are not any more what they were, the old row stays, and the new one is refused."""
    same = [trainees.c[name] == value for name, value in asdict(before).items()]
    named = {"visitor": visitor, "game": game, "variant": variant}
    return [
        (delete(trainees).where(*_mine(trainees, visitor, game, variant), *same), {}),
        (insert(trainees), {**named, **asdict(after)}),
    ]


def moment_task() -> Sentence:
    """What is asked for in a puzzle made of a visitor's own game."""
    return Sentence("puzzle.moment")
