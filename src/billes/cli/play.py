"""Playing in the terminal: two people at one keyboard, or one against the computer."""

from __future__ import annotations

import secrets
import sys
from datetime import date
from pathlib import Path

import click

from ..core.errors import BillesError, IllegalMove, MissingPart
from ..core.game import Game
from ..core.sentences import Param, Sentence, render
from ..games.registry import GAMES, known, working
from ..scenes.sentences import board_warning
from .common import (
    board,
    board_option,
    capital,
    outcome_text,
    plainly,
    position_of,
    position_option,
    variant_name,
    variant_option,
)
from .keeping import Keeper, resume
from .language import command, language, say
from .seats import Clock, Computer, Dice, Seat, seats_of, side_of

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
        given = [*names, *[""] * (players - len(names))]
        if level:
            from ..engine.levels import require

            try:
                require(level, first.game, first.variant)
            except BillesError as error:
                raise click.UsageError(render(error.sentence, language())) from error
        if level or dice:
            computer = Computer(level, seed).recorded if level else Dice.recorded
            person = given[seat - 1] if len(names) > 1 else given[0]  # a single name is that of the person
            given = [person if n == seat else computer for n in range(1, players + 1)]
        elif seat_text == LOT:  # between people, lots decide who begins
            given = [*given[seat - 1 :], *given[: seat - 1]]
        tags = {"Date": date.today().isoformat()} | ({"Clock": clock_text} if clock_text else {})
        called = {f"Player{n}": name for n, name in enumerate(given, 1) if name}
        played = Game(first.game, first.variant, start=first, tags=called | tags)
        keeper = Keeper.at(record) if record else Keeper.fresh(played)
    table = Table(played, keeper, seed, played.tags.get("Clock"), plain)
    if not again and level:
        click.echo(_about_level(level, played.game, played.variant))
    if not again and seat_text == LOT:
        table.tell_lots()
    table.run()


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
        for each in range(1, LEVELS + 1):
            if told := _about_level(each, game, variant):
                click.echo(f"  {told}")
        level = click.prompt(say("ask.level", most=LEVELS), type=click.IntRange(0, LEVELS), default=3)
    return game, variant, level or None


def _about_level(level: int, game: str, variant: str) -> str:
    """A level in a line: its name, and how it finds its moves. Nothing where it cannot play the variant."""
    from ..engine.levels import about, level_of, require

    try:
        require(level, game, variant)
    except BillesError:
        return ""
    params: dict[str, Param] = {
        "level": level, "name": level_of(level).sentence, "about": about(level, game, variant)
    }  # fmt: skip
    return render(Sentence("level.line", params), language())


class Table:
    """A game being played at the terminal."""

    def __init__(self, game: Game, keeper: Keeper, seed: int, clock_text: str | None, plain: bool) -> None:
        self.game, self.keeper, self.seed, self.plain = game, keeper, seed, plain
        self.clock = Clock.of(clock_text, game.position.players) if clock_text else None
        self.seats = seats_of(game, seed, [*COMMANDS, *_words()])
        if self.clock:
            self.clock.names = self._names
            self._restore_clock(self.clock)

    def _restore_clock(self, clock: Clock) -> None:
        """After resuming, go on with the time the record says."""
        for ply, left in self.game.clocks.items():
            clock.left[self.game.positions[ply - 1].player] = left

    def tell_lots(self) -> None:
        """Say what came of the drawing of lots: who sits where, and who begins."""
        self._tell(Sentence("lots", players={"name": self.game.position.player}))
        for player, seat in self.seats.items():
            side = side_of(self.game.game, player)
            if seat.name != side:
                click.echo(f"  {render(Sentence('lots.side', {'side': side, 'name': seat.name}), language())}")

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        self._show()
        click.echo(say("start"))
        while self.game.outcome is None:
            if not any(seat.human for seat in self.seats.values()):  # they have all resigned
                self._leave()
                return
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
        outcome = outcome_text(self.game.position, self.game.outcome, self._names, self._reader)
        click.echo(f"{say('over')} {outcome}")
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

    @property
    def _reader(self) -> int | None:
        """The player who is told `you`: the only person here."""
        people = [player for player, seat in self.seats.items() if seat.human]
        return people[0] if len(people) == 1 else None

    def _tell(self, sentence: Sentence) -> None:
        click.echo(capital(render(sentence, language(), self._names, self._reader, game=self.game.game)))

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
        if not self._sure(say("ask.resign")):
            return
        if self.game.position.players == 2:
            self.game.resign()
            return
        player = self.game.position.player
        click.echo(capital(say("resign.many", name=self.seats[player].name)))
        self.game.tags[f"Player{player}"] = Computer(1, self.seed).recorded
        self.seats = seats_of(self.game, self.seed, [*COMMANDS, *_words()])
        self.keeper.save(self.game)

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
