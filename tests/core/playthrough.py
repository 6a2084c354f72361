"""Golden playthroughs: one random game of every variant, written out in full.

`python tests/core/playthrough.py` writes the files of the built-in games anew, `python tests/core/playthrough.py GAME
FOLDER` those of one game into a folder; do so only when the rules have changed.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import billes
from billes.games.registry import BUILT_IN

FOLDER = Path(__file__).parent / "golden"
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
    games, folder = ([sys.argv[1]], Path(sys.argv[2])) if len(sys.argv) > 2 else ([*BUILT_IN], FOLDER)
    folder.mkdir(exist_ok=True)
    for name in games:
        for kind in billes.GAMES[name]:
            (folder / f"{name}-{kind}.txt").write_text(playthrough(name, kind), encoding="utf-8")
