"""Boards as dictionaries and texts, for the plain readings of the rules: nothing here is shared with the package."""

from __future__ import annotations

from collections.abc import Callable

Place = tuple[int, int]
Moves = dict[str, str]
FILES = "abcdefgh"


def grid(board: str) -> dict[Place, str]:
    """Letters by file and rank, both from 0."""
    return {(f, r): letter for r, row in enumerate(board.split("/")) for f, letter in enumerate(row)}


def drawn(cells: dict[Place, str]) -> str:
    """The board field of a position text."""
    files, ranks = max(f for f, _ in cells) + 1, max(r for _, r in cells) + 1
    return "/".join("".join(cells[f, r] for f in range(files)) for r in range(ranks))


def name(place: Place) -> str:
    """File and rank of a place."""
    return f"{FILES[place[0]]}{place[1] + 1}"


# ------------------------------------------------------------------------------------------------------ symmetries
Turn = Callable[[int, int, int], tuple[int, int]]  # file, rank, size of a square board -> where it goes

TURNS: list[Turn] = [
    lambda f, r, n: (f, r),
    lambda f, r, n: (n - f, r),
    lambda f, r, n: (f, n - r),
    lambda f, r, n: (n - f, n - r),
    lambda f, r, n: (r, f),
    lambda f, r, n: (n - r, f),
    lambda f, r, n: (r, n - f),
    lambda f, r, n: (n - r, n - f),
]
CLOCKWISE = TURNS[6]


def turned(rows: list[str], turn: Turn) -> list[str]:
    """A square board after a turn."""
    n = len(rows)
    new = [[""] * n for _ in range(n)]
    for r, row in enumerate(rows):
        for f, letter in enumerate(row):
            to_f, to_r = turn(f, r, n - 1)
            new[to_r][to_f] = letter
    return ["".join(row) for row in new]


def swapped(board: str, digits: str) -> str:
    """A board whose marbles change their owners: those of player 1 go to the player of the first digit."""
    return board.translate(str.maketrans("1234"[: len(digits)], digits))
