"""What the test suites for every game need to know of this one: see `tests/core/data.py`.

The rules once more, slowly and plainly, sharing nothing with `rules`; the symmetries of the board; counted sequences in
`perft.txt` and one written-out game per variant in `golden/`.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent
FILES = "abc"
WIDE = range(3)
LINES = [
    *([(f, r) for f in WIDE] for r in WIDE),
    *([(f, r) for r in WIDE] for f in WIDE),
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
]


def plain(text: str, variant: str) -> dict[str, str]:
    """Every legal move of a position text, with the position text after it."""
    board, player = text.split()
    on = {(f, r): sign for r, row in enumerate(board.split("/")) for f, sign in enumerate(row)}
    other = "2" if player == "1" else "1"
    if any(all(on[point] == other for point in line) for line in LINES):
        return {}
    found = {}
    empty = [point for point in on if on[point] == "."]
    mine = [point for point in on if on[point] == player]
    if len(mine) < 3:
        for point in empty:
            found[_name(point)] = f"{_board({**on, point: player})} {other}"
        return found
    for origin in mine:
        for target in empty:
            if variant == "free" or _joined(origin, target):
                found[_name(origin) + _name(target)] = f"{_board({**on, origin: '.', target: player})} {other}"
    return found


def _joined(one: tuple[int, int], two: tuple[int, int]) -> bool:
    """Whether two points lie on a line with nothing between them."""
    return any(one in line and two in line and abs(line.index(one) - line.index(two)) == 1 for line in LINES)


def _name(point: tuple[int, int]) -> str:
    return f"{FILES[point[0]]}{point[1] + 1}"


def _board(on: dict[tuple[int, int], str]) -> str:
    return "/".join("".join(on[f, r] for f in WIDE) for r in WIDE)


def images(text: str, variant: str) -> list[str]:
    """The position turned and mirrored in all eight ways."""
    board, player = text.split()
    rows = board.split("/")
    found = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        found += [f"{'/'.join(rows)} {player}", f"{'/'.join(rows[::-1])} {player}"]
    return found
