"""Quits read plainly from docs/rules.md a second time, and its symmetries: see `tests/core/data.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..boards import CLOCKWISE, FILES, TURNS, Moves, Place, Turn, drawn, grid, name, swapped, turned

FOLDER = Path(__file__).parent
INVERSE = str.maketrans("><^v", "<>v^")


def plain(text: str, variant: str) -> Moves:
    """Every legal move of a position text, with the position text after it."""
    board, player, forbidden = text.split()
    cells = grid(board)
    bases = {"1": (0, 0), "2": (0, 4), "3": (4, 4), "4": (4, 0)} if variant == "four" else {"1": (0, 0), "2": (4, 4)}
    if any(list(cells.values()).count(who) == 2 for who in bases):
        return {}
    after = str(int(player) % len(bases) + 1)

    def finished(new: dict[Place, str], slide: str) -> str:
        for who, (f, r) in bases.items():
            if new[4 - f, 4 - r] == who:
                new[4 - f, 4 - r] = "."
        return f"{drawn(new)} {after} {slide}"

    found = {}
    base = bases[player]
    for (f, r), it in cells.items():
        for i, j in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            back = (i > 0) == (base[0] > 0) and (j > 0) == (base[1] > 0)
            if it == player and not back and cells.get((f + i, r + j)) == ".":
                found[name((f, r)) + name((f + i, r + j))] = finished({**cells, (f, r): ".", (f + i, r + j): it}, "-")
    for k in range(5):
        rank, file = [(i, k) for i in range(5)], [(k, i) for i in range(5)]
        lines = ((f"{k + 1}>", rank), (f"{k + 1}<", rank[::-1]), (f"{FILES[k]}^", file), (f"{FILES[k]}v", file[::-1]))
        for slide, line in lines:
            if slide != forbidden and cells[line[-1]] == "." and any(cells[place] == player for place in line):
                moved = {to: cells[place] for place, to in zip(line, line[1:] + line[:1], strict=True)}
                found[slide] = finished({**cells, **moved}, slide.translate(INVERSE))
    return found or {"pass": f"{board} {after} -"}


def _slide(slide: str, turn: Turn) -> str:
    """A slide of a 5x5 board after a turn."""
    if slide == "-":
        return slide
    line, arrow = slide[0], slide[1]
    f, r = (0, int(line) - 1) if line.isdigit() else (FILES.index(line), 0)
    df, dr = {">": (1, 0), "<": (-1, 0), "^": (0, 1), "v": (0, -1)}[arrow]
    # A point in the middle of the line and the next one, so that neither leaves the board.
    f, r = (2, r) if df else (f, 2)
    (f1, r1), (f2, r2) = turn(f, r, 4), turn(f + df, r + dr, 4)
    new = {(1, 0): ">", (-1, 0): "<", (0, 1): "^", (0, -1): "v"}[(f2 - f1, r2 - r1)]
    return f"{r1 + 1 if new in '><' else FILES[f1]}{new}"


def _images_of_two(text: str) -> Iterator[str]:
    """With two players: the mirror along a1-e5, and the half turn with colours exchanged."""
    board, player, slide = text.split()
    rows = board.split("/")
    yield f"{'/'.join(turned(rows, TURNS[4]))} {player} {_slide(slide, TURNS[4])}"
    half = swapped("/".join(turned(rows, TURNS[3])), "21")
    yield f"{half} {3 - int(player)} {_slide(slide, TURNS[3])}"


def _images_of_four(text: str) -> Iterator[str]:
    """A quarter turn clockwise: every player takes the seat of the next."""
    for _ in range(3):
        board, player, slide = text.split()
        new = swapped("/".join(turned(board.split("/"), CLOCKWISE)), "2341")
        text = f"{new} {int(player) % 4 + 1} {_slide(slide, CLOCKWISE)}"
        yield text


def images(text: str, variant: str) -> Iterator[str]:
    """All positions that are the same but for a symmetry."""
    return _images_of_four(text) if variant == "four" else _images_of_two(text)
