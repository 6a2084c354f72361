"""Matches between players, the ladder of levels, and the engine's protocol for other programs."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..games.registry import known
from .common import game_argument, json_option, plainly, put_json, variant_option

if TYPE_CHECKING:
    from ..engine.match import Plan
    from ..engine.match_score import MatchScore


def terms_options(command: Any) -> Any:
    """The options that matches and ladders share."""
    for option in reversed(
        (
            click.option(
                "--seconds",
                "-s",
                type=click.FloatRange(0, min_open=True),
                help="Seconds per move, where a player has no limit of its own.",
            ),
            click.option("--nodes", type=click.IntRange(1), help="Positions searched per move, likewise."),
            click.option(
                "--openings",
                "plies",
                default=4,
                show_default=True,
                type=click.IntRange(0, 40),
                metavar="K",
                help="Random moves at the beginning of a game.",
            ),
            click.option("--seed", default=0, show_default=True, help="Another seed, other openings and other games."),
            click.option("--jobs", "-j", type=click.IntRange(1), help="Games at the same time; all cores by default."),
            click.option("--threads", default=1, show_default=True, type=click.IntRange(1), help="Threads per player."),
            click.option(
                "--longest", default=600, show_default=True, type=click.IntRange(1), help="Then it is a draw."
            ),
            click.option(
                "--adjudicate", is_flag=True, help="End a game of two as soon as a search has proved that it wins."
            ),
            click.option(
                "--record", type=click.Path(dir_okay=False, path_type=Path), help="Write every finished game to a file."
            ),
            click.option("--resume", is_flag=True, help="Go on with the match in the --record file."),
        )
    ):
        command = option(command)
    return command


@click.command("match")
@click.argument("contestants", nargs=-1, required=True, metavar="A B ...")
@game_argument
@variant_option
@click.option("--games", "-n", default=100, show_default=True, type=click.IntRange(1), help="Games of every pairing.")
@terms_options
@json_option
@plainly
def match_command(
    contestants: tuple[str, ...], game: str, variant: str | None, games: int, as_json: bool, **terms: Any
) -> None:
    """Let contestants play many games, each against each, and show who is better and how sure that is.

    Every game begins with K random moves that leave it open (--openings), and every opening is played twice with the
    seats exchanged. With --record an interrupted match goes on with --resume.

    \b
    A contestant is one of
      level:5      a level of the engine
      time:0.5     the engine at full strength, so many seconds per move
      nodes:20000  the same, by positions searched
      depth:2      the same, by moves looked ahead
      full         the same, by --seconds or --nodes (one second by default)
      tree         the engine's tree search, within the same limits
      uct:0.5      plain tree search with random playouts; `uct` alone takes --seconds or --nodes
      paranoid     in games of three or four: takes all others for one opponent
      greedy       looks one move ahead, and counts only marbles saved or advanced
      random       any legal move
      "cmd:./program arguments"  a program that speaks the protocol of `billes engine`

    \b
    Examples:
      billes match level:5 level:4 quits --games 200 --record levels.txt
      billes match time:1 uct:1 pylos --variant expert --games 100
      billes match full "cmd:./older/billes engine" greedy balanx --seconds 0.2 --json
    """
    from ..engine.match import every_pair

    if len(contestants) < 2:
        raise click.UsageError("a match needs two contestants and a game: billes match level:5 level:4 quits")
    plan, scores = _compete(game, variant, every_pair(contestants), games, **terms)
    if as_json:
        put_json(_plan_json(plan) | {"pairings": [score.as_json() for score in scores]})
    else:
        _print_scores(scores)


@click.command("ladder")
@game_argument
@variant_option
@click.option("--levels", "wanted", default="1-8", show_default=True, help="Which levels: 1-8, or 2,4,6.")
@click.option("--games", "-n", default=200, show_default=True, type=click.IntRange(1), help="Games of every step.")
@terms_options
@click.option("--markdown", is_flag=True, help="Write the table in Markdown.")
@json_option
@plainly
def ladder_command(
    game: str, variant: str | None, wanted: str, games: int, markdown: bool, as_json: bool, **terms: Any
) -> None:
    """Rate the levels of a game: every level against the one below it, in one table.

    --seconds is the time of the strongest level, one second by default. With --record an interrupted ladder goes on
    with --resume.

    \b
    Examples:
      billes ladder quits --variant simple --record ladder.txt
      billes ladder pylos --levels 1-4 --games 50 --markdown
    """
    levels = _levels(wanted)
    pairings = tuple((f"level:{high}", f"level:{low}") for low, high in pairwise(levels))
    plan, scores = _compete(game, variant, pairings, games, **terms)
    if as_json:
        put_json(_plan_json(plan) | {"steps": [s.as_json() for s in scores], "ratings": _ratings(scores)})
    elif markdown:
        click.echo(_markdown(_ladder_rows(scores)))
    else:
        click.echo(_columns(_ladder_rows(scores)))


@click.command("engine")
@plainly
def engine_command() -> None:
    """Speak the engine's line protocol over standard input and output, for other programs to use.

    `docs/engine-protocol.md` describes it.

    \b
    Example:
      printf 'position quits standard start moves b2c3\\ngo time 500\\n' | billes engine
    """
    from .. import __version__
    from ..engine.protocol import Engine

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")

    def say(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    engine = Engine(say, f"billes {__version__}")
    try:
        engine.run(sys.stdin)
    except KeyboardInterrupt:
        engine.receive("quit")
    if engine.busy:
        sys.stdout.flush()
        os._exit(0)  # compiling cannot be stopped


# ------------------------------------------------------------------------------------------------------- the match
def _compete(
    game: str,
    variant: str | None,
    pairings: tuple[tuple[str, str], ...],
    games: int,
    *,
    seconds: float | None,
    nodes: int | None,
    plies: int,
    seed: int,
    jobs: int | None,
    threads: int,
    longest: int,
    adjudicate: bool,
    record: Path | None,
    resume: bool,
) -> tuple[Plan, list[MatchScore]]:
    """Play a match with a progress bar; where it is interrupted, say how it stood."""
    from ..engine.contestants import Terms
    from ..engine.conversation import Failure
    from ..engine.match import Plan, compete
    from ..engine.search import CORES
    from ..engine.workers import WorkerError

    if resume and record is None:
        raise click.UsageError("--resume goes on with the games of a file: name it with --record")
    game, variant = known(game, variant)
    try:
        plan = Plan(game, variant, pairings, games, plies, seed, Terms(seconds, nodes, threads), longest, adjudicate)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    latest: list[MatchScore] = []
    with _bar(len(pairings) * games) as show:

        def progress(scores: list[MatchScore]) -> None:
            latest[:] = scores
            show(scores)

        try:
            jobs = jobs or max(1, CORES // threads)
            return plan, compete(plan, jobs=jobs, record=record, resume=resume, progress=progress)
        except (Failure, WorkerError, ValueError) as error:
            raise click.ClickException(str(error)) from error
        except KeyboardInterrupt:
            pass
    _print_scores([score for score in latest if score.games], err=True)
    if record is not None:
        click.echo(
            f"Interrupted. The finished games are in {record}; the same command with --resume goes on.", err=True
        )
    sys.exit(130)


@contextmanager
def _bar(total: int) -> Iterator[Callable[[list[MatchScore]], None]]:
    """A progress bar with the live score of the pairing that is being played."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("getting ready", total=total)
        before: dict[int, int] = {}

        def show(scores: list[MatchScore]) -> None:
            changed = [s for number, s in enumerate(scores) if s.games != before.get(number, 0)]
            before.update({number: s.games for number, s in enumerate(scores)})
            text = str(changed[-1]).replace("[", "\\[") if changed else "getting ready"
            progress.update(task, completed=sum(s.games for s in scores), description=text)

        yield show


def _plan_json(plan: Plan) -> dict[str, Any]:
    from .. import __version__

    return {
        "game": plan.game,
        "variant": plan.variant,
        "games": plan.games,
        "openings": plan.plies,
        "seed": plan.seed,
        "seconds": plan.terms.seconds,
        "nodes": plan.terms.nodes,
        "threads": plan.terms.threads,
        "adjudicate": plan.adjudicate,
        "version": __version__,
    }


def _print_scores(scores: list[MatchScore], err: bool = False) -> None:
    """The scores for people."""
    for score in scores:
        click.echo(str(score), err=err)
        side = score.opened / score.decided if score.decided else 0.5
        mean = score.plies / max(1, score.games)
        rounds = any(score.left)
        opened = "" if rounds else f"; player 1's side took {100 * side:.0f} %"
        click.echo(
            f"  {score.games} games, {mean:.1f} moves on average: "
            f"{score.wins} won, {score.draws} drawn, {score.losses} lost{opened}",
            err=err,
        )
        if rounds:
            means = [f"{sum(side) / len(side):.2f}" if side else "-" for side in score.left]
            click.echo(f"  marbles left on average: {means[0]} by {score.first}, {means[1]} by {score.second}", err=err)
        click.echo(f"  ended by {', '.join(f'{why} {n}' for why, n in score.reasons.most_common())}", err=err)
        for fault, count in score.faults.most_common(5):
            click.echo(f"  {count} x {fault}", err=err)
    if len(scores) > 1:
        _totals(scores, err)


def _totals(scores: list[MatchScore], err: bool) -> None:
    """The points of all contestants over all pairings."""
    points: dict[str, float] = {}
    results: dict[str, int] = {}
    for s in scores:
        for name, gained in ((s.first, s.points), (s.second, s.decided - s.points)):
            points[name] = points.get(name, 0) + gained
            results[name] = results.get(name, 0) + s.decided
    click.echo("all together", err=err)
    for name in sorted(points, key=lambda name: -points[name]):
        share = points[name] / max(1, results[name])
        click.echo(f"  {points[name]:7g} of {results[name]:<5} {100 * share:5.1f} %  {name}", err=err)


# ------------------------------------------------------------------------------------------------------ the ladder
def _levels(text: str) -> list[int]:
    """Levels from a text such as 1-8 or 2,4,6; from the lowest to the highest."""
    span = re.fullmatch(r"([1-9])-([1-9])", text)
    if span:
        levels = list(range(int(span[1]), int(span[2]) + 1))
    elif re.fullmatch(r"[1-9](,[1-9])*", text):
        levels = sorted({int(word) for word in text.split(",")})
    else:
        levels = []
    if len(levels) < 2:
        raise click.BadParameter(
            f"{text!r} does not name two levels or more; write 1-8 or 2,4,6", param_hint="--levels"
        )
    return levels


def _ladder_rows(scores: list[MatchScore]) -> list[dict[str, str]]:
    """The table of a ladder."""
    from ..core.sentences import render
    from ..engine.levels import level_of
    from ..engine.match_score import percent, signed

    rows = []
    for s, rating in zip(scores, _ratings(scores), strict=True):
        level = level_of(int(s.first.partition(":")[2]))
        (low, high), (elo_low, elo_high) = s.interval, s.elo_interval
        rows.append(
            {
                "level": f"{level.number} {render(level.sentence)}",
                "against": s.second.partition(":")[2],
                "games": str(s.games),
                "won": str(s.wins),
                "drawn": str(s.draws),
                "lost": str(s.losses),
                "points": percent(s.share),
                "95 %": f"{100 * low:.1f} to {100 * high:.1f}",
                "Elo": signed(s.elo),
                "Elo 95 %": f"{signed(elo_low)} to {signed(elo_high)}",
                "rating": signed(rating),
            }
        )
    return rows


def _ratings(scores: list[MatchScore]) -> list[float]:
    """The steps added up, from 0 for the lowest level; a step without loss is bounded by half a point."""
    from ..engine.elo import difference

    steps = [difference((s.points + 0.5) / (s.decided + 1)) if s.decided else 0.0 for s in scores]
    return [round(sum(steps[: number + 1]), 1) for number in range(len(steps))]


def _markdown(rows: list[dict[str, str]]) -> str:
    names = list(rows[0])
    lines = [names, ["---", *("---:" for _ in names[1:])], *([row[name] for name in names] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _columns(rows: list[dict[str, str]]) -> str:
    """A table for the terminal: the first column to the left, the others to the right."""
    lines = [list(rows[0]), *(list(row.values()) for row in rows)]
    wide = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            [line[0].ljust(wide[0]), *(cell.rjust(width) for cell, width in zip(line[1:], wide[1:], strict=True))]
        )
        for line in lines
    )
