"""Which games there are. Reading this page loads no kernel."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType, ModuleType

from .errors import UnknownGame, quoted

GAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "pylos": ("standard", "children", "expert", "standard-icga", "children-icga", "expert-icga"),
        "quits": ("standard", "simple", "four"),
        "balanx": ("standard", "small", "large"),
        "bilitaire": ("match", "round"),
    }
)


def known(game: str, variant: str | None = None) -> tuple[str, str]:
    """The game and its variant (the first one where none is named), or UnknownGame with the nearest name."""
    if game not in GAMES:
        raise UnknownGame(f"there is no game {_instead(game, tuple(GAMES))}")
    if variant is None:
        return game, GAMES[game][0]
    if variant not in GAMES[game]:
        raise UnknownGame(f"{game} has no variant {_instead(variant, GAMES[game])}")
    return game, variant


def _instead(wrong: str, right: tuple[str, ...]) -> str:
    near = difflib.get_close_matches(str(wrong), right, 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"{quoted(str(wrong))}; there are {', '.join(right)}.{hint}"


def kernel(game: str) -> ModuleType:
    """The module with the law of a game, loaded on first use."""
    return import_module(f"{__package__}.{game}")
