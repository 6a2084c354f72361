"""The search finds exactly what plain minimax finds."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from billes.core.game import Game
from billes.core.position import Position
from billes.engine.alphabeta import AlphaBeta
from billes.engine.limits import Limits
from billes.engine.memory import ROOT

from .plain import VARIANTS, minimax, positions


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
@pytest.mark.parametrize(("depth", "count", "most"), [(1, 100, 1 << 30), (2, 100, 60), (3, 80, 20), (4, 60, 12)])
def test_equals_minimax(game: str, variant: str, depth: int, count: int, most: int) -> None:
    """Value for value, with table, windows, killers and all; only what cuts depth is off."""
    for position in positions(game, variant, count, depth, most):
        search = AlphaBeta(position, entries=1 << 12, exact=True)
        found = search.think(Limits(depth=depth))[0].score.value
        t = search.blocks[0]
        assert found == minimax(search.G, search.E, search.state, depth, 0, t + ROOT, search.mem, t, 1), position


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_every_line_equals_minimax(game: str, variant: str) -> None:
    """The scores of all root moves are exact too, not only that of the best."""
    for position in positions(game, variant, 20, 7, 12):
        search = AlphaBeta(position, entries=1 << 12, exact=True)
        t = search.blocks[0]
        values = search.values(3)
        for line in AlphaBeta(position, entries=1 << 12, exact=True).think(Limits(depth=3), lines=12):
            assert values[line.move.code] == line.score.value
            child = search.G.apply(search.state, line.move.code)
            if search.G.result(child) == 0:
                want = -minimax(search.G, search.E, child, 2, 1, t + ROOT + 4096, search.mem, t, 1)
                assert line.score.value == want, (position, line)


@pytest.mark.parametrize(("game", "variant"), [("quits", "simple"), ("pylos", "standard"), ("bilitaire", "match")])
def test_shortcuts_prove_no_wrong_win(game: str, variant: str) -> None:
    """With all shortcuts on, a win that is claimed is one: minimax of that depth sees it."""
    claimed = 0
    for position in positions(game, variant, 150, 3, 16):
        best = AlphaBeta(position, entries=1 << 14).think(Limits(depth=6))[0].score
        distance = best.wins_in or best.loses_in
        if distance is None or distance > 5:
            continue
        claimed += 1
        search = AlphaBeta(position, entries=1 << 12)
        t = search.blocks[0]
        exact = minimax(search.G, search.E, search.state, distance, 0, t + ROOT, search.mem, t, 1)
        assert (exact > 0) == (best.value > 0), position
        assert abs(exact) >= abs(best.value), position
    assert claimed > 5


@pytest.mark.parametrize("variant", ["standard", "large"])
def test_sitting_still_proves_no_wrong_win(variant: str) -> None:
    """The last turns of a race: what is claimed with all shortcuts on, the exact search of that depth sees too."""
    claimed = 0
    for position in endings(variant, 24):
        best = AlphaBeta(position, entries=1 << 16).think(Limits(depth=9))[0].score
        distance = best.wins_in or best.loses_in
        if distance is None or distance > 7:
            continue
        claimed += 1
        exact = AlphaBeta(position, entries=1 << 16, exact=True).think(Limits(depth=distance))[0].score
        assert (exact.value > 0) == (best.value > 0), position
        assert abs(exact.value) >= abs(best.value), position
    assert claimed > 40


def endings(variant: str, count: int) -> Iterator[Position]:
    """The last turns of some hasty games of Balanx."""
    for seed in range(count):
        game = Game("balanx", variant)
        chance = random.Random(seed)
        for _ in range(6):
            game.play(chance.choice(game.position.moves))
        while game.outcome is None and len(game.moves) < 200:
            before = game.positions[:-1]
            game.play(
                AlphaBeta(game.position, history=before, entries=1 << 12, seed=seed).think(Limits(depth=2))[0].move
            )
        yield from game.positions[-8:-1]
