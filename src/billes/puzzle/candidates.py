"""What puzzles can be picked from: positions with one right line, from games that levels 3 to 7 play.

What a game offers depends on its number and the seed alone, so that games can be played and judged anywhere, in any
order.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import NamedTuple

from ..core.errors import BillesError
from ..core.game import Game
from ..core.position import Position, start
from ..engine.levels import choose
from ..games.registry import spec_of
from ..games.spec import PlayedInRounds
from .judge import ExactJudge, Judge, judge_of
from .line import Solution, solution
from .puzzle import Puzzle, of_row
from .rating import difficulty

LEVELS = (3, 7)  # who plays the games
OPENING = 4  # random moves at the beginning, at most
LONGEST = 160  # moves of a game
LAST = 18  # moves before the end of a game that proofs look at
ENDINGS = 8  # other ways in which these moves are played: whole games are long, and only their ends are looked at
QUICK = (3, 6)  # who plays them


class Candidate(NamedTuple):
    """A puzzle that may be picked, and where it was found: in a game or one of its other endings, after which ply."""

    ending: int
    ply: int
    puzzle: Puzzle


class Candidates:
    """Plays the games of a seed and judges their positions: called with the number of a game, it gives a text.

    `exact` is whether a tablebase judges; where it is missing, as on a machine of a cluster that lacks the file,
    BillesError says so.
    """

    def __init__(self, game: str, variant: str, seed: int, exact: bool, tablebases: Path | None = None) -> None:
        self.game, self.variant, self.seed, self.exact = game, variant, seed, exact
        self.tablebases = tablebases
        if isinstance(self._judge(), ExactJudge) != exact:
            raise BillesError.of("puzzles.judge", game=game, variant=variant)

    def __call__(self, task: int) -> str:
        """The candidates of the game with that number as a text that `of_text` reads."""
        rows = [(one.ending, one.ply, one.puzzle.row()) for one in self.of_game(task)]
        return json.dumps([task, rows], separators=(",", ":"), ensure_ascii=False)

    def close(self) -> None:
        """There is nothing to close."""

    def of_game(self, number: int) -> list[Candidate]:
        """The candidates of a game, those with the longest solutions first."""
        judge = self._judge()  # a new one: what it proves within its nodes must not depend on earlier games
        found = [
            Candidate(ending, ply, _puzzle(game.positions[ply], line, number))
            for ending, game in enumerate(self._played(number))
            for ply, line in self._solutions(game, judge)
        ]
        return sorted(found, key=lambda one: (-one.puzzle.moves, one.ending, one.ply))

    def _judge(self) -> Judge:
        return judge_of(self.game, self.variant, self.tablebases)

    def _played(self, number: int) -> list[Game]:
        """A game that two levels play after a few random moves, and where proofs judge other endings of it.

        A game of several rounds is played as its last one, and its endings know what the rounds before ended with.
        """
        chance = random.Random(f"{self.seed} {self.game} {self.variant} {number}")
        part = _rounds(self.game)
        variant = part.PLAYED_AS.get(self.variant, self.variant) if part else self.variant
        levels, game = _two(LEVELS, chance), Game(self.game, variant)
        for _ in range(chance.randint(0, OPENING)):
            if game.outcome is None:
                game.play(chance.choice(game.position.moves))
        _play_on(game, levels, chance.getrandbits(30))
        endings = []
        for _ in range(0 if self.exact else ENDINGS):
            other = copy(game)
            for _ in range(min(LAST, len(game.moves) - OPENING)):
                other.undo()
            if part and variant != self.variant:
                other = Game(self.game, self.variant, start=part.close(other.position, game.position, chance))
            _play_on(other, _two(QUICK, chance), chance.getrandbits(30))
            endings.append(other)
        return [game, *endings] if variant == self.variant else endings

    def _solutions(self, game: Game, judge: Judge) -> Iterator[tuple[int, Solution]]:
        """The plies of a game whose positions make puzzles, with their solutions."""
        first, plies = OPENING if self.exact else max(OPENING, len(game.moves) - LAST), len(game.moves)
        if game.positions[0] != start(self.game, self.variant):  # it begins where its end is near
            first, plies = 0, min(LAST, plies)
        for ply in range(first, plies):
            line = solution(game.positions[ply], judge)
            if line is not None:
                yield ply, line


def of_text(game: str, variant: str, text: str) -> tuple[int, list[Candidate]]:
    """The number of a game and its candidates."""
    number, rows = json.loads(text)
    return number, [Candidate(ending, ply, of_row(game, variant, row)) for ending, ply, row in rows]


def _puzzle(position: Position, line: Solution, number: int) -> Puzzle:
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


def _rounds(game: str) -> PlayedInRounds | None:
    """What a game's part `puzzles` knows about variants of several rounds."""
    spec = spec_of(game)
    return spec.puzzles if spec.has("puzzles") and isinstance(spec.puzzles, PlayedInRounds) else None


def _two(levels: tuple[int, int], chance: random.Random) -> tuple[int, int]:
    return chance.randint(*levels), chance.randint(*levels)


def _play_on(game: Game, levels: tuple[int, int], seed: int) -> None:
    """Let two levels play a game to its end."""
    while game.outcome is None and len(game.moves) < LONGEST:
        game.play(choose(game, levels[game.position.player - 1], seed=seed, threads=1))
