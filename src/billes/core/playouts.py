"""Random playouts in bulk, on all cores, and what came of them."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from ..games.registry import rules_of
from .codes import DRAW, OPEN, SCORE, WORD
from .jit import buffer
from .perft import LONGEST, LONGEST_SEEN, MOVES, PLIES, SEEN, SHORTEST, TALLY
from .perft import playouts as _playouts
from .position import Position

SHARE = 256  # games a worker takes at a time: small enough to share evenly, large enough to be worth a call


@dataclass(frozen=True, slots=True)
class Playouts:
    """What came of many random games; two of them add up."""

    games: int
    wins: tuple[int, ...]
    draws: int
    unfinished: int
    plies: int
    shortest: int
    longest: int
    choices: int = field(repr=False)
    scores: dict[int, int] = field(default_factory=dict)

    def __add__(self, other: Playouts) -> Playouts:
        if not self.games or not other.games:
            return self if self.games else other
        return Playouts(
            games=self.games + other.games,
            wins=tuple(a + b for a, b in zip(self.wins, other.wins, strict=True)),
            draws=self.draws + other.draws,
            unfinished=self.unfinished + other.unfinished,
            plies=self.plies + other.plies,
            shortest=min(self.shortest, other.shortest),
            longest=max(self.longest, other.longest),
            choices=self.choices + other.choices,
            scores=dict(sorted((Counter(self.scores) + Counter(other.scores)).items())),
        )

    @property
    def mean_plies(self) -> float:
        """How long a game is on average."""
        return self.plies / self.games if self.games else 0.0

    @property
    def mean_moves(self) -> float:
        """How many moves there are to choose from on average."""
        return self.choices / self.plies if self.plies else 0.0

    @property
    def mean_score(self) -> float | None:
        """Marbles left on average, for a game played for its score."""
        finished = sum(self.scores.values())
        return sum(score * count for score, count in self.scores.items()) / finished if finished else None


def _share(position: Position, seed: int, first: int, last: int, limit: int) -> list[int]:
    G = rules_of(position.game)
    tally = buffer(TALLY)
    _playouts(G, position.state, seed & WORD, first, last, limit, buffer(G.ROOM), buffer(2 * SEEN), buffer(SEEN), tally)
    return [int(n) for n in tally]


def playouts(
    position: Position, games: int, *, seed: int = 0, workers: int | None = None, limit: int = LONGEST, first: int = 0
) -> Playouts:
    """Play random games from a position to the end, and count.

    The games numbered `first` to `first + games - 1` of a seed are always the same, whatever the number of workers
    (all cores by default). A game longer than `limit` moves is left unfinished.
    """
    if games < 0 or not 0 < limit <= LONGEST:
        raise ValueError(f"games must not be negative, and the limit lies between 1 and {LONGEST}")
    shares = [(at, min(at + SHARE, first + games)) for at in range(first, first + games, SHARE)]
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        parts = list(pool.map(lambda share: _share(position, seed, share[0], share[1], limit), shares))
    return _sum(parts, position.players)


def _sum(parts: list[list[int]], players: int) -> Playouts:
    total = [sum(column) for column in zip(*parts, strict=True)] if parts else [0] * TALLY
    return Playouts(
        games=sum(total[:PLIES]),
        wins=tuple(total[1 : players + 1]),
        draws=total[DRAW],
        unfinished=total[OPEN],
        plies=total[PLIES],
        shortest=min((part[SHORTEST] for part in parts), default=0),
        longest=max((part[LONGEST_SEEN] for part in parts), default=0),
        choices=total[MOVES],
        scores={code - SCORE: total[code] for code in range(SCORE, PLIES) if total[code]},
    )
