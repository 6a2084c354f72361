"""OpenSpiel: importing this module registers `billes_quits(variant=four)` and its like. Needs `billes[openspiel]`.

A game longer than the parameter `limit` is a draw.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from ..games.registry import GAMES, rules_of
from .play import LIMIT, Encoded, Play

# OpenSpiel is not typed: to the type checker it is anything.
pyspiel: Any = import_module("pyspiel")
observation: Any = import_module("open_spiel.python.observation")


def game_name(game: str) -> str:
    """The name under which a game is registered.

    >>> game_name("quits")
    'billes_quits'
    """
    return f"billes_{game.replace('-', '_')}"


def game_type(game: str) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    players = rules_of(game).PLAYERS.values()
    return pyspiel.GameType(
        short_name=game_name(game),
        long_name=f"Billes: {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"variant": GAMES[game][0], "actions": "touches", "limit": LIMIT},
    )


class BillesGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel is not typed
    """A variant of a game, as OpenSpiel has them; every game has a class of its own."""

    game = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.encoded = Encoded(self.game, given.get("variant"), given.get("actions", "touches"))
        self.limit = int(given.get("limit", LIMIT))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoded.actions,
            max_chance_outcomes=0,
            num_players=self.encoded.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.limit * self.encoded.most,
        )
        super().__init__(game_type(self.game), info, given)

    def new_initial_state(self, state: Any = None) -> BillesState:
        """The start of the variant."""
        if state is not None:
            raise ValueError("a game begins at its start")
        return BillesState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What shows a state to a player."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return BillesObserver(self.encoded, params)
        return observation.IIGObserverForPublicInfoGame(iig_obs_type, params)


class BillesState(pyspiel.State):  # type: ignore[misc]  # pyspiel is not typed
    """A game in progress, as OpenSpiel has them."""

    def __init__(self, game: BillesGame) -> None:
        super().__init__(game)
        self.play = Play(game.encoded, game.limit)

    def current_player(self) -> Any:
        """Who acts, from 0."""
        return pyspiel.PlayerId.TERMINAL if self.play.over else self.play.player - 1

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.legal()

    def _apply_action(self, action: int) -> None:
        self.play.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.play.name(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.play.over

    def returns(self) -> list[float]:
        """What the game is worth to each player."""
        return list(self.play.rewards())

    def __str__(self) -> str:
        touched = " ".join(self.play.encoded.handles[touch] for touch in self.play.touched)
        return f"{self.play.position} | {touched}" if touched else str(self.play.position)


class BillesObserver:
    """The planes of an observation as OpenSpiel has them."""

    def __init__(self, encoded: Encoded, params: Any) -> None:
        if params:
            raise ValueError(f"an observation takes no parameters, and these were given: {params}")
        size = encoded.shape[0] * encoded.cells
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor.reshape(encoded.shape)}

    def set_from(self, state: BillesState, player: int) -> None:
        """Show a state to a player."""
        self.dict["observation"][:] = state.play.observe(player + 1)

    def string_from(self, state: BillesState, player: int) -> str:
        """The state as a text: everybody sees everything."""
        return str(state)


def _register(game: str) -> None:
    """Make a game known to OpenSpiel. Its class is a name of this module, under which it is pickled."""
    name = f"{BillesGame.__name__}_{game.replace('-', '_')}"
    globals()[name] = type(name, (BillesGame,), {"game": game, "__module__": __name__})
    pyspiel.register_game(game_type(game), globals()[name])


for _game in GAMES:
    _register(_game)
