"""Making puzzles: positions with one right line are picked from games that levels 3 to 7 play.

Game number n of a seed is always the same, and games are picked from in their order, so that the same seed makes the
same puzzles wherever the games are played. What was found in a game is written down at once: a run that is interrupted
goes on where it was.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from ..core.cluster import cluster as on_cluster
from ..core.errors import BillesError
from ..core.position import start
from ..engine.workers import run_tasks
from ..games.registry import known
from .candidates import Candidate, Candidates, of_text
from .judge import ExactJudge, judge_of
from .puzzle import Puzzle, of_row

PER_GAME = 3  # puzzles of one game
SHORT = {1: 0.45, 2: 0.45}  # the share that puzzles of one move and of two may have
EASY = 0.15  # the share of puzzles that no level from EASY_FROM on misses
EASY_FROM = 2
PATIENCE = 900  # games after which more easy ones are taken, where hard ones are rare
FILLED = 0.6  # the share that they may then have


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
        tablebases: Path | str | None = None,
    ) -> None:
        self.game, self.variant = known(game, variant)
        if start(game, variant).players != 2:
            raise BillesError.of("puzzles.players", game=game, variant=variant)
        self.count, self.file, self.seed = count, file, seed
        self.tablebases = Path(tablebases).resolve() if tablebases is not None else None
        self.exact = isinstance(judge_of(game, variant, self.tablebases), ExactJudge)
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
        self,
        tell: Callable[[Found], None] = lambda found: None,
        most_games: int | None = None,
        *,
        jobs: int = 1,
        cluster: str | None = None,
    ) -> Found:
        """Pick until there are enough puzzles, or so many games have been looked at.

        Games are played and judged by `jobs` processes here, or by the workers of the `cluster` whose scheduler is
        named; these must find the tablebases in the same folder.
        """
        self.file.parent.mkdir(parents=True, exist_ok=True)
        if self._enough(most_games):
            return self.found
        make = partial(Candidates, self.game, self.variant, self.seed, self.exact, self.tablebases)
        numbers = count(self.found.games) if most_games is None else range(self.found.games, most_games)
        waiting: dict[int, list[Candidate]] = {}
        with ExitStack() as stack:
            workers = None if cluster is None else stack.enter_context(on_cluster(cluster))
            for text in stack.enter_context(closing(run_tasks(numbers, make, jobs, workers))):
                number, candidates = of_text(self.game, self.variant, text)
                waiting[number] = candidates
                while self.found.games in waiting and not self._enough(most_games):
                    self._keep(list(self._picked(waiting.pop(self.found.games))))
                    tell(self.found)
                if self._enough(most_games):
                    break
        return self.found

    def _enough(self, most_games: int | None) -> bool:
        return len(self.found.puzzles) >= self.count or (most_games is not None and self.found.games >= most_games)

    def _keep(self, new: list[Puzzle]) -> None:
        """Write down what was picked from the next game."""
        row = {
            "game": self.found.games,
            "seed": self.seed,
            "exact": self.exact,
            "puzzles": [one.row() for one in new],
        }
        with self.file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n")
        self.found = Found(self.found.games + 1, self.found.puzzles + new)

    def _picked(self, candidates: list[Candidate]) -> Iterator[Puzzle]:
        """The puzzles that are picked from one game, of solutions that overlap the longest."""
        taken: dict[int, set[int]] = {}
        lengths = Counter(one.moves for one in self.found.puzzles)
        easy = sum(_easy(one) for one in self.found.puzzles)
        share = EASY if self.found.games < PATIENCE else FILLED
        counts = Counter[int]()
        for ending, ply, one in candidates:
            span = set(range(ply, ply + len(one.solution)))
            if counts[ending] == PER_GAME or lengths[one.moves] >= SHORT.get(one.moves, 1.0) * self.count:
                continue
            if span & taken.get(ending, set()) or one.position in self._seen:
                continue
            if _easy(one) and easy >= share * self.count:
                continue
            self._seen.add(one.position)
            taken[ending] = taken.get(ending, set()) | span
            lengths[one.moves] += 1
            easy += _easy(one)
            counts[ending] += 1
            yield one


def _easy(one: Puzzle) -> bool:
    return not any(level >= EASY_FROM for level in one.fails)


def made(maker: Maker) -> dict[str, Any]:
    """How puzzles were made, for the head of their file."""
    how = "tablebase" if maker.exact else "proof"
    return {"seed": maker.seed, "games": maker.found.games, "values": how}
