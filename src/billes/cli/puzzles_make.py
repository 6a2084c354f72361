"""Making puzzles in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..games.registry import known
from .common import game_argument, json_option, plainly, put_json, whole
from .language import command, say
from .solve import tablebases_option

if TYPE_CHECKING:
    from ..puzzle.make import Found

file_option = click.option("--file", type=click.Path(dir_okay=False, path_type=Path))


@command(
    "make",
    "billes puzzles make quits simple",
    "billes puzzles make pylos expert --count 500 --tablebases /big/disk --file expert.puzzles",
    "billes puzzles make balanx large --cluster tcp://scheduler:8786",
    words="puzzles.make",
)
@game_argument
@click.argument("variant")
@click.option("--count", type=click.IntRange(1), default=300, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--games", "most_games", type=click.IntRange(1))
@click.option("--jobs", "-j", type=click.IntRange(1))
@click.option("--cluster", metavar="ADDRESS")
@file_option
@tablebases_option
@json_option
@plainly
def make_command(
    game: str,
    variant: str,
    count: int,
    seed: int,
    most_games: int | None,
    jobs: int | None,
    cluster: str | None,
    file: Path | None,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Make puzzles of a variant. Ctrl-C keeps what was found; the same command goes on from there."""
    from ..core.folders import data_folder
    from ..engine.search import CORES
    from ..puzzle.make import Maker, made
    from ..puzzle.puzzle import SUFFIX, pack

    game, variant = known(game, variant)
    file = file or data_folder() / "puzzles" / f"{game}-{variant}{SUFFIX}"
    maker = Maker(game, variant, count, file.with_suffix(".part"), seed=seed, tablebases=folder)
    try:
        run = partial(maker.run, most_games=most_games, jobs=jobs or CORES, cluster=cluster)
        found = _with_progress(run, count, len(maker.found.puzzles))
    except KeyboardInterrupt as error:
        raise click.ClickException(say("puzzles.interrupted", count=len(maker.found.puzzles))) from error
    file.write_bytes(pack(game, variant, found.puzzles[:count], made(maker)))
    number = min(count, len(found.puzzles))
    if as_json:
        put_json({"file": str(file), "puzzles": number, "games": found.games, "bytes": file.stat().st_size})
    else:
        click.echo(say("puzzles.made", count=number, games=whole(found.games), file=str(file)))


def _with_progress(run: Callable[..., Found], count: int, there: int) -> Found:
    """Make puzzles with a progress bar."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(say("puzzles.begin"), total=count, completed=min(there, count))

        def tell(found: Found) -> None:
            done = min(len(found.puzzles), count)
            bar.update(task, description=say("puzzles.progress", games=whole(found.games)), completed=done)

        return run(tell)
