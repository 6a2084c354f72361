"""Thinking: search, evaluation, levels and analysis. Nothing here is loaded before it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .analysis import Remark, analyse, hint, review
    from .levels import LEVELS, Level, choose, warm_up
    from .limits import Limits
    from .score import Line, Score

__all__ = ["LEVELS", "Level", "Limits", "Line", "Remark", "Score", "analyse", "choose", "hint", "review", "warm_up"]

_HOMES = {
    "analysis": ("Remark", "analyse", "hint", "review"),
    "levels": ("LEVELS", "Level", "choose", "warm_up"),
    "limits": ("Limits",),
    "score": ("Line", "Score"),
}
_LATER = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
