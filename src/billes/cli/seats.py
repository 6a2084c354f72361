"""Who sits at the terminal's table: people, the computer, a random mover, and the clocks of all of them."""

from __future__ import annotations

import random
import re
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import click

from ..core.game import Game
from ..core.sentences import Sentence, isolated, own, render
from .language import language, say


class Seat(Protocol):
    """Somebody who moves. What `turn` gives is a move text or a command such as `undo`."""

    human: bool

    @property
    def name(self) -> str:
        """What it is called within a sentence; records write the same in every language."""

    def turn(self, game: Game, clock: Clock | None) -> str:
        """Say what to do now."""


class Clock:
    """Main time and increment for every player; only the player to move loses time."""

    def __init__(self, main: float, increment: float, players: int) -> None:
        self.increment = increment
        self.left = dict.fromkeys(range(1, players + 1), main)
        self.names: dict[int, str] = {}
        """What is shown beside the times."""
        self._since = time.monotonic()
        self._player = 0

    @classmethod
    def of(cls, text: str, players: int) -> Clock:
        """A clock from a text such as 5+3: five minutes, and three seconds more for every move."""
        main, _, increment = text.partition("+")
        try:
            minutes, seconds = float(main), float(increment or 0)
        except ValueError:
            minutes = seconds = -1.0
        if not (0 < minutes <= 1440 and 0 <= seconds <= 3600):
            raise click.BadParameter(say("clock.bad", text=repr(text)), param_hint="--clock")
        return cls(60 * minutes, seconds, players)

    def start(self, player: int) -> None:
        """Let a player's time run; if it runs already, it runs on."""
        if player == self._player:
            return
        if self._player:
            self.left[self._player] = self.now(self._player)
        self._player, self._since = player, time.monotonic()

    def now(self, player: int) -> float:
        """Seconds a player has left at this moment."""
        running = time.monotonic() - self._since if player == self._player else 0.0
        return self.left[player] - running

    def stop(self) -> float:
        """Stop the running time and add the increment, if there is time left; gives what is left."""
        player = self._player
        self.left[player] = self.now(player)
        if self.left[player] > 0:
            self.left[player] += self.increment
        self._player = 0
        return self.left[player]

    def show(self) -> str:
        """All clocks in a line."""
        return "   ".join(say("clock", name=self.names[n], time=_minutes(self.now(n))) for n in self.left)


def _minutes(seconds: float) -> str:
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02d}"


class Person:
    """Somebody at the keyboard, with completion where there is a real terminal."""

    human = True

    def __init__(self, name: str, side: str, commands: Iterable[str]) -> None:
        self._name, self.side = name, side
        self._commands = list(commands)
        self._session: Any = None

    @property
    def name(self) -> str:
        """What they are called: by their name, or as the game calls their side."""
        return isolated(self._name) or self.side

    def turn(self, game: Game, clock: Clock | None) -> str:
        """Ask for a move or a command."""
        ask = f"{say('prompt', name=self.name, side=self.side) if self._name else self.side}> "
        if not sys.stdin.isatty():
            click.echo(ask, nl=False)
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            click.echo()
            return line.strip()
        return self._ask(game, ask, clock.show if clock else None)

    def _ask(self, game: Game, ask: str, toolbar: Callable[[], str] | None) -> str:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter

        if self._session is None:
            self._session = PromptSession()
        words = [str(move) for move in game.position.moves]
        completer = WordCompleter(words + self._commands, sentence=True)
        answer: str = self._session.prompt(
            ask, completer=completer, bottom_toolbar=toolbar, refresh_interval=0.5 if toolbar else 0
        )
        return answer.strip()


class Dice:
    """Moves at random; the same seed plays the same game."""

    human = False
    recorded = "random"

    def __init__(self, seed: int) -> None:
        self._seed = seed

    @property
    def name(self) -> str:
        """What it is called here."""
        return say("dice")

    def turn(self, game: Game, clock: Clock | None) -> str:
        """Any legal move."""
        return str(random.Random(f"{self._seed}:{len(game.moves)}").choice(game.position.moves))


class Computer:
    """The engine at one of its levels."""

    human = False

    def __init__(self, level: int, seed: int) -> None:
        self.level, self._seed = level, seed
        self.recorded = render(Sentence("called.computer.level", {"level": level}))
        self.number = 0
        """Which of several computers it is, 0 for the only one."""

    @property
    def name(self) -> str:
        """What it is called here."""
        if self.number:
            return render(Sentence("called.computer.several.spoken", {"number": self.number}), language())
        return render(Sentence("called.computer.spoken"), language())

    def turn(self, game: Game, clock: Clock | None) -> str:
        """The move this level plays."""
        from ..engine.levels import choose

        left = (clock.now(game.position.player), clock.increment) if clock else None
        return str(choose(game, self.level, seed=self._seed, clock=left))


_COMPUTER = re.compile("(?:Computer, )?level ([1-9])")


def seats_of(game: Game, seed: int, commands: Iterable[str]) -> dict[int, Seat]:
    """Who plays a game, by the names in its record: `Computer, level 3` and `random` are no people."""
    seats: dict[int, Seat] = {}
    for player in range(1, game.position.players + 1):
        name = game.tags.get(f"Player{player}", "")
        if name == Dice.recorded:
            seats[player] = Dice(seed)
        elif found := _COMPUTER.fullmatch(name):
            seats[player] = Computer(int(found[1]), seed)
        else:
            seats[player] = Person(name, side_of(game.game, player), commands)
    computers = [seat for seat in seats.values() if isinstance(seat, Computer)]
    for number, seat in enumerate(computers if len(computers) > 1 else (), 1):
        seat.number = number
    return seats


def side_of(game: str, player: int) -> str:
    """What a player without a name is called, as in the game: Light, Dark."""
    return render(Sentence(own(f"player.{player}", game)), language())
