"""Positions, moves and outcomes: immutable values that print themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ..games.registry import known, notation_of, rules_of, spec_of
from ..games.spec import Rules
from .codes import DRAW, OPEN
from .errors import BadPosition, IllegalMove
from .jit import buffer
from .perft import perft
from .sentences import Sentence
from .wording import listed


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A legal move of some position. `str(move)` is its text."""

    text: str
    code: int = field(compare=False, repr=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    `winner` is the number of the player who won, None where nobody did; `draw` tells a draw from a game played for its
    score; `reason` is a keyword, and `why.REASON` the key of its sentence; `scores` are what each round was worth.

    An outcome knows no game and no names: `str(outcome)` says "player 1 wins" of the player whom `winner`,
    `Position.player` and the text of a position call 1. `billes.scenes.sentences.outcome_sentences` calls players by
    their names, or as the game calls them (Light and Dark, White and Black), in any language.
    """

    winner: int | None
    draw: bool
    reason: str
    scores: tuple[int, ...] = ()

    @property
    def sentence(self) -> Sentence:
        """Who won and why, the players by their numbers; `str(outcome)` is the same in English."""
        key = "outcome.won" if self.winner else "outcome.draw" if self.draw else "outcome.round"
        said = Sentence(key, {"player": self.winner or 0, "why": Sentence(f"why.{self.reason}")})
        if not self.scores:
            return said
        scores = listed(map(str, self.scores), "list.to", "list.to")
        return Sentence("outcome.scores", {"outcome": said, "scores": scores, "count": self.scores[-1]})

    def __str__(self) -> str:
        return str(self.sentence)


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A position of a game: what is on the board and who is to move.

    Make one with `billes.start` or `billes.read`; `play` gives the next one. `str(position)` is its text. Positions
    are equal when game, variant and text are; `last` (the move that led here, if any) is for pictures only.
    """

    game: str
    variant: str
    state: tuple[int, ...]
    last: Move | None = field(default=None, compare=False)
    _codes: dict[str, int] | None = field(default=None, init=False, compare=False)

    # set by the package: `core` must not import `scenes` nor `notebook`
    to_svg: ClassVar[Callable[[Position], str] | None] = None
    to_widget: ClassVar[Callable[..., Any] | None] = None

    @property
    def _rules(self) -> Rules:
        return rules_of(self.game)

    @property
    def player(self) -> int:
        """The number of the player to move."""
        return int(self._rules.mover(self.state))

    @property
    def players(self) -> int:
        """How many players there are."""
        return int(self._rules.PLAYERS[self.variant])

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on. Repetition depends on the history: see `Game.outcome`."""
        rules = self._rules
        end = rules.result(self.state)
        if end == OPEN:
            return None
        winner = end if end < DRAW else None
        return Outcome(winner, draw=end == DRAW, reason=rules.reason(self.state), scores=rules.scores(self.state))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, sorted by text; none when the game is over."""
        return tuple(Move(text, code) for text, code in self._by_text().items())

    def _by_text(self) -> dict[str, int]:
        """The codes of the legal moves by their texts, sorted."""
        if self._codes is None:
            G, text_of = self._rules, notation_of(self.game).move_text
            found = []
            if G.result(self.state) == OPEN:
                buf = buffer(G.ROOM)
                found = [int(buf[i]) for i in range(G.moves(self.state, buf, 0))]
            named = dict(sorted((text_of(self.state, code), code) for code in found))
            object.__setattr__(self, "_codes", named)
            return named
        return self._codes

    def remember(self, moves: Iterable[tuple[str, int]]) -> None:
        """Take over the legal moves, texts and codes in order, from where they were found already."""
        object.__setattr__(self, "_codes", dict(moves))

    def forget(self) -> None:
        """Let go of the legal moves: they are found again when asked for."""
        object.__setattr__(self, "_codes", None)

    def move(self, text: str | Move) -> Move:
        """The legal move with that text, or IllegalMove with the reason why there is none."""
        wanted, codes = str(text).strip(), self._by_text()
        found = wanted if wanted in codes else spec_of(self.game).respelled(self.state, wanted)
        if found not in codes:
            outcome = self.outcome
            if outcome is not None:
                raise IllegalMove.of("illegal.over", outcome=outcome.sentence)
            raise IllegalMove(spec_of(self.game).explain.explain(self.state, wanted))
        return Move(found, codes[found])

    def play(self, move: Move | str) -> Position:
        """The position after a move."""
        found = self.move(move)
        return Position(self.game, self.variant, self._rules.apply(self.state, found.code), found)

    def perft(self, depth: int) -> int:
        """The number of distinct legal move sequences of exactly `depth` moves."""
        if depth < 0:
            raise ValueError(f"a depth is not negative, and this is {depth}")
        G = self._rules
        return int(perft(G, self.state, depth, buffer(G.ROOM * (depth + 1)), 0))

    def divide(self, depth: int) -> Iterator[tuple[Move, int]]:
        """For every legal move, how much of perft(depth) begins with it."""
        for move in self.moves:
            yield move, self.play(move).perft(depth - 1)

    def __str__(self) -> str:
        return str(notation_of(self.game).write(self.state, self.variant))

    def __repr__(self) -> str:
        return f"billes.read({self.game!r}, {self.variant!r}, {str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.game, self.variant, self.state, self.last)

    def board(self, *, language: str = "en", dark: bool = False, seconds: float = 1.0) -> Any:
        """A board for notebooks, to play on and to ask the engine, which thinks for so long: `notebook.widget`.

        It needs `billes[notebook]`; a position alone is drawn without.
        """
        if Position.to_widget is None:
            raise RuntimeError("nothing is there to draw with; import billes first")
        return Position.to_widget(self, language=language, dark=dark, seconds=seconds)

    def _repr_svg_(self) -> str:
        if Position.to_svg is None:
            raise RuntimeError("nothing is there to draw with; import billes first")
        return Position.to_svg(self)


def start(game: str, variant: str | None = None, *, board: str | None = None) -> Position:
    """The first position of a game; the first variant is the default.

    In games that have them, `board` is the text of another board; the variant that fits it best is then the default.
    """
    if board is not None:
        variant, text = spec_of(game).boards.position(board, known(game, variant)[1] if variant else None, None)
        return read(game, variant, text)
    game, variant = known(game, variant)
    return Position(game, variant, rules_of(game).start(variant))


def read(game: str, variant: str | None, text: str, *, board: str | None = None) -> Position:
    """The position of a text; BadPosition says what is wrong with it and where. `board` is as in `start`."""
    if board is not None:
        variant, text = spec_of(game).boards.position(board, known(game, variant)[1] if variant else None, text)
    game, variant = known(game, variant)
    if not isinstance(text, str):
        raise BadPosition.of("position.string", type=type(text).__name__)
    return Position(game, variant, notation_of(game).read(text, variant))
