"""Boards of Balanx as text: how many files and ranks, and where the grooves lie.

One word per file, from file a on: the lengths of its grooves, 2 or 1, seen from the last rank downwards. A file on disk
has a line per file; what follows `#` is a remark. In a position text the words are joined by commas.

    2222
    12221
    2222
    12221
    2222
    12221
    2222
"""

from __future__ import annotations

from collections.abc import Sequence

from ...core.errors import BadPosition, quoted
from ...core.jit import buffer
from ...core.reading import FILES
from ...core.sentences import Param
from . import rules


def lines_of(text: str) -> list[str]:
    """The words of a board text: one per file."""
    kept = (line.partition("#")[0] for line in text.removeprefix("\ufeff").splitlines())
    return " ".join(kept).replace(",", " ").split()


def read(text: str) -> int:
    """The board of a text; BadPosition says what is wrong with it and where."""
    words = lines_of(text)
    _check_words(words)
    _check_size(len(words), sum(map(int, words[0])))
    _check_triangles(words)
    board = rules.board_code(tuple(words))
    state = rules.start_on(board)
    buf = buffer(rules.ROOM)
    rules.moves(state, buf, 0)
    if int(buf[0]) == rules.PASS:
        raise _bad("stuck")
    return board


def write(board: int) -> str:
    """A board in one word, as position texts have it."""
    return ",".join(rules.lengths(board))


def position(text: str, variant: str | None, placed: str | None) -> tuple[str, str]:
    """The variant and the position text on the board of a text: the start, or with marbles `placed` by a position text.

    Where no variant is named it is the smallest whose board is as large: its opponents know such a board best.
    """
    board = read(text)
    files, ranks = rules.size(board)
    if variant is None:
        by_size = sorted(rules.NUMBER, key=lambda name: rules.size(rules.NUMBER[name]))
        large = [name for name in by_size if _covers(rules.size(rules.NUMBER[name]), (files, ranks))]
        variant = large[0] if large else by_size[-1]
    from .notation import write as position_text

    if placed is None:
        return variant, position_text(rules.start_on(board), variant)
    usual = " ".join(placed.split()[:2])
    return variant, usual if board == rules.NUMBER[variant] else f"{usual} {write(board)}"


def _covers(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] >= other[0] and one[1] >= other[1]


def _bad(key: str, **params: Param) -> BadPosition:
    return BadPosition.of(f"position.balanx.board.{key}", **params)


def _check_words(words: Sequence[str]) -> None:
    """Every file has grooves of one or two places, and all files have as many places."""
    if not words:
        raise _bad("empty")
    for number, word in enumerate(words):
        wrong = next((letter for letter in word if letter not in "12"), None)
        if wrong is not None:
            raise _bad("letter", file=_file(number), letter=quoted(wrong), text=quoted(word))
    ranks = sum(map(int, words[0]))
    for number, word in enumerate(words):
        if sum(map(int, word)) != ranks:
            raise _bad("uneven", file=_file(number), places=sum(map(int, word)), first=FILES[0], ranks=ranks)


def _file(number: int) -> str:
    """A file's letter; a number beyond the last one."""
    return FILES[number] if number < len(FILES) else str(number + 1)


def _check_size(files: int, ranks: int) -> None:
    for name, found, (low, high) in (("files", files, rules.MOST_FILES), ("ranks", ranks, rules.MOST_RANKS)):
        if not low <= found <= high:
            raise _bad(name, found=found, low=low, high=high)


def _check_triangles(words: Sequence[str]) -> None:
    """The start triangles are made of whole grooves, and do not overlap."""
    files, ranks = len(words), sum(map(int, words[0]))
    one, two = (rules.triangle(files, ranks, turned) for turned in (False, True))
    if one & two:
        raise _bad("small", files=files, ranks=ranks)
    for groove in rules.grooves_of(words):
        for player, zone in ((1, one), (2, two)):
            inside = [cell for cell in groove if zone >> cell & 1]
            if inside and len(inside) < len(groove):
                low, high = rules.cell_name(groove[0]), rules.cell_name(groove[-1])
                raise _bad("zone", low=low, high=high, player=player)
