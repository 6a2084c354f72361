"""Games of other distributions: the group of their entry points, and where their sources lie."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "billes.games"


def plugin_entries() -> list[EntryPoint]:
    """The entry points of all installed plug-ins, by name."""
    if not _any_mentioned():
        return []
    from importlib.metadata import entry_points

    return sorted(entry_points(group=GROUP), key=lambda entry: entry.name)


def _any_mentioned() -> bool:
    """Whether any distribution mentions the group: a quick look, for `importlib.metadata` is slow to import."""
    for folder in sys.path:
        try:
            with os.scandir(folder or ".") as found:
                told = [entry.path for entry in found if entry.name.endswith((".dist-info", ".egg-info"))]
        except NotADirectoryError:  # a zip file, which only importlib.metadata can read
            return True
        except OSError:
            continue
        for place in told:
            try:
                with open(os.path.join(place, "entry_points.txt"), "rb") as file:
                    if GROUP.encode() in file.read():
                        return True
            except OSError:
                continue
    return False


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
