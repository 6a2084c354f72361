"""The levels: eight opponents, from one a child can beat to one that uses all its time, and a ninth that cannot err.

The weaker ones see only a move or two ahead and misjudge what they see; none plays badly on purpose. All are
deterministic given a seed, except the eighth, which thinks by the clock. The ninth plays from the tablebases of solved
variants; where they do not know a position it plays like the eighth.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..core.codes import mix
from ..core.errors import BillesError
from ..core.position import Move, Position, start
from ..core.sentences import Sentence
from ..tablebase import solvable
from ..tablebase.probe import opened
from .alphabeta import AlphaBeta, table_size
from .evaluation import evaluator_of, logit_of, uses_tree_search
from .exact import Exact
from .limits import Limits
from .mcts import TreeSearch
from .memory import WON
from .search import CORES, Progress, Search

if TYPE_CHECKING:
    from pathlib import Path

    from ..core.game import Game
    from ..tablebase.probe import Tablebases

SECONDS = 1.0  # what the strongest level thinks where no clock runs
TREE_NODES = 8  # a tree search plays whole games, so that its nodes tell less
SPARE = 0.05  # seconds of a clock that are never used up


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent: how far it sees (depth), and how wrongly it judges.

    Those without a depth search as many nodes as the game's evaluator says in LEVEL_NODES, the strongest by the clock.

    `blur` is the spread of its misjudgements, in units that multiply the odds of winning by e; `careless` how often it
    sees a move less far.
    """

    number: int
    depth: int | None = None
    blur: float = 0.0
    careless: float = 0.0
    perfect: bool = False

    @property
    def sentence(self) -> Sentence:
        """Its name; `render` puts it into words."""
        return Sentence(f"level.{self.number}")


LEVELS: tuple[Level, ...] = (
    Level(1, depth=2, blur=1.2, careless=0.5),
    Level(2, depth=2, blur=0.8, careless=0.3),
    Level(3, depth=2, blur=0.15),
    Level(4, depth=3),
    Level(5),
    Level(6),
    Level(7),
    Level(8),
    Level(9, perfect=True),
)
STRONGEST = 8  # of those that search
PERFECT = 9


def level_of(number: int) -> Level:
    """The level with that number."""
    if not 1 <= number <= len(LEVELS):
        raise BillesError.of("level.range", most=len(LEVELS), number=number)
    return LEVELS[number - 1]


def require(number: int, game: str, variant: str, tablebases: Tablebases | Path | str | None = None) -> Level:
    """The level with that number, if it can play a variant: the perfect one needs its tablebase (else BillesError)."""
    level = level_of(number)
    if level.perfect and not opened(tablebases).complete(game, variant):
        if not solvable(game, variant):
            raise BillesError.of("level.unsolved", number=number, game=game, variant=variant)
        folder = str(opened(tablebases).folder)
        raise BillesError.of("level.tablebase", number=number, game=game, variant=variant, folder=folder)
    return level


def about(number: int, game: str, variant: str) -> Sentence:
    """In a line, how a level finds its moves.

    >>> print(about(4, "quits", "standard"))
    Sees three moves ahead.
    """
    level = level_of(number)
    if level.perfect:
        return Sentence("level.exact")
    if level.depth is not None:
        if level.careless:
            return Sentence("level.careless", {"depth": level.depth, "percent": round(100 * level.careless)})
        return Sentence("level.rough" if level.blur else "level.sees", {"depth": level.depth})
    nodes = evaluator_of(game).LEVEL_NODES.get(number)
    if nodes is None:
        return Sentence("level.time", {"seconds": int(SECONDS)})
    nodes *= TREE_NODES if uses_tree_search(start(game, variant)) else 1
    return Sentence("level.nodes", {"size": len(str(nodes)) - 1})


def searcher(
    position: Position,
    limits: Limits,
    *,
    history: Iterable[Position] = (),
    threads: int = 1,
    seed: int | None = None,
    only: Collection[Move] | None = None,
) -> Search:
    """The search that plays a game best. `only` these moves are searched, if any are named, by alpha-beta."""
    if uses_tree_search(position):
        return TreeSearch(position, history=history, threads=threads, seed=seed)
    return AlphaBeta(position, history=history, threads=threads, seed=seed, only=only, entries=table_size(limits))


def choose(
    game: Game | Position,
    level: int = STRONGEST,
    *,
    history: Iterable[Position] = (),
    seed: int = 0,
    seconds: float | None = None,
    clock: tuple[float, float] | None = None,
    stop: threading.Event | None = None,
    progress: Progress | None = None,
    threads: int = CORES,
    tablebases: Tablebases | Path | str | None = None,
) -> Move:
    """The move that a level plays.

    Give it a game, or a position and the positions before it. `seconds` is the most it may think, `clock` what its
    clock shows: seconds left and seconds added by every move. Set `stop` to have the best move so far at once;
    `progress` is called with the lines of a level that searches, whenever it has looked further. The ninth level looks
    into the `tablebases` of a folder, of the user's data folder where none is named.
    """
    position, before = _where(game, history)
    chosen = level_of(level)
    moves = position.moves
    if len(moves) == 1:
        return moves[0]
    if clock is not None:
        seconds = min(allowance(*clock), seconds or 1e9)
    if chosen.depth is not None:
        return _short_sighted(position, before, chosen, seed)
    if chosen.perfect:
        known = Exact(position, before, tablebases)
        best = known.best()
        if best is not None:
            return best
        limits = Limits(seconds=seconds or SECONDS)
        search = searcher(position, limits, history=before, threads=threads, seed=seed, only=known.worth_thinking())
        known.fill_table(search)
        return search.think(limits, stop=stop, progress=progress)[0].move
    nodes = evaluator_of(position.game).LEVEL_NODES.get(level)
    if nodes is None:
        limits = Limits(seconds=seconds or SECONDS)
    else:
        nodes *= TREE_NODES if uses_tree_search(position) else 1
        limits, threads = Limits(seconds=seconds, nodes=nodes), 1
    search = searcher(position, limits, history=before, threads=threads, seed=mix(seed, len(before)))
    return search.think(limits, stop=stop, progress=progress)[0].move


def allowance(left: float, increment: float) -> float:
    """How many seconds of a clock to spend on a move: a part of what is left, and most of what is added."""
    return max(0.01, min(left / 25 + 0.8 * increment, left / 2 - SPARE))


def _where(game: Game | Position, history: Iterable[Position]) -> tuple[Position, tuple[Position, ...]]:
    """The position to think about, and those before it."""
    if isinstance(game, Position):
        return game, tuple(history)
    return game.position, game.positions[:-1]


def _short_sighted(position: Position, before: tuple[Position, ...], level: Level, seed: int) -> Move:
    """The best move as far as this level sees, and as it judges."""
    chance = random.Random(f"{seed} {level.number} {len(before)} {position}")
    depth = level.depth or 1
    if chance.random() < level.careless:
        depth -= 1
    limits = Limits(depth=depth)
    values = searcher(position, limits, history=before, seed=seed).values(max(1, depth))
    spread = level.blur * logit_of(position)
    best, best_value = 0, float("-inf")
    order = sorted(values)
    chance.shuffle(order)
    for code in order:
        value = values[code] + (chance.gauss(0.0, spread) if abs(values[code]) < WON else 0.0)
        if value > best_value:
            best, best_value = code, value
    return next(move for move in position.moves if move.code == best)


def warm_up(game: str, variant: str | None = None) -> None:
    """Compile what thinking about a game needs, or load it from the cache: seconds the first time, then a moment."""
    choose(start(game, variant), 4)
