"""Puzzles in the terminal: listing, showing and playing them, and practice against the best defence."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..core.errors import BillesError, IllegalMove
from ..core.sentences import Sentence, render
from .common import (
    board,
    capital,
    game_argument,
    json_option,
    plainly,
    put_json,
    variant_name,
    variant_option,
)
from .database import Group
from .language import command, language, language_option, say
from .puzzles_make import file_option, make_command
from .solve import tablebases_option

if TYPE_CHECKING:
    from ..core.position import Position
    from ..puzzle.puzzle import Puzzle

QUIT = ("quit", "q", "exit")


@click.group("puzzles", cls=Group)
@language_option
def puzzles_command() -> None:
    """Positions with one right move."""


puzzles_command.examples = ("billes puzzles list pylos --theme sacrifice", "billes puzzles play quits")

name_argument = click.argument("name", required=False)
theme_option = click.option("--theme")
rating_option = click.option("--rating")
plain_option = click.option("--plain", is_flag=True)


# ---------------------------------------------------------------------------------------------------------- choosing
def _chosen(
    game: str, variant: str | None, file: Path | None, theme: str | None = None, rating: str | None = None
) -> list[Puzzle]:
    """The puzzles that a command's options name."""
    from ..puzzle.puzzle import NoPuzzles, puzzles

    found = list(puzzles(game, variant, file))
    if theme is not None:
        names = sorted({name for one in found for name in one.themes})
        if theme not in names:
            raise NoPuzzles.of("puzzles.theme", theme=theme, themes=", ".join(names))
        found = [one for one in found if theme in one.themes]
    if rating is not None:
        low, high = _range(rating)
        found = [one for one in found if low <= one.rating <= high]
    if not found:
        raise NoPuzzles.of("puzzles.unmatched")
    return found


def _range(text: str) -> tuple[int, int]:
    low, _, high = text.partition("-")
    try:
        return int(low or 0), int(high or (low if "-" not in text else 9999))
    except ValueError as error:
        raise BillesError.of("puzzles.rating", text=text) from error


def _one(found: list[Puzzle], name: str | None) -> Puzzle:
    """The puzzle with a name; without one that of the day."""
    from ..puzzle.puzzle import find, of_the_day

    return find(found, name) if name else of_the_day(found, date.today())


def _themes(one: Puzzle) -> str:
    from ..puzzle.puzzle import theme_name

    return ", ".join(render(theme_name(theme, one.game), language()) for theme in one.themes)


def _said(sentence: Sentence, game: str) -> str:
    return capital(render(sentence, language(), game=game))


def _row(one: Puzzle) -> dict[str, Any]:
    return {"id": one.id, "game": one.game, "variant": one.variant, **one.row()}


# -------------------------------------------------------------------------------------------------------------- list
@command(
    "list",
    "billes puzzles list",
    "billes puzzles list pylos --variant expert --theme sacrifice --rating 1500-2000",
    words="puzzles.list",
)
@click.argument("game", required=False)
@variant_option
@theme_option
@rating_option
@file_option
@json_option
@plainly
def list_command(
    game: str | None, variant: str | None, theme: str | None, rating: str | None, file: Path | None, as_json: bool
) -> None:
    """List puzzles, the easiest first; without a game say how many there are."""
    if game is None:
        _summary(as_json)
        return
    found = _chosen(game, variant, file, theme, rating)
    if as_json:
        put_json([_row(one) for one in found])
        return
    for one in found:
        moves = say("puzzles.moves", count=one.moves)
        click.echo(f"{one.id}  {one.rating:>4}  {moves:<10}  {_goal(one):<6}  {_themes(one)}")


def _goal(one: Puzzle) -> str:
    return render(Sentence(f"puzzle.goal.{one.goal}"), language())


def _summary(as_json: bool) -> None:
    """How many puzzles come with each variant."""
    from ..games.registry import working
    from ..puzzle.puzzle import NoPuzzles, puzzles

    rows: list[dict[str, Any]] = []
    for game, variants in working().items():
        for variant in variants:
            try:
                found = puzzles(game, variant)
            except NoPuzzles:
                continue
            themes = Counter(theme for one in found for theme in one.themes)
            ratings = [one.rating for one in found]
            named = {"game": game, "variant": variant, "puzzles": len(found)}
            rows.append(
                {**named, "easiest": min(ratings), "hardest": max(ratings), "themes": dict(sorted(themes.items()))}
            )
    if as_json:
        put_json(rows)
        return
    for row in rows:
        about = say("puzzles.summary", count=row["puzzles"], easiest=row["easiest"], hardest=row["hardest"])
        click.echo(f"{row['game']:<10} {variant_name(row['game'], row['variant']):<14} {about}")


# -------------------------------------------------------------------------------------------------------------- show
@command(
    "show",
    "billes puzzles show pylos",
    "billes puzzles show quits 3f2a9c01 --solution --json",
    words="puzzles.show",
)
@game_argument
@name_argument
@variant_option
@file_option
@click.option("--solution", "solved", is_flag=True)
@plain_option
@json_option
@plainly
def show_command(
    game: str, name: str | None, variant: str | None, file: Path | None, solved: bool, plain: bool, as_json: bool
) -> None:
    """Show a puzzle; without a name that of the day."""
    one = _one(_chosen(game, variant, file), name)
    if as_json:
        row = _row(one)
        if not solved:
            del row["solution"]
        put_json(row | {"task": str(render(one.task, game=game))})
        return
    _show(one, one.position, plain)
    click.echo(str(one.position))
    if solved:
        click.echo(say("puzzles.solution", moves=" ".join(map(str, one.solution))))
        click.echo(_themes(one))


def _show(one: Puzzle, position: Position, plain: bool) -> None:
    click.echo(say("puzzles.head", name=one.id, game=variant_name(one.game, one.variant), rating=one.rating))
    click.echo(board(position, plain))
    click.echo(_said(one.task, one.game))


# -------------------------------------------------------------------------------------------------------------- play
@command(
    "play",
    "billes puzzles play quits",
    "billes puzzles play pylos --variant expert --theme raise --rating 1200-1600 --count 10",
    words="puzzles.play",
)
@game_argument
@name_argument
@variant_option
@theme_option
@rating_option
@click.option("--count", type=click.IntRange(1), default=5, show_default=True)
@click.option("--seed", type=int)
@file_option
@plain_option
@plainly
def play_command(
    game: str,
    name: str | None,
    variant: str | None,
    theme: str | None,
    rating: str | None,
    count: int,
    seed: int | None,
    file: Path | None,
    plain: bool,
) -> None:
    """Solve puzzles: one with a name, or some at random."""
    found = _chosen(game, variant, file, theme, rating)
    chosen = [_one(found, name)] if name else random.Random(seed).sample(found, min(count, len(found)))
    click.echo(say("puzzles.start"))
    solved = tried = 0
    for one in chosen:
        tried += 1
        result = _solve(one, plain)
        if result is None:
            tried -= 1
            break
        solved += result
    click.echo(say("puzzles.result", solved=solved, count=tried))


def _solve(one: Puzzle, plain: bool) -> bool | None:
    """Let somebody solve a puzzle: whether it went without a mistake or help; None where they leave."""
    clean = True
    click.echo()
    _show(one, one.position, plain)
    for step in range(one.moves):
        position = one.positions[2 * step]
        while True:
            said = _asked(position)
            if said is None:
                return None
            if said == "hint":
                clean = False
                click.echo(say("puzzles.hint", themes=_themes(one), move=one.solution[2 * step].text[:2]))
            elif said == "solution":
                click.echo(say("puzzles.solution", moves=" ".join(map(str, one.solution[2 * step :]))))
                return False
            elif _right(one, step, said):
                break
            else:
                clean = False
        if step + 1 < one.moves:
            click.echo(say("puzzles.right.on", move=str(one.solution[2 * step + 1])))
            click.echo(board(one.positions[2 * step + 2], plain))
    click.echo(say("puzzles.right"))
    return clean


def _asked(position: Position, further: Iterable[str] = ()) -> str | None:
    """What somebody types: a move, or the English word of a command; None where they leave."""
    words = {say(f"puzzles.word.{word}"): word for word in ("hint", "solution", "moves", "quit", *further)}
    while True:
        try:
            said = click.prompt(say("puzzles.move"), prompt_suffix=" ", default="", show_default=False).strip()
        except click.Abort:
            click.echo()
            return None
        said = words.get(said, said)
        if said in QUIT:
            return None
        if said == "moves":
            click.echo("  ".join(map(str, position.moves)))
        elif said:
            return said


def _right(one: Puzzle, step: int, said: str) -> bool:
    """Whether a move is right; if not, say why not."""
    try:
        if one.right(step, said):
            return True
        click.echo(say("puzzles.wrong"))
    except IllegalMove as error:
        click.echo(say("illegal", reason=error.sentence))
    return False


# ---------------------------------------------------------------------------------------------------------- practice
@command(
    "practice",
    "billes puzzles practice quits --variant simple",
    "billes puzzles practice pylos --variant expert --goal draw --tablebases /big/disk",
    words="puzzles.practice",
)
@game_argument
@name_argument
@variant_option
@click.option("--goal", type=click.Choice(("win", "draw")))
@rating_option
@click.option("--seed", type=int)
@file_option
@tablebases_option
@plain_option
@plainly
def practice_command(
    game: str,
    name: str | None,
    variant: str | None,
    goal: str | None,
    rating: str | None,
    seed: int | None,
    file: Path | None,
    folder: Path | None,
    plain: bool,
) -> None:
    """Win a won position, or hold a draw, against the best defence: an exact verdict after every move."""
    from ..puzzle.practice import Practice
    from ..puzzle.puzzle import NoPuzzles

    found = [one for one in _chosen(game, variant, file, None, rating) if goal is None or one.goal == goal]
    if not found:
        raise NoPuzzles.of("puzzles.unmatched")
    one = _one(found, name) if name else random.Random(seed).choice(found)
    practice = Practice(one.position, one.goal, folder)
    click.echo(say("practice.start"))
    _show(one, one.position, plain)
    while not practice.over:
        said = _asked(practice.game.position, ("undo",))
        if said is None:
            return
        if said == "undo":
            practice.undo()
            click.echo(board(practice.game.position, plain))
        elif said in ("hint", "solution"):
            move = practice.hint()
            click.echo(say("practice.hint.none") if move is None else say("practice.hint", move=str(move)))
        else:
            _turn(practice, said, plain)
    from .common import outcome_text

    outcome = practice.game.outcome
    click.echo(say("practice.held") if outcome is None else outcome_text(practice.game.position, outcome))


def _turn(practice: Any, said: str, plain: bool) -> None:
    """Play a move, say what it did, and let the defence reply."""
    try:
        verdict = practice.play(said)
    except IllegalMove as error:
        click.echo(say("illegal", reason=error.sentence))
        return
    click.echo(_said(verdict.sentence, practice.game.game))
    if not practice.over:
        click.echo(say("practice.reply", move=str(practice.reply())))
        click.echo(board(practice.game.position, plain))


for _command in (list_command, show_command, play_command, practice_command, make_command):
    puzzles_command.add_command(_command)
