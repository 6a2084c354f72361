"""The client's side of the engine's protocol: what to send and how to read the answers, however the lines travel.

Every task is a script: a generator that yields what to do next. A driver carries it out (`Program` in `external` by
threads, the server's engines by asyncio) and sends back each line that was received. `docs/engine-protocol.md` is the
reference of the protocol.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias, TypeVar

from ..core.errors import SentenceError, quoted
from ..core.game import Game
from ..core.position import start
from ..core.sentences import Param, Sentence
from .limits import Limits
from .memory import MARBLE, MATE
from .score import FAR, Score

STARTING = 60.0  # seconds for the greeting, and to get ready for a game: something may have to be compiled
MARGIN = 0.5  # seconds beyond its time that a move may take on the way
PATIENCE = 120.0  # seconds for a move that is limited otherwise


class Failure(SentenceError):
    """A program did what ends its game; `reason` is a keyword: time, crash, illegal or protocol."""

    def __init__(self, reason: str, key: str, **params: Param) -> None:
        super().__init__(Sentence(f"program.{key}", params))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Info:
    """What a program says of a line of play: `chance` is that of winning, for the player to move; None if not said."""

    number: int
    score: Score
    moves: tuple[str, ...]
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a search: the move to play, and the last that was said of each line."""

    move: str
    lines: list[Info]


@dataclass(frozen=True, slots=True)
class Question:
    """A search to ask for: a `position` command, and what goes behind `go`."""

    position: str
    limits: Limits = field(default_factory=Limits)
    clock: tuple[float, float] | None = None
    """Seconds left to the player to move, and seconds added per move."""
    only: tuple[str, ...] = ()
    """Moves to search; all where none are named."""
    options: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Send:
    """Send a line."""

    line: str


@dataclass(frozen=True, slots=True)
class Receive:
    """Wait for the next line, until a moment of `time.monotonic`."""

    deadline: float
    awaited: str


T = TypeVar("T")
Step: TypeAlias = Send | Receive | Info
Script: TypeAlias = Generator[Step, str, T]


class Conversation:
    """A conversation with one program; `name` is what errors call it."""

    def __init__(self, name: str, *, margin: float = MARGIN, starting: float = STARTING, patience: float = PATIENCE):
        self.name = name
        self.margin, self.starting, self.patience = margin, starting, patience
        self.options: dict[str, str] = {}
        """The options the program offers, and their values."""
        self._searching = False
        self._getting_ready = 0

    def greet(self) -> Script[None]:
        """Make sure that a program speaks the protocol, and learn its options."""
        yield Send("billes")
        deadline = time.monotonic() + self.starting
        while (line := (yield Receive(deadline, "greeting"))) != "billesok":
            words = line.split()
            if words[:2] == ["option", "name"] and len(words) > 2:
                value = words[words.index("default") + 1] if "default" in words[:-1] else ""
                self.options[words[2]] = value

    def set_options(self, values: Mapping[str, int]) -> Script[None]:
        """Set options, those that the program offers and that have another value."""
        for name, value in values.items():
            if name in self.options and self.options[name] != str(value):
                self.options[name] = str(value)
                yield Send(f"setoption name {name} value {value}")

    def new_game(self, options: Mapping[str, int]) -> Script[None]:
        """Get ready for a new game."""
        yield from self.set_options(options)
        yield Send("newgame")
        yield from self._ready()

    def search(self, question: Question) -> Script[Answer]:
        """Ask a question, and wait for the move; what is said of lines on the way is yielded."""
        yield from self.set_options(question.options)
        yield Send(question.position)
        yield from self._ready()
        self._searching = True
        yield Send(go_line(question))
        seconds = question.limits.seconds
        allowed = self.patience if seconds is None else seconds + self.margin
        deadline = time.monotonic() + allowed
        lines: dict[int, Info] = {}
        while True:
            line = yield Receive(deadline, "move")
            word, _, rest = line.partition(" ")
            if word == "info" and (info := read_info(rest)) is not None:
                lines[info.number] = info
                yield info
            elif word == "bestmove":
                self._searching = False
                return Answer(rest.split()[0] if rest.split() else "", [lines[number] for number in sorted(lines)])
            elif word == "error":
                self._searching = False
                raise self._refused(line)

    def stop(self) -> Script[None]:
        """End a search whose script was abandoned, so that the next one finds nothing unread."""
        if self._searching:
            yield Send("stop")
        deadline = time.monotonic() + self.starting
        while self._searching or self._getting_ready:
            word = (yield Receive(deadline, "end")).partition(" ")[0]
            if word == "readyok":
                self._getting_ready -= 1
            elif word in ("bestmove", "error"):
                self._searching = False

    def _ready(self) -> Script[None]:
        self._getting_ready += 1
        yield Send("isready")
        deadline = time.monotonic() + self.starting
        refused = ""
        while (line := (yield Receive(deadline, "ready"))) != "readyok":
            refused = refused or (line if line.startswith("error") else "")
        self._getting_ready -= 1
        if refused:
            raise self._refused(refused)

    def _refused(self, line: str) -> Failure:
        return Failure("protocol", "refused", program=self.name, answer=quoted(line, 200))


# --------------------------------------------------------------------------------------------------------- writing
def position_line(game: Game) -> str:
    """The `position` command for a game as it stands."""
    first = game.positions[0]
    text = "" if first == start(first.game, first.variant) else str(first)
    return position_command(first.game, first.variant, text, [str(move) for move in game.moves])


def position_command(game: str, variant: str, text: str = "", moves: Sequence[str] = ()) -> str:
    """The `position` command for a position text, or for the start, and the moves played since.

    >>> position_command("quits", "simple", moves=["b2c3"])
    'position quits simple start moves b2c3'
    """
    played = f" moves {' '.join(moves)}" if moves else ""
    return f"position {game} {variant} {f'text {text}' if text else 'start'}{played}"


def go_line(question: Question) -> str:
    """The `go` command of a question.

    >>> go_line(Question("", Limits(seconds=0.5), clock=(60.0, 2.0), only=("b2c3",)))
    'go time 500 clock 60000 increment 2000 moves b2c3'
    """
    limits, words = question.limits, ["go"]
    if limits.seconds is not None:
        words += ["time", _milliseconds(limits.seconds)]
    if limits.depth is not None:
        words += ["depth", str(limits.depth)]
    if limits.nodes is not None:
        words += ["nodes", str(limits.nodes)]
    if question.clock is not None:
        left, increment = question.clock
        words += ["clock", _milliseconds(left), "increment", str(round(1000 * increment))]
    if question.only:
        words += ["moves", *question.only]
    return " ".join(words)


def _milliseconds(seconds: float) -> str:
    return str(max(1, round(1000 * seconds)))


# --------------------------------------------------------------------------------------------------------- reading
def read_info(text: str) -> Info | None:
    """What an `info` line says; None where it says nothing of a line of play.

    >>> read_info("depth 3 line 1 score win 7 exact chance 1.0000 nodes 12 nps 1 time 5 pv d4e5").score
    Score(value=29993, left=None, exact=True)
    """
    head, _, moves = text.partition(" pv ")
    words = head.split()
    given = dict(pairwise(words))
    try:
        at = words.index("score") + 1
        return Info(
            number=int(given.get("line", 1)),
            score=read_score(words[at], given.get(words[at], ""), "exact" in words),
            moves=tuple(moves.split()),
            depth=int(given.get("depth", 0)),
            nodes=int(given.get("nodes", 0)),
            seconds=int(given.get("time", 0)) / 1000,
            chance=float(given["chance"]) if "chance" in given else None,
        )
    except (ValueError, IndexError, OverflowError):
        return None


def read_score(kind: str, number: str, exact: bool) -> Score:
    """The score that an `info` line says, for the player to move; ValueError where there is none such."""
    match kind:
        case "win":
            return Score(MATE - int(number), exact=exact)
        case "loss":
            return Score(int(number) - MATE, exact=exact)
        case "won" | "lost":
            return Score(FAR if kind == "won" else -FAR, exact=exact)
        case "draw":
            return Score(0, exact=True)
        case "marbles":
            return Score(round(MARBLE * float(number)), exact=exact)
        case "left":
            return Score(0, left=float(number), exact=exact)
    raise ValueError(f"there is no score {quoted(kind)}")
