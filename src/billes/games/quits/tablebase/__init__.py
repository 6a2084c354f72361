"""The tablebase of Quits for two players: exact values of every position."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ...spec import Needs

if TYPE_CHECKING:
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

# Compiled code is loaded when one of these is first asked for.
_LATER = {
    "check": "audit",
    "count": "counting",
    "knows": "probe",
    "solve": "sweeps",
    "value": "probe",
    "values_after": "probe",
    "wdl_parts": "wdl",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)


def sources(variant: str) -> tuple[str, ...]:
    """The variants whose tablebases may know positions of this one: three marbles each are the same game in both."""
    return (variant, *(other for other in NEEDS if other != variant)) if variant in NEEDS else ()
