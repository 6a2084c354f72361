"""The texts of Pylos: positions and moves."""

from __future__ import annotations

from ...core.errors import BadPosition
from ...core.reading import bits, fields, player, rows
from .rules import ABOVE, BALLS, GROUND, NAME, RULE, TOP, State, supported


def write(s: State, variant: str) -> str:
    """The position text."""
    own, opp, side, _ = s
    one, two = (own, opp) if side == 0 else (opp, own)
    letters = ["1" if one >> c & 1 else "2" if two >> c & 1 else "." for c in NAME]
    board = "".join(letters)
    return f"{board[:16]}/{board[16:25]}/{board[25:29]}/{board[29:]} {side + 1}"


def read(text: str, variant: str) -> State:
    """The state of a position text."""
    board, who = fields(text, ("board", "player"))
    cells = "".join(rows(board, (16, 9, 4, 1), ".12", "level"))
    side = player(who, 2) - 1
    words = [sum(1 << bit for bit, letter in zip(NAME, cells, strict=True) if letter == digit) for digit in "12"]
    occ = words[0] | words[1]
    for number, word in enumerate(words, 1):
        if word.bit_count() > BALLS:
            raise BadPosition.of("position.pylos.balls", player=number, count=word.bit_count(), most=BALLS)
    for bit in bits(occ & ~GROUND):
        if not supported(occ) >> bit & 1:
            holes = [NAME[c] for c in NAME if int(ABOVE[c]) >> bit & 1 and not occ >> c & 1]
            raise BadPosition.of("position.pylos.supported", cell=NAME[bit], cells=" ".join(holes), count=len(holes))
    if words[side] & TOP:
        raise BadPosition.of("position.pylos.top", player=side + 1)
    return words[side], words[1 - side], side, RULE[variant]


def move_text(s: State, move: int) -> str:
    """The text of a move."""
    put, origin, first, second = move & 63, (move >> 6) & 63, (move >> 12) & 63, (move >> 18) & 63
    text = NAME[put] if origin == 0 else f"{NAME[origin - 1]}>{NAME[put]}"
    return text + "".join(f"-{NAME[c - 1]}" for c in (first, second) if c)
