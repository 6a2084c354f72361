"""Random playouts on all cores, and their statistics."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..games.registry import rules_of
from .codes import DRAW, OPEN, REPEATS, RESULTS, SCORE, WORD, mix
from .jit import THREADS, Buffer, buffer, jit
from .position import Position

if TYPE_CHECKING:
    from ..games.spec import Rules

SEEN = 1 << 15  # slots of the hash table for the positions of a playout; twice the longest playout
LONGEST = SEEN // 2
PLIES, SHORTEST, LONGEST_SEEN, MOVES, TALLY = RESULTS, RESULTS + 1, RESULTS + 2, RESULTS + 3, RESULTS + 8
SHARE = 256  # games that a worker takes at a time: few enough to share evenly, enough to be worth a call


@dataclass(frozen=True, slots=True)
class Playouts:
    """Statistics of many random games; two of them can be added."""

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


@jit
def _is_draw(key: int, seen: Buffer, path: Buffer, ply: int) -> bool:
    """Note one more occurrence of a position; whether it makes a draw."""
    slot = 2 * (mix(1, key) & (SEEN - 1))
    while seen[slot + 1] != 0 and seen[slot] != key:
        slot = (slot + 2) & (2 * SEEN - 1)
    seen[slot] = key
    seen[slot + 1] += 1
    path[ply] = slot
    return seen[slot + 1] >= REPEATS


@jit
def _playout(G: Rules, s: Any, rng: int, limit: int, buf: Buffer, seen: Buffer, path: Buffer) -> tuple[int, int, int]:
    """One random game: its result (OPEN where the limit came first), its plies, and the sum of its choices."""
    ply, choices = 0, 0
    end = G.result(s)
    while end == OPEN and ply < limit:
        if G.CYCLIC and _is_draw(G.key(s), seen, path, ply):
            end = DRAW
            ply += 1
            break
        count = G.moves(s, buf, 0)
        rng = (rng * 0x1E3779B97F4A7C15 + 0x2545F4914F6CDD1D) & WORD
        s = G.apply(s, buf[((rng >> 30) * count) >> 32])
        choices += count
        ply += 1
        end = G.result(s)
    if G.CYCLIC:
        for i in range(ply):
            seen[path[i] + 1] = 0
        if end == DRAW:
            ply -= 1
    return end, ply, choices


@jit
def _play(
    G: Rules,
    s: Any,
    seed: int,
    first: int,
    last: int,
    limit: int,
    buf: Buffer,
    seen: Buffer,
    path: Buffer,
    tally: Buffer,
) -> int:
    """Play the random games numbered first to last - 1 of a seed and count them into the tally; returns their plies."""
    total = 0
    for number in range(first, last):
        end, plies, choices = _playout(G, s, mix(mix(1, seed), number), limit, buf, seen, path)
        tally[end] += 1
        tally[PLIES] += plies
        tally[MOVES] += choices
        if tally[SHORTEST] == 0 or plies < tally[SHORTEST]:
            tally[SHORTEST] = plies
        tally[LONGEST_SEEN] = max(tally[LONGEST_SEEN], plies)
        total += plies
    return total


def _share(position: Position, seed: int, first: int, last: int, limit: int) -> list[int]:
    G = rules_of(position.game)
    tally = buffer(TALLY)
    _play(G, position.state, seed & WORD, first, last, limit, buffer(G.ROOM), buffer(2 * SEEN), buffer(SEEN), tally)
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

    def play(share: tuple[int, int]) -> list[int]:
        return _share(position, seed, *share, limit)

    if not THREADS:
        return _sum([play(share) for share in shares], position.players)
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        parts = list(pool.map(play, shares))
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
