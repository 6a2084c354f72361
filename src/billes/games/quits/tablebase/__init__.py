"""The tablebase of Quits for two players: exact values of every position."""

from __future__ import annotations

from ...spec import Needs
from .audit import check
from .counting import count
from .probe import knows, value, values_after
from .sweeps import solve
from .wdl import wdl_parts

__all__ = ["NEEDS", "REASONS", "check", "count", "knows", "solve", "sources", "value", "values_after", "wdl_parts"]

NEEDS = {
    "standard": Needs(memory=3.0, disk=5.0, minutes=105.0),
    "simple": Needs(memory=0.3, disk=0.02, minutes=0.7),
}
REASONS = {"out": "enough marbles are out"}


def sources(variant: str) -> tuple[str, ...]:
    """The variants whose tablebases may know positions of this one: three marbles each are the same game in both."""
    return (variant, *(other for other in NEEDS if other != variant)) if variant in NEEDS else ()
