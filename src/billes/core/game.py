"""A game as it is played: moves and positions, repetition, the outcome, comments and clocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field

from .codes import REPEATS
from .errors import IllegalMove
from .position import Move, Outcome, Position, read, start

OWN_TAGS = ("Game", "Variant", "Start", "Result", "End")  # written from the game itself
ENDINGS = ("resignation", "time", "agreement", "adjudication")  # reasons that do not follow from the position


@dataclass
class Variation:
    """A line that could have been played instead: its moves, comments on them, and lines instead of them in turn.

    Numbers of moves are counted from 1 within the variation. One that begins with the move that was played says how the
    game could have gone on after it.
    """

    moves: tuple[Move, ...]
    comments: dict[int, str] = field(default_factory=dict)
    variations: dict[int, list[Variation]] = field(default_factory=dict)


class Game:
    """A game as it is played, from its start position to its end.

    >>> game = Game("quits", players=("Claire", "Papa"))
    >>> game.play("b2c3").play("d5c4").moves
    (Move(text='b2c3'), Move(text='d5c4'))
    >>> str(game.undo())
    'd5c4'
    """

    def __init__(
        self,
        game: str,
        variant: str | None = None,
        *,
        start: Position | str | None = None,
        players: Sequence[str] = (),
        tags: Mapping[str, str] | None = None,
    ) -> None:
        first = _first(game, variant, start)
        if len(players) > first.players:
            raise ValueError(f"{first.game} {first.variant} has {first.players} players, not {len(players)}")
        self.tags: dict[str, str] = {f"Player{i}": name for i, name in enumerate(players, 1)} | dict(tags or {})
        for tag in OWN_TAGS:
            if tag in self.tags:
                raise ValueError(f"the tag {tag} is written by the game itself")
        self._positions = [first]
        self._moves: list[Move] = []
        self._seen = Counter([first.state])
        self._ended: Outcome | None = None
        self.comments: dict[int, str] = {}
        """Comments after the move of that number, counted from 1; 0 is before the first."""
        self.clocks: dict[int, float] = {}
        """Seconds left on the mover's clock after the move of that number, to the thousandth."""
        self.variations: dict[int, list[Variation]] = {}
        """Lines that could have been played instead of the move of that number."""

    @property
    def game(self) -> str:
        """Which game it is."""
        return self._positions[0].game

    @property
    def variant(self) -> str:
        """Which variant it is."""
        return self._positions[0].variant

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position from the start to now: one more than there are moves."""
        return tuple(self._positions)

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played."""
        return tuple(self._moves)

    @property
    def repeats(self) -> int:
        """How often the position on the board has occurred, this time included."""
        return self._seen[self.position.state]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on. A win on the board comes before a draw by repetition."""
        by_rule = self.position.outcome
        if by_rule is None and self.repeats >= REPEATS:
            by_rule = Outcome(None, draw=True, reason="repetition")
        return by_rule or self._ended

    def play(self, move: Move | str, *, comment: str | None = None, clock: float | None = None) -> Game:
        """Play a move; gives the game itself, so that calls can be chained."""
        outcome = self.outcome
        if outcome is not None:
            raise IllegalMove.of("illegal.over", outcome=outcome.sentence)
        after = self.position.play(move)
        assert after.last is not None
        self._positions.append(after)
        self._moves.append(after.last)
        self._seen[after.state] += 1
        if comment:
            self.comments[len(self._moves)] = comment
        if clock is not None:
            self.clocks[len(self._moves)] = round(clock, 3)
        return self

    def undo(self) -> Move:
        """Take the last move back, and with it any resignation or agreement; gives the move."""
        if not self._moves:
            raise IllegalMove.of("illegal.undo")
        self.comments.pop(len(self._moves), None)
        self.clocks.pop(len(self._moves), None)
        self.variations.pop(len(self._moves), None)
        self._seen[self.position.state] -= 1
        self._positions.pop()
        self._ended = None
        return self._moves.pop()

    def end(self, reason: str, winner: int | None = None) -> Game:
        """End a running game for a reason that is not on the board, one of ENDINGS.

        Without a winner it is a draw.
        """
        if (outcome := self.outcome) is not None:
            raise IllegalMove.of("illegal.over.already", outcome=outcome.sentence)
        if reason not in ENDINGS:
            raise ValueError(f"a game is not ended by {reason!r}, but by {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")
        if winner is not None and not 1 <= winner <= self.position.players:
            raise ValueError(f"there is no player {winner}")
        self._ended = Outcome(winner, draw=winner is None, reason=reason)
        return self

    def resign(self, player: int | None = None) -> Game:
        """A player (the one to move, if none is named) gives up a game of two."""
        if self.position.players != 2:
            raise ValueError("with more than two players a resignation leaves no winner; end the game otherwise")
        return self.end("resignation", 3 - (player or self.position.player))

    def record(self) -> str:
        """The game as text; `billes.load` reads it back."""
        from .record import write

        return write(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self._positions == other._positions and self._moves == other._moves and self._details() == other._details()
        )

    def __copy__(self) -> Game:
        twin = object.__new__(Game)
        twin.__dict__.update({name: copy(value) for name, value in self.__dict__.items()})
        return twin

    __hash__ = None  # type: ignore[assignment]  # a game changes as it is played

    def _details(self) -> tuple[object, ...]:
        return self.tags, self.comments, self.clocks, self.variations, self.outcome

    def __repr__(self) -> str:
        return f"<Game {self.game} {self.variant}, {len(self._moves)} moves, {self.outcome or 'running'}>"


def _first(game: str, variant: str | None, given: Position | str | None) -> Position:
    """The start position: the usual one, or a given one of the same game and variant, without its last move."""
    usual = start(game, variant)
    if given is None:
        return usual
    if isinstance(given, str):
        return read(game, variant, given)
    if (given.game, given.variant) != (usual.game, usual.variant):
        raise ValueError(
            f"the start position belongs to {given.game} {given.variant}, not to {usual.game} {usual.variant}"
        )
    return Position(given.game, given.variant, given.state)


def result_text(outcome: Outcome | None, players: int) -> str:
    """The result as records write it: `1-0`, `1/2-1/2`, `0-0-1-0`, the score of a round, or `*` for a running game."""
    if outcome is None:
        return "*"
    if outcome.draw:
        return "-".join(["1/2"] * players) if players == 2 else "-".join([f"1/{players}"] * players)
    if outcome.winner is None:
        return str(outcome.scores[0])
    return "-".join("1" if seat == outcome.winner else "0" for seat in range(1, players + 1))
