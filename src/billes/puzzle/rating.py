"""How hard a puzzle is: which levels fail, and how far a search must look.

Levels and searches of a fixed depth have ratings, and a puzzle "wins" against those that miss a move of it. Its rating
is the one that explains these results best, as in a tournament (Elo), starting from an average puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log
from typing import NamedTuple

from ..core.codes import mix
from ..core.position import Move, Position
from ..engine.evaluation import evaluator_of, uses_tree_search
from ..engine.levels import TREE_NODES, choose, searcher
from ..engine.limits import Limits
from ..engine.score import Line

LEVELS = {1: 700, 2: 900, 3: 1100, 4: 1350, 5: 1600, 6: 1850, 7: 2100}
DEPTHS = {2: 1000, 4: 1300, 6: 1600, 8: 1900, 10: 2200}
HIGHEST = max(LEVELS)
AVERAGE, SPREAD = 1500, 400  # what is thought of a puzzle before anybody has tried it
LEAST, MOST = 500, 2900


class Difficulty(NamedTuple):
    """The levels that fail, the plies that a search must look ahead (None: more than it can), and the rating."""

    fails: tuple[int, ...]
    depth: int | None
    rating: int


def difficulty(position: Position, solution: Sequence[Move], seed: int = 0) -> Difficulty:
    """How hard a puzzle is. Deterministic for a seed."""
    own, now = [], position
    for number, move in enumerate(solution):
        after = now.play(move)
        if number % 2 == 0:
            own.append((now, after.state))
        now = after
    fails = {level for level in LEVELS if level != HIGHEST and not _solves(level, own, seed)}
    depths = [_depth(before, wanted, seed) for before, wanted in own]
    if any(not found for found, _ in depths):
        fails.add(HIGHEST)
    needed = [depth for _, depth in depths]
    depth = None if None in needed else max(plies or 0 for plies in needed)
    results = [(rating, level not in fails) for level, rating in LEVELS.items()]
    results += [(rating, depth is not None and depth <= plies) for plies, rating in DEPTHS.items()]
    return Difficulty(tuple(sorted(fails)), depth, fitted(results))


def _solves(level: int, own: Iterable[tuple[Position, tuple[int, ...]]], seed: int) -> bool:
    return all(before.play(choose(before, level, seed=seed, threads=1)).state == wanted for before, wanted in own)


def _depth(position: Position, wanted: tuple[int, ...], seed: int) -> tuple[bool, int | None]:
    """Whether level 7 finds the move, and from which depth on its search stays with it."""
    if len(position.moves) == 1:
        return True, 1
    nodes = evaluator_of(position.game).LEVEL_NODES.get(HIGHEST, 100_000)
    limits = Limits(nodes=nodes * (TREE_NODES if uses_tree_search(position) else 1))
    settled: list[int] = []

    def look(lines: list[Line]) -> None:
        if position.play(lines[0].move).state == wanted:
            settled.append(lines[0].depth)
        else:
            settled.clear()

    best = searcher(position, limits, seed=mix(seed, 0)).think(limits, progress=look)[0]
    right = position.play(best.move).state == wanted
    return right, (settled[0] if settled else best.depth) if right else None


def fitted(results: Iterable[tuple[int, bool]]) -> int:
    """The rating of a puzzle that players with these ratings have solved or not, to the nearest ten.

    >>> fitted([(1500, True), (1500, False)])
    1500
    >>> fitted([(1100, False), (1600, False), (2100, True)]) > fitted([(1100, False), (1600, True), (2100, True)])
    True
    """
    found = list(results)
    low, high = float(LEAST), float(MOST)
    while high - low > 0.5:
        middle = (low + high) / 2
        missed = sum((not solved) - 1 / (1 + 10 ** ((rating - middle) / 400)) for rating, solved in found)
        low, high = (middle, high) if missed > (middle - AVERAGE) / SPREAD**2 * 400 / log(10) else (low, middle)
    return round(low / 10) * 10
