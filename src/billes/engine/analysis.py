"""Analysis of a position and of a whole game."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..core.position import Move, Position
from ..core.sentences import Params, Sentence
from .evaluation import logit_of, uses_tree_search
from .exact import Exact
from .levels import searcher
from .limits import Limits
from .memory import WON
from .score import Line, Score
from .search import CORES, Progress

if TYPE_CHECKING:
    from pathlib import Path

    from ..core.game import Game
    from ..tablebase.probe import Tablebases

Mark: TypeAlias = Literal["best", "good", "doubtful", "mistake"]
GOOD, DOUBTFUL = 0.05, 0.15  # chances of winning that a move may give away and still be called so


def analyse(
    position: Position,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 3,
    progress: Progress | None = None,
    history: Iterable[Position] = (),
    stop: threading.Event | None = None,
    threads: int | None = None,
    tablebases: Tablebases | Path | str | None = None,
    exact: bool = True,
    seed: int | None = None,
    only: Collection[Move] = (),
) -> list[Line]:
    """The best lines of a position, best first, or of `only` some of its moves.

    Limit it by `seconds`, by `depth` (plies) or by `nodes`; without any it thinks for a second, or until `stop` is set
    where that is given. `progress` is called with the lines found so far after every iteration. By time all cores
    work; by depth or nodes alone one does, and the result is always the same.

    What the `tablebases` in a folder (the user's own where none is named) or the opening books know is looked up
    instead: the scores of such lines are `exact`. With `exact=False` it is searched all the same.
    """
    if position.outcome is not None:
        return []
    if seconds is None and depth is None and nodes is None and stop is None:
        seconds = 1.0
    limits = Limits(seconds, depth, nodes)
    if threads is None:
        threads = 1 if depth is not None or nodes is not None else CORES
    before = tuple(history)
    known = Exact(position, before, tablebases) if exact else None
    if known is not None and (looked_up := known.lines(lines, only)):
        if progress is not None:
            progress(list(looked_up))
        return looked_up
    search = searcher(position, limits, history=before, threads=threads, seed=seed, only=only or None)
    if known is not None:
        known.fill_table(search)
    if not only or not uses_tree_search(position):
        return search.think(limits, lines=lines, stop=stop, progress=progress)
    codes = {move.code for move in only}  # a tree search looks at all moves, in any case

    def wanted(found: list[Line]) -> list[Line]:
        return [line for line in found if line.move.code in codes][:lines]

    report = None if progress is None else lambda found: progress(wanted(found))
    return wanted(search.think(limits, lines=len(position.moves), stop=stop, progress=report))


def hint(game: Game | Position, *, history: Iterable[Position] = (), seconds: float = 0.5) -> Line | None:
    """A good move, quickly; None where the game is over."""
    from .levels import _where

    position, before = _where(game, history)
    found = analyse(position, seconds=seconds, lines=1, history=before)
    return found[0] if found else None


@dataclass(frozen=True, slots=True)
class Remark:
    """The judgement of a move of a game: `line` is what it leads to, `better` what was better."""

    ply: int
    player: int
    move: Move
    mark: Mark
    line: Line
    better: Line | None

    @property
    def sentence(self) -> Sentence:
        """The judgement for people; `str(remark)` is the same in English."""
        told: Params = {
            "ply": self.ply,
            "move": str(self.move),
            "mark": Sentence(f"mark.{self.mark}"),
            "score": self.line.score.sentence,
        }
        if self.better is None:
            return Sentence("remark", told)
        return Sentence("remark.better", {**told, "better": str(self.better.move), "best": self.better.score.sentence})

    def __str__(self) -> str:
        return str(self.sentence)


def review(
    game: Game,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Remark], None] | None = None,
) -> list[Remark]:
    """Every move of a game, judged on one thread. The limits are those of one move; a fifth of a second by default."""
    if seconds is None and depth is None and nodes is None:
        seconds = 0.2
    remarks = []
    for remark in _remarks(game, Limits(seconds, depth, nodes), stop):
        remarks.append(remark)
        if progress is not None:
            progress(remark)
    return remarks


def _remarks(game: Game, limits: Limits, stop: threading.Event | None) -> Iterator[Remark]:
    for ply, (position, move) in enumerate(zip(game.positions, game.moves, strict=False), 1):
        if stop is not None and stop.is_set():
            return
        before = game.positions[: ply - 1]
        best = line = _line(position, before, limits, stop)
        if move.code != best.move.code:
            line = _line(position, before, limits, stop, (move,))
        mark = mark_of(best.score, line.score, chance(position, best.score) - chance(position, line.score))
        yield Remark(ply, position.player, move, mark, line, best if mark != "best" else None)


def _line(
    position: Position,
    before: Iterable[Position],
    limits: Limits,
    stop: threading.Event | None,
    only: Collection[Move] = (),
) -> Line:
    """The best line, or that of one move, by one thread."""
    return analyse(
        position,
        seconds=limits.seconds,
        depth=limits.depth,
        nodes=limits.nodes,
        lines=1,
        history=before,
        stop=stop,
        threads=1,
        only=only,
    )[0]


def mark_of(best: Score, line: Score, given_away: float) -> Mark:
    """The mark of a move: by the score of the best one, by its own, and by the chance of winning it gives away."""
    if line.value >= best.value and given_away <= 0:
        return "best"
    if best.value > WON >= line.value:
        given_away += DOUBTFUL  # a win that was missed is never a good move
    return "good" if given_away <= GOOD else "doubtful" if given_away <= DOUBTFUL else "mistake"


def chance(position: Position, score: Score) -> float:
    """The chance of winning that a score of a position stands for, from 0 to 1."""
    if abs(score.value) > WON:
        return 1.0 if score.value > 0 else 0.0
    return 1 / (1 + exp(-max(-700.0, min(700.0, score.value / logit_of(position)))))
