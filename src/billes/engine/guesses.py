"""What anybody would count: balls saved, marbles advanced, and nothing else.

Fitting begins with these weights, and greedy play judges by them: a baseline that stays what it is when the engine
learns.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from ..core.jit import table
from ..core.position import Position
from . import quartet
from .games import mind
from .memory import MARBLE, PAR
from .weights import Weights, packed


def guessed(position: Position) -> Weights:
    """The weights of a position's variant, before anything was learnt."""
    return _guessed(position.game, position.players)


@cache
def _guessed(game: str, players: int) -> Weights:
    return table(quartet.first_guess()) if players > 2 else packed(first_guess(game, int(mind(game).COUNT)))


def first_guess(game: str, count: int) -> list[tuple[int, int]]:
    """The weights of a game of two: opening and ending alike."""
    B = mind(game)
    found = [0] * count
    if game == "pylos":
        for k in range(256):
            found[k] = 100 * ((k & 15) - (k >> 4))
    elif game == "quits":
        _first_quits(B, found)
    elif game == "balanx":
        for cell in range(B.CELLS):
            to_go = 14 * (cell // B.STRIDE) + 12 * (cell % B.STRIDE)
            found[B.NEAR * cell : B.NEAR * (cell + 1)] = [-to_go] * B.NEAR
        for k in range(11):
            found[B.AT_ARRIVED + k] = found[B.AT_FILLED + k] = 12 * k
        for k in range(17):
            found[B.AT_LAST + k] = -6 * k
    else:
        found[0], found[2] = PAR * MARBLE, -85
        for k in range(16):
            found[B.AT_JUMPS + k] = 15 * (k & 7)
        found[B.AT_REST + 1], found[B.AT_REST + 2] = 5, 3
    return [(n, n) for n in found]


def _first_quits(B: Any, found: list[int]) -> None:
    """A marble is worth how far it has come, shared among the pairs it stands in."""
    far = [12 * (c // 5 + c % 5) + 14 * min(c // 5, c % 5) - 130 for c in range(25)]
    for own in (3, 4, 5):
        for opp in (3, 4, 5):
            base = B.CLASS * (3 * (own - 3) + opp - 3)
            found[base] = 10
            for one in range(25):
                for two in range(25):
                    found[base + 2 + B.PAIR[25 * one + two]] = (far[one] + far[two]) // (own - 1)
                    found[base + 2 + B.PAIR[1250 + 25 * one + two]] = -(far[24 - one] + far[24 - two]) // (opp - 1)
