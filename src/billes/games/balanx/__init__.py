"""Balanx: jump and side-step on a board that tilts before every move."""

from ..spec import GameSpec

SPEC = GameSpec(name="balanx", package=__name__, variants=("standard", "small", "large"))
