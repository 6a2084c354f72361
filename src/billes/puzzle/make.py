"""Making puzzles: levels 3 to 7 play games, and positions with one right line are picked from them.

Game number n of a seed is always the same, and games are looked at in their order, so that the same seed makes the same
puzzles. What was found in a game is written down at once: a run that is interrupted goes on where it was.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple

from ..core.errors import BillesError
from ..core.game import Game
from ..core.position import Position, start
from ..engine.levels import choose
from ..games.registry import known
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


class Found(NamedTuple):
    """How far making is: the number of the next game, and the puzzles so far."""

    games: int
    puzzles: list[Puzzle]


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
        self.judge: Judge = judge_of(game, variant, tablebases)
        self.exact = isinstance(self.judge, ExactJudge)
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

    def run(self, tell: Callable[[Found], None] = lambda found: None, most_games: int | None = None) -> Found:
        """Play and look until there are enough puzzles, or so many games have been looked at."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        while len(self.found.puzzles) < self.count and (most_games is None or self.found.games < most_games):
            new = list(self._of_game(self.found.games))
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
    def _of_game(self, number: int) -> Iterator[Puzzle]:
        """The puzzles of one game, those with the longest solutions first."""
        played = self._played(number)
        found = [(ply, line, which) for which, game in enumerate(played) for ply, line in self._solutions(game)]
        found.sort(key=lambda one: (-len(one[1].moves), one[2], one[0]))
        taken: dict[int, set[int]] = {}
        lengths = Counter(one.moves for one in self.found.puzzles)
        easy = sum(_easy(one.fails) for one in self.found.puzzles)
        counts = Counter[int]()
        for ply, line, which in found:
            moves, span = (len(line.moves) + 1) // 2, set(range(ply, ply + len(line.moves)))
            if counts[which] == PER_GAME or lengths[moves] >= SHORT.get(moves, 1.0) * self.count:
                continue
            if span & taken.get(which, set()) or played[which].positions[ply] in self._seen:
                continue
            made = self._puzzle(played[which].positions[ply], line, number)
            if _easy(made.fails) and easy >= EASY * self.count:
                continue
            self._seen.add(made.position)
            taken[which] = taken.get(which, set()) | span
            lengths[moves] += 1
            easy += _easy(made.fails)
            counts[which] += 1
            yield made

    def _played(self, number: int) -> list[Game]:
        """A game that two levels play after a few random moves, and where proofs judge other endings of it."""
        chance = random.Random(f"{self.seed} {self.game} {self.variant} {number}")
        levels, game = _two(LEVELS, chance), Game(self.game, self.variant)
        for _ in range(chance.randint(0, OPENING)):
            game.play(chance.choice(game.position.moves))
        _play_on(game, levels, chance.getrandbits(30))
        endings = []
        for _ in range(0 if self.exact else ENDINGS):
            other = copy(game)
            for _ in range(min(LAST, len(game.moves) - OPENING)):
                other.undo()
            _play_on(other, _two(QUICK, chance), chance.getrandbits(30))
            endings.append(other)
        return [game, *endings]

    def _solutions(self, game: Game) -> Iterator[tuple[int, Solution]]:
        """The plies of a game whose positions make puzzles, with their solutions."""
        first = OPENING if self.exact else max(OPENING, len(game.moves) - LAST)
        for ply in range(first, len(game.moves)):
            line = solution(game.positions[ply], self.judge)
            if line is not None:
                yield ply, line

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
