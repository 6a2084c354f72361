"""A game that is played action by action: what the environments have in common.

An action is a *touch* (a number of `Play.names`) or, where whole moves are asked for, the number of a move in the list
of legal moves, in the order of the rules.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ..core.codes import DRAW, OPEN, REPEATS
from ..core.jit import buffer
from ..core.position import Move, Position
from ..games.registry import known, notation_of, spec_of
from . import kernel

Actions = Literal["touches", "moves"]
Planes = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]

LIMIT = 1000
"""How many moves a game may have unless told otherwise; a longer one is cut off."""


class Encoded:
    """How the positions and the actions of a variant are written as numbers."""

    def __init__(self, game: str, variant: str | None = None, actions: Actions = "touches") -> None:
        if actions not in ("touches", "moves"):
            raise ValueError(f"actions are 'touches' or 'moves', not {actions!r}")
        self.game, self.variant = known(game, variant)
        spec = spec_of(self.game)
        self.rules, self.encoding = spec.rules, spec.encoding
        self.start: Any = self.rules.start(self.variant)
        self.players = self.rules.PLAYERS[self.variant]
        self.whole = actions == "moves"
        self.handles = self.encoding.handles(self.variant)
        self.actions = self.rules.ROOM if self.whole else len(self.handles)
        """How many actions there are."""
        self.most = 1 if self.whole else self.encoding.LONGEST
        """The most actions of one move."""
        self.grid = self.encoding.grid(self.variant)
        self.cells = self.grid[0] * self.grid[1]
        self.planes = len(self.encoding.planes(self.variant))
        self.shape = (len(self.plane_names()), *self.grid)
        """Planes, height and width of an observation."""

    def plane_names(self) -> tuple[str, ...]:
        """What each plane of an observation shows."""
        own = self.encoding.planes(self.variant)
        found = []
        for age in range(kernel.HISTORY):
            when = "" if age == 0 else f", {age} move{'s' if age > 1 else ''} ago"
            found += [f"{name}{when}" for name in (*own, "how often the position has come back / 2, everywhere")]
        turn = [f"touches of this turn: {name}" for name in self.encoding.touch_planes(self.variant)]
        return (*found, "all 1 where it is the player's turn", *turn)

    def __reduce__(self) -> tuple[Any, ...]:
        return Encoded, (self.game, self.variant, "moves" if self.whole else "touches")

    def rewards(self, end: int) -> tuple[float, ...]:
        """What a result is worth to each player: 1 for the winner, the others share -1; a number lies in between."""
        found = np.zeros(self.players)
        kernel.pay(end, *self.encoding.SCORES, found)
        return tuple(float(reward) for reward in found)


class Play:
    """A game in progress, the touches of the turn included.

    >>> play = Play(Encoded("quits"))
    >>> [play.name(action) for action in play.legal()][:3]
    ['b1', 'c1', 'a2']
    >>> play.act(5)
    >>> [play.name(action) for action in play.legal()]
    ['b3']
    """

    def __init__(self, encoded: Encoded, limit: int = LIMIT) -> None:
        if limit < 1:
            raise ValueError(f"a game has at least one move, and the limit is {limit}")
        self.encoded, self.limit = encoded, limit
        self.states = [encoded.start]
        self.repeats = [1]
        self.touched: list[int] = []
        self.last: Move | None = None
        self.end = OPEN
        """The result so far, see `core.codes`."""
        self.cut = False
        """Whether the game was cut off by its limit."""
        self._seen = Counter(self.states)
        self._legal: list[int] | None = None

    @property
    def state(self) -> Any:
        """The state on the board."""
        return self.states[-1]

    @property
    def position(self) -> Position:
        """The position on the board."""
        return Position(self.encoded.game, self.encoded.variant, self.state, self.last)

    @property
    def history(self) -> tuple[Position, ...]:
        """All positions of the game before the one on the board."""
        return tuple(Position(self.encoded.game, self.encoded.variant, state) for state in self.states[:-1])

    @property
    def player(self) -> int:
        """The number of the player to move."""
        return int(self.encoded.rules.mover(self.state))

    @property
    def over(self) -> bool:
        """Whether the game has ended or was cut off."""
        return self.end != OPEN or self.cut

    def legal(self) -> list[int]:
        """The actions that may come next, in order; none when the game is over."""
        if self._legal is None:
            if self.over:
                self._legal = []
            elif self.encoded.whole:
                self._legal = list(range(len(self.moves())))
            else:
                self._legal = self._turn()[1]
        return self._legal

    def mask(self) -> Mask:
        """1 for every action that may come next."""
        found = np.zeros(self.encoded.actions, np.int8)
        found[self.legal()] = 1
        return found

    def moves(self) -> list[int]:
        """The legal moves in the order of the rules."""
        room = _ROOM.setdefault(self.encoded.game, buffer(self.encoded.rules.ROOM))
        return [int(room[i]) for i in range(self.encoded.rules.moves(self.state, room, 0))]

    def name(self, action: int) -> str:
        """The handle touched by an action, or the text of the move."""
        if not self.encoded.whole:
            return self.encoded.handles[action]
        return str(notation_of(self.encoded.game).move_text(self.state, self.moves()[action]))

    def act(self, action: int) -> None:
        """Play an action; ValueError where it may not come next."""
        if action not in self.legal():
            raise ValueError(f"{action} is no action that may come next: {self.legal()}")
        self._legal = None
        if self.encoded.whole:
            self._play(self.moves()[action])
            return
        self.touched.append(int(action))
        move, legal = self._turn()
        if move >= 0:
            self._play(move)
        else:
            self._legal = legal

    def play(self, move: Move) -> None:
        """Play a whole move, at the beginning of a turn."""
        self._legal = None
        self._play(move.code)

    def way(self, move: Move) -> list[int]:
        """The actions that play a move from here, at the beginning of a turn."""
        if self.encoded.whole:
            return [self.moves().index(move.code)]
        twin, found = copy(self), []
        touches = buffer(self.encoded.most + 1)
        end = self.encoded.encoding.touches(self.state, move.code, 0, touches, 0)
        for touch in touches[:end]:
            if len(twin.states) == len(self.states):  # a last touch that is the only one left is made by itself
                found.append(int(touch))
                twin.act(int(touch))
        return found

    def observe(self, player: int) -> Planes:
        """What a player sees, as planes."""
        encoded, kept = self.encoded, kernel.HISTORY
        out = np.zeros(encoded.shape, np.float32)
        states = np.array(self.states[: -kept - 1 : -1], np.int64)
        repeats = np.array(self.repeats[: -kept - 1 : -1], np.int64)
        touched = np.array([*self.touched, 0], np.int64)
        kernel.observe(
            encoded.rules, encoded.encoding, encoded.start, states, repeats, len(states), player, touched,
            len(self.touched), encoded.planes, encoded.cells, out.reshape(-1),
        )  # fmt: skip
        return out

    def rewards(self) -> tuple[float, ...]:
        """What the game is worth to each player, now: 0 while it goes on."""
        return self.encoded.rewards(self.end)

    def _turn(self) -> tuple[int, list[int]]:
        """The move that the touches play, or -1 with the touches that may come next."""
        encoded = self.encoded
        room = _ROOM.setdefault(encoded.game, buffer(encoded.rules.ROOM))
        mask = np.zeros(encoded.actions, np.int8)
        touched, way = np.array([*self.touched, 0], np.int64), buffer(encoded.most + 1)
        args = (encoded.rules, encoded.encoding, self.state, touched, len(self.touched), room, way, mask)
        return int(kernel.turn(*args)), [int(action) for action in np.flatnonzero(mask)]

    def _play(self, move: int) -> None:
        rules, before = self.encoded.rules, self.state
        self.last = Move(str(notation_of(self.encoded.game).move_text(before, move)), move)
        after = rules.apply(before, move)
        self.states.append(after)
        self._seen[after] += 1
        self.repeats.append(self._seen[after])
        self.touched = []
        self.end = int(rules.result(after))
        if self.end == OPEN and self.repeats[-1] >= REPEATS:
            self.end = DRAW
        self.cut = self.end == OPEN and len(self.states) > self.limit

    def __copy__(self) -> Play:
        twin = object.__new__(Play)
        twin.__dict__.update(self.__dict__)
        twin.states, twin.repeats, twin.touched = self.states[:], self.repeats[:], self.touched[:]
        twin._seen = self._seen.copy()
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Play:
        return copy(self)  # what is shared never changes


_ROOM: dict[str, Any] = {}
"""Room for the moves of a position, by game: a list of legal moves is copied out of it at once."""
