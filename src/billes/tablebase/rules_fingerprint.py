"""A fingerprint of a variant's rules, kept in tablebase files: a file made under other rules is not used.

It is made from what the rules *do*, not from how they are written: a few games that a fixed generator plays, with all
legal moves of every position.
"""

from __future__ import annotations

import hashlib
from functools import cache

from ..core.position import Position, start
from ..games.registry import spec_of

_GAMES, _PLIES = 3, 60


@cache
def rules_fingerprint(game: str, variant: str) -> str:
    """The fingerprint of a variant's rules."""
    digest = hashlib.sha256(f"{game} {variant}".encode())
    number = 1
    for _ in range(_GAMES):
        position = start(game, variant)
        for _ in range(_PLIES):
            moves = position.moves
            digest.update(f"{position} {' '.join(map(str, moves))} {_outcome(position)}\n".encode())
            if not moves:
                break
            number = (number * 6364136223846793005 + 1442695040888963407) % (1 << 64)
            position = position.play(moves[(number >> 33) % len(moves)])
    return digest.hexdigest()[:32]


def _outcome(position: Position) -> str:
    """How a game ended, in words that do not depend on the catalogue of sentences."""
    outcome = position.outcome
    if outcome is None:
        return "None"
    who = f"player {outcome.winner} wins" if outcome.winner else "a draw"
    return f"{who}: {spec_of(position.game).tablebase.REASONS[outcome.reason]}"
