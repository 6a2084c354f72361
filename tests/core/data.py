"""What the suites for every game need to know of each one besides the game itself.

It stands in a module `testing`: of the folder `tests/games/GAME` for a built-in game, of the game's own package for one
of another distribution. The module has

- `plain(text, variant)`: every legal move text of a position text with the position text after it, by a second reading
  of the rules that shares nothing with the first;
- `images(text, variant)`: the position texts that are the same but for a symmetry of the game;
- `FOLDER`: a folder with `perft.txt` (lines as in ours) and `golden/GAME-VARIANT.txt`, which `playthrough.py` writes.

Where a game brings none, those tests are skipped for it.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from billes.games.registry import BUILT_IN, spec_of


def brought(game: str) -> bool:
    """Whether there is anything known of a game."""
    return game in BUILT_IN or spec_of(game).has("testing")


def _testing(game: str) -> Any:
    if game in BUILT_IN:
        return import_module(f"...games.{game}.testing", __name__)
    if not brought(game):
        pytest.skip(f"{game} brings nothing to test it with")
    return spec_of(game).part("testing")


def plainly(game: str, variant: str, text: str) -> dict[str, str]:
    """Every legal move of a position with the position after it, by the plain reading of the rules."""
    found: dict[str, str] = _testing(game).plain(text, variant)
    return found


def images(game: str, variant: str, text: str) -> list[str]:
    """All positions that are the same but for a symmetry of the game."""
    return list(_testing(game).images(text, variant))


def perft_lines(game: str, variant: str) -> list[tuple[int, int, str]]:
    """Depth, count and position (empty for the start) of every counted sequence of a variant."""
    found = []
    for line in (Path(_testing(game).FOLDER) / "perft.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{game} {variant} "):
            _, _, depth, count, *position = line.split()
            found.append((int(depth), int(count), " ".join(position)))
    return found


def golden(game: str, variant: str) -> Path:
    """The file with the written-out game of a variant."""
    return Path(_testing(game).FOLDER) / "golden" / f"{game}-{variant}.txt"
