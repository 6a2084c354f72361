"""Quits: march diagonally, or slide the very tiles you stand on, and get your marbles out of the far corner."""

from ..spec import GameSpec

SPEC = GameSpec(name="quits", package=__name__, variants=("standard", "simple", "four"))
