"""The engine's side of its line protocol, in the spirit of UCI: `docs/engine-protocol.md` is the reference.

One line is one command. The search runs in a thread of its own, so that `stop` and `isready` are answered at once;
where there are no threads, in a browser, `go` is obeyed when its answer is sent, and whoever cannot wait ends it all. A
line that cannot be obeyed is answered by one line `error …` and changes nothing. `conversation` is the client's side.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..core.errors import quoted
from ..core.game import Game
from ..core.jit import THREADS
from ..core.position import Move, Position
from ..games.registry import working
from .analysis import analyse, chance
from .levels import PERFECT, SECONDS, STRONGEST, allowance, choose, warm_up
from .limits import Limits
from .memory import WON
from .score import Line, Score
from .search import CORES

VERSION = 2  # of the protocol
LOOK = 0.5  # seconds between two looks whether the client is still there


@dataclass(frozen=True, slots=True)
class Option:
    """A number that can be set."""

    name: str
    default: int
    low: int
    high: int

    def __str__(self) -> str:
        return f"option name {self.name} type spin default {self.default} min {self.low} max {self.high}"


OPTIONS = (
    Option("Threads", CORES, 1, max(64, CORES) if THREADS else 1),
    Option("Level", STRONGEST, 1, PERFECT),
    Option("Seed", 0, 0, (1 << 31) - 1),
    Option("Lines", 1, 1, 20),
    Option("Tablebase", 0, 0, 1),
)


class Refused(ValueError):
    """A line that cannot be obeyed."""


@dataclass(frozen=True, slots=True)
class Going:
    """What `go` asks for: limits, and the only moves to search if any are named."""

    limits: Limits
    infinite: bool = False
    only: tuple[Move, ...] = ()


class Task:
    """One `go`: it is answered once, by the search or by `stop`."""

    def __init__(self, game: Game, going: Going) -> None:
        self.game = game
        self.going = going
        self.stop = threading.Event()
        self.answered = False
        self.sent: list[Line] = []
        self.thread: threading.Thread | None = None


class Engine:
    """The engine's side of a conversation. `write` is called with every line it sends, `name` is the name it gives.

    >>> engine = Engine(print)
    >>> engine.receive("isready")
    readyok
    True
    """

    def __init__(self, write: Callable[[str], None], name: str = "billes") -> None:
        self._write = write
        self.name = name
        self._lock = threading.RLock()
        self.options = {option.name: option.default for option in OPTIONS}
        self.game: Game | None = None
        self._task: Task | None = None
        self._warm: dict[tuple[str, str], threading.Thread] = {}
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "billes": self._billes,
            "isready": self._isready,
            "setoption": self._setoption,
            "newgame": self._newgame,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
        }

    # ------------------------------------------------------------------------------------------------ conversation
    def run(self, lines: Iterable[str]) -> None:
        """Answer line after line, until `quit` or until there are no more.

        Where the lines end without `quit`, a search with a limit is brought to its end.
        """
        parent = os.getppid()
        for line in lines:
            if not self.receive(line):
                return
        task = self._task
        if task is None or task.thread is None:
            return
        if task.going.infinite:
            task.stop.set()
        while task.thread.is_alive():
            task.thread.join(LOOK)
            if os.getppid() != parent:
                task.stop.set()

    def receive(self, line: str) -> bool:
        """Obey one line; False after `quit`."""
        words = line.split()
        if not words:
            return True
        if words == ["quit"]:
            self._quit()
            return False
        try:
            if words[0] not in self._commands:
                there_are = ", ".join([*self._commands, "quit"])
                raise Refused(f"there is no command {quoted(words[0])}; there are {there_are}")
            self._commands[words[0]](words[1:])
        except ValueError as error:
            self.send(f"error {words[0]}: {' '.join(str(error).split())}")
        return True

    def send(self, line: str) -> None:
        """Send a line, whole."""
        with self._lock:
            self._write(line)

    @property
    def searching(self) -> bool:
        """Whether a `go` has not been answered yet."""
        return self._task is not None and not self._task.answered

    def _idle(self) -> None:
        if self.searching:
            raise Refused("the engine is searching; stop it first")

    # ---------------------------------------------------------------------------------------------------- commands
    def _billes(self, words: list[str]) -> None:
        _nothing(words)
        with self._lock:
            self.send(f"id name {self.name}")
            self.send("id author the Billes team")
            self.send(f"protocol {VERSION}")
            for game, variants in working().items():
                self.send(f"game {game} {' '.join(variants)}")
            for option in OPTIONS:
                self.send(str(option))
            self.send("billesok")

    def _isready(self, words: list[str]) -> None:
        _nothing(words)
        if self.game is not None and not self.searching:
            self._compiled(self.game)
        self.send("readyok")

    def _setoption(self, words: list[str]) -> None:
        self._idle()
        if len(words) != 4 or words[0] != "name" or words[2] != "value":
            raise Refused("write: setoption name NAME value VALUE")
        option = next((option for option in OPTIONS if option.name.lower() == words[1].lower()), None)
        if option is None:
            names = ", ".join(option.name for option in OPTIONS)
            raise Refused(f"there is no option {quoted(words[1])}; there are {names}")
        self.options[option.name] = _number(words[3], option.name, option.low, option.high)

    def _newgame(self, words: list[str]) -> None:
        _nothing(words)
        self._idle()
        self.game = None

    def _position(self, words: list[str]) -> None:
        self._idle()
        self.game = read_position(words)
        kind = _kind(self.game)
        if kind not in self._warm and THREADS:
            self._warm[kind] = threading.Thread(target=warm_up, args=kind, daemon=True)
            self._warm[kind].start()

    def _go(self, words: list[str]) -> None:
        self._idle()
        game = self.game
        if game is None:
            raise Refused("there is no position to search; send one first")
        if game.outcome is not None:
            raise Refused(f"the game is over: {game.outcome}")
        going = read_going(words, game.position, by_level=self.options["Level"] != STRONGEST)
        task = self._task = Task(game, going)
        if not THREADS:
            self._search(task, dict(self.options))
            return
        task.thread = threading.Thread(target=self._search, args=(task, dict(self.options)), daemon=True)
        task.thread.start()

    def _compiled(self, game: Game) -> None:
        """Wait until what a game needs is compiled."""
        if warming := self._warm.get(_kind(game)):
            warming.join()

    def _stop(self, words: list[str]) -> None:
        _nothing(words)
        task = self._task
        if task is None or task.answered:
            return  # a stop that crossed the answer on its way is no mistake
        task.stop.set()
        if self._warm[_kind(task.game)].is_alive():  # compiling cannot be cut short: any legal move must do
            self._answer(task, [], (task.going.only or task.game.position.moves)[0])

    def _quit(self) -> None:
        task = self._task
        if task is not None:
            with self._lock:
                task.answered = True
            task.stop.set()
            if task.thread is not None:
                task.thread.join(LOOK)

    @property
    def busy(self) -> bool:
        """Whether a thread is still at work: something may be being compiled, which cannot be cut short."""
        task = self._task
        threads = [*self._warm.values(), *([task.thread] if task and task.thread else [])]
        return any(thread.is_alive() for thread in threads)

    # ---------------------------------------------------------------------------------------------------- searching
    def _search(self, task: Task, options: dict[str, int]) -> None:
        """Search, and answer."""
        game, limits = task.game, task.going.limits
        self._compiled(game)
        if task.answered:
            return
        try:
            found: list[Line] = []
            if options["Level"] != STRONGEST:
                move = choose(
                    game,
                    options["Level"],
                    seed=options["Seed"],
                    seconds=limits.seconds,
                    stop=task.stop,
                    threads=options["Threads"],
                )
            else:
                found = analyse(
                    game.position,
                    seconds=limits.seconds,
                    depth=limits.depth,
                    nodes=limits.nodes,
                    lines=options["Lines"],
                    progress=lambda lines: self._inform(task, lines),
                    history=game.positions[:-1],
                    stop=task.stop,
                    threads=options["Threads"] if limits.depth is None and limits.nodes is None else 1,
                    exact=bool(options["Tablebase"]),
                    seed=options["Seed"],
                    only=task.going.only,
                )
                move = found[0].move
        except Exception as error:  # whatever it was, the client is waiting
            with self._lock:
                if not task.answered:
                    task.answered = True
                    self.send(f"error go: {type(error).__name__}: {' '.join(str(error).split())}")
            return
        if task.going.infinite and THREADS:
            task.stop.wait()
        self._answer(task, found, move)

    def _inform(self, task: Task, lines: list[Line]) -> None:
        with self._lock:
            if not task.answered and lines != task.sent:
                task.sent = list(lines)
                for number, line in enumerate(lines, 1):
                    self.send(info_text(line, number, chance(task.game.position, line.score)))

    def _answer(self, task: Task, lines: list[Line], move: Move) -> None:
        with self._lock:
            self._inform(task, lines)
            if not task.answered:
                task.answered = True
                self.send(f"bestmove {move}")


def _kind(game: Game) -> tuple[str, str]:
    return game.game, game.variant


# --------------------------------------------------------------------------------------------------------- reading
def read_position(words: list[str]) -> Game:
    """The game that a `position` command tells: `GAME VARIANT start|text … [moves …]`."""
    form = "write: position GAME VARIANT start|text TEXT [moves MOVES]"
    if len(words) < 3 or words[2] not in ("start", "text"):
        raise Refused(form)
    rest, moves = words[3:], []
    if "moves" in rest:
        at = rest.index("moves")
        rest, moves = rest[:at], rest[at + 1 :]
    if (words[2] == "start") == bool(rest):
        raise Refused(form)
    game = Game(words[0], words[1], start=" ".join(rest) or None)
    for number, move in enumerate(moves, 1):
        try:
            game.play(move)
        except ValueError as error:
            raise Refused(f"move {number}, {quoted(move)}: {error}") from error
    return game


def read_going(words: list[str], position: Position, by_level: bool = False) -> Going:
    """What a `go` command asks for. Without a word it is a second, or what a level takes by itself."""
    given = _by_name(words, ("time", "depth", "nodes", "infinite", "clock", "increment", "moves"))
    if by_level and "moves" in given:
        raise Refused(f"only level {STRONGEST} searches some of the moves")
    only = tuple(position.move(text) for text in given.pop("moves", []))
    if "infinite" in given and len(given) > 1:
        raise Refused("infinite goes with nothing else but moves")
    if "infinite" in given:
        if given["infinite"]:
            raise Refused("nothing follows infinite")
        return Going(Limits(), infinite=True, only=only)
    one = {name: _one(name, given[name]) for name in ("time", "depth", "nodes") if name in given}
    seconds = one["time"] / 1000 if "time" in one else None
    if "clock" in given:
        left = _of_player("clock", given["clock"], position)
        more = _of_player("increment", given["increment"], position) if "increment" in given else 0.0
        seconds = min(allowance(left, more), seconds or 1e9)
    elif "increment" in given:
        raise Refused("an increment needs a clock")
    if not given and not by_level:
        seconds = SECONDS
    return Going(Limits(seconds, one.get("depth"), one.get("nodes")), only=only)


def _by_name(words: list[str], names: tuple[str, ...]) -> dict[str, list[str]]:
    """Words behind the names they follow."""
    found: dict[str, list[str]] = {}
    name = ""
    for word in words:
        if word in names:
            if word in found:
                raise Refused(f"{word} is said twice")
            name, found[word] = word, []
        elif name:
            found[name].append(word)
        else:
            raise Refused(f"{quoted(word)} is not understood; there are {', '.join(names)}")
    return found


def _one(name: str, words: list[str]) -> int:
    if len(words) != 1:
        raise Refused(f"one number follows {name}, not {len(words)}")
    return _number(words[0], name, 1, 1 << 50)


def _of_player(name: str, words: list[str], position: Position) -> float:
    """The seconds of the player to move; one number stands for all players."""
    if len(words) not in (1, position.players):
        raise Refused(f"after {name} there is one number, or one for each of the {position.players} players")
    numbers = [_number(word, name, 0, 1 << 50) / 1000 for word in words]
    return numbers[0] if len(numbers) == 1 else numbers[position.player - 1]


def _number(word: str, name: str, low: int, high: int) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 18 and low <= int(word) <= high):
        raise Refused(f"{name} is a whole number from {low} to {high}, not {quoted(word)}")
    return int(word)


def _nothing(words: list[str]) -> None:
    if words:
        raise Refused(f"nothing follows, and here is {quoted(' '.join(words))}")


# --------------------------------------------------------------------------------------------------------- writing
def info_text(line: Line, number: int, chance: float) -> str:
    """The `info` line of a line of play."""
    return (
        f"info depth {line.depth} line {number} score {score_text(line.score)} chance {chance:.4f} nodes {line.nodes} "
        f"nps {line.nps} time {round(1000 * line.seconds)} pv {' '.join(map(str, line.moves))}"
    )


def score_text(score: Score) -> str:
    """A score as `info` says it, for the player to move.

    >>> score_text(Score(35)), score_text(Score(29993)), score_text(Score(-29992)), score_text(Score(-120, left=17.2))
    ('marbles 0.35', 'win 7', 'loss 8', 'left 17.2')
    >>> score_text(Score(29990, exact=True)), score_text(Score(29001, exact=True)), score_text(Score(0, exact=True))
    ('win 10 exact', 'won exact', 'draw exact')
    """
    exact = " exact" if score.exact else ""
    if score.wins_in is not None:
        return f"win {score.wins_in}{exact}"
    if score.loses_in is not None:
        return f"loss {score.loses_in}{exact}"
    if abs(score.value) > WON:
        return f"{'won' if score.value > 0 else 'lost'}{exact}"
    if score.exact and score.value == 0:
        return "draw exact"
    return (f"marbles {score.marbles:.2f}" if score.left is None else f"left {score.left:.1f}") + exact
