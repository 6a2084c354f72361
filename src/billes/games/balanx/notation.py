"""The texts of Balanx: positions and moves."""

from __future__ import annotations

from ...core.errors import BadPosition
from ...core.reading import fields, player, rows
from . import boards
from .rules import (
    HALF,
    MARBLES,
    NUMBER,
    PASS,
    STRIDE,
    WORD_MASK,
    State,
    cell_name,
    grooves_of,
    lengths,
    size,
    triangle,
)


def write(s: State, variant: str) -> str:
    """The position text."""
    files, ranks = size(s[5])
    own, opp, side = s[0] | s[1] << HALF, s[2] | s[3] << HALF, s[4]
    one, two = (own, opp) if side == 0 else (opp, own)
    letters = [
        "".join("1" if one >> c & 1 else "2" if two >> c & 1 else "." for c in range(r, STRIDE * files, STRIDE))
        for r in range(ranks)
    ]
    text = f"{'/'.join(letters)} {side + 1}"
    return text if s[5] == NUMBER[variant] else f"{text} {boards.write(s[5])}"


def read(text: str, variant: str) -> State:
    """The state of a position text."""
    parts = text.split()
    number = boards.read(parts.pop()) if len(parts) == 3 and parts[2][0].isdigit() else NUMBER[variant]
    files, ranks = size(number)
    board, who = fields(" ".join(parts), ("board", "player"))
    lines = rows(board, (files,) * ranks, ".12")
    side = player(who, 2) - 1
    words = [
        sum(1 << (STRIDE * f + r) for r in range(ranks) for f in range(files) if lines[r][f] == digit) for digit in "12"
    ]
    for owner, word in enumerate(words, 1):
        if word.bit_count() != MARBLES:
            raise BadPosition.of("position.balanx.marbles", player=owner, count=word.bit_count(), most=MARBLES)
    occ = words[0] | words[1]
    for groove in grooves_of(lengths(number)):
        low, high = groove[0], groove[-1]
        here, there = (high, low) if side == 0 else (low, high)
        if low != high and occ >> here & 1 and not occ >> there & 1:
            rolls = {"place": cell_name(here), "to": cell_name(there)}
            raise BadPosition.of("position.balanx.settled", player=side + 1, **rolls)
    zone = triangle(files, ranks, turned=side == 0)
    if occ & zone == zone and words[side] & zone:
        raise BadPosition.of("position.balanx.zone", player=side + 1)
    own, opp = words[side], words[1 - side]
    return own & WORD_MASK, own >> HALF, opp & WORD_MASK, opp >> HALF, side, number


def move_text(s: State, move: int) -> str:
    """The text of a move."""
    return "pass" if move == PASS else cell_name(move >> 7) + cell_name(move & 127)
