"""The suites of PettingZoo, Gymnasium and OpenSpiel, as they ship them, for every variant."""

from __future__ import annotations

import pickle
import random
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

import billes.envs.openspiel
from billes.core.errors import BillesError
from billes.envs import gymnasium as envs_gymnasium
from billes.envs import pettingzoo as envs_pettingzoo
from billes.envs.play import Actions
from billes.games.registry import BUILT_IN

from ..scenes.samples import EVERY, VARIANTS

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
WAYS: tuple[Actions, ...] = ("touches", "moves")
FIRST = [pair for i, pair in enumerate(VARIANTS) if i == 0 or VARIANTS[i - 1][0] != pair[0]]
"""The first variant of every game."""

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")  # which observations that are dicts give it

pyspiel: Any = billes.envs.openspiel.pyspiel


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_pettingzoo(name: str, variant: str) -> None:
    for actions in WAYS:
        api_test(envs_pettingzoo.env(name, variant, actions=actions))
        seed_test(lambda actions=actions: envs_pettingzoo.env(name, variant, actions=actions))


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_gymnasium(name: str, variant: str) -> None:
    for actions in WAYS:
        made = gymnasium.make(envs_gymnasium.env_id(name), variant=variant, player=None, actions=actions)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(made.unwrapped)


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_openspiel(name: str, variant: str) -> None:
    """Games to their ends, by default those of Balanx by the limit: at random they go on for many thousand moves."""
    loaded = pyspiel.load_game(billes.envs.openspiel.game_name(name), {"variant": variant})
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)
    games_sim_test: Any = import_module("open_spiel.python.tests.games_sim_test")
    games_sim_test.GamesSimTest().sim_game(loaded)


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_openspiel_with_whole_moves(name: str, variant: str) -> None:
    short = billes.envs.openspiel.game_name(name)
    loaded = pyspiel.load_game(f"{short}(variant={variant},actions=moves)")
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)
    state = loaded.new_initial_state()
    texts = {state.action_to_string(action) for action in state.legal_actions()}
    assert texts == {move.text for move in billes.start(name, variant).moves}


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_that_is_over_is_over_everywhere(name: str) -> None:
    game = billes.load((EXAMPLES / f"{name}.txt").read_text("utf-8"))
    assert game.outcome is not None
    zoo = envs_pettingzoo.env(name, game.position.variant)
    zoo.reset()
    short = billes.envs.openspiel.game_name(name)
    state = pyspiel.load_game(short, {"variant": game.position.variant}).new_initial_state()
    for move in game.moves:
        for action in state.play.way(move):
            assert not state.is_terminal()
            zoo.step(action)
            state.apply_action(action)
    assert state.is_terminal()
    assert all(zoo.terminations.values())
    first = 1 - game.outcome.scores[0] / 24 if game.outcome.winner is None else 3.0 - 2 * game.outcome.winner
    assert state.returns() == [zoo.rewards[agent] for agent in zoo.agents] == [first, -first]


@pytest.mark.parametrize(("name", "variant"), FIRST)
def test_all_of_them_show_the_same(name: str, variant: str) -> None:
    zoo = envs_pettingzoo.env(name, variant)
    zoo.reset(seed=1)
    state = pyspiel.load_game(billes.envs.openspiel.game_name(name)).new_initial_state()
    chance = random.Random(2)
    for _ in range(30):
        seen, *_ = zoo.last()
        assert seen is not None
        if state.is_terminal():
            assert all(zoo.terminations.values())
            assert [zoo.rewards[agent] for agent in zoo.agents] == state.returns()
            break
        legal = state.legal_actions()
        assert np.flatnonzero(seen["action_mask"]).tolist() == legal
        assert seen["observation"].reshape(-1).tolist() == state.observation_tensor()
        action = chance.choice(legal)
        zoo.step(action)
        state.apply_action(action)
    copied = pickle.loads(pickle.dumps(state))
    assert str(copied) == str(state)
    assert copied.history() == state.history()


def test_an_action_that_may_not_come_next_loses() -> None:
    zoo = envs_pettingzoo.env("quits")
    zoo.reset()
    zoo.step(0)
    assert zoo.terminations == {"player_1": True, "player_2": True}
    assert zoo.rewards["player_1"] == -1
    gym = gymnasium.make("billes/Quits-v0")
    gym.reset(seed=1)
    _, reward, terminated, _, info = gym.step(np.int64(0))
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(BillesError, match="the game is over: reset begins another one"):
        gym.step(np.int64(1))
    gym.reset(seed=1)
    assert not gym.step(np.int64(1))[2]
    raw = envs_pettingzoo.raw_env("quits")
    raw.reset()
    with pytest.raises(ValueError, match="0 is no action that may come next"):
        raw.step(0)
    with pytest.raises(ValueError, match="0 is no action that may come next"):
        pyspiel.load_game("billes_quits").new_initial_state().apply_action(0)


def test_a_level_of_the_engine_is_an_opponent() -> None:
    gym = gymnasium.make("billes/Quits-v0", variant="simple", opponent="level:1", player=2, render_mode="ansi")
    _, info = gym.reset(seed=3)
    assert info["player"] == 2
    assert info["position"].split()[1] == "2"
    for _ in range(4):
        _, _, over, cut, info = gym.step(np.int64(info["action_mask"].argmax()))
        assert not over
        assert not cut
    shown = gym.render()
    assert isinstance(shown, str)
    assert "e5" in shown or "5" in shown
    with pytest.raises(ValueError, match="'random' or 'level:1' to 'level:9', not 'somebody'"):
        gymnasium.make("billes/Quits-v0", opponent="somebody")


def test_positions_are_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = {}
    for mode in ("ansi", "human", "svg"):
        zoo = envs_pettingzoo.env("quits", render_mode=mode)
        zoo.reset()
        drawn[mode] = zoo.render()
        gym = gymnasium.make("billes/Quits-v0", render_mode=mode, disable_env_checker=True).unwrapped
        gym.reset(seed=1)
        assert gym.render() == drawn[mode]
    assert drawn["svg"].startswith("<svg")
    assert drawn["human"] is None
    assert capsys.readouterr().out.count(drawn["ansi"]) == 3  # Gymnasium's is shown when it is reset, too
    for make in (envs_pettingzoo.env, envs_gymnasium.BillesEnv):
        with pytest.raises(ValueError, match="the render modes are ansi, human, svg, not 'film'"):
            make("quits", render_mode="film")
