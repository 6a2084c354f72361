"""Perfect play: solving a variant, and probing the tablebases."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import (
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
from .language import command, say

if TYPE_CHECKING:
    from rich.console import Console

    from ..tablebase.run import Progress as SolveProgress
    from ..tablebase.run import Run
    from ..tablebase.solve import Summary

tablebases_option = click.option(
    "--tablebases",
    "--tables",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
)


@command("solve", "billes solve quits simple", "billes solve pylos standard --tablebases /big/disk")
@game_argument
@click.argument("variant")
@tablebases_option
@click.option("--workers", type=click.IntRange(1))
@click.option("--wdl", "small_only", is_flag=True)
@click.option("--audit", "checks", default=1_000_000, show_default=True)
@click.option("--cluster", metavar="ADDRESS")
@click.option("--every", default=300.0, show_default=True)
@click.option("--anyway", is_flag=True)
@json_option
@plainly
def solve_command(
    game: str,
    variant: str,
    folder: Path | None,
    workers: int | None,
    small_only: bool,
    checks: int,
    cluster: str | None,
    every: float,
    anyway: bool,
    as_json: bool,
) -> None:
    """Solve a variant: the exact value and distance of every position. Ctrl-C keeps what is reached."""
    from rich.console import Console

    from ..tablebase import audit as auditing
    from ..tablebase import solve, wdl
    from ..tablebase.probe import tablebase_folder, tablebase_path
    from ..tablebase.run import Run, Stopped

    folder = folder or tablebase_folder()
    workers = workers or _cores()
    what = solve.needs(game, variant)
    console = Console(stderr=True)
    path, small = (tablebase_path(folder, game, variant, wdl=form) for form in (False, True))
    began = time.monotonic()
    try:
        if small_only and small.exists() and not path.exists():
            path = small
        if path.exists():
            console.print(say("solve.there", file=str(path)), highlight=False, soft_wrap=True)
        else:
            told = say(
                "solve.needs",
                game=game,
                variant=variant,
                memory=what.memory,
                disk=what.disk,
                folder=str(folder),
                time=_minutes(what.minutes / workers * 60),
                workers=workers,
            )
            console.print(told, highlight=False, soft_wrap=True)
            if not anyway:
                solve.check_room(folder, what)
            _solve(Run(game, variant, folder, workers, every=every), console)
            console.print(say("solve.done", time=_minutes(time.monotonic() - began)), highlight=False)
        if checks and path != small:
            with _bar(console, say("solve.checking"), checks) as tell:
                done = auditing.audit(path, checks, jobs=workers, cluster=cluster, progress=tell)
            console.print(say("solve.audit", count=whole(done)), highlight=False)
        found = solve.summary(path)
        if small_only:
            path = wdl.convert(path)
    except Stopped as error:
        raise click.ClickException(say("solve.interrupted")) from error
    if as_json:
        click.echo(found.json())
    else:
        _print(found, path)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _bar(console: Console, about: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar that is told how much of a number is done."""
    from rich.progress import Progress

    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(about, total=total)
        yield lambda done: bar.update(task, completed=done)


def _solve(run: Run, console: Console) -> None:
    """Solve with a progress bar; Ctrl-C and SIGTERM end it and keep a checkpoint."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from ..tablebase.solve import solve

    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: run.stop.set())
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[status]}"), TimeElapsedColumn())
    speed = _Speed()
    try:
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
            task = bar.add_task(say("solve.begin"), total=1.0, status="")

            def tell(now: SolveProgress) -> None:
                count, _, phase = now.phase.rpartition(" ")
                about = say("solve.sweep", phase=say(f"solve.phase.{phase}", count=count), sweep=now.sweep)
                bar.update(task, description=about, completed=now.share, status=speed.text(now))

            run.tell = tell
            solve(run)
    finally:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)


class _Speed:
    """Speed and time left, from the progress so far."""

    def __init__(self) -> None:
        self.began = self.last = time.monotonic()
        self.sweep, self.done = ("", 0), 0
        self.speed = 0.0
        self.first: float | None = None

    def text(self, now: SolveProgress) -> str:
        """Positions decided, speed and time left in words."""
        clock = time.monotonic()
        if (now.phase, now.sweep) != self.sweep:
            self.sweep, self.done, self.last = (now.phase, now.sweep), 0, clock
        elif clock - self.last > 0.5:
            self.speed = (now.done - self.done) / (clock - self.last)
            self.done, self.last = now.done, clock
        if self.first is None:
            self.first = now.share
        gained = now.share - self.first
        left = (clock - self.began) / gained * (1 - now.share) if gained > 0.01 else None
        told = say(
            "solve.progress",
            share=f"{now.done / max(now.total, 1):4.0%}",
            decided=whole(now.decided),
            positions=whole(now.positions),
            speed=self.speed / 1e6,
        )
        return told if left is None else say("solve.progress.left", told=told, time=_minutes(left))


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def _words(value: str, depth: int | None) -> str:
    word = say(f"value.{value}")
    return word if depth is None else say("value.in", value=word, depth=depth)


def _print(found: Summary, path: Path) -> None:
    """The summary for people."""
    rows = [("tablebase", str(path)), ("fingerprint", found.fingerprint), ("rules", found.rules)]
    rows.append(("positions", whole(found.positions)))
    for name, count in (("won", found.win), ("drawn", found.draw), ("lost", found.loss)):
        rows.append((name, f"{whole(count)}  ({decimal(100 * count / found.positions, 2)}\N{NO-BREAK SPACE}%)"))
    rows.append(("start", say("solve.start.value", value=_words(*found.start))))
    best = sorted(found.first_moves.items(), key=lambda item: (_order(*item[1]), item[0]))
    rows.append(("first", ", ".join(f"{text} {_words(*score)}" for text, score in best)))
    for name, counts in (("wins", found.wins), ("losses", found.losses)):
        told = (say("solve.depth", depth=depth, count=whole(count)) for depth, count in counts.items())
        rows.append((name, ", ".join(told)))
    if found.longest:
        rows += [("longest", found.longest), ("line", " ".join(found.line))]
    for name, value in rows:
        click.echo(f"{say(f'solve.{name}'):<12} {value}")


def _order(value: str, depth: int | None) -> int:
    """Best first: quick wins, slow wins, draws, slow losses, quick losses."""
    far = 10_000
    return (depth or 0) if value == "win" else far if value == "draw" else 2 * far - (depth or 0)


@command("probe", 'billes probe quits --variant simple --moves "b2c3"', "billes probe pylos --variant children --json")
@game_argument
@variant_option
@position_option
@moves_option
@tablebases_option
@json_option
@plainly
def probe_command(
    game: str, variant: str | None, position: str | None, moves: str, folder: Path | None, as_json: bool
) -> None:
    """Say what a position and each of its moves are worth under perfect play, from the tablebases."""
    from ..tablebase.distance import distance
    from ..tablebase.probe import Tablebases

    here = position_of(game, variant, position, moves)
    opened = Tablebases(folder)
    found = opened.probe(here)
    depth = found.depth if found.depth is not None else distance(here, opened)
    if as_json:
        answer: dict[str, Any] = {"position": str(here), "value": found.value, "depth": depth}
        put_json(answer | {"moves": {text: {"value": v, "depth": d} for text, (v, d) in found.moves.items()}})
        return
    click.echo(_words(found.value, depth))
    for text, score in sorted(found.moves.items(), key=lambda item: (_order(*item[1]), item[0])):
        click.echo(f"{text:<14} {_words(*score)}")
