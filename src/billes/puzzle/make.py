"""Making puzzles: levels 3 to 7 play games, and positions with one right line are picked from them.

Game number n of a seed is always the same, and games are looked at in their order, so that the same seed makes the same
puzzles. What was found in a game is written down at once: a run that is interrupted goes on where it was.
"""

from __future__ import annotations

import json
import multiprocessing
import random
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from copy import copy
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from ..core.errors import BillesError
from ..core.game import Game
from ..core.position import Position, start
from ..engine.levels import choose
from ..games.registry import known, spec_of
from ..tablebase.probe import Tablebases
from .judge import ExactJudge, Judge, judge_of
from .line import Solution, solution
from .puzzle import Puzzle, of_row
from .rating import difficulty

LEVELS = (3, 7)  # who plays the games
OPENING = 4  # random moves at the beginning, at most
LONGEST = 160  # moves of a game
PER_GAME = 3  # puzzles of one game
LAST = 18  # moves before the end of a game that proofs look at
ENDINGS = 8  # other ways in which these moves are played: whole games are long, and only their ends are looked at
QUICK = (3, 6)  # who plays them
SHORT = {1: 0.45, 2: 0.45}  # the share that puzzles of one move and of two may have
EASY = 0.15  # the share of puzzles that no level from EASY_FROM on misses
EASY_FROM = 2
PATIENCE = 900  # games after which more easy ones are taken, where hard ones are rare
FILLED = 0.6  # the share that they may then have
AHEAD = 2  # games that are waiting for each process


class Found(NamedTuple):
    """How far making is: the number of the next game, and the puzzles so far."""

    games: int
    puzzles: list[Puzzle]


class Candidate(NamedTuple):
    """A position that makes a puzzle: in which of the games that were looked at, after how many plies."""

    which: int
    ply: int
    position: Position
    line: Solution


class Games:
    """The numbered games of a seed, and what can be made of them."""

    def __init__(self, game: str, variant: str, seed: int, tablebases: Tablebases | Path | str | None = None) -> None:
        self.game, self.variant, self.seed = game, variant, seed
        self.judge: Judge = judge_of(game, variant, tablebases)
        self.exact = isinstance(self.judge, ExactJudge)

    def candidates(self, number: int) -> list[Candidate]:
        """The positions of game number `number` that make puzzles, those with the longest solutions first."""
        found = [
            Candidate(which, ply, game.positions[ply], line)
            for which, game in enumerate(self._played(number))
            for ply, line in self._solutions(game)
        ]
        return sorted(found, key=lambda one: (-len(one.line.moves), one.which, one.ply))

    def _played(self, number: int) -> list[Game]:
        """A game that two levels play after a few random moves, and where proofs judge other endings of it.

        A game of several rounds is played as its last one, and its endings know what the rounds before ended with.
        """
        chance = random.Random(f"{self.seed} {self.game} {self.variant} {number}")
        part: Any = spec_of(self.game).puzzles if spec_of(self.game).has("puzzles") else None
        variant = getattr(part, "PLAYED_AS", {}).get(self.variant, self.variant)
        levels, game = _two(LEVELS, chance), Game(self.game, variant)
        for _ in range(chance.randint(0, OPENING)):
            game.play(chance.choice(game.position.moves))
        _play_on(game, levels, chance.getrandbits(30))
        endings = []
        for _ in range(0 if self.exact else ENDINGS):
            other = copy(game)
            for _ in range(min(LAST, len(game.moves) - OPENING)):
                other.undo()
            if part is not None and variant != self.variant:
                other = Game(self.game, self.variant, start=part.close(other.position, game.position, chance))
            _play_on(other, _two(QUICK, chance), chance.getrandbits(30))
            endings.append(other)
        return [game, *endings] if variant == self.variant else endings

    def _solutions(self, game: Game) -> Iterator[tuple[int, Solution]]:
        """The plies of a game whose positions make puzzles, with their solutions."""
        first, plies = OPENING if self.exact else max(OPENING, len(game.moves) - LAST), len(game.moves)
        if game.positions[0] != start(self.game, self.variant):  # it begins where its end is near
            first, plies = 0, min(LAST, plies)
        for ply in range(first, plies):
            line = solution(game.positions[ply], self.judge)
            if line is not None:
                yield ply, line


class Maker:
    """Makes puzzles of one variant; `file` keeps what was found so far, one line of JSON per game."""

    def __init__(
        self,
        game: str,
        variant: str,
        count: int,
        file: Path,
        *,
        seed: int = 1,
        tablebases: Tablebases | Path | str | None = None,
    ) -> None:
        self.game, self.variant = known(game, variant)
        if start(game, variant).players != 2:
            raise BillesError.of("puzzles.players", game=game, variant=variant)
        self.count, self.file, self.seed = count, file, seed
        self.tablebases = tablebases
        self.games = Games(self.game, self.variant, seed, tablebases)
        self.exact = self.games.exact
        self.found = self._load()
        self._seen = {one.position for one in self.found.puzzles}

    def _load(self) -> Found:
        """What an earlier run has written down; a last line that was cut off is not counted."""
        games, puzzles = 0, list[Puzzle]()
        lines = self.file.read_text("utf-8").splitlines(keepends=True) if self.file.exists() else []
        whole = [line for line in lines if line.endswith("\n")]
        if len(whole) < len(lines):
            self.file.write_text("".join(whole), encoding="utf-8")
        for line in whole:
            row = json.loads(line)
            if row["seed"] != self.seed or row["game"] != games or row["exact"] != self.exact:
                raise BillesError.of("puzzles.started", file=str(self.file))
            puzzles += [of_row(self.game, self.variant, one) for one in row["puzzles"]]
            games += 1
        return Found(games, puzzles)

    def run(
        self, tell: Callable[[Found], None] = lambda found: None, most_games: int | None = None, workers: int = 1
    ) -> Found:
        """Play and look until there are enough puzzles, or so many games have been looked at.

        Games are played by so many processes; how many changes nothing in what is found.
        """
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with closing(self._looked_at(workers)) as looked_at:
            return self._run(looked_at, tell, most_games)

    def _looked_at(self, workers: int) -> Generator[list[Candidate]]:
        """What can be made of the next games, in their order."""
        numbers = count(self.found.games)
        if workers == 1:
            for number in numbers:
                yield self.games.candidates(number)
        game, seed, context = (self.game, self.variant), self.seed, multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(workers, context, _begin, (*game, seed, self.tablebases))
        try:
            waiting = deque(pool.submit(_candidates, next(numbers)) for _ in range(AHEAD * workers))
            while True:
                yield waiting.popleft().result()
                waiting.append(pool.submit(_candidates, next(numbers)))
        finally:
            pool.shutdown(cancel_futures=True)

    def _run(
        self, looked_at: Iterator[list[Candidate]], tell: Callable[[Found], None], most_games: int | None
    ) -> Found:
        while len(self.found.puzzles) < self.count and (most_games is None or self.found.games < most_games):
            new = list(self._of_game(self.found.games, next(looked_at)))
            row = {
                "game": self.found.games,
                "seed": self.seed,
                "exact": self.exact,
                "puzzles": [one.row() for one in new],
            }
            with self.file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n")
            self.found = Found(self.found.games + 1, self.found.puzzles + new)
            tell(self.found)
        return self.found

    # --------------------------------------------------------------------------------------------------- one game
    def _of_game(self, number: int, found: list[Candidate]) -> Iterator[Puzzle]:
        """The puzzles of one game, those with the longest solutions first."""
        taken: dict[int, set[int]] = {}
        lengths = Counter(one.moves for one in self.found.puzzles)
        easy = sum(_easy(one.fails) for one in self.found.puzzles)
        counts = Counter[int]()
        for which, ply, position, line in found:
            moves, span = (len(line.moves) + 1) // 2, set(range(ply, ply + len(line.moves)))
            if counts[which] == PER_GAME or lengths[moves] >= SHORT.get(moves, 1.0) * self.count:
                continue
            if span & taken.get(which, set()) or position in self._seen:
                continue
            made = self._puzzle(position, line, number)
            if _easy(made.fails) and easy >= (EASY if number < PATIENCE else FILLED) * self.count:
                continue
            self._seen.add(made.position)
            taken[which] = taken.get(which, set()) | span
            lengths[moves] += 1
            easy += _easy(made.fails)
            counts[which] += 1
            yield made

    def _puzzle(self, position: Position, line: Solution, number: int) -> Puzzle:
        known, hard = line.judgement, difficulty(position, line.moves, seed=number)
        return Puzzle(
            position,
            line.moves,
            known.goal,
            line.themes,
            hard.rating,
            known.plies,
            known.number,
            hard.fails,
            hard.depth,
            known.horizon,
        )


# ------------------------------------------------------------------------------------------------------ processes
_games: Games


def _begin(game: str, variant: str, seed: int, tablebases: Tablebases | Path | str | None) -> None:
    """What a process needs that looks at games."""
    global _games
    _games = Games(game, variant, seed, tablebases)


def _candidates(number: int) -> list[Candidate]:
    return _games.candidates(number)


# ----------------------------------------------------------------------------------------------------------- play
def _two(levels: tuple[int, int], chance: random.Random) -> tuple[int, int]:
    return chance.randint(*levels), chance.randint(*levels)


def _play_on(game: Game, levels: tuple[int, int], seed: int) -> None:
    """Let two levels play a game to its end."""
    while game.outcome is None and len(game.moves) < LONGEST:
        game.play(choose(game, levels[game.position.player - 1], seed=seed, threads=1))


def _easy(fails: tuple[int, ...]) -> bool:
    return not any(level >= EASY_FROM for level in fails)


def made(maker: Maker) -> dict[str, Any]:
    """How puzzles were made, for the head of their file."""
    how = "tablebase" if maker.exact else "proof"
    return {"seed": maker.seed, "games": maker.found.games, "values": how}
