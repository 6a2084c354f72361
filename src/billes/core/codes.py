"""Numbers that the rules of all games share: results, repetition, and mixing words into one key."""

from __future__ import annotations

from .jit import jit

OPEN = 0  # result: the game goes on; 1 to 4: that player has won
DRAW = 5
SCORE = 64  # result: SCORE + n for a game whose result is a number
RESULTS = 128  # every result is less than this
REPEATS = 3  # the third occurrence of a position is a draw

WORD = (1 << 62) - 1  # keys and random numbers keep to 62 bits: signed words, and the same when interpreted


@jit
def mix(h: int, word: int) -> int:
    """Mix one more word into a 62-bit hash; begin with 1, so that no word goes in unmixed."""
    h = ((h ^ word) * 0x1E3779B97F4A7C15) & WORD
    return h ^ (h >> 29)
