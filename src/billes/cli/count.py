"""Counting: perft, and random playouts with statistics."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

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
    from ..core.playouts import Playouts


@click.command("perft")
@game_argument
@click.argument("depth", type=click.IntRange(0, 40))
@variant_option
@position_option
@moves_option
@click.option("--divide", is_flag=True, help="Say for every first move how many sequences begin with it.")
@json_option
@plainly
def perft_command(
    game: str, depth: int, variant: str | None, position: str | None, moves: str, divide: bool, as_json: bool
) -> None:
    """Count the distinct legal move sequences of exactly DEPTH moves.

    \b
    Examples:
      billes perft quits 6
      billes perft balanx --variant small --divide 3
    """
    from rich.console import Console
    from rich.progress import track

    here = position_of(game, variant, position, moves)
    began = time.perf_counter()
    if depth == 0 or here.outcome:
        total, parts = here.perft(depth), {}
    else:
        # move by move, so that a long count shows how far it is and can be interrupted
        console = Console(stderr=True)
        steps = track(here.moves, "counting", console=console, transient=True, disable=not console.is_terminal)
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


@click.command("random")
@game_argument
@click.argument("games", type=click.IntRange(1), default=1000)
@variant_option
@position_option
@moves_option
@click.option("--seed", default=0, show_default=True, help="Another seed, other games; the same seed, the same games.")
@click.option("--workers", type=click.IntRange(1), help="Threads; all cores by default.")
@click.option(
    "--limit", type=click.IntRange(1, 16384), default=16384, show_default=True, help="Longest game, in moves."
)
@json_option
@plainly
def random_command(
    game: str,
    games: int,
    variant: str | None,
    position: str | None,
    moves: str,
    seed: int,
    workers: int | None,
    limit: int,
    as_json: bool,
) -> None:
    """Play random games to the end and count the outcomes.

    \b
    Example:
      billes random quits 10000 --variant four
    """
    from rich.console import Console
    from rich.progress import Progress

    from ..core.playouts import playouts

    here = position_of(game, variant, position, moves)
    began = time.perf_counter()
    console = Console(stderr=True)
    total: Playouts | None = None
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("playing", total=games)
        for first in range(0, games, 1024):
            part = playouts(here, min(1024, games - first), seed=seed, workers=workers, limit=limit, first=first)
            total = part if total is None else total + part
            progress.update(task, completed=total.games)
    assert total is not None
    seconds = time.perf_counter() - began
    if as_json:
        put_json(_as_json(total) | {"position": str(here), "seconds": round(seconds, 3)})
    else:
        _print(total, seconds)


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


def _print(total: Playouts, seconds: float) -> None:
    def share(count: int) -> str:
        return f"{count:>9}  {100 * count / total.games:5.1f} %"

    click.echo(f"games       {total.games:>9}")
    if not total.scores:
        for player, wins in enumerate(total.wins, 1):
            click.echo(f"player {player}    {share(wins)}")
        click.echo(f"draws       {share(total.draws)}")
    if total.unfinished:
        click.echo(f"unfinished  {share(total.unfinished)}")
    if total.mean_score is not None:
        low, high = min(total.scores), max(total.scores)
        click.echo(f"marbles left{total.mean_score:>9.2f}  on average, {low} to {high}")
    click.echo(f"length      {total.mean_plies:>9.1f}  moves on average, {total.shortest} to {total.longest}")
    click.echo(f"choice      {total.mean_moves:>9.1f}  legal moves on average")
    click.echo(f"speed       {total.plies / max(seconds, 1e-9) / 1e6:>9.2f}  million moves per second")
