"""Counting: perft, and random playouts with statistics."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from ..core.sentences import render
from ..core.wording import called
from .common import (
    board_option,
    decimal,
    game_argument,
    json_option,
    moves_option,
    plainly,
    position_of,
    position_option,
    put_json,
    variant_option,
    whole,
)
from .language import command, language, say

if TYPE_CHECKING:
    from pathlib import Path

    from ..core.playouts import Playouts


@command("perft", "billes perft quits 6", "billes perft balanx --variant small --divide 3")
@game_argument
@click.argument("depth", type=click.IntRange(0, 40))
@variant_option
@position_option
@board_option
@moves_option
@click.option("--divide", is_flag=True)
@json_option
@plainly
def perft_command(
    game: str,
    depth: int,
    variant: str | None,
    position: str | None,
    board_file: Path | None,
    moves: str,
    divide: bool,
    as_json: bool,
) -> None:
    """Count the distinct legal move sequences of exactly so many moves."""
    from rich.console import Console
    from rich.progress import track

    here = position_of(game, variant, position, moves, board_file)
    began = time.perf_counter()
    if depth == 0 or here.outcome:
        total, parts = here.perft(depth), {}
    else:
        # move by move, so that a long count shows how far it is and can be interrupted
        console = Console(stderr=True)
        steps = track(here.moves, say("counting"), console=console, transient=True, disable=not console.is_terminal)
        parts = {str(move): here.play(move).perft(depth - 1) for move in steps}
        total = sum(parts.values())
    seconds = time.perf_counter() - began
    if as_json:
        answer = {"position": str(here), "depth": depth, "count": total, "seconds": round(seconds, 3)}
        put_json(answer | ({"divide": parts} if divide else {}))
        return
    if divide:
        for move, count in parts.items():
            click.echo(f"{move:<12} {count}")
    click.echo(str(total))


@command("random", "billes random quits 10000 --variant four")
@game_argument
@click.argument("games", type=click.IntRange(1), default=1000)
@variant_option
@position_option
@board_option
@moves_option
@click.option("--seed", default=0, show_default=True)
@click.option("--workers", type=click.IntRange(1))
@click.option("--limit", type=click.IntRange(1, 16384), default=16384, show_default=True)
@json_option
@plainly
def random_command(
    game: str,
    games: int,
    variant: str | None,
    position: str | None,
    board_file: Path | None,
    moves: str,
    seed: int,
    workers: int | None,
    limit: int,
    as_json: bool,
) -> None:
    """Play random games to the end and count the outcomes."""
    from rich.console import Console
    from rich.progress import Progress

    from ..core.playouts import playouts

    here = position_of(game, variant, position, moves, board_file)
    began = time.perf_counter()
    console = Console(stderr=True)
    total: Playouts | None = None
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(say("playing"), total=games)
        for first in range(0, games, 1024):
            part = playouts(here, min(1024, games - first), seed=seed, workers=workers, limit=limit, first=first)
            total = part if total is None else total + part
            progress.update(task, completed=total.games)
    assert total is not None
    seconds = time.perf_counter() - began
    if as_json:
        put_json(_as_json(total) | {"position": str(here), "seconds": round(seconds, 3)})
    else:
        _print(total, here.game, seconds)


def _as_json(total: Playouts) -> dict[str, object]:
    return {
        "games": total.games,
        "wins": list(total.wins),
        "draws": total.draws,
        "unfinished": total.unfinished,
        "plies": {"mean": round(total.mean_plies, 2), "shortest": total.shortest, "longest": total.longest},
        "moves_mean": round(total.mean_moves, 2),
        "scores": {str(score): count for score, count in total.scores.items()},
    }


def _print(total: Playouts, game: str, seconds: float) -> None:
    def share(count: int) -> str:
        return f"{decimal(100 * count / total.games):>5}\N{NO-BREAK SPACE}%"

    rows = [(say("random.games"), whole(total.games), "")]
    if not total.scores:
        for player, wins in enumerate(total.wins, 1):
            rows.append((render(called(player, game), language()), whole(wins), share(wins)))
        rows.append((say("random.draws"), whole(total.draws), share(total.draws)))
    if total.unfinished:
        rows.append((say("random.unfinished"), whole(total.unfinished), share(total.unfinished)))
    if total.mean_score is not None:
        low, high = min(total.scores), max(total.scores)
        rows.append((say("random.left"), decimal(total.mean_score, 2), say("random.mean", low=low, high=high)))
    ends = say("random.moves", low=total.shortest, high=total.longest)
    rows.append((say("random.length"), decimal(total.mean_plies), ends))
    rows.append((say("random.choice"), decimal(total.mean_moves), say("random.choice.more")))
    speed = total.plies / max(seconds, 1e-9) / 1e6
    rows.append((say("random.speed"), decimal(speed, 2), say("random.speed.more")))
    wide = max(len(name) for name, _, _ in rows)
    for name, value, more in rows:
        click.echo(f"{name:<{wide}} {value:>9}  {more}".rstrip())
