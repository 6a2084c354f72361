"""Golden playthroughs: one random game of every variant, written out in full.

`python -m tests.core.playthrough` writes the files of the built-in games again, `python -m tests.core.playthrough GAME`
those of one game; do so only when the rules have changed.
"""

from __future__ import annotations

import random
import sys

import billes
from billes.games.registry import BUILT_IN

from .data import golden

LONGEST = 250


def playthrough(game: str, variant: str) -> str:
    """A random game: every position, how many moves there are, the one played, and the outcome."""
    rng = random.Random(f"golden {game} {variant}")
    position = billes.start(game, variant)
    lines = [f"{game} {variant}"]
    for ply in range(LONGEST):
        lines.append(f"{ply}: {position}")
        moves = position.moves
        if not moves:
            break
        move = rng.choice(moves)
        lines.append(f"  player {position.player}, {len(moves)} moves from {moves[0]} to {moves[-1]}, plays {move}")
        position = position.play(move)
    lines.append(str(position.outcome or "goes on"))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:] or BUILT_IN:
        for kind in billes.GAMES[name]:
            golden(name, kind).parent.mkdir(exist_ok=True)
            golden(name, kind).write_text(playthrough(name, kind), encoding="utf-8")
