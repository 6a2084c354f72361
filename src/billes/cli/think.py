"""Thinking aloud: the engine's lines of a position, and what it says of a whole game."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import (
    game_argument,
    json_option,
    moves_option,
    plainly,
    position_of,
    position_option,
    put_json,
    variant_option,
)

if TYPE_CHECKING:
    from rich.table import Table

    from ..engine.analysis import Remark
    from ..engine.score import Line


def limits(command: Any) -> Any:
    """The options that say how long to think."""
    for option in (
        click.option("--nodes", type=click.IntRange(1), help="Look at so many positions."),
        click.option("--depth", type=click.IntRange(1, 60), help="Look so many moves ahead."),
        click.option("--seconds", "-s", type=click.FloatRange(0, min_open=True), help="Think so long."),
    ):
        command = option(command)
    return command


@click.command("analyse")
@game_argument
@variant_option
@position_option
@moves_option
@limits
@click.option("--lines", "-n", type=click.IntRange(1, 20), default=3, show_default=True, help="So many best moves.")
@json_option
@plainly
def analyse_command(
    game: str,
    variant: str | None,
    position: str | None,
    moves: str,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    lines: int,
    as_json: bool,
) -> None:
    """Show the best moves of a position and what follows; five seconds by default, Ctrl-C ends it sooner.

    \b
    Examples:
      billes analyse quits --moves "b2c3 d5c4" --seconds 10
      billes analyse pylos --depth 6 --lines 5 --json
    """
    from rich.console import Console
    from rich.live import Live

    from ..engine.analysis import analyse

    if seconds is None and depth is None and nodes is None:
        seconds = 5.0
    # the moves played are the history: a repetition is one of the game, not only of the line
    here = position_of(game, variant, position)
    before = []
    for text in moves.replace(",", " ").split():
        before.append(here)
        here = here.play(text)
    if here.outcome is not None:
        raise click.ClickException(f"the game is over: {here.outcome}")
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
    title = f"depth {head.depth}, {head.nodes:,} nodes, {head.nps:,} per second" if head else ""
    if head and head.score.exact:
        title = "exact: looked up in a tablebase"
    table = Table("score", "moves", box=None, title=title, title_justify="left", pad_edge=False)
    for line in lines:
        table.add_row(str(line.score), " ".join(map(str, line.moves)))
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


@click.command("review")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@limits
@json_option
@plainly
def review_command(file: Path, seconds: float | None, depth: int | None, nodes: int | None, as_json: bool) -> None:
    """Judge every move of the games in a record file: best, good, doubtful or mistake, with the better move.

    \b
    Example:
      billes review evening.txt --seconds 1
    """
    from ..core.record import load_all
    from ..engine.analysis import review

    answers = []
    for number, game in enumerate(load_all(file.read_text(encoding="utf-8")), 1):
        if not as_json:
            click.echo(f"{number}. {game.game} {game.variant}: {game.outcome or 'running'}")
        tell = None if as_json else lambda remark: click.echo(f"  {remark}")
        remarks = review(game, seconds=seconds, depth=depth, nodes=nodes, progress=tell)
        answers.append({"game": game.game, "variant": game.variant, "moves": [_remark_json(r) for r in remarks]})
        if not as_json:
            counts = {mark: sum(r.mark == mark for r in remarks) for mark in ("best", "good", "doubtful", "mistake")}
            click.echo("  " + ", ".join(f"{count} {mark}" for mark, count in counts.items()))
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
