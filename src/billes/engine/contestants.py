"""Who can take part in a match: levels, time and node budgets, the baselines, and external programs."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from dataclasses import dataclass

from ..core.codes import mix
from ..core.errors import BillesError, quoted
from ..core.game import Game
from ..core.position import Move
from .alphabeta import AlphaBeta
from .evaluation import first_weights_of, uses_tree_search
from .external import Program
from .levels import SECONDS, choose, level_of, require, searcher
from .limits import Limits
from .mcts import TreeSearch, TreeSettings
from .memory import WON
from .paranoid import paranoid_move
from .score import Line
from .search import Search

KINDS = "level:5, time:0.5, nodes:20000, depth:2, full, tree, uct, uct:0.5, paranoid, greedy, random, cmd:./program"
GREEDY_SETTINGS = TreeSettings(mix=0.0)  # with more than two players: the evaluation alone decides
GREEDY_ENTRIES = 1 << 12


@dataclass(frozen=True, slots=True)
class Terms:
    """The limits of contestants that have none of their own: seconds or nodes per move, and threads."""

    seconds: float | None = None
    nodes: int | None = None
    threads: int = 1

    @property
    def limits(self) -> Limits:
        """The limits of a move."""
        seconds = SECONDS if self.seconds is None and self.nodes is None else self.seconds
        return Limits(seconds=seconds, nodes=self.nodes)


class Contestant(ABC):
    """Somebody who plays games of a match, one after the other. `name` is the text that names it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seed = 0
        self.proved = False
        """Whether its last move, in a game of two, came with a proof that it wins."""

    def prepare(self, game: Game) -> None:  # noqa: B027  # most need nothing
        """Before the match: compile what will be needed, or make sure that a program can be started."""

    def begin(self, game: Game, seed: int) -> None:
        """A new game begins; the same seed plays the same game, unless a clock decides."""
        self.seed = seed
        self.proved = False

    @abstractmethod
    def move(self, game: Game) -> Move:
        """The move to play now. Failure ends the game: it is lost."""

    def close(self) -> None:  # noqa: B027  # likewise
        """The match is over."""


class RandomMoves(Contestant):
    """Moves at random."""

    def move(self, game: Game) -> Move:
        """Any legal move."""
        return random.Random(f"{self.seed}:{len(game.moves)}").choice(game.position.moves)


class Greedy(Contestant):
    """The baseline: counts only the obvious, plays the move that gains most, and sees no further.

    Of equal moves it takes any, at random.
    """

    def prepare(self, game: Game) -> None:
        """Make sure that there is something to count: MissingPart where the game has no evaluator."""
        first_weights_of(game.game, game.variant)

    def move(self, game: Game) -> Move:
        """The best move at first sight."""
        position, before = game.position, game.positions[:-1]
        weights = first_weights_of(position.game, position.variant)
        search: Search
        if uses_tree_search(position):
            search = TreeSearch(
                position, history=before, size=1 << 14, settings=GREEDY_SETTINGS, seed=self.seed, weights=weights
            )
        else:
            search = AlphaBeta(position, history=before, entries=GREEDY_ENTRIES, exact=True, weights=weights)
        values = search.values(1)
        best = max(values.values())
        equal = [move for move in position.moves if values.get(move.code) == best]
        return random.Random(f"{self.seed}:{len(game.moves)}").choice(equal)


class AtLevel(Contestant):
    """The engine at one of its levels."""

    def __init__(self, name: str, level: int, terms: Terms) -> None:
        super().__init__(name)
        self.level = level_of(level).number
        self.terms = terms

    def prepare(self, game: Game) -> None:
        """The perfect level needs a tablebase."""
        require(self.level, game.game, game.variant)

    def move(self, game: Game) -> Move:
        """The move of that level."""
        self.proved = False
        terms = self.terms
        return choose(
            game, self.level, seed=self.seed, seconds=terms.seconds, threads=terms.threads, progress=self._learn
        )

    def _learn(self, lines: list[Line]) -> None:
        self.proved = _won(lines[0])


class FullStrength(Contestant):
    """The engine at full strength within limits."""

    def __init__(self, name: str, limits: Limits, threads: int) -> None:
        super().__init__(name)
        self.limits, self.threads = limits, threads

    def move(self, game: Game) -> Move:
        """The best move it finds."""
        moves = game.position.moves
        if len(moves) == 1:
            return moves[0]
        line = self.search(game, mix(self.seed, len(game.moves))).think(self.limits)[0]
        self.proved = _won(line)
        return line.move

    def search(self, game: Game, seed: int) -> Search:
        """The search that plays the game best."""
        before = game.positions[:-1]
        return searcher(game.position, self.limits, history=before, threads=self.threads, seed=seed)


class WithTree(FullStrength):
    """The engine with its tree search, in games that it plays with alpha-beta too."""

    settings: TreeSettings | None = None

    def prepare(self, game: Game) -> None:
        """Compile the tree search."""
        TreeSearch(game.position, size=1 << 12, settings=self.settings).think(Limits(nodes=10))

    def search(self, game: Game, seed: int) -> Search:
        """The tree search."""
        before = game.positions[:-1]
        return TreeSearch(game.position, history=before, threads=self.threads, settings=self.settings, seed=seed)


class Uct(WithTree):
    """The baseline: plain tree search with random playouts, knowing nothing but the rules."""

    settings = TreeSettings.plain()


class Paranoid(FullStrength):
    """The baseline of games of three or four: alpha-beta that takes all others for one opponent."""

    def prepare(self, game: Game) -> None:
        """Compile it; a game of two is refused."""
        paranoid_move(game.position, Limits(depth=1))

    def move(self, game: Game) -> Move:
        """The move against all others together."""
        return paranoid_move(game.position, self.limits)


class External(Contestant):
    """A program that speaks the engine's protocol."""

    def __init__(self, name: str, command: str, terms: Terms) -> None:
        super().__init__(name)
        self.program = Program(command)
        self.terms = terms

    def prepare(self, game: Game) -> None:
        """Start the program once, so that a wrong name is noticed at once."""
        try:
            self.program.open()
        finally:
            self.program.close()

    def begin(self, game: Game, seed: int) -> None:
        """Start the program, if it does not run, and let it get ready."""
        super().begin(game, seed)
        self.program.begin({"Threads": self.terms.threads, "Seed": seed})

    def move(self, game: Game) -> Move:
        """The program's answer."""
        return self.program.move(game, self.terms.limits)

    def close(self) -> None:
        """End the program."""
        self.program.close()


def contestant(text: str, terms: Terms | None = None) -> Contestant:
    """The contestant that a text names; ValueError says what can be written.

    >>> contestant("level:3").name
    'level:3'
    """
    terms = terms or Terms()
    kind, colon, rest = text.strip().partition(":")
    try:
        if kind == "cmd" and rest.strip():
            return External(text, rest, terms)
        if kind == "level":
            return AtLevel(text, int(rest), terms)
        if kind == "time":
            return FullStrength(text, Limits(seconds=_seconds(rest)), terms.threads)
        if kind == "nodes":
            return FullStrength(text, Limits(nodes=int(rest)), terms.threads)
        if kind == "depth":
            return FullStrength(text, Limits(depth=int(rest)), terms.threads)
        if kind == "uct":
            return Uct(text, Limits(seconds=_seconds(rest)) if colon else terms.limits, terms.threads)
        if not colon and kind in ("random", "greedy"):
            return RandomMoves(text) if kind == "random" else Greedy(text)
        if not colon and kind in ("full", "tree", "paranoid"):
            kinds = {"full": FullStrength, "tree": WithTree, "paranoid": Paranoid}
            return kinds[kind](text, terms.limits, terms.threads)
    except BillesError as error:
        raise BillesError.of("match.contestant.why", text=quoted(text), why=error.sentence) from error
    except ValueError:  # where a number is wanted, there is none
        pass
    raise BillesError.of("match.contestant", text=quoted(text), kinds=KINDS)


def _won(line: Line) -> bool:
    """Whether a line proves a win."""
    return line.score.value > WON


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= 86_400:
        raise BillesError.of("match.seconds", text=text)
    return seconds
