"""Puzzles of Pylos: what they are about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..rules import ABOVE, BALLS, HIGHER, LINES, NAME, OFFSETS, RULE, blocked, completing, supported

if TYPE_CHECKING:
    from ....core.position import Position

THEMES = ("raise", "take-back", "double-take-back", "only-one-back", "raise-with-figure", "line", "block", "pin",
          "sacrifice", "third-level", "top", "empty-reserve")  # fmt: skip


def themes(line: Sequence[tuple[Position, str]], last: Position) -> set[str]:
    """What the solver's moves do, and how the game ends."""
    found: set[str] = set()
    for before, text in line[::2]:
        found |= _of_move(before, text)
    if last.outcome is not None:
        found.add("top" if last.outcome.reason == "top" else "empty-reserve")
    return found


def _of_move(before: Position, text: str) -> set[str]:
    """What a move is about."""
    own, opp, _, rule = before.state
    code = before.move(text).code
    put, raised, taken = code & 63, code >> 6 & 63, text.count("-")
    found = set()
    if raised:
        found.add("raise")
    if taken:
        found.add("double-take-back" if taken == 2 else "take-back")
        if raised:
            found.add("raise-with-figure")
        rest = own ^ (1 << (raised - 1)) if raised else own
        if rule & LINES and not completing(rest, RULE["standard"]) >> put & 1:
            found.add("line")
        if taken == 1 and any(move.text.startswith(f"{text}-") for move in before.moves):
            found.add("only-one-back")
    elif completing(opp, rule) >> put & 1 and opp.bit_count() < BALLS:
        found.add("block")  # the cell is free, and the opponent could complete a figure on it
    if put >= OFFSETS[2]:
        found.add("third-level")
    if _can_raise(opp, own | opp) and not _can_raise(*_after(before, text)):
        found.add("pin")  # the opponent could raise a ball, and cannot any more
    if _spent(text) > 0 and any(_spent(move.text) <= 0 for move in before.moves):
        found.add("sacrifice")
    return found


def _after(before: Position, text: str) -> tuple[int, int]:
    """The opponent's balls and all balls after a move."""
    opp, own, *_ = before.play(text).state
    return opp, own | opp


def _can_raise(own: int, occ: int) -> bool:
    """Whether one of these balls can be raised to some cell."""
    rests = int(supported(occ)) & ~occ
    loose = own & ~int(blocked(occ))
    return any(loose >> cell & 1 and rests & int(HIGHER[cell]) & ~int(ABOVE[cell]) for cell in NAME)


def _spent(text: str) -> int:
    """How many balls a move takes from the reserve."""
    return (0 if ">" in text else 1) - text.count("-")
