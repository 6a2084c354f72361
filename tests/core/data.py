"""What the suites for every game know of each one besides the game itself.

For the built-in games it stands in this folder: `plain.py`, `symmetry.py`, `perft.txt` and `golden/`. A game of another
distribution brings its own in a module `testing` of its package, with

- `plain(text, variant)`: every legal move text of a position text with the position text after it, by a second reading
  of the rules that shares nothing with the first;
- `images(text, variant)`: the position texts that are the same but for a symmetry of the game;
- `FOLDER`: a folder with `perft.txt` (lines as in ours) and `golden/GAME-VARIANT.txt`, which `playthrough.py` writes.

Where it brings none, those tests are skipped for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from billes.core.errors import MissingPart
from billes.games.registry import BUILT_IN, spec_of

from . import plain, symmetry

HERE = Path(__file__).parent


def brought(game: str) -> bool:
    """Whether there is anything known of a game."""
    return game in BUILT_IN or spec_of(game).has("testing")


def _testing(game: str) -> Any:
    try:
        return spec_of(game).part("testing")
    except MissingPart as error:
        pytest.skip(str(error))


def folder(game: str) -> Path:
    """Where `perft.txt` and `golden/` of a game are."""
    return HERE if game in BUILT_IN else Path(_testing(game).FOLDER)


def plainly(game: str, variant: str, text: str) -> dict[str, str]:
    """Every legal move of a position with the position after it, by the plain reading of the rules."""
    found: dict[str, str] = (
        plain.GAMES[game](text, variant) if game in BUILT_IN else _testing(game).plain(text, variant)
    )
    return found


def images(game: str, variant: str, text: str) -> list[str]:
    """All positions that are the same but for a symmetry of the game."""
    found: list[str] = (
        symmetry.images(game, variant, text) if game in BUILT_IN else _testing(game).images(text, variant)
    )
    return found


def perft_lines(game: str, variant: str) -> list[tuple[int, int, str]]:
    """Depth, count and position (empty for the start) of every counted sequence of a variant."""
    found = []
    for line in (folder(game) / "perft.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{game} {variant} "):
            _, _, depth, count, *position = line.split()
            found.append((int(depth), int(count), " ".join(position)))
    return found


def golden(game: str, variant: str) -> Path:
    """The file with the written-out game of a variant."""
    return folder(game) / "golden" / f"{game}-{variant}.txt"
