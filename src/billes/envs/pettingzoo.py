"""PettingZoo: `env("quits", "four")` is an environment of the kind AEC with action masks. Needs `billes[gym]`."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from . import showing
from .play import LIMIT, Actions, Encoded, Play
from .showing import RENDER_MODES, show

Seen = dict[str, Any]
"""An observation: planes under "observation", and under "action_mask" 1 for every action that may come next."""


def env(
    game: str,
    variant: str | None = None,
    *,
    actions: Actions = "touches",
    render_mode: str | None = None,
    limit: int = LIMIT,
) -> Any:
    """A game as PettingZoo has them. An action that may not come next ends it and costs its player 1."""
    made = raw_env(game, variant, actions=actions, render_mode=render_mode, limit=limit)
    ends = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ends))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801  # not typed; PettingZoo calls it so
    """The same without PettingZoo's wrappers: an action that may not come next raises ValueError.

    The agents are `player_1` to `player_4`. One of them acts several times in a row where a move takes several touches.
    """

    metadata = {"render_modes": list(RENDER_MODES), "name": "billes", "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        variant: str | None = None,
        *,
        actions: Actions = "touches",
        render_mode: str | None = None,
        limit: int = LIMIT,
    ) -> None:
        EzPickle.__init__(self, game, variant, actions=actions, render_mode=render_mode, limit=limit)
        super().__init__()
        self.encoded = Encoded(game, variant, actions)
        self.metadata = {**self.metadata, "name": f"billes_{self.encoded.game}_{self.encoded.variant}_v0"}
        self.limit, self.render_mode = limit, showing.render_mode(render_mode)
        self.possible_agents = [f"player_{number}" for number in range(1, self.encoded.players + 1)]
        self.agents = self.possible_agents[:]
        mask = spaces.Box(0, 1, (self.encoded.actions,), np.int8)
        planes = spaces.Box(0.0, 1.0, self.encoded.shape, np.float32)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": planes, "action_mask": mask}) for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.encoded.actions) for agent in self.agents}
        self.play = Play(self.encoded, limit)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; there is no chance in it, so that the seed changes nothing."""
        self.agents = self.possible_agents[:]
        self.play = Play(self.encoded, self.limit)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.play.player - 1]

    def observe(self, agent: str) -> Seen:
        """What an agent sees; the mask of one who is not to act is empty."""
        acts = agent == self.agent_selection
        mask = self.play.mask() if acts else np.zeros(self.encoded.actions, np.int8)
        return {"observation": self.play.observe(self.possible_agents.index(agent) + 1), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Let the agent whose turn it is act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        assert action is not None
        self.play.act(int(action))
        self.rewards = dict(zip(self.agents, self.play.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, self.play.over and not self.play.cut)
        self.truncations = dict.fromkeys(self.agents, self.play.cut)
        self.agent_selection = self.agents[self.play.player - 1]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The position on the board: "ansi" gives a text, "svg" a picture, "human" prints."""
        return show(self.play, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""
