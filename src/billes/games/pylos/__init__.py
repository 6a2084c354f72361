"""Pylos: stack a pyramid, save your balls, put the last one on top."""

from ..spec import GameSpec

SPEC = GameSpec(
    name="pylos",
    package=__name__,
    variants=("standard", "children", "expert", "standard-icga", "children-icga", "expert-icga"),
)
