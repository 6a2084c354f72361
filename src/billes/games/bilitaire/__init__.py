"""Bi-litaire: solitaire for two. One jumps marbles, the other slides the trays away under them."""

from ..spec import GameSpec

SPEC = GameSpec(name="bilitaire", package=__name__, variants=("match", "round"))
