"""Thinking aloud: the engine's lines of a position, and what it says of a whole game."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..core.sentences import render
from .common import (
    board_option,
    game_argument,
    json_option,
    moves_option,
    outcome_text,
    plainly,
    position_of,
    position_option,
    put_json,
    title,
    variant_option,
    whole,
)
from .language import command, language, say

if TYPE_CHECKING:
    from rich.table import Table

    from ..engine.analysis import Remark
    from ..engine.score import Line


def limits(command: Any) -> Any:
    """The options that say how long to think."""
    for option in (
        click.option("--nodes", type=click.IntRange(1)),
        click.option("--depth", type=click.IntRange(1, 60)),
        click.option("--seconds", "-s", type=click.FloatRange(0, min_open=True)),
    ):
        command = option(command)
    return command


@command(
    "analyse",
    'billes analyse quits --moves "b2c3 d5c4" --seconds 10',
    "billes analyse pylos --depth 6 --lines 5 --json",
)
@game_argument
@variant_option
@position_option
@board_option
@moves_option
@limits
@click.option("--lines", "-n", type=click.IntRange(1, 20), default=3, show_default=True)
@json_option
@plainly
def analyse_command(
    game: str,
    variant: str | None,
    position: str | None,
    board_file: Path | None,
    moves: str,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    lines: int,
    as_json: bool,
) -> None:
    """Show the best moves of a position and what follows; five seconds by default, Ctrl-C ends it sooner."""
    from rich.console import Console
    from rich.live import Live

    from ..engine.analysis import analyse

    if seconds is None and depth is None and nodes is None:
        seconds = 5.0
    # the moves played are the history: a repetition is one of the game, not only of the line
    here = position_of(game, variant, position, board_file=board_file)
    before = []
    for text in moves.replace(",", " ").split():
        before.append(here)
        here = here.play(text)
    if here.outcome is not None:
        raise click.ClickException(say("analyse.over", outcome=outcome_text(here, here.outcome)))
    stop = threading.Event()
    console = Console()
    found: list[Line] = []
    with Live(console=console, transient=True, refresh_per_second=8) as live:

        def show(so_far: list[Line]) -> None:
            found[:] = so_far
            if not as_json and console.is_terminal:
                live.update(_table(so_far))

        try:
            found[:] = analyse(
                here, seconds=seconds, depth=depth, nodes=nodes, lines=lines, progress=show, history=before, stop=stop
            )
        except KeyboardInterrupt:
            stop.set()
    if as_json:
        put_json({"position": str(here), "player": here.player, "lines": [_line_json(line) for line in found]})
    else:
        console.print(_table(found))


def _table(lines: list[Line]) -> Table:
    from rich.table import Table

    head = lines[0] if lines else None
    title = say("analyse.title", depth=head.depth, nodes=whole(head.nodes), speed=whole(head.nps)) if head else ""
    if head and head.score.exact:
        title = say("analyse.exact")
    heads = say("analyse.score"), say("analyse.moves")
    table = Table(*heads, box=None, title=title, title_justify="left", pad_edge=False)
    for line in lines:
        table.add_row(render(line.score.sentence, language()), " ".join(map(str, line.moves)))
    return table


def _line_json(line: Line) -> dict[str, object]:
    return {
        "score": str(line.score),
        "exact": line.score.exact,
        "value": line.score.value,
        "wins_in": line.score.wins_in,
        "loses_in": line.score.loses_in,
        "moves": [str(move) for move in line.moves],
        "depth": line.depth,
        "nodes": line.nodes,
        "nodes_per_second": line.nps,
    }


@command("review", "billes review evening.txt --seconds 1")
@click.argument("file", type=click.Path(path_type=Path))
@limits
@json_option
@plainly
def review_command(file: Path, seconds: float | None, depth: int | None, nodes: int | None, as_json: bool) -> None:
    """Judge every move of the games in a record file: best, good, doubtful or mistake, with the better move."""
    from ..engine.analysis import review
    from .keeping import read_games

    answers = []
    for number, game in enumerate(read_games(file), 1):
        if not as_json:
            end = outcome_text(game.position, game.outcome) if game.outcome else say("review.running")
            click.echo(say("review.title", number=number, game=title(game.game, game.variant), outcome=end))
        tell = None if as_json else lambda remark: click.echo(f"  {render(remark.sentence, language())}")
        remarks = review(game, seconds=seconds, depth=depth, nodes=nodes, progress=tell)
        answers.append({"game": game.game, "variant": game.variant, "moves": [_remark_json(r) for r in remarks]})
        if not as_json:
            counts = {mark: sum(r.mark == mark for r in remarks) for mark in ("best", "good", "doubtful", "mistake")}
            click.echo("  " + ", ".join(say(f"review.{mark}", count=count) for mark, count in counts.items()))
    if as_json:
        put_json(answers)


def _remark_json(remark: Remark) -> dict[str, object]:
    return {
        "ply": remark.ply,
        "player": remark.player,
        "move": str(remark.move),
        "mark": remark.mark,
        "score": str(remark.line.score),
        "better": str(remark.better.move) if remark.better else None,
        "better_score": str(remark.better.score) if remark.better else None,
    }
