"""Random games in full, as one fingerprint a game: run in either mode, they must agree.

As a script it prints the fingerprints of the mode that the environment asks for: `python traces.py GAMES`.
"""

from __future__ import annotations

import hashlib
import random
import sys

import billes

LONGEST = 150


def fingerprint(game: str, variant: str, games: int) -> str:
    """A digest of positions, move lists and outcomes of random games, then of playouts."""
    digest = hashlib.sha256()
    for seed in range(games):
        rng = random.Random(seed)
        position = billes.start(game, variant)
        for _ in range(LONGEST):
            moves = position.moves
            codes = " ".join(f"{move}={move.code}" for move in moves)
            digest.update(f"{position}|{position.state}|{position.player}|{codes}|{position.outcome}\n".encode())
            if not moves:
                break
            position = position.play(rng.choice(moves))
    start = billes.start(game, variant)
    digest.update(repr(billes.playouts(start, 3 * games, seed=7, workers=2, limit=300)).encode())
    digest.update(repr(billes.playouts(start, games, seed=2**40 + 1, first=5, limit=40)).encode())
    return digest.hexdigest()


def fingerprints(games: int) -> dict[str, str]:
    """The digests of every game and variant."""
    return {f"{g} {v}": fingerprint(g, v, games) for g, variants in billes.GAMES.items() for v in variants}


if __name__ == "__main__":
    for name, value in fingerprints(int(sys.argv[1])).items():
        print(name, value)
