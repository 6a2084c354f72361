"""What the commands share: naming a position, errors that end in one clear line, and output for programs."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import click

from ..core.errors import SentenceError, system_error
from ..core.sentences import Sentence, grouped, number, render
from ..games.registry import GAMES, known
from .language import language

if TYPE_CHECKING:
    from ..core.position import Outcome, Position

P = ParamSpec("P")
R = TypeVar("R")


def plainly(command: Callable[P, R]) -> Callable[P, R]:
    """Let a command end with one line, not a traceback, where the input was wrong or a file cannot be had."""

    @wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except SentenceError as error:
            raise click.ClickException(render(error.sentence, language())) from error
        except BrokenPipeError:
            # the reader has gone (billes moves pylos | head): there is nobody left to tell
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        except OSError as error:
            where = f" ({error.filename})" if error.filename else ""
            raise click.ClickException(f"{render(system_error(error), language())}{where}") from error

    return wrapped


def _complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [game for game in GAMES if game.startswith(incomplete)]


def _complete_variant(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [v for v in GAMES.get(ctx.params.get("game", ""), ()) if v.startswith(incomplete)]


game_argument = click.argument("game", shell_complete=_complete_game)
variant_option = click.option("--variant", "-v", shell_complete=_complete_variant)
position_option = click.option("--position", "-p")
board_option = click.option("--board", "board_file", type=click.Path(dir_okay=False, path_type=Path))
moves_option = click.option("--moves", "-m", default="")
json_option = click.option("--json", "as_json", is_flag=True)


def position_of(
    game: str, variant: str | None, text: str | None, moves: str = "", board_file: Path | None = None
) -> Position:
    """The position that a command's options name."""
    from ..core.errors import BadPosition
    from ..core.position import read, start

    known(game, variant)
    try:
        board = None if board_file is None else board_file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadPosition.of("record.utf8", file=str(board_file)) from error
    position = start(game, variant, board=board) if text is None else read(game, variant, text, board=board)
    for move in moves.replace(",", " ").split():
        position = position.play(move)
    return position


def put_json(value: Any) -> None:
    """Write a value as JSON."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def colourful() -> bool:
    """Whether the terminal shows colours; NO_COLOR and a pipe say no."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def unicode_able() -> bool:
    """Whether the terminal can write more than ASCII."""
    return "utf" in (sys.stdout.encoding or "").lower()


def whole(value: int) -> str:
    """A whole number for people, its thousands set apart."""
    return grouped(value, language())


def decimal(value: float, decimals: int = 1) -> str:
    """A number for people, with so many decimals."""
    return number(value, language(), decimals)


def variant_name(game: str, variant: str) -> str:
    """What a variant is called; its code where it has no other name."""
    key = f"variant.{game}.{variant}"
    said = render(Sentence(key), language())
    return variant if said == key else said


def title(game: str, variant: str) -> str:
    """What a game and its variant are called: `Pylos, Standard`."""
    said = render(Sentence(key := f"game.{game}"), language())
    return f"{game if said == key else said}, {variant_name(game, variant)}"


def capital(text: str) -> str:
    """A sentence with a capital at its beginning, where the name of a player may stand."""
    return text[:1].upper() + text[1:]


def outcome_text(
    position: Position, outcome: Outcome, names: Mapping[int, str] | None = None, reader: int | None = None
) -> str:
    """Who won and why; the `reader` is told `you`."""
    from ..scenes.sentences import outcome_sentences

    said = outcome_sentences(position, outcome)
    return " ".join(capital(render(one, language(), names, reader, game=position.game)) for one in said)


def board(position: Position, plain: bool = False) -> str:
    """The position as a text board for this terminal."""
    from ..scenes import text

    colour, unicode = colourful() and not plain, unicode_able() and not plain
    return text(position, last=position.last, colour=colour, unicode=unicode, language=language())


def outcome_json(position: Position) -> dict[str, Any] | None:
    """The outcome of a position as plain values."""
    outcome = position.outcome
    if outcome is None:
        return None
    return {
        "winner": outcome.winner,
        "draw": outcome.draw,
        "reason": outcome.reason,
        "scores": list(outcome.scores),
        "text": str(outcome),
    }
