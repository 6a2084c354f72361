"""Playing in the terminal: two people at one keyboard, or one against the computer."""

from __future__ import annotations

import secrets
import sys
from datetime import date
from pathlib import Path

import click

from ..core.errors import BillesError, IllegalMove, MissingPart
from ..core.game import Game
from ..core.sentences import Sentence, render
from ..games.registry import GAMES, known, working
from ..scenes.sentences import board_warning
from .common import (
    board,
    board_option,
    outcome_text,
    plainly,
    position_of,
    position_option,
    variant_name,
    variant_option,
)
from .keeping import Keeper, resume
from .language import command, language, say
from .seats import Clock, Computer, Dice, Seat, seat_of

LEVELS = 9
COMMANDS = ("help", "moves", "board", "position", "record", "hint", "undo", "resign", "draw", "quit")
"""What can be typed instead of a move; `terminal.help.COMMAND` explains it, `terminal.word.COMMAND` is another word."""
LOT = "lot"
"""What can be written instead of a seat: it is drawn."""


@command(
    "play",
    "billes play quits",
    "billes play pylos --variant expert --level 5 --clock 5+3",
    "billes play quits --level 3 --seat lot",
    "billes play --resume",
)
@click.argument("game", required=False)
@variant_option
@position_option
@board_option
@click.option("--level", type=click.IntRange(1, LEVELS))
@click.option("--random", "dice", is_flag=True)
@click.option("--seat", "seat_text", default="1", show_default=True)
@click.option("--seed", default=0, show_default=True)
@click.option("--clock", "clock_text")
@click.option("--name", "names", multiple=True)
@click.option("--record", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--resume", "again", is_flag=True)
@click.option("--plain", is_flag=True)
@plainly
def play_command(
    game: str | None,
    variant: str | None,
    position: str | None,
    board_file: Path | None,
    level: int | None,
    dice: bool,
    seat_text: str,
    seed: int,
    clock_text: str | None,
    names: tuple[str, ...],
    record: Path | None,
    again: bool,
    plain: bool,
) -> None:
    """Play at the terminal: two people at one keyboard, or one against the computer."""
    if again:
        keeper, played = resume(record)
    else:
        if game is None:
            game, variant, level = _ask_game(variant, level, dice)
        first = position_of(game, variant, position, board_file=board_file)
        players = first.players
        if len(names) > players:
            raise click.UsageError(say("seats", game=first.game, variant=first.variant, players=players))
        seat = _seat(seat_text, players)
        given = [*names, *(say("player", player=n) for n in range(len(names) + 1, players + 1))]
        if level:
            from ..engine.levels import require

            try:
                require(level, first.game, first.variant)
            except BillesError as error:
                raise click.UsageError(render(error.sentence, language())) from error
        if level or dice:
            computer = Computer(level, seed).recorded if level else Dice.recorded
            given = [name if n == seat else computer for n, name in enumerate(given, 1)]
            if seat_text == LOT:
                click.echo(say("lot", seat=seat))
        tags = {"Date": date.today().isoformat()} | ({"Clock": clock_text} if clock_text else {})
        played = Game(first.game, first.variant, start=first, players=given, tags=tags)
        keeper = Keeper.at(record) if record else Keeper.fresh(played)
    Table(played, keeper, seed, played.tags.get("Clock"), plain).run()


def _seat(text: str, players: int) -> int:
    """The seat that was asked for; a lot decides where that is wanted."""
    if text == LOT:
        return secrets.randbelow(players) + 1
    if text in {str(number) for number in range(1, players + 1)}:
        return int(text)
    raise click.BadParameter(say("seat.bad", text=repr(text), players=players), param_hint="--seat")


def _ask_game(variant: str | None, level: int | None, dice: bool) -> tuple[str, str, int | None]:
    """Ask what to play, for a person who only said `billes play`."""
    choices = list(working())
    for number, name in enumerate(choices, 1):
        variants = (f"{variant_name(name, variant)} ({variant})" for variant in GAMES[name])
        click.echo(f"  {number}  {name:<10} {', '.join(variants)}")
    answer = click.prompt(say("ask.game"), default="1").strip().lower()
    game, _ = known(choices[int(answer) - 1] if answer in {str(n) for n in range(1, len(choices) + 1)} else answer)
    if variant is None:
        variant = click.prompt(say("ask.variant"), default=GAMES[game][0]).strip().lower()
    game, variant = known(game, variant)
    if level is None and not dice:
        level = click.prompt(say("ask.level", most=LEVELS), type=click.IntRange(0, LEVELS), default=3)
    return game, variant, level or None


class Table:
    """A game being played at the terminal."""

    def __init__(self, game: Game, keeper: Keeper, seed: int, clock_text: str | None, plain: bool) -> None:
        self.game, self.keeper, self.plain = game, keeper, plain
        self.clock = Clock.of(clock_text, game.position.players) if clock_text else None
        self.seats: dict[int, Seat] = {}
        for player in range(1, game.position.players + 1):
            name = game.tags.get(f"Player{player}", say("player", player=player))
            self.seats[player] = seat_of(name, seed, [*COMMANDS, *_words()])
        if self.clock:
            self._restore_clock(self.clock)

    def _restore_clock(self, clock: Clock) -> None:
        """After resuming, go on with the time the record says."""
        for ply, left in self.game.clocks.items():
            clock.left[self.game.positions[ply - 1].player] = left

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        self._show()
        click.echo(say("start"))
        while self.game.outcome is None:
            seat = self.seats[self.game.position.player]
            if self.clock:
                self.clock.start(self.game.position.player)
            try:
                said = seat.turn(self.game, self.clock)
            except (EOFError, KeyboardInterrupt):
                said = "quit"
            if self._flagged():
                break
            if self._word(said) in ("quit", "q", "exit"):
                self._leave()
                return
            self._do(seat, said)
        self.keeper.save(self.game)
        assert self.game.outcome is not None
        click.echo(f"{say('over')} {outcome_text(self.game.position, self.game.outcome, self._names)}")
        click.echo(say("kept", file=str(self.keeper.path)))

    def _word(self, said: str) -> str:
        """A command by its English word, in whichever language it was typed."""
        return _words().get(said, said)

    def _do(self, seat: Seat, said: str) -> None:
        """Carry out a move or a command."""
        word, _, rest = said.partition(" ")
        word = self._word(word)
        if word in COMMANDS or word == "":
            if word:
                getattr(self, f"_{word}")(rest.strip())
            return
        try:
            before, player = len(self.game.moves), self.game.position.player
            left = None
            self.game.position.move(said)
            if self.clock:
                left = self.clock.stop()
            self.game.play(said, clock=left)
        except IllegalMove as error:
            click.echo(say("illegal", reason=error.sentence))
            self._suggest(said)
            return
        self.keeper.save(self.game)
        if not seat.human:
            self._tell(Sentence("move", {"move": str(self.game.moves[before])}, {"name": player}))
        self._show()

    def _suggest(self, said: str) -> None:
        """What a half-typed move may become."""
        going = [str(move) for move in self.game.position.moves if str(move).startswith(said)]
        if going:
            more = [] if len(going) <= 12 else [say("others", count=len(going) - 12)]
            click.echo(say("begun", moves="  ".join([*going[:12], *more])))

    def _flagged(self) -> bool:
        """End the game where the player to move has no time left."""
        player = self.game.position.player
        if self.clock is None or self.clock.now(player) > 0:
            return False
        winner = 3 - player if self.game.position.players == 2 else None
        self._tell(Sentence("why.time.other", players={"other": player}))
        self.game.end("time", winner)
        return True

    @property
    def _names(self) -> dict[int, str]:
        return {player: seat.name for player, seat in self.seats.items()}

    def _tell(self, sentence: Sentence) -> None:
        click.echo(render(sentence, language(), self._names, game=self.game.game))

    def _leave(self) -> None:
        if self.game.moves:
            self.keeper.save(self.game)
            where = "" if self.keeper.path.parent.name == "games" else f" --record {self.keeper.path}"
            click.echo(say("saved", command=f"billes play --resume{where}"))

    def _show(self) -> None:
        click.echo()
        click.echo(board(self.game.position, self.plain))
        if warning := board_warning(self.game.position):
            self._tell(warning)
        if self.clock:
            click.echo(self.clock.show())

    # -------------------------------------------------------------------------------------------- the commands
    def _help(self, rest: str) -> None:
        for own, word in _words().items():
            click.echo(f"  {own:<10} {say(f'help.{word}')}")

    def _moves(self, rest: str) -> None:
        texts = [str(move) for move in self.game.position.moves if str(move).startswith(rest)]
        click.echo(_columns(texts) if texts else say("unmatched", text=repr(rest)))

    def _board(self, rest: str) -> None:
        self._show()

    def _position(self, rest: str) -> None:
        click.echo(str(self.game.position))

    def _record(self, rest: str) -> None:
        click.echo(self.game.record(), nl=False)

    def _hint(self, rest: str) -> None:
        from ..engine.analysis import hint

        try:
            line = hint(self.game, seconds=1.0)
        except MissingPart as error:
            click.echo(say("illegal", reason=error.sentence))
            return
        assert line is not None, "a game that is over is not asked for hints"
        score = render(line.score.sentence, language())
        click.echo(say("hint.exact" if line.score.exact else "hint", move=str(line.move), score=score))

    def _undo(self, rest: str) -> None:
        if not self.game.moves:
            click.echo(say("unplayed"))
            return
        self.game.undo()
        while self.game.moves and not self.seats[self.game.position.player].human:
            self.game.undo()
        self.keeper.save(self.game)
        self._show()

    def _resign(self, rest: str) -> None:
        if self.game.position.players != 2:
            click.echo(say("resign.many"))
            return
        if self._sure(say("ask.resign")):
            self.game.resign()

    def _draw(self, rest: str) -> None:
        if not all(seat.human for seat in self.seats.values()):
            click.echo(say("draw.computer"))
        elif self._sure(say("ask.draw")):
            self.game.end("agreement")

    def _sure(self, question: str) -> bool:
        if not sys.stdin.isatty():
            return True
        yes, no = say("yes").split(), say("no").split()
        asked = say("answer", question=question, yes=yes[0], no=no[0].upper())
        return click.prompt(asked, default=no[0], show_default=False).strip().lower() in yes


def _words() -> dict[str, str]:
    """What can be typed instead of a move in the language of the terminal, with the English word for it."""
    return {say(f"word.{word}"): word for word in COMMANDS}


def _columns(texts: list[str], width: int = 96) -> str:
    """Texts in columns."""
    wide = max(map(len, texts)) + 2
    per_line = max(1, width // wide)
    lines = [texts[i : i + per_line] for i in range(0, len(texts), per_line)]
    return "\n".join("".join(text.ljust(wide) for text in line).rstrip() for line in lines)
