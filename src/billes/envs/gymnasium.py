"""Gymnasium: importing this module registers `billes/Quits-v0` and its like. Needs `billes[gym]`.

`gymnasium.make("billes.envs.gymnasium:billes/Quits-v0", variant="simple", opponent="level:3")` imports it by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ..core.errors import BillesError
from ..core.position import Move
from ..games.registry import GAMES
from . import showing
from .play import LIMIT, Actions, Encoded, Planes, Play
from .showing import RENDER_MODES, show

Opponent = Callable[[Play, int], Move]
"""Who plays the other seats: a move for a game in progress and a seed."""


def opponent(name: str) -> Opponent:
    """An opponent by its name: "random", or "level:3" for a level of the engine."""
    if name == "random":
        return lambda play, seed: play.position.moves[seed % len(play.position.moves)]
    kind, _, number = name.partition(":")
    if kind != "level" or not number.isdigit():
        raise ValueError(f"an opponent is 'random' or 'level:1' to 'level:9', not {name!r}")
    from ..engine.levels import choose, level_of

    level = level_of(int(number)).number
    return lambda play, seed: choose(play.position, level, history=play.history, seed=seed)


class BillesEnv(gymnasium.Env[Planes, np.int64]):
    """One player against opponents of the program, who play the other seats.

    An observation is planes; `info["action_mask"]` has 1 for every action that may come next. An action that may not
    come next ends the game with the reward -1 and `info["illegal"]`. The seat is `player`, or drawn by the seed where
    that is None.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        variant: str | None = None,
        *,
        opponent: str = "random",
        player: int | None = 1,
        actions: Actions = "touches",
        render_mode: str | None = None,
        limit: int = LIMIT,
    ) -> None:
        self.encoded = Encoded(game, variant, actions)
        if player is not None and not 1 <= player <= self.encoded.players:
            raise ValueError(f"there are {self.encoded.players} players, and none is number {player}")
        self.limit, self.render_mode, self.seat = limit, showing.render_mode(render_mode), player
        self.opponent = _opponent(opponent)
        self.observation_space = spaces.Box(0.0, 1.0, self.encoded.shape, np.float32)
        self.action_space = spaces.Discrete(self.encoded.actions)
        self.play, self.player, self.over = Play(self.encoded, limit), player or 1, False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Planes, dict[str, Any]]:
        """Begin a game; opponents who come first have moved."""
        super().reset(seed=seed)
        self.play, self.over = Play(self.encoded, self.limit), False
        self.player = self.seat or int(self.np_random.integers(self.encoded.players)) + 1
        self._reply()
        return self.play.observe(self.player), self._info()

    def step(self, action: np.int64) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """Play an action, and the opponents' moves after it."""
        play = self.play
        if self.over or play.over:
            raise BillesError("the game is over: reset begins another one")
        if int(action) not in play.legal():
            self.over = True
            return play.observe(self.player), -1.0, True, False, {**self._info(), "illegal": True}
        play.act(int(action))
        self._reply()
        reward = play.rewards()[self.player - 1]
        return play.observe(self.player), reward, play.over and not play.cut, play.cut, self._info()

    def render(self) -> Any:
        """The position on the board: "ansi" gives a text, "svg" a picture, "human" prints."""
        return show(self.play, self.render_mode)

    def _reply(self) -> None:
        """Let the opponents play until it is the player's turn."""
        while not self.play.over and self.play.player != self.player:
            self.play.play(self.opponent(self.play, int(self.np_random.integers(1 << 31))))
        if self.render_mode == "human":
            self.render()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.play.mask(), "player": self.player, "position": str(self.play.position)}


_opponent = opponent  # the environment has an argument of that name


def env_id(game: str) -> str:
    """The name under which a game is registered.

    >>> env_id("quits")
    'billes/Quits-v0'
    """
    return f"billes/{''.join(word.capitalize() for word in game.split('-'))}-v0"


for _game in GAMES:
    if env_id(_game) not in gymnasium.registry:
        gymnasium.register(id=env_id(_game), entry_point=f"{__name__}:BillesEnv", kwargs={"game": _game})
