"""A policy that learns by playing itself in a PettingZoo environment, with numpy alone, and then plays a random player.

The policy is linear in the planes of the observation, its actions are masked, and it learns by policy gradients
(REINFORCE).

    python docs/examples/pettingzoo_learner.py
    python docs/examples/pettingzoo_learner.py --game pylos --variant children --learn 5000
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import numpy.typing as npt

from billes.envs import pettingzoo

Numbers = npt.NDArray[np.float64]


class Policy:
    """What is likely to be played: softmax over the actions that may come next."""

    def __init__(self, features: int, actions: int, rate: float) -> None:
        self.weights, self.rate = np.zeros((actions, features)), rate

    def chances(self, planes: Numbers, mask: npt.NDArray[np.int8]) -> Numbers:
        """How likely each action is."""
        scores = np.where(mask > 0, self.weights @ planes, -np.inf)
        found = np.exp(scores - scores.max())
        chances: Numbers = found / found.sum()
        return chances

    def learn(self, game: list[tuple[Numbers, Numbers, int]], reward: float) -> None:
        """Make the actions of a game likelier where it went well."""
        for planes, chances, action in game:
            gradient = -chances
            gradient[action] += 1
            used = chances > 0
            self.weights[used] += self.rate * reward * np.outer(gradient[used], planes)


def play(env: Any, policy: Policy, rng: np.random.Generator, learns: tuple[str, ...]) -> dict[str, float]:
    """Play one game; agents that learn play by the policy, others at random. Gives everybody's reward."""
    env.reset()
    paths: dict[str, list[tuple[Numbers, Numbers, int]]] = {agent: [] for agent in learns}
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        if over or cut:
            rewards[agent] = float(reward)
            env.step(None)
            continue
        mask = seen["action_mask"]
        if agent in learns:
            planes = np.append(seen["observation"].reshape(-1), 1.0)
            chances = policy.chances(planes, mask)
            action = int(rng.choice(len(mask), p=chances))
            paths[agent].append((planes, chances, action))
        else:
            action = int(rng.choice(np.flatnonzero(mask)))
        env.step(action)
    for agent, path in paths.items():
        policy.learn(path, rewards[agent] / max(1, len(path)) ** 0.5)
    return rewards


def main() -> None:
    """Learn, then play a random player from every seat."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--game", default="quits")
    options.add_argument("--variant", default="simple")
    options.add_argument("--learn", type=int, default=500, help="games against itself")
    options.add_argument("--games", type=int, default=200, help="games against a random player")
    options.add_argument("--rate", type=float, default=0.05)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    env = pettingzoo.env(given.game, given.variant, limit=100)
    env.reset()
    seats = tuple(env.possible_agents)
    seen, *_ = env.last()
    assert seen is not None
    policy = Policy(seen["observation"].size + 1, len(seen["action_mask"]), given.rate)
    rng = np.random.default_rng(given.seed)
    for _ in range(given.learn):
        play(env, policy, rng, seats)
    policy.rate = 0.0
    wins = losses = 0
    for number in range(given.games):
        seat = seats[number % len(seats)]
        reward = play(env, policy, rng, (seat,))[seat]
        wins, losses = wins + (reward > 0), losses + (reward < 0)
    print(f"{given.game} {given.variant}: {wins} won and {losses} lost of {given.games} against a random player")


if __name__ == "__main__":
    main()
