"""Puzzles of Bi-litaire: what they are about, and what a round can still end with."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ....core.jit import jit, popcount
from ....core.position import Position
from ....engine.proof import WIN
from ..rules import ALL_MARBLES, SLIDES, SLOT, TRAYS, State, can_jump, slots_apart

THEMES = ("marbles", "trays", "several-jumps", "announcement", "removal", "long-push", "several-trays", "isolation",
          "shut", "quiet")  # fmt: skip
PLAYED_AS = {"match": "round"}  # a match is won and lost in its second round


@jit
def bounds(s: State) -> tuple[int, int]:
    """Of the marbles now on the board one is left at the least, and all at the most; round one of a match goes on."""
    lo, hi, trays, role, jumps, number, score, match = s
    most = popcount(lo) + popcount(hi)
    if match == 0:
        return -most, -1
    if number == 1:
        return -WIN, WIN
    return -WIN, (WIN if most > score else 0 if most == score else -WIN)


def close(position: Position, end: Position, chance: random.Random) -> Position:
    """A position of a round as one of a match, in which the first round ended with about as many marbles as `end` has.

    Whole matches of two levels are mostly decided long before their end: then every move wins, or every move loses.
    """
    left = end.state[0].bit_count() + end.state[1].bit_count() + chance.choice((-1, 0, 1))
    return Position(position.game, "match", (*position.state[:5], 2, max(1, min(left, ALL_MARBLES - 1)), 1))


def themes(line: Sequence[tuple[Position, str]], last: Position) -> set[str]:
    """Whose moves they are, and what is special about the solver's."""
    found = {"trays" if line[0][0].state[3] == TRAYS else "marbles"}
    for before, text in line[::2]:
        if before.state[3] == TRAYS:
            found |= _of_trays(before, text)
        elif len(text) > 4:
            found.add("several-jumps")
    return found


def _of_trays(before: Position, text: str) -> set[str]:
    """What a move of the tray player is about."""
    code = before.move(text).code
    found = {"announcement"} if code >> 8 else set()
    after = before.play(text)
    if (code & 255) >= SLIDES:
        found.add("removal")
    else:
        move = text.partition("!")[0]
        if int(move[-1]) > 1:
            found.add("long-push")
        if len(move) > 4:
            found.add("several-trays")
    if _alone(after.state) > _alone(before.state):
        found.add("isolation")
    lo, hi, trays, *_ = before.state
    if after.outcome is not None:
        found.add("shut")
    elif can_jump(lo, hi, trays) and not code >> 8:
        found.add("quiet")
    return found


def _alone(s: tuple[int, ...]) -> int:
    """How many trays touch no other."""
    trays = {slot for slot in SLOT.values() if s[2] >> slot & 1}
    along = slots_apart(0)

    def touches(slot: int) -> bool:
        beside = {slot + along} if slot % 4 < 3 else set()
        beside |= {slot - along} if slot % 4 else set()
        return bool(trays & (beside | {slot + 4, slot - 4}))

    return sum(not touches(slot) for slot in trays)
