"""Boards turned and mirrored, as position texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

FILES = "abcdefgh"
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


def _pylos(text: str) -> Iterator[str]:
    board, player = text.split()
    for turn in TURNS:
        levels = []
        for level, size in zip(board.split("/"), (4, 3, 2, 1), strict=True):
            rows = [level[size * r : size * r + size] for r in range(size)]
            levels.append("".join(turned(rows, turn)))
        yield f"{'/'.join(levels)} {player}"


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


def _swapped(board: str, digits: str) -> str:
    return board.translate(str.maketrans("1234"[: len(digits)], digits))


def _quits(text: str) -> Iterator[str]:
    """With two players: the mirror along a1-e5, and the half turn with colours exchanged."""
    board, player, slide = text.split()
    rows = board.split("/")
    yield f"{'/'.join(turned(rows, TURNS[4]))} {player} {_slide(slide, TURNS[4])}"
    half = _swapped("/".join(turned(rows, TURNS[3])), "21")
    yield f"{half} {3 - int(player)} {_slide(slide, TURNS[3])}"


def _quits_four(text: str) -> Iterator[str]:
    """A quarter turn clockwise: every player takes the seat of the next."""
    for _ in range(3):
        board, player, slide = text.split()
        new = _swapped("/".join(turned(board.split("/"), CLOCKWISE)), "2341")
        text = f"{new} {int(player) % 4 + 1} {_slide(slide, CLOCKWISE)}"
        yield text


def _balanx(text: str) -> Iterator[str]:
    """The half turn with colours exchanged."""
    board, player = text.split()
    yield f"{_swapped(board[::-1], '21')} {3 - int(player)}"


def _bilitaire(text: str) -> Iterator[str]:
    board, rest = text.split(" ", 1)
    for turn in TURNS:
        yield f"{'/'.join(turned(board.split('/'), turn))} {rest}"


def images(game: str, variant: str, text: str) -> list[str]:
    """All positions that are the same but for a symmetry of the game."""
    if game == "quits":
        return list((_quits_four if variant == "four" else _quits)(text))
    return list({"pylos": _pylos, "balanx": _balanx, "bilitaire": _bilitaire}[game](text))
