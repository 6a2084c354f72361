"""The texts of Three Men's Morris: positions and moves."""

from __future__ import annotations

from billes.core.errors import BadPosition
from billes.core.reading import fields, player, rows

from .rules import FREE, MARBLES, NAME, State, has_row


def write(s: State, variant: str) -> str:
    """The position text: the ranks from the first up, and the player to move."""
    own, opp, side, _ = s
    one, two = (own, opp) if side == 0 else (opp, own)
    board = "".join("1" if one >> p & 1 else "2" if two >> p & 1 else "." for p in range(9))
    return f"{board[:3]}/{board[3:6]}/{board[6:]} {side + 1}"


def read(text: str, variant: str) -> State:
    """The state of a position text."""
    board, who = fields(text, ("board", "player"))
    points = "".join(rows(board, (3, 3, 3), ".12"))
    side = player(who, 2) - 1
    words = [sum(1 << p for p in range(9) if points[p] == digit) for digit in "12"]
    _check([word.bit_count() for word in words], side)
    if has_row(words[side]):
        raise BadPosition.of("position.morris.row", player=side + 1)
    return words[side], words[1 - side], side, FREE[variant]


def _check(counts: list[int], side: int) -> None:
    """Refuse numbers of marbles that no game can reach: the players place in turn, the first one first."""
    for number, count in enumerate(counts, 1):
        if count > MARBLES:
            raise BadPosition.of("position.morris.marbles", player=number, count=count, most=MARBLES)
    one, two = counts
    if one != two + side and (one, two) != (MARBLES, MARBLES):
        raise BadPosition.of("position.morris.turns", one=one, two=two, player=side + 1)


def move_text(s: State, move: int) -> str:
    """The text of a move: the point a marble is placed on, or those it slides from and to."""
    to, origin = move & 15, move >> 4
    return NAME[to] if origin == 0 else NAME[origin - 1] + NAME[to]
