"""The baseline for four: all others are one opponent."""

from __future__ import annotations

import random
from typing import Any

import pytest

from billes.core.codes import DRAW, OPEN
from billes.core.jit import buffer
from billes.core.position import Position, start
from billes.engine.evaluation import logit_of, weights_of
from billes.engine.limits import Limits
from billes.engine.memory import DEEPEST, EVEN, LOGIT, REWARDS, ROOT, SCALE, block, memory
from billes.engine.paranoid import BEYOND, ENTRIES, coalition, paranoid_move
from billes.games.registry import rules_of, spec_of


def wandered(seed: int, plies: int) -> Position:
    """A position after random moves."""
    chance = random.Random(seed)
    position = start("quits", "four")
    for _ in range(plies):
        if position.outcome is not None:
            return wandered(seed + 1000, plies)
        position = position.play(chance.choice(position.moves))
    return position if position.outcome is None else wandered(seed + 1000, plies)


def plainly(G: Any, E: Any, state: tuple[int, ...], depth: int, me: int, ply: int, mem: Any, t: int) -> int:
    """The same, without any shortcut."""
    over = int(G.result(state))
    if over == DRAW:
        return SCALE // 4
    if over != OPEN:
        return SCALE + DEEPEST - ply if over == me else ply - DEEPEST
    if depth == 0:
        E.chances(state, mem, t + REWARDS)
        return int(mem[t + REWARDS + me])
    moves = buffer(G.ROOM + 8)
    codes = [int(moves[k]) for k in range(G.moves(state, moves, 0))]
    values = [plainly(G, E, G.apply(state, code), depth - 1, me, ply + 1, mem, t) for code in codes]
    return max(values) if G.mover(state) == me else min(values)


@pytest.mark.parametrize("seed", range(6))
def test_equals_the_plain_search(seed: int) -> None:
    position = wandered(seed, 4 + 7 * seed)
    G: Any = rules_of("quits")
    E = spec_of("quits").evaluator
    mem = memory(G.ROOM, ENTRIES, 1, weights_of("quits", "four"))
    mem[EVEN], mem[LOGIT] = SCALE // 4, logit_of(position)
    t = block(0, ENTRIES, G.ROOM)
    for me in (1, 2, 3, 4):
        for depth in (1, 2, 3):
            got = coalition(G, E, position.state, depth, -BEYOND, BEYOND, me, 1, t + ROOT, mem, t)
            assert got == plainly(G, E, position.state, depth, me, 1, mem, t)


def test_takes_a_win() -> None:
    """A player who can win at once does."""
    found = 0
    for seed in range(60):
        position = wandered(seed, 30)
        ends = {move: position.play(move).outcome for move in position.moves}
        winning = [move for move, end in ends.items() if end is not None and end.winner == position.player]
        if winning:
            found += 1
            assert paranoid_move(position, Limits(depth=3)) in winning
    assert found >= 3


def test_plays_games_of_four_only() -> None:
    with pytest.raises(ValueError, match="games of three or four"):
        paranoid_move(start("quits", "standard"), Limits(nodes=10))
