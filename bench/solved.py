"""Reading what the complete solutions of bench/solve have written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from billes.core.position import Position
from billes.games.pylos import rules as pylos
from tuning.two_players import Sample

RULE = {"children": 0, "standard": 1, "expert": 3}
WORTH = (0.5, 1.0, 0.0)  # of a position that is drawn, won, lost


def _spread(packed: int) -> int:
    """Thirty cells in a row, back on the four-wide grid of the rules."""
    return sum(1 << bit for k, bit in enumerate(pylos.NAME) if packed >> k & 1)


def _state(game: str, variant: str, word: int) -> tuple[int, ...]:
    if game == "quits":
        return word & (1 << 25) - 1, word >> 25 & (1 << 25) - 1, 0, 0, 0, word >> 50 & 31, 2
    own, opp = _spread(word & (1 << 30) - 1), _spread(word >> 30 & (1 << 30) - 1)
    return own, opp, (own | opp).bit_count() & 1, pylos.RULE[variant]


def solved_position(variant: str, word: int) -> Position:
    """The position of a question: Quits' words have bit 60 and not 62, Pylos' have bit 62."""
    game = "pylos" if word >> 62 & 1 else "quits"
    return Position(game, variant, _state(game, variant, word))


def solved_sample(game: str, variant: str, file: str, most: int, seed: int = 1) -> Sample:
    """Positions drawn from a file of solved ones, with their exact worth."""
    words: Any = np.fromfile(Path(file), np.int64)
    words = np.random.default_rng(seed).permutation(words)
    if game == "quits" and variant == "simple":
        words = words[
            [int(w & (1 << 25) - 1).bit_count() == int(w >> 25 & (1 << 25) - 1).bit_count() == 3 for w in words]
        ]
    words = words[:most].tolist()
    shift = 56 if game == "quits" else 60
    return Sample([_state(game, variant, w) for w in words], [WORTH[w >> shift & 3] for w in words])
