"""The texts of Balanx: positions and moves."""

from __future__ import annotations

from ...core.errors import BadPosition
from ...core.reading import fields, player, rows
from .rules import HALF, MARBLES, NUMBER, PASS, STRIDE, WORD_MASK, State, cell_name, groove_cells, size, triangle


def write(s: State, variant: str) -> str:
    """The position text."""
    files, ranks = size(variant)
    own, opp, side = s[0] | s[1] << HALF, s[2] | s[3] << HALF, s[4]
    one, two = (own, opp) if side == 0 else (opp, own)
    letters = [
        "".join("1" if one >> c & 1 else "2" if two >> c & 1 else "." for c in range(r, STRIDE * files, STRIDE))
        for r in range(ranks)
    ]
    return f"{'/'.join(letters)} {side + 1}"


def read(text: str, variant: str) -> State:
    """The state of a position text."""
    files, ranks = size(variant)
    board, who = fields(text, ("board", "player"))
    lines = rows(board, (files,) * ranks, ".12")
    side = player(who, 2) - 1
    words = [
        sum(1 << (STRIDE * f + r) for r in range(ranks) for f in range(files) if lines[r][f] == digit) for digit in "12"
    ]
    for number, word in enumerate(words, 1):
        if word.bit_count() != MARBLES:
            raise BadPosition.of("position.balanx.marbles", player=number, count=word.bit_count(), most=MARBLES)
    occ = words[0] | words[1]
    for groove in groove_cells(variant):
        low, high = groove[0], groove[-1]
        here, there = (high, low) if side == 0 else (low, high)
        if low != high and occ >> here & 1 and not occ >> there & 1:
            rolls = {"place": cell_name(here), "to": cell_name(there)}
            raise BadPosition.of("position.balanx.settled", player=side + 1, **rolls)
    zone = triangle(variant, turned=side == 0)
    if occ & zone == zone and words[side] & zone:
        raise BadPosition.of("position.balanx.zone", player=side + 1)
    own, opp = words[side], words[1 - side]
    return own & WORD_MASK, own >> HALF, opp & WORD_MASK, opp >> HALF, side, NUMBER[variant]


def move_text(s: State, move: int) -> str:
    """The text of a move."""
    return "pass" if move == PASS else cell_name(move >> 7) + cell_name(move & 127)
