"""Openings of a match: a few random moves, the same for the same seed, after which the game is still open."""

from __future__ import annotations

import random
from math import inf

from ..core.errors import BillesError
from ..core.game import Game
from ..core.position import Position, start
from .evaluation import logit_of
from .levels import searcher
from .limits import Limits
from .memory import WON

SIGHT = Limits(nodes=3_000)  # how far an opening is looked into
EVEN = 1.5  # the most it may favour a side, in units that multiply the odds of winning by e: 82 to 18
TRIES = 40  # openings rejected in a row before one that was seen already, or a lopsided one, is good enough


def openings(game: str, variant: str | None, count: int, plies: int, seed: int = 0) -> list[tuple[str, ...]]:
    """That many openings, as move texts; no two lead to the same position while there are enough different ones.

    The first ones do not depend on the count.
    """
    if plies < 0:
        raise BillesError.of("match.opening.negative", plies=plies)
    first = start(game, variant)
    if plies == 0:
        return [()] * count
    found = []
    seen: set[str] = set()
    for number in range(count):
        line = _opening(first, plies, random.Random(f"{seed} {first.game} {first.variant} {plies} {number}"), seen)
        seen.add(str(line.position))
        found.append(tuple(map(str, line.moves)))
    return found


def _opening(first: Position, plies: int, chance: random.Random, seen: set[str]) -> Game:
    """One opening: a fair one that is new, or else one that is at least not decided."""
    spare: Game | None = None
    for _ in range(TRIES):
        line = _line(first, plies, chance)
        advantage = inf if line is None else _advantage(line)
        if line is None or advantage == inf:
            continue
        if advantage <= EVEN and str(line.position) not in seen:
            return line
        spare = line
    if spare is None:
        raise BillesError.of("match.opening.decided", plies=plies, game=first.game, variant=first.variant)
    return spare


def _line(first: Position, plies: int, chance: random.Random) -> Game | None:
    """A random line of so many moves; None where the game ended on the way."""
    game = Game(first.game, first.variant)
    for _ in range(plies):
        game.play(chance.choice(game.position.moves))
        if game.outcome is not None:
            return None
    return game


def _advantage(line: Game) -> float:
    """How much a short look sees a side ahead; infinity where the game is decided, 0 where it is played for a score."""
    best = searcher(line.position, SIGHT, history=line.positions[:-1], seed=1).think(SIGHT)[0].score
    if abs(best.value) > WON:
        return inf
    return 0.0 if best.left is not None else abs(best.value) / logit_of(line.position)
