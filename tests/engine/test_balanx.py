"""What the evaluation of Balanx sees is what lies on the board."""

from __future__ import annotations

from collections import Counter

import pytest

from billes.core.game import Game
from billes.core.jit import buffer
from billes.core.position import Position
from billes.engine.contestants import contestant
from billes.engine.memory import FEATURES
from billes.games.balanx import evaluator
from billes.games.balanx.rules import STRIDE, grooves, size
from billes.games.registry import spec_of

from .plain import positions

STEPS = ((0, 1), (0, 2), (1, 0), (2, 0), (0, -1), (-1, 0))  # ahead, beyond, aside, further, behind, back


def tilted(position: Position, player: int) -> dict[tuple[int, int], int]:
    """Whose marble lies where, counted from the corner that a player wants to reach, with the board tilted to them."""
    files, ranks = size(position.state[5])
    rows = str(position).split()[0].split("/")
    lies = {(f, r): int(mark) for r, row in enumerate(rows) for f, mark in enumerate(row) if mark != "."}
    for groove in grooves(position.state[5]):
        low, *rest = ((ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in groove)
        if rest:
            near, far = (low, rest[0]) if player == 1 else (rest[0], low)
            if far in lies and near not in lies:
                lies[near] = lies.pop(far)
    if player == 1:
        return {(files - 1 - f, r): who for (f, r), who in lies.items()}
    return {(f, ranks - 1 - r): who for (f, r), who in lies.items()}


def neighbours(position: Position, player: int) -> Counter[tuple[tuple[int, int], tuple[bool, ...]]]:
    """Every marble of a player: its place, and which neighbours of it are not free."""
    files, ranks = size(position.state[5])
    lies = tilted(position, player)

    def taken(f: int, r: int) -> bool:
        return (f, r) in lies or not (0 <= f < files and 0 <= r < ranks)

    return Counter(
        ((f, r), tuple(taken(f - aside, r - ahead) for aside, ahead in STEPS))
        for (f, r), who in lies.items()
        if who == player
    )


@pytest.mark.parametrize("variant", ["standard", "small", "large"])
def test_marbles_and_their_neighbours(variant: str) -> None:
    """Of both players, each with the board tilted towards them."""
    mem = buffer(1024)
    first = FEATURES + 1
    features = spec_of("balanx").evaluator.features
    for position in positions("balanx", variant, 200, 11):
        end = features(position.state, mem, first)
        seen: dict[int, Counter[tuple[tuple[int, int], tuple[bool, ...]]]] = {1: Counter(), -1: Counter()}
        for word in mem[first:end]:
            number, sign = int(word) & 65535, int(word) >> 16
            if number < evaluator.AT_MOVE:
                cell, near = divmod(number, evaluator.NEAR)
                seen[sign][divmod(cell, STRIDE), tuple(bool(near >> k & 1) for k in range(6))] += 1
        me = position.player
        assert seen[1] == neighbours(position, me), position
        assert seen[-1] == neighbours(position, 3 - me), position


def counted(position: Position, player: int) -> int:
    """The obvious for a player: the way of their marbles, those that have arrived, and the last one."""
    lies = tilted(position, player)
    mine = [place for place, who in lies.items() if who == player]
    arrived = sum(f + r < 4 for f, r in mine)
    filled = sum(f + r < 4 for f, r in lies) if arrived else 0
    return 12 * (arrived + filled) - sum(14 * f + 12 * r for f, r in mine) - 6 * max(f + r for f, r in mine)


@pytest.mark.parametrize("variant", ["standard", "small", "large"])
def test_greedy_takes_the_longest_way(variant: str) -> None:
    """It plays a move that gains most, not one that the fitted weights prefer."""
    for position in positions("balanx", variant, 20, 12):
        game = Game("balanx", variant, start=str(position))
        who = contestant("greedy")
        who.begin(game, 1)
        me = position.player
        gains = {}
        for move in position.moves:
            after = position.play(move)
            gains[move] = counted(after, me) - counted(after, 3 - me) + 10**6 * (after.outcome is not None)
        assert gains[who.move(game)] == max(gains.values()), position
