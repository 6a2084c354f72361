"""Many games at once are the same games, one by one."""

from __future__ import annotations

import random

import numpy as np
import pytest

import billes.envs
from billes.envs.play import Actions, Encoded, Play

from ..scenes.samples import EVERY

LIMIT = 40


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_every_game_is_as_if_played_alone(name: str, variant: str) -> None:
    ways: tuple[tuple[Actions, int], ...] = (("touches", 60), ("moves", 15))
    for actions, steps in ways:
        games = billes.envs.vector(name, variant, 3, actions=actions, limit=LIMIT)
        encoded, chance = Encoded(name, variant, actions), random.Random(6)
        alone = [Play(encoded, LIMIT) for _ in range(3)]
        seen = games.reset()
        for _ in range(steps):
            chosen = [chance.choice(play.legal()) for play in alone]
            for i, play in enumerate(alone):
                assert np.flatnonzero(seen.masks[i]).tolist() == play.legal()
                assert (seen.observations[i] == play.observe(play.player)).all()
                assert seen.players[i] == play.player
            seen = games.step(chosen)
            for i, play in enumerate(alone):
                play.act(chosen[i])
                assert seen.terminated[i] == (play.over and not play.cut)
                assert seen.truncated[i] == play.cut
                assert seen.rewards[i].tolist() == pytest.approx(play.rewards())
                if play.over:
                    alone[i] = Play(encoded, LIMIT)
        games.close()


def test_threads_change_nothing() -> None:
    one, two = (billes.envs.vector("quits", "simple", 200, threads=threads) for threads in (1, 2))
    chance = np.random.default_rng(3)
    seen, again = one.reset(), two.reset()
    ended = 0
    for _ in range(120):
        assert (seen.masks == again.masks).all()
        assert (seen.observations == again.observations).all()
        assert (seen.rewards == again.rewards).all()
        chosen = (chance.random(seen.masks.shape) * seen.masks).argmax(axis=1)
        seen, again = one.step(chosen), two.step(chosen)
        ended += int(seen.terminated.sum())
    assert ended > 20
    one.close()
    two.close()


def test_what_may_not_come_next_costs_its_player() -> None:
    games = billes.envs.vector("quits", "four", 2)
    seen = games.reset()
    seen = games.step([int(seen.masks[0].argmax()), 0])
    assert seen.terminated.tolist() == [False, True]
    assert seen.rewards.tolist() == [[0, 0, 0, 0], [-1, 0, 0, 0]]
    seen = games.step([10**6, 7])
    assert seen.terminated[0]
    with pytest.raises(ValueError, match="there are 2 games"):
        games.step([1])
    with pytest.raises(ValueError, match="at least one game"):
        billes.envs.vector("quits", n=0)
