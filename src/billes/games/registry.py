"""Which games there are: the built-in ones, and those of other distributions. Reading this module loads no rules.

Another distribution adds a game by an entry point of the group `billes.games` that names the game's package; the
package holds a `GameSpec` called `SPEC`. A plug-in that does not work is named in one line and left out, when it is
found or when it is first used; the other games can be played all the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

from ..core.errors import BillesError, BrokenGame, UnknownGame, in_one_line, quoted
from ..core.plugins import plugin_entries
from ..core.sentences import Sentence
from ..core.wording import listed
from .spec import REQUIRED, GameSpec, Notation, Rules

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

BUILT_IN = ("pylos", "quits", "balanx", "bilitaire")
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""What games and variants are called: such names stand in records, addresses and commands."""

_specs: dict[str, GameSpec] = {}
_variants: dict[str, tuple[str, ...]] = {}
_plugins: dict[str, EntryPoint] = {}
_left_out: dict[str, Sentence | str] = {}

SPECS: Mapping[str, GameSpec] = MappingProxyType(_specs)
"""What every game provides, by its name."""
GAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(_variants)
"""The variants of every game; the first one is the default."""


def _find() -> None:
    """Find all games by name, the built-in ones first."""
    for name in BUILT_IN:
        _add(import_module(f"{__package__}.{name}").SPEC)
    for entry in plugin_entries():
        try:
            spec = _checked(entry)
        except (Exception, SystemExit) as error:  # whatever that package does, the other games can be played
            _leave_out(entry.name, entry, error)
            continue
        _plugins[spec.name] = entry
        _add(spec)


def _add(spec: GameSpec) -> None:
    _specs[spec.name], _variants[spec.name] = spec, spec.variants


def _checked(entry: EntryPoint) -> GameSpec:
    """What a plug-in provides, or an error that says what is wrong with it."""
    spec = getattr(import_module(entry.module), entry.attr or "SPEC", None)
    if not isinstance(spec, GameSpec):
        raise BrokenGame.of("broken.spec", module=entry.module, name=entry.attr or "SPEC")
    if spec.name in _specs:
        raise BrokenGame.of("broken.twice", game=spec.name)
    if not isinstance(spec.variants, tuple) or not spec.variants:
        raise BrokenGame.of("broken.variants")
    for name in (spec.name, *spec.variants):
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise BrokenGame.of("broken.name", name=repr(name))
    if missing := [part for part in REQUIRED if not spec.has(part)]:
        raise BrokenGame.of("broken.missing", package=spec.package, parts=listed(missing, "list.no", "list.no"))
    return spec


def _leave_out(name: str, entry: EntryPoint, error: BaseException) -> None:
    """Name a plug-in that does not work in one line, and go on without it."""
    if _plugins.get(name) is entry:
        del _plugins[name], _specs[name], _variants[name]
    from logging import getLogger  # rarely wanted, and slow to import

    _left_out[name] = error.sentence if isinstance(error, BillesError) else in_one_line(error)
    getLogger("billes").warning("the game %s of %s is left out: %s", name, entry.value, in_one_line(error))


def working() -> Mapping[str, tuple[str, ...]]:
    """The variants of the games that work: every plug-in is loaded, and left out where that fails."""
    for name, entry in list(_plugins.items()):
        try:
            _specs[name].check()
        except BrokenGame as error:
            _leave_out(name, entry, error)
    return GAMES


def working_plugins() -> list[EntryPoint]:
    """The entry points of the games of other distributions that work."""
    working()
    return list(_plugins.values())


def origin(game: str) -> str:
    """The distribution that a game comes from, with its version; nothing for a built-in game."""
    entry = _plugins.get(game)
    return "" if entry is None else f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value


def known(game: str, variant: str | None = None) -> tuple[str, str]:
    """The game and its variant (the first one where none is named), or UnknownGame with the nearest name."""
    if game not in GAMES:
        if game in _left_out:
            raise UnknownGame.of("unknown.left-out", game=game, why=_left_out[game])
        raise _unknown("unknown.game", game, tuple(GAMES))
    if variant is None:
        return game, GAMES[game][0]
    if variant not in GAMES[game]:
        raise _unknown("unknown.variant", variant, GAMES[game], game=game)
    return game, variant


def _unknown(key: str, wrong: str, right: tuple[str, ...], **params: str) -> UnknownGame:
    """That there is no such name, with the names that there are and the nearest one."""
    from difflib import get_close_matches

    said = Sentence(key, {"name": quoted(str(wrong)), "names": listed(right, "list.comma"), **params})
    near = get_close_matches(str(wrong), right, 1)
    return UnknownGame.of("unknown.near", what=said, near=near[0]) if near else UnknownGame(said)


def spec_of(game: str) -> GameSpec:
    """What a game provides; UnknownGame where there is no such game."""
    return SPECS[known(game)[0]]


def rules_of(game: str) -> Rules:
    """The rules of a game, loaded on first use; UnknownGame where they cannot be."""
    try:
        return SPECS[game].rules
    except BrokenGame as error:
        if game in BUILT_IN:
            raise
        if entry := _plugins.get(game):
            _leave_out(game, entry, error)
        raise UnknownGame.of("unknown.left-out", game=game, why=_left_out[game]) from error


def notation_of(game: str) -> Notation:
    """The texts of a game's positions and moves, loaded on first use."""
    return SPECS[game].notation


_find()
