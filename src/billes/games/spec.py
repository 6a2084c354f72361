"""What a game provides, part by part, as typed protocols.

A game is a package with one module per part: `rules`, `notation`, `explain`, `board`, `handling`, and, where it has
them, `boards`, `setup`, `sentences`, `figures`, `evaluator`, `encoding`, `tablebase`, `puzzles` and `lessons`; its
texts are in `locale/LANG.json`. Its `__init__` declares a `GameSpec`. Everything else in Billes reaches a game through
the registry and these protocols.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar, get_args, runtime_checkable

from ..core.errors import BrokenGame, MissingPart, in_one_line
from ..core.wording import listed

if TYPE_CHECKING:
    from random import Random

    from ..core.jit import Buffer, Planes
    from ..core.position import Outcome, Position
    from ..core.sentences import Sentence
    from ..lessons.step import Step
    from ..scenes.figures import Figure
    from ..scenes.gestures import Gestures
    from ..scenes.handling import Hand
    from ..scenes.motions import Motion
    from ..scenes.scene import Scene
    from ..tablebase.format import TablebaseFile
    from ..tablebase.run import Run

State = Any
"""A state of a game: a tuple of ints, of a length that the game decides."""
Value = tuple[str, int | None]
"""What a position is worth to the player to move: "win", "draw" or "loss", and the plies to the end where known."""
Parts = dict[str, Any]
"""The contents of a tablebase: arrays by name."""

P = TypeVar("P")

REQUIRED = ("rules", "notation", "explain", "board", "handling")
"""The parts that every game has; the others are optional."""
LISTED = ("boards", "setup", "sentences", "figures", "evaluator", "puzzles", "lessons")
"""Optional parts that are looked into where all games are listed: one that is faulty would take the list away. The
others, `encoding` and `tablebase`, need libraries that are not everywhere: only those who ask for them load them."""


class Rules(Protocol):
    """The rules: functions over states (tuples of ints) and moves (ints), compiled unless told otherwise."""

    @property
    def PLAYERS(self) -> Mapping[str, int]:  # noqa: N802
        """For every variant the number of players."""

    @property
    def ROOM(self) -> int:  # noqa: N802
        """The most moves that a position can have."""

    @property
    def CYCLIC(self) -> bool:  # noqa: N802
        """Whether a position can come back."""

    def start(self, variant: str, /) -> Any:
        """The first state of a variant."""

    def moves(self, s: State, buf: Buffer, n: int, /) -> int:
        """Append the legal moves of a game that is not over from `buf[n]` on; gives the new end."""

    def apply(self, s: State, move: int, /) -> Any:
        """The state after a legal move."""

    def mover(self, s: State, /) -> int:
        """The number of the player to move, from 1."""

    def result(self, s: State, /) -> int:
        """OPEN, the winner's number, DRAW, or SCORE + n for a game that ends with a number; see `core.codes`."""

    def key(self, s: State, /) -> int:
        """The position in one word of at most 62 bits: exact if it fits, else a hash."""

    def reason(self, s: State, /) -> str:
        """Why a game that is over is over: a keyword, the last part of a sentence's key."""

    def scores(self, s: State, /) -> tuple[int, ...]:
        """The scores of a game that is over, empty in games without."""


class Notation(Protocol):
    """The texts of positions and moves."""

    def write(self, s: State, variant: str, /) -> str:
        """The position text."""

    def read(self, text: str, variant: str, /) -> Any:
        """The state of a position text, or BadPosition."""

    def move_text(self, s: State, move: int, /) -> str:
        """The text of a move."""


@runtime_checkable
class OtherSpellings(Notation, Protocol):
    """A notation of a game whose moves may be written in several ways."""

    def respelled(self, s: State, text: str, /) -> str:
        """A move text as `move_text` writes it; the same text where it is in no spelling."""


class Boards(Protocol):
    """Boards besides those of the variants, given as texts; most games leave this part out."""

    def position(self, text: str, variant: str | None, placed: str | None, /) -> tuple[str, str]:
        """The variant and the position text on the board of a text: the start, or as a position text has it `placed`.

        BadPosition says what is wrong with the board. Where no variant is named it is the one that fits best.
        """


class Explain(Protocol):
    """Explanations of illegal moves."""

    def explain(self, s: State, text: str, /) -> Sentence | str:
        """The reason why a text is not a legal move of a state whose game is not over; a plain text is English."""


class Board(Protocol):
    """How a position looks."""

    def scene(self, position: Position, last: str, /) -> Scene:
        """Places, marbles and wood in space; `last` is the text of the move to be marked, or nothing."""


class Handling(Protocol):
    """How a position is handled: what a hand touches, and what moves."""

    def Hand(self, position: Position, /) -> Hand:  # noqa: N802
        """A hand over the board of a position."""

    def motions(self, before: Position, after: Position, move: str, touched: tuple[str, ...], /) -> tuple[Motion, ...]:
        """What moves when a move is played."""


class Setup(Protocol):
    """What can be set up by hand besides marbles; a game without anything of the kind leaves this part out."""

    def gestures(self, text: str, /) -> Gestures:
        """What a hand may do with the things of a position text; a complete gesture ends in the text it makes."""

    def handle(self, handle: str, /) -> Sentence:
        """What a handle of those gestures is."""


class Sentences(Protocol):
    """What is said about positions. `scenes.defaults` fits every game; a game may leave this part out."""

    def move(self, before: Position, move: str, /) -> tuple[Sentence, ...]:
        """What a move does."""

    def handle(self, position: Position, handle: str, reader: int, /) -> Sentence:
        """What a handle is, to a player who reads it."""

    def refusal(self, position: Position, handle: str, touched: tuple[str, ...], /) -> Sentence:
        """Why a handle may not be touched after others, in a game that is not over."""

    def ending(self, position: Position, outcome: Outcome, /) -> Sentence:
        """Why the game is over."""

    def warning(self, position: Position, /) -> Sentence | None:
        """What the board itself shows to the player to move, in a game that is not over."""


class Figures(Protocol):
    """The figures of the rules; a game whose rules need none leaves this part out.

    The caption of a figure is a sentence of the game, `figure.GAME.NAME`.
    """

    @property
    def FIGURES(self) -> tuple[Figure, ...]:  # noqa: N802
        """All of them, in the order of the rules."""


class Evaluator(Protocol):
    """What the engine knows of a game, besides its rules: how positions and moves are judged.

    `engine.defaults` has every name with its usual meaning, to be imported by an evaluator that does not define it: a
    small one writes its features, their number and their weights. Compiled code calls `features` and what comes after
    it, so these have to be compiled too (`jit`).
    """

    @property
    def LEVEL_NODES(self) -> Mapping[int, int]:  # noqa: N802
        """How many nodes levels 5, 6 and 7 search: so many that each level clearly beats the one below it."""

    @property
    def TREE_SEARCH(self) -> tuple[str, ...]:  # noqa: N802
        """The variants of two players that the tree search plays better than alpha-beta."""

    @property
    def NULL_MOVE(self) -> int:  # noqa: N802
        """The move that changes nothing but the turn, where it is nearly always worse than the best one; else -1.

        Alpha-beta then prunes positions that are good enough even after this move.
        """

    @property
    def PAR(self) -> int:  # noqa: N802
        """The number that counts as even, in a game that ends with a number; 0 elsewhere."""

    @property
    def GROUPS(self) -> tuple[tuple[str, int], ...]:  # noqa: N802
        """The features of a game of two in groups, name and size, in the order of their numbers."""

    @property
    def COUNT(self) -> int:  # noqa: N802
        """How many features there are."""

    def weights(self, variant: str, /) -> Sequence[int]:
        """The weights of a variant's features as the search reads them: see `engine.evaluation.packed`."""

    def first_weights(self, variant: str, /) -> Sequence[int]:
        """Weights that count only the obvious: fitting begins with them, and greedy play judges by them."""

    def logit(self, variant: str, /) -> int:
        """How many points (hundredths of a marble) multiply the odds of winning by e."""

    def search_state(self, s: State, /) -> Any:
        """The state that the search plays from: `s`, or one in its place that is easier to judge."""

    def scored(self, s: State, /) -> bool:
        """Whether a search from this state ends with a number, which player 1 wants to be low."""

    def features(self, s: State, mem: Buffer, at: int, /) -> int:
        """Write the features of a state of two players from `mem[at]` on; gives the new end.

        A feature is one word, its number | how often it is there << 16 (which may be negative): for the player to move.
        `mem[at - 1]` takes the phase of the game, 0 in the opening to 64 in the ending. There is room for 200 words.
        """

    def move_order(self, s: State, move: int, /) -> int:
        """How early a move is searched: the larger the earlier, within 20000 of 0."""

    def wins_at_once(self, s: State, /) -> bool:
        """Whether the player to move can win with one move, where this takes no search to see; else False."""

    def several(self, s: State, /) -> bool:
        """Whether more than two play, so that `chances` judges the state."""

    def chances(self, s: State, mem: Buffer, at: int, /) -> None:
        """Write the chances of winning of players 1 to 4, adding up to `engine.memory.SCALE`, to mem[at + 1] and on."""


class Encoding(Protocol):
    """A game as numbers, for programs that learn: see `envs`. Compiled code calls `touches` and what comes after it."""

    @property
    def SCORES(self) -> tuple[int, int]:  # noqa: N802
        """The lowest and the highest number that a game can end with; 0 and 0 in games that somebody wins."""

    @property
    def LONGEST(self) -> int:  # noqa: N802
        """The most touches that a move takes."""

    @property
    def WAYS(self) -> int:  # noqa: N802
        """How many sequences of touches may play the same move."""

    @property
    def DONE(self) -> int:  # noqa: N802
        """The touch that says that the turn is done, or -1. Where nothing else may be touched, it is left out."""

    def handles(self, variant: str, /) -> tuple[str, ...]:
        """Every handle that can be touched in some position, in the order of their numbers: see `scenes.gestures`."""

    def grid(self, variant: str, /) -> tuple[int, int]:
        """Height and width of all planes."""

    def planes(self, variant: str, /) -> tuple[str, ...]:
        """What each plane of a position shows, in a few words."""

    def touch_planes(self, variant: str, /) -> tuple[str, ...]:
        """What can be touched in each of the planes that show how far a turn is, in a few words."""

    def touches(self, s: State, move: int, way: int, buf: Buffer, n: int, /) -> int:
        """Write the touches of a way of playing a legal move from `buf[n]` on, DONE included; gives the new end.

        Gives `n` where there is no such way; way 0 always is there.
        """

    def touched_at(self, s: State, touch: int, /) -> int:
        """Where a touch is seen in the planes of a turn, counted over all of them; -1 where it never leads on."""

    def observe(self, s: State, player: int, out: Planes, at: int, /) -> None:
        """Write the planes of a position as a player sees it from `out[at]` on, numbers from 0 to 1; all is 0 there."""


class Needs(NamedTuple):
    """What solving a variant takes."""

    memory: float  # GB
    disk: float  # GB, the checkpoint of an unfinished solve included
    minutes: float  # on one core of a 2.6 GHz server


class Tablebase(Protocol):
    """Exact values of solved variants: how they are solved, counted, checked and looked up.

    Opening books, if there are any, lie in its folder `books`, one file `VARIANT.book` each.
    """

    @property
    def NEEDS(self) -> Mapping[str, Needs]:  # noqa: N802
        """What solving takes, for every variant that can be solved."""

    @property
    def REASONS(self) -> Mapping[str, str]:  # noqa: N802
        """Texts for the keywords of `rules.reason` in the fingerprint of the rules; they must never change."""

    def sources(self, variant: str, /) -> tuple[str, ...]:
        """The variants whose tablebases may know positions of this one."""

    def solve(self, run: Run, /) -> Parts:
        """Solve a variant, or continue from the checkpoint of an earlier run."""

    def count(self, parts: Parts, workers: int, /) -> tuple[dict[Value, int], str | None]:
        """How many positions have each value, and the text of a position with a longest win."""

    def check(self, file: TablebaseFile, count: int, seed: int, /) -> int:
        """Compare random positions with the best of their moves; how many. BadTablebase names the first wrong one."""

    def wdl_parts(self, parts: Parts, /) -> Parts:
        """The same tablebase with win, draw and loss only; see `tablebase.wdl`."""

    def knows(self, position: Position, file: TablebaseFile, /) -> bool:
        """Whether a tablebase has a position of a game that is not over."""

    def value(self, position: Position, file: TablebaseFile, /) -> Value:
        """The value of a position that the tablebase knows."""

    def values_after(self, position: Position, file: TablebaseFile, /) -> dict[int, Value]:
        """For every move (an int of the rules) the value of the position after it, for the player to move there."""


class Puzzles(Protocol):
    """What puzzles of a game are about. Those that come with it lie in its folder, one `VARIANT.puzzles` each."""

    @property
    def THEMES(self) -> tuple[str, ...]:  # noqa: N802
        """The game's own themes; `theme.GAME.NAME` is the key of a theme's name."""

    def themes(self, line: Sequence[tuple[Position, str]], last: Position, /) -> set[str]:
        """The themes of a solution: its positions each with the move played there, and the position at its end.

        The first, third, fifth … moves are the solver's, the others the replies.
        """


@runtime_checkable
class Bounded(Protocol):
    """Puzzles of a game that ends with a number: how it can still end, so that it can be searched to its end."""

    def bounds(self, s: State, /) -> tuple[int, int]:
        """The least and the most that a state can still be worth to player 1; compiled. See `engine.proof`."""


@runtime_checkable
class PlayedInRounds(Protocol):
    """Puzzles of a game with variants of several rounds, whose last one is looked for in games of another variant."""

    @property
    def PLAYED_AS(self) -> Mapping[str, str]:  # noqa: N802
        """For such a variant the one that is played."""

    def close(self, position: Position, end: Position, chance: Random, /) -> Position:
        """A position of that other variant as one of the first, in a game about to end as nearly even as can be."""


class Lessons(Protocol):
    """How a game is taught: see `lessons.step`."""

    @property
    def STEPS(self) -> Sequence[Step]:  # noqa: N802
        """The steps in the order in which they are learned; the last one plays a game."""


class Part(Generic[P]):
    """A part of a game: the module of that name, loaded on first use; MissingPart where the game has none."""

    def __set_name__(self, owner: type[GameSpec], name: str) -> None:
        self.name = name

    def __get__(self, game: GameSpec, owner: type[GameSpec]) -> P:
        found: P = game.part(self.name)
        game.__dict__[self.name] = found  # found there from now on: positions ask for their rules all the time
        return found


@dataclass(frozen=True)
class GameSpec:
    """A game: its name, its variants (the first one is the default) and the package that holds its parts."""

    name: str
    package: str
    variants: tuple[str, ...]
    showcase: tuple[str, str, str] | None = None
    """A position worth a picture: a variant, a position text and the move that led there."""
    solvable: tuple[str, ...] = ()
    """The variants that the game's tablebase can solve."""
    recommended: str = ""
    """The variant to recommend where another one has an `advice`: a sentence `variant.GAME.VARIANT.advice`."""

    def has(self, part: str) -> bool:
        """Whether the game has a part, by the name of its module."""
        return find_spec(f"{self.package}.{part}") is not None

    def part(self, name: str) -> Any:
        """A part by the name of its module, loaded on first use.

        MissingPart where the game has none, BrokenGame where it cannot be loaded.
        """
        if not self.has(name):
            raise MissingPart.of("missing.boards" if name == "boards" else "missing.part", game=self.name, part=name)
        try:
            found = import_module(f"{self.package}.{name}")
        except Exception as error:
            raise BrokenGame.of("broken.part", game=self.name, part=name, why=in_one_line(error)) from error
        asked = members(name) if name in (*REQUIRED, *LISTED) else ()  # others load what they have when it is used
        if lacking := [member for member in asked if not hasattr(found, member)]:
            names = listed(lacking, "list.no", "list.no")
            raise BrokenGame.of("broken.members", game=self.name, part=name, names=names)
        if name == "rules" and (unknown := [variant for variant in self.variants if variant not in found.PLAYERS]):
            raise BrokenGame.of("broken.variant", variant=unknown[0])
        return found

    def check(self) -> None:
        """Load its parts and lay out every variant's start and the showcase: BrokenGame says what fails."""
        from ..core.position import Position

        try:
            for name in (*REQUIRED, *filter(self.has, LISTED)):
                self.part(name)
            if self.recommended not in ("", *self.variants):
                raise BrokenGame.of("broken.variant", variant=self.recommended)
            shown = [(variant, self.rules.start(variant), "") for variant in self.variants]
            if self.showcase is not None:
                variant, text, last = self.showcase
                shown.append((variant, self.notation.read(text, variant), last))
            for variant, state, last in shown:
                self.board.scene(Position(self.name, variant, state), last)
        except BrokenGame:
            raise
        except Exception as error:
            raise BrokenGame(in_one_line(error)) from error

    def respelled(self, s: State, text: str) -> str:
        """A move text as the game writes it, if its notation knows other spellings."""
        return self.notation.respelled(s, text) if isinstance(self.notation, OtherSpellings) else text

    def rules_page(self, language: str) -> str | None:
        """The rules for players, as Markdown; None where the package has no `rulebook/LANGUAGE.md`."""
        from importlib.resources import files  # slow to import, and the registry is read by every command

        page = files(self.package) / "rulebook" / f"{language}.md"
        return page.read_text("utf-8") if page.is_file() else None

    rules = Part[Rules]()
    notation = Part[Notation]()
    explain = Part[Explain]()
    board = Part[Board]()
    boards = Part[Boards]()
    handling = Part[Handling]()
    setup = Part[Setup]()
    sentences = Part[Sentences]()
    figures = Part[Figures]()
    evaluator = Part[Evaluator]()
    encoding = Part[Encoding]()
    tablebase = Part[Tablebase]()
    puzzles = Part[Puzzles]()
    lessons = Part[Lessons]()


def members(part: str) -> list[str]:
    """What the protocol of a part asks for, by the name of the part's module."""
    (protocol,) = get_args(vars(GameSpec)[part].__orig_class__)
    return [name for name in vars(protocol) if not name.startswith("_")]
