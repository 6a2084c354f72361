"""Games of other distributions: the group of their entry points, and where their sources lie."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "billes.games"


@cache
def plugin_entries() -> tuple[EntryPoint, ...]:
    """The entry points of all installed plug-ins, by name: looked for once, for every distribution has to be read."""
    from importlib.metadata import entry_points  # slow to import

    return tuple(sorted(entry_points(group=GROUP), key=lambda entry: entry.name))


def plugin_sources() -> list[Path]:
    """The source files of all installed plug-ins. Nothing of theirs is imported: they may be broken."""
    packages = {entry.module for entry in plugin_entries()}
    return [file for package in sorted(packages) for file in _sources(package)]


def _sources(package: str) -> Iterator[Path]:
    top, *below = package.split(".")
    try:
        spec = find_spec(top)  # of a top-level package this imports nothing
    except (ImportError, ValueError):
        return
    if spec is None:
        return
    if spec.submodule_search_locations is None:
        yield from [Path(spec.origin)] if spec.origin else []
        return
    inner = below if spec.origin is None else []  # a namespace package may hold other distributions too
    for folder in spec.submodule_search_locations:
        yield from sorted(Path(folder, *inner).rglob("*.py"))
