"""The tablebase of Pylos: exact values of every position, under all readings of the rules."""

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

_SHEET = {
    "standard": Needs(memory=6.0, disk=5.0, minutes=10.0),
    "children": Needs(memory=3.0, disk=5.0, minutes=1.5),
    "expert": Needs(memory=6.0, disk=5.0, minutes=21.0),
}
NEEDS = _SHEET | {f"{variant}-icga": needs for variant, needs in _SHEET.items()}
REASONS = {
    "top": "the last ball is on the top",
    "reserve": "the next player has no ball left in reserve",
    "blocked": "the next player has no legal move",
}


def sources(variant: str) -> tuple[str, ...]:
    """The variants whose tablebases may know positions of this one: each has its own only."""
    return (variant,)


_LATE = {
    "check": "audit",
    "count": "counting",
    "knows": "probe",
    "solve": "sweeps",
    "value": "probe",
    "values_after": "probe",
    "wdl_parts": "wdl",
}


def __getattr__(name: str) -> Any:
    """What needs numpy is loaded when it is asked for; a browser has none, and no tablebase of this size."""
    if name not in _LATE:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    return getattr(import_module(f".{_LATE[name]}", __name__), name)
