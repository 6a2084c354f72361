"""The opening book: values of the first plies of solved variants, shipped in the package.

`python -m billes.tablebase.book FOLDER` makes the books of all tables in a folder. A book is one compressed file: a
line of JSON (game, variant, mark of the rules, plies, entries), then the keys of the positions, ascending, each as the
difference to the one before (64 bits, byte planes apart so that they compress), then their scores, one 16-bit number
each: 0 a draw, d + 1 a win in d plies for the player to move, -(d + 1) a loss in d.
"""

from __future__ import annotations

import json
import sys
import zlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.position import start
from ..games.registry import rules_of
from .files import TableFile
from .probing import SOLVED, Tables
from .rulemark import rulemark

if TYPE_CHECKING:
    from ..core.position import Position

FOLDER = Path(__file__).parent / "books"
PLIES = 5
LARGEST = 350_000  # bytes a book; eight of them stay under 3 MB


def _number(value: str, depth: int | None) -> int:
    return 0 if depth is None else depth + 1 if value == "win" else -depth - 1


def _score(number: int) -> tuple[str, int | None]:
    if number == 0:
        return "draw", None
    return ("win", number - 1) if number > 0 else ("loss", -number - 1)


def make(tables: Tables, game: str, variant: str) -> Path:
    """Write the book of a variant: as many plies as there is room for, five at most."""
    key = rules_of(game).key
    found: dict[int, int] = {}
    packed = b""
    now: dict[int, Position] = {0: start(game, variant)}
    for ply in range(PLIES + 1):
        following: dict[int, Position] = {}
        for position in now.values():
            found[int(key(position.state))] = _number(*tables.value(position))
            for move in position.moves:
                after = position.play(move)
                following.setdefault(int(key(after.state)), after)
        now = {number: position for number, position in following.items() if number not in found}
        text = _packed(game, variant, ply, found)
        if ply > 0 and len(text) > LARGEST:
            break
        packed = text
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{game}-{variant}.book"
    path.write_bytes(packed)
    return path


def _packed(game: str, variant: str, plies: int, found: dict[int, int]) -> bytes:
    keys = np.array(sorted(found), np.int64)
    scores = np.array([found[int(number)] for number in keys], np.int16)
    head = {"game": game, "variant": variant, "rules": rulemark(game, variant), "plies": plies, "entries": len(keys)}
    planes = np.ascontiguousarray(np.diff(keys, prepend=0).view(np.uint8).reshape(-1, 8).T)
    marks = np.ascontiguousarray(scores.view(np.uint8).reshape(-1, 2).T)
    return zlib.compress(json.dumps(head).encode() + b"\n" + planes.tobytes() + marks.tobytes(), 9)


class Book:
    """The book of a variant, opened."""

    def __init__(self, data: bytes) -> None:
        text, _, rest = zlib.decompress(data).partition(b"\n")
        self.head: dict[str, Any] = json.loads(text)
        count = self.head["entries"]
        planes = np.frombuffer(rest, np.uint8, 8 * count).reshape(8, count).T
        self.keys = np.cumsum(np.ascontiguousarray(planes).view(np.int64).ravel())
        marks = np.frombuffer(rest, np.uint8, 2 * count, 8 * count).reshape(2, count).T
        self.scores = np.ascontiguousarray(marks).view(np.int16).ravel()

    def value(self, position: Position) -> tuple[str, int | None] | None:
        """Value and depth of a position for the player to move, None where the book does not know it."""
        number = int(rules_of(position.game).key(position.state))
        at = int(np.searchsorted(self.keys, number))
        if at < len(self.keys) and self.keys[at] == number:
            return _score(int(self.scores[at]))
        return None


@cache
def book(game: str, variant: str) -> Book | None:
    """The book of a variant, None where there is none for these rules."""
    try:
        found = Book((FOLDER / f"{game}-{variant}.book").read_bytes())
    except (OSError, ValueError, zlib.error):
        return None
    return found if found.head["rules"] == rulemark(game, variant) else None


def main() -> None:
    """Make the books of all tables in a folder."""
    tables = Tables(sys.argv[1])
    for game in sorted(SOLVED):
        for path in sorted(tables.folder.glob(f"{game}-*.billes")):
            head = TableFile(path).head
            if head["form"] == "distances":
                made = make(tables, game, head["variant"])
                print(f"{made}: {Book(made.read_bytes()).head['plies']} plies, {made.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
