"""Which games there are: the built-in ones, and those of other distributions. Reading this module loads no rules.

Another distribution adds a game by an entry point of the group `billes.games` that names the game's package; the
package holds a `GameSpec` called `SPEC`.
"""

from __future__ import annotations

import difflib
import logging
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from types import MappingProxyType

from ..core.errors import UnknownGame, quoted
from .spec import GameSpec, Notation, Rules

log = logging.getLogger("billes")

BUILT_IN = ("pylos", "quits", "balanx", "bilitaire")
GROUP = "billes.games"


def _found() -> dict[str, GameSpec]:
    """All games by name. A plug-in that cannot be loaded is named in one line and left out."""
    specs = {name: _spec(f"{__package__}.{name}") for name in BUILT_IN}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            spec = _spec(entry.value)
            if spec.name in specs:
                raise ValueError(f"there is a game {spec.name} already")
        except Exception as error:  # whatever a stranger's package does, the other games can be played
            reason = " ".join(str(error).split()) or type(error).__name__
            log.warning("the game %s of %s is left out: %s", entry.name, entry.value, reason)
            continue
        specs[spec.name] = spec
    return specs


def _spec(package: str) -> GameSpec:
    spec = import_module(package).SPEC
    if not isinstance(spec, GameSpec):
        raise TypeError(f"{package}.SPEC is not a GameSpec")
    return spec


SPECS: Mapping[str, GameSpec] = MappingProxyType(_found())
"""What every game provides, by its name."""
GAMES: Mapping[str, tuple[str, ...]] = MappingProxyType({name: spec.variants for name, spec in SPECS.items()})
"""The variants of every game; the first one is the default."""


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


def spec_of(game: str) -> GameSpec:
    """What a game provides; UnknownGame where there is no such game."""
    return SPECS[known(game)[0]]


def rules_of(game: str) -> Rules:
    """The rules of a game, loaded on first use."""
    return SPECS[game].rules


def notation_of(game: str) -> Notation:
    """The texts of a game's positions and moves, loaded on first use."""
    return SPECS[game].notation
