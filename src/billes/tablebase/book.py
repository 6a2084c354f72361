"""Opening books: values of the first plies of solved variants, shipped with their games.

`python -m billes.tablebase.book FOLDER` makes the books of all tablebases in a folder. A book is one compressed file: a
line of JSON (game, variant, fingerprint of the rules, plies, entries), then the keys of the positions, ascending, each
as the difference to the one before (64 bits, byte planes apart so that they compress), then their values, one 16-bit
number each: 0 a draw, d + 1 a win in d plies for the player to move, -(d + 1) a loss in d.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from bisect import bisect_left
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.arrays import np
from ..core.position import start
from ..games.registry import SPECS, rules_of, spec_of
from .probe import Tablebases
from .rules_fingerprint import rules_fingerprint

if TYPE_CHECKING:
    from ..core.position import Position
    from ..games.spec import Value

PLIES = 5
LARGEST = 350_000  # bytes per book; eight of them stay under 3 MB


def place(game: str, variant: str) -> Traversable:
    """Where the book of a variant lies: in the package of its game."""
    return files(f"{spec_of(game).package}.tablebase") / "books" / f"{variant}.book"


def _number(value: str, depth: int | None) -> int:
    return 0 if depth is None else depth + 1 if value == "win" else -depth - 1


def _value(number: int) -> Value:
    if number == 0:
        return "draw", None
    return ("win", number - 1) if number > 0 else ("loss", -number - 1)


def make(tablebases: Tablebases, game: str, variant: str) -> Path:
    """Write the book of a variant: as many plies as there is room for, five at most."""
    key = rules_of(game).key
    found: dict[int, int] = {}
    packed = b""
    now: dict[int, Position] = {0: start(game, variant)}
    for ply in range(PLIES + 1):
        following: dict[int, Position] = {}
        for position in now.values():
            found[int(key(position.state))] = _number(*tablebases.value(position))
            for move in position.moves:
                after = position.play(move)
                following.setdefault(int(key(after.state)), after)
        now = {number: position for number, position in following.items() if number not in found}
        text = _packed(game, variant, ply, found)
        if ply > 0 and len(text) > LARGEST:
            break
        packed = text
    path = Path(str(place(game, variant)))
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(packed)
    return path


def _packed(game: str, variant: str, plies: int, found: dict[int, int]) -> bytes:
    keys = np.array(sorted(found), np.int64)
    scores = np.array([found[int(number)] for number in keys], np.int16)
    head = {"game": game, "variant": variant, "rules": rules_fingerprint(game, variant)}
    text = json.dumps({**head, "plies": plies, "entries": len(keys)})
    planes = np.ascontiguousarray(np.diff(keys, prepend=0).view(np.uint8).reshape(-1, 8).T)
    marks = np.ascontiguousarray(scores.view(np.uint8).reshape(-1, 2).T)
    return zlib.compress(text.encode() + b"\n" + planes.tobytes() + marks.tobytes(), 9)


def _together(planes: bytes, letter: str) -> array[int]:
    """Numbers whose first bytes come first, then all their second ones, and so on."""
    numbers = array(letter)
    whole, count = bytearray(len(planes)), len(planes) // numbers.itemsize
    for k in range(numbers.itemsize):
        whole[k :: numbers.itemsize] = planes[k * count : (k + 1) * count]
    numbers.frombytes(whole)
    return numbers


class Book:
    """The book of a variant, opened."""

    def __init__(self, data: bytes) -> None:
        text, _, rest = zlib.decompress(data).partition(b"\n")
        self.head: dict[str, Any] = json.loads(text)
        count = self.head["entries"]
        self.keys = array("q", accumulate(_together(rest[: 8 * count], "q")))
        self.scores = _together(rest[8 * count :], "h")

    def value(self, position: Position) -> Value | None:
        """Value and depth of a position for the player to move, None where the book does not know it."""
        number = int(rules_of(position.game).key(position.state))
        at = bisect_left(self.keys, number)
        if at < len(self.keys) and self.keys[at] == number:
            return _value(self.scores[at])
        return None


@cache
def book(game: str, variant: str) -> Book | None:
    """The book of a variant, None where there is none for these rules."""
    try:
        found = Book(place(game, variant).read_bytes())
    except (OSError, ValueError, zlib.error):
        return None
    return found if found.head["rules"] == rules_fingerprint(game, variant) else None


def main() -> None:
    """Make the books of all tablebases in a folder."""
    tablebases = Tablebases(sys.argv[1])
    for game, spec in SPECS.items():
        for variant in spec.solvable:
            file = tablebases.file(game, variant)
            if file is not None and file.head["form"] == "distances":
                made = make(tablebases, game, variant)
                print(f"{made}: {Book(made.read_bytes()).head['plies']} plies, {made.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
