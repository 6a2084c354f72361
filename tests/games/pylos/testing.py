"""Pylos read plainly from docs/rules.md a second time, and its symmetries: see `tests/core/data.py`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from ..boards import FILES, TURNS, Moves, turned

FOLDER = Path(__file__).parent
Ball = tuple[int, int, int]  # level from 1, rank, file: in board order
BALLS = [(level, r, f) for level in (1, 2, 3, 4) for r in range(5 - level) for f in range(5 - level)]


def _ball(ball: Ball) -> str:
    return f"{ball[0]}{FILES[ball[2]]}{ball[1] + 1}"


def _below(ball: Ball) -> list[Ball]:
    level, r, f = ball
    return [(level - 1, r + i, f + j) for i in (0, 1) for j in (0, 1)] if level > 1 else []


def _free(ball: Ball, on: dict[Ball, str]) -> bool:
    """Whether a ball supports none."""
    return not any(ball in _below(other) for other in on)


def _figures(variant: str) -> list[list[Ball]]:
    found = []
    if not variant.startswith("children"):
        found += [_below(ball) for ball in BALLS if ball[0] > 1]
    if variant.startswith("expert"):
        for level, size in ((1, 4), (2, 3)):
            found += [[(level, r, f) for f in range(size)] for r in range(size)]
            found += [[(level, r, f) for r in range(size)] for f in range(size)]
    return found


def _takes(on: dict[Ball, str], who: str, icga: bool) -> Iterator[tuple[Ball, ...]]:
    """Every set of balls that may be taken back after a figure."""
    if icga:
        yield ()
    own = [ball for ball in BALLS if on.get(ball) == who]
    for count in (1, 2):
        for some in combinations(own, count):
            for order in (some, some[::-1]):
                left = dict(on)
                if all(_free(ball, left) and left.pop(ball) for ball in order):
                    yield some
                    break


def plain(text: str, variant: str) -> Moves:
    """Every legal move of a position text, with the position text after it."""
    board, who = text.split()
    on = {ball: it for ball, it in zip(BALLS, board.replace("/", ""), strict=True) if it != "."}
    icga, own = variant.endswith("-icga"), sum(it == who for it in on.values())
    if (4, 0, 0) in on or (own == 15 and not icga):
        return {}
    turns: list[tuple[str, Ball, dict[Ball, str]]] = [("", ball, on) for ball in BALLS if own < 15]
    for origin in (ball for ball in on if on[ball] == who and _free(ball, on)):
        without = {ball: it for ball, it in on.items() if ball != origin}
        turns += [(f"{_ball(origin)}>", ball, without) for ball in BALLS if ball[0] > origin[0]]
    found = {}
    for start, put, before in turns:
        if put in on or any(ball not in before for ball in _below(put)):
            continue
        after = {**before, put: who}
        figure = any(put in some and all(after.get(b) == who for b in some) for some in _figures(variant))
        for some in _takes(after, who, icga) if figure else [()]:
            left = "".join("." if ball in some else after.get(ball, ".") for ball in BALLS)
            levels = "/".join((left[:16], left[16:25], left[25:29], left[29:]))
            found[start + "-".join(map(_ball, (put, *some)))] = f"{levels} {3 - int(who)}"
    return found


def images(text: str, variant: str) -> Iterator[str]:
    """The board turned and mirrored."""
    board, player = text.split()
    for turn in TURNS:
        levels = []
        for level, size in zip(board.split("/"), (4, 3, 2, 1), strict=True):
            rows = [level[size * r : size * r + size] for r in range(size)]
            levels.append("".join(turned(rows, turn)))
        yield f"{'/'.join(levels)} {player}"
