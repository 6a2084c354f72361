"""Pylos on a pyramid of three levels, solved by brute force: slow, plain, and apart from the package.

A state is (balls of the player to move, balls of the other), two frozensets of cells (level, file, rank).
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

Cell = tuple[int, int, int]
Side = frozenset[Cell]
State = tuple[Side, Side]

CELLS: list[Cell] = [(level, f, r) for level in range(3) for r in range(3 - level) for f in range(3 - level)]
TOP = (2, 0, 0)
BALLS = 7


class Rule(NamedTuple):
    squares: bool
    lines: bool
    icga: bool


def under(cell: Cell) -> set[Cell]:
    level, f, r = cell
    return {(level - 1, f + i, r + j) for i in (0, 1) for j in (0, 1)} if level else set()


UNDER = {cell: under(cell) for cell in CELLS}
OVER = {cell: {other for other in CELLS if cell in UNDER[other]} for cell in CELLS}
SQUARES = [UNDER[cell] for cell in CELLS if UNDER[cell]]
LINES = [{(level, f, k) for f in range(3 - level)} for level in (0, 1) for k in range(3 - level)]
LINES += [{(level, k, r) for r in range(3 - level)} for level in (0, 1) for k in range(3 - level)]


def free(balls: Side, filled: Side) -> list[Cell]:
    """The balls that support none."""
    return [cell for cell in balls if not OVER[cell] & filled]


def after_putting(own: Side, opp: Side, cell: Cell, rule: Rule) -> set[Side]:
    """What the mover may be left with after putting a ball on that cell."""
    figures = (SQUARES if rule.squares else []) + (LINES if rule.lines else [])
    if not any(cell in figure and figure <= own for figure in figures):
        return {own}
    left = {own} if rule.icga else set()
    for one in free(own, own | opp):
        once = own - {one}
        left.add(once)
        left |= {once - {two} for two in free(once, once | opp)}
    return left


def moves(state: State, rule: Rule) -> set[State] | None:
    """The states after every move; None where the game is over and the player to move has lost."""
    own, opp = state
    filled = own | opp
    if TOP in filled or (len(own) == BALLS and not rule.icga):
        return None
    after: set[Side] = set()
    for cell in CELLS:
        if cell in filled:
            continue
        if UNDER[cell] <= filled and len(own) < BALLS:
            after |= after_putting(own | {cell}, opp, cell, rule)
        for origin in free(own, filled):
            if origin[0] < cell[0] and UNDER[cell] <= filled - {origin}:
                after |= after_putting(own - {origin} | {cell}, opp, cell, rule)
    return {(opp, balls) for balls in after} or None


def all_states() -> list[State]:
    """Every state without a ball on the top."""
    patterns: list[Side] = [frozenset()]
    for cell in CELLS[:-1]:
        patterns += [pattern | {cell} for pattern in patterns if UNDER[cell] <= pattern]
    found = []
    for pattern in patterns:
        for count in range(max(0, len(pattern) - BALLS), min(len(pattern), BALLS) + 1):
            found += [(frozenset(own), pattern - set(own)) for own in combinations(sorted(pattern), count)]
    return found


def solve(rule: Rule) -> dict[State, int | None]:
    """Plies to the end for every state, odd where the player to move wins, even for a loss; None for a draw.

    Depth after depth: a state is won in d if a move leads to one lost in d - 1, lost in d if every move leads to one
    that is won, the last of them in d - 1.
    """
    value: dict[State, int | None] = {}
    before: dict[State, list[State]] = {}
    waiting: dict[State, int] = {}
    now: list[State] = []
    for state in all_states():
        after = moves(state, rule)
        value[state] = None
        if after is None:
            value[state] = 0
            now.append(state)
            continue
        waiting[state] = len(after)
        for successor in after:
            before.setdefault(successor, []).append(state)
            if TOP in successor[1] and value.get(successor) is None:
                value[successor] = 0
                now.append(successor)
    depth = 0
    while now:
        depth += 1
        later = []
        for state in now:
            for previous in before.get(state, ()):
                if value[previous] is not None:
                    continue
                if depth % 2 == 1:
                    value[previous] = depth
                    later.append(previous)
                else:
                    waiting[previous] -= 1
                    if waiting[previous] == 0:
                        value[previous] = depth
                        later.append(previous)
        now = later
    return value
