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

from ..core.errors import BillesError
from ..core.sentences import FALLBACK, Sentence, catalogue, number, render
from ..core.wording import called
from ..games.registry import known
from .common import decimal, game_argument, json_option, plainly, put_json, variant_option
from .language import command, language, say

if TYPE_CHECKING:
    from ..engine.match import Plan
    from ..engine.match_score import MatchScore


CONTESTANTS = {
    "level:5": "level",
    "time:0.5": "time",
    "nodes:20000": "positions",
    "depth:2": "ahead",
    "full": "full",
    "tree": "tree",
    "uct:0.5": "uct",
    "paranoid": "paranoid",
    "greedy": "greedy",
    "random": "random",
    "cmd:./program": "program",
}
"""How contestants are written; `help.match.WORD` explains them."""


def terms_options(command: Any) -> Any:
    """The options that matches and ladders share."""
    for option in reversed(
        (
            click.option("--seconds", "-s", type=click.FloatRange(0, min_open=True)),
            click.option("--nodes", type=click.IntRange(1)),
            click.option("--openings", "plies", default=4, show_default=True, type=click.IntRange(0, 40)),
            click.option("--seed", default=0, show_default=True),
            click.option("--jobs", "-j", type=click.IntRange(1)),
            click.option("--cluster", metavar="ADDRESS"),
            click.option("--threads", default=1, show_default=True, type=click.IntRange(1)),
            click.option("--longest", default=600, show_default=True, type=click.IntRange(1)),
            click.option("--adjudicate", is_flag=True),
            click.option("--record", type=click.Path(dir_okay=False, path_type=Path)),
            click.option("--resume", is_flag=True),
        )
    ):
        command = option(command)
    return command


@command(
    "match",
    "billes match level:5 level:4 quits --games 200 --record levels.txt",
    "billes match time:1 uct:1 pylos --variant expert --games 100",
    "billes match level:6 level:5 quits --games 1000 --cluster tcp://scheduler:8786",
    'billes match full "cmd:./older/billes engine" greedy balanx --seconds 0.2 --json',
    listed=CONTESTANTS,
)
@click.argument("contestants", nargs=-1, required=True)
@game_argument
@variant_option
@click.option("--games", "-n", default=100, show_default=True, type=click.IntRange(1))
@terms_options
@json_option
@plainly
def match_command(
    contestants: tuple[str, ...], game: str, variant: str | None, games: int, as_json: bool, **terms: Any
) -> None:
    """Let contestants play many games, each against each, and show who is better and how sure that is."""
    from ..engine.match import every_pair

    if len(contestants) < 2:
        raise click.UsageError(say("match.two"))
    plan, scores = _compete(game, variant, every_pair(contestants), games, **terms)
    if as_json:
        put_json(_plan_json(plan) | {"pairings": [score.as_json() for score in scores]})
    else:
        _print_scores(scores, plan.game)


@command(
    "ladder",
    "billes ladder quits --variant simple --record ladder.txt",
    "billes ladder pylos --levels 1-4 --games 50 --markdown",
    like="match",
)
@game_argument
@variant_option
@click.option("--levels", "wanted", default="1-8", show_default=True)
@click.option("--games", "-n", default=200, show_default=True, type=click.IntRange(1))
@terms_options
@click.option("--markdown", is_flag=True)
@json_option
@plainly
def ladder_command(
    game: str, variant: str | None, wanted: str, games: int, markdown: bool, as_json: bool, **terms: Any
) -> None:
    """Rate the levels of a game: every level against the one below it, in one table."""
    levels = _levels(wanted)
    pairings = tuple((f"level:{high}", f"level:{low}") for low, high in pairwise(levels))
    plan, scores = _compete(game, variant, pairings, games, **terms)
    if as_json:
        put_json(_plan_json(plan) | {"steps": [s.as_json() for s in scores], "ratings": _ratings(scores)})
    elif markdown:
        click.echo(_markdown(_ladder_rows(scores)))
    else:
        click.echo(_columns(_ladder_rows(scores)))


@command("engine", "printf 'position quits standard start moves b2c3\\ngo time 500\\n' | billes engine")
@plainly
def engine_command() -> None:
    """Speak the engine's line protocol over standard input and output, for other programs to use."""
    from .. import __version__
    from ..engine.protocol import Engine

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")

    def send(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    engine = Engine(send, f"billes {__version__}")
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
    cluster: str | None,
    threads: int,
    longest: int,
    adjudicate: bool,
    record: Path | None,
    resume: bool,
) -> tuple[Plan, list[MatchScore]]:
    """Play a match with a progress bar; where it is interrupted, say how it stood."""
    from ..engine.contestants import Terms
    from ..engine.match import Plan, compete
    from ..engine.search import CORES

    if resume and record is None:
        raise click.UsageError(say("match.resume"))
    game, variant = known(game, variant)
    try:
        plan = Plan(game, variant, pairings, games, plies, seed, Terms(seconds, nodes, threads), longest, adjudicate)
    except BillesError as error:
        raise click.UsageError(render(error.sentence, language())) from error
    latest: list[MatchScore] = []
    with _bar(len(pairings) * games) as show:

        def progress(scores: list[MatchScore]) -> None:
            latest[:] = scores
            show(scores)

        try:
            jobs = jobs or max(1, CORES // threads)
            return plan, compete(plan, jobs=jobs, record=record, resume=resume, progress=progress, cluster=cluster)
        except KeyboardInterrupt:
            pass
    _print_scores([score for score in latest if score.games], game, err=True)
    if record is not None:
        click.echo(say("match.interrupted", file=str(record)), err=True)
    sys.exit(130)


@contextmanager
def _bar(total: int) -> Iterator[Callable[[list[MatchScore]], None]]:
    """A progress bar with the live score of the pairing that is being played."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(say("match.prepare"), total=total)
        before: dict[int, int] = {}

        def show(scores: list[MatchScore]) -> None:
            changed = [s for number, s in enumerate(scores) if s.games != before.get(number, 0)]
            before.update({number: s.games for number, s in enumerate(scores)})
            text = _said(changed[-1].sentence).replace("[", "\\[") if changed else say("match.prepare")
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


def _said(sentence: Sentence) -> str:
    return render(sentence, language())


def _print_scores(scores: list[MatchScore], game: str, err: bool = False) -> None:
    """The scores for people."""
    for score in scores:
        for line in _score_lines(score, game):
            click.echo(line, err=err)
    if len(scores) > 1:
        _totals(scores, err)


def _score_lines(score: MatchScore, game: str) -> Iterator[str]:
    """The score of one pairing: who won how often, how the games went, and what ended them."""
    yield _said(score.sentence)
    mean = score.plies / max(1, score.games)
    told = say("match.games", count=score.games, mean=mean, won=score.wins, drawn=score.draws, lost=score.losses)
    if any(score.left):
        yield f"  {told}"
        first, second = (decimal(sum(side) / len(side), 2) if side else "-" for side in score.left)
        names = {"first": score.first, "second": score.second}
        yield f"  {say('match.left', one=first, two=second, **names)}"
    else:
        side = score.opened / score.decided if score.decided else 0.5
        yield f"  {say('match.side', told=told, name=_said(called(1, game)), share=round(100 * side))}"
    reasons = (say("match.reason", why=_reason(why), count=count) for why, count in score.reasons.most_common())
    yield f"  {say('match.ended', reasons=', '.join(reasons))}"
    for (why, name), count in score.forfeits.most_common(5):
        yield f"  {say('match.fault', count=count, name=name, why=_reason(why))}"


def _reason(why: str) -> str:
    """How a game ended, in few words: a fault of a contestant, or what its rules say."""
    key = f"terminal.match.reason.{why}"
    return _said(Sentence(key if key in catalogue(FALLBACK) else f"why.{why}")).rstrip(".")


def _totals(scores: list[MatchScore], err: bool) -> None:
    """The points of all contestants over all pairings."""
    points: dict[str, float] = {}
    results: dict[str, int] = {}
    for s in scores:
        for name, gained in ((s.first, s.points), (s.second, s.decided - s.points)):
            points[name] = points.get(name, 0) + gained
            results[name] = results.get(name, 0) + s.decided
    click.echo(say("match.together"), err=err)
    for name in sorted(points, key=lambda name: -points[name]):
        share = decimal(100 * points[name] / max(1, results[name]))
        total = number(points[name] if points[name] % 1 else int(points[name]), language())
        line = say("match.total", points=f"{total:>7}", all=f"{results[name]:<5}", share=f"{share:>5}")
        click.echo(f"  {line}  {name}", err=err)


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
        raise click.BadParameter(say("ladder.levels", text=repr(text)), param_hint="--levels")
    return levels


def _ladder_rows(scores: list[MatchScore]) -> list[dict[str, str]]:
    """The table of a ladder."""
    from ..engine.levels import level_of
    from ..engine.match_score import signed

    rows = []
    for s, rating in zip(scores, _ratings(scores), strict=True):
        level = level_of(int(s.first.partition(":")[2]))
        (low, high), (elo_low, elo_high) = s.interval, s.elo_interval
        rows.append(
            {
                say("ladder.level"): f"{level.number} {_said(level.sentence)}",
                say("ladder.against"): s.second.partition(":")[2],
                say("ladder.games"): str(s.games),
                say("ladder.won"): str(s.wins),
                say("ladder.drawn"): str(s.draws),
                say("ladder.lost"): str(s.losses),
                say("ladder.points"): f"{decimal(100 * s.share)}\N{NO-BREAK SPACE}%",
                say("ladder.sure"): say("ladder.between", low=decimal(100 * low), high=decimal(100 * high)),
                "Elo": signed(s.elo),
                say("ladder.elo"): say("ladder.between", low=signed(elo_low), high=signed(elo_high)),
                say("ladder.rating"): signed(rating),
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
