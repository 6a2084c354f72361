"""Learning a game in the terminal: the same steps as in the browser, with moves typed."""

from __future__ import annotations

import json
import sys

import click

from ..core.errors import IllegalMove
from ..core.folders import data_folder
from ..core.game import Game
from ..core.position import Position
from ..core.sentences import Sentence, render
from ..lessons import course
from ..lessons.step import Step
from ..scenes.sentences import board_warning, move_sentences
from .common import board, capital, json_option, plainly, put_json
from .keeping import write_whole
from .language import command, language, say

WORDS = ("hint", "moves", "next", "quit")
"""What can be typed instead of a move; `terminal.word.WORD` is the word in the language of the terminal."""
SHOWN = 2
"""Wrong moves after which a right one is named."""


@command("learn", "billes learn quits", "billes learn pylos --step square", "billes learn --json")
@click.argument("game", required=False)
@click.option("--step", "from_step")
@click.option("--plain", is_flag=True)
@json_option
@plainly
def learn_command(game: str | None, from_step: str | None, plain: bool, as_json: bool) -> None:
    """Learn a game step by step."""
    if as_json:
        games = [game] if game else list(course.games_with_lessons())
        put_json([{"game": name, "steps": [_json(name, step) for step in course.steps_of(name)]} for name in games])
        return
    game = game or _ask_game()
    learner = Learner(game, plain)
    learner.run(course.step_of(game, from_step).name if from_step else "")


def _json(game: str, step: Step) -> dict[str, object]:
    position = course.position_of(game, step)
    return {
        "step": step.name,
        "title": render(course.title(game, step), language()),
        "task": render(course.task(game, step), language()),
        "variant": position.variant,
        "position": str(position),
        "right": course.right_moves(game, step),
        "plies": step.plies,
    }


def _ask_game() -> str:
    """Ask what to learn, for a person who only said `billes learn`."""
    choices = list(course.games_with_lessons())
    for number, name in enumerate(choices, 1):
        done, count = len(_learned(name)), len(course.steps_of(name))
        click.echo(f"  {number}  {name:<10} {say('learn.far', done=done, count=count)}")
    answer = click.prompt(say("ask.game"), default="1").strip().lower()
    return choices[int(answer) - 1] if answer in {str(n) for n in range(1, len(choices) + 1)} else answer


# --------------------------------------------------------------------------------------------------------- progress
def _all_learned() -> dict[str, list[str]]:
    """The steps that were done, by game; nothing where they were never written or cannot be read."""
    try:
        found = json.loads((data_folder() / "lessons.json").read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _learned(game: str) -> list[str]:
    """The steps of a game that were done, in their order."""
    done = _all_learned().get(game, [])
    return [step.name for step in course.steps_of(game) if step.name in done]


def _keep(game: str, step: str) -> None:
    """Remember that a step was done."""
    found = _all_learned()
    found[game] = sorted({*found.get(game, []), step})
    write_whole(data_folder() / "lessons.json", json.dumps(found))


# ------------------------------------------------------------------------------------------------------------ steps
class Left(Exception):
    """The learner has gone."""


class Learner:
    """Somebody who learns a game at the keyboard."""

    def __init__(self, game: str, plain: bool) -> None:
        self.game, self.plain = game, plain
        self.steps = course.steps_of(game)
        self.words = {say(f"word.{word}"): word for word in WORDS}

    def run(self, first: str = "") -> None:
        """Go through the steps: from a named one on, else from the first that is still to be done."""
        done = _learned(self.game)
        names = [step.name for step in self.steps]
        begin = names.index(first) if first else next((at for at, name in enumerate(names) if name not in done), 0)
        click.echo(say("learn.start", words=", ".join(self.words)))
        try:
            for number, step in list(enumerate(self.steps, 1))[begin:]:
                head = say("learn.step", number=number, count=len(self.steps), title=course.title(self.game, step))
                click.echo(f"\n{head}\n{self._told(course.task(self.game, step))}")
                if self._play(step) if step.plies else self._try(step):
                    _keep(self.game, step.name)
        except (Left, EOFError, KeyboardInterrupt):
            click.echo(say("learn.left", command=f"billes learn {self.game}"))

    def _told(self, *said: Sentence, reader: int | None = None) -> str:
        return " ".join(capital(render(one, language(), reader=reader, game=self.game)) for one in said)

    def _show(self, position: Position) -> None:
        click.echo(f"\n{board(position, self.plain)}")
        if warning := board_warning(position):
            click.echo(self._told(warning))

    def _typed(self, position: Position, hint: str) -> str:
        """A move that was typed; nothing where the step is to be left out."""
        while True:
            click.echo("> ", nl=False)
            line = sys.stdin.readline()
            if not line:
                click.echo()
                raise EOFError
            if not sys.stdin.isatty():
                click.echo()
            text = line.strip()
            match self.words.get(text, text):
                case "quit":
                    raise Left
                case "next":
                    return ""
                case "hint":
                    click.echo(say("learn.hint", move=hint))
                case "moves":
                    click.echo("  ".join(move.text for move in position.moves))
                case "":
                    continue
                case _:
                    return text

    def _try(self, step: Step) -> bool:
        """Ask for the move of a step until it is right; whether it was."""
        position, wrongs = course.position_of(self.game, step), 0
        hint = course.right_moves(self.game, step)[0]
        if step.played:
            before = course.first_position(self.game, step)
            self._show(before)
            click.echo(self._told(*move_sentences(before, step.played)))
        self._show(position)
        while move := self._typed(position, hint):
            try:
                judged = course.judge(self.game, step, move)
            except IllegalMove as error:
                click.echo(say("illegal", reason=error.sentence))
                continue
            if judged.right:
                self._show(judged.after)
                click.echo(say("learn.right", why=self._told(judged.sentence)))
                return True
            wrongs += 1
            click.echo(say("learn.wrong", why=self._told(judged.sentence)))
            if wrongs >= SHOWN:
                click.echo(say("learn.hint", move=hint))
        return False

    def _play(self, step: Step) -> bool:
        """Play the beginning of a game against the computer, every own move with a hint; whether it was played."""
        from ..engine.levels import choose

        position = course.position_of(self.game, step)
        game, person = Game(self.game, position.variant, start=position), position.player
        while game.outcome is None and len(game.moves) < step.plies:
            if game.position.player != person:
                before = game.position
                answer = choose(game, course.OPPONENT, threads=1).text
                game.play(answer)
                click.echo(self._told(*move_sentences(before, answer), reader=person))
                continue
            self._show(game.position)
            hint = choose(game, course.ADVISER, threads=1).text
            click.echo(say("learn.hint", move=hint))
            move = self._typed(game.position, hint)
            if not move:
                return False
            try:
                game.play(move)
            except IllegalMove as error:
                click.echo(say("illegal", reason=error.sentence))
                continue
            click.echo(self._told(course.after_hint(game.moves[-1].text == hint)))
        self._show(game.position)
        click.echo(self._told(Sentence("lesson.play.right")))
        return True
