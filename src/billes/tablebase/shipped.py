"""Tablebases that travel with their games, where they are small.

`python -m billes.tablebase.shipped FOLDER` writes those of all tablebases in a folder, in the packages of their
games: the same files, compressed.
"""

from __future__ import annotations

import lzma
import sys
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from ..games.registry import SPECS, spec_of
from .format import BadTablebase, TablebaseFile
from .rules_fingerprint import rules_fingerprint

LARGEST = 1_000_000
"""Bytes that one may have; larger ones are left to `billes solve`."""
WORTH_TRYING = 10 * LARGEST
"""Bytes of a file that may come out so small."""


def place(game: str, variant: str) -> Traversable:
    """Where the tablebase of a variant lies, if it is shipped: in the package of its game."""
    return files(spec_of(game).package) / "tablebase" / "shipped" / f"{variant}.xz"


@cache
def shipped(game: str, variant: str) -> TablebaseFile | None:
    """The tablebase that travels with a game, None where there is none of a variant for these rules."""
    try:
        data = lzma.decompress(place(game, variant).read_bytes())
        file = TablebaseFile(Path(str(place(game, variant))), data)
    except (OSError, lzma.LZMAError, BadTablebase):
        return None
    return file if file.head["rules"] == rules_fingerprint(game, variant) else None


def main() -> None:
    """Write the tablebases of a folder that are small enough."""
    from .probe import tablebase_path

    for game, spec in SPECS.items():
        for variant in spec.solvable:
            path = tablebase_path(Path(sys.argv[1]), game, variant)
            if not path.exists() or path.stat().st_size > WORTH_TRYING:
                continue
            TablebaseFile(path).check_all()
            packed = lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME)
            if len(packed) <= LARGEST:
                there = Path(str(place(game, variant)))
                there.parent.mkdir(exist_ok=True)
                there.write_bytes(packed)
                print(f"{there}: {len(packed):,} bytes")


if __name__ == "__main__":
    main()
