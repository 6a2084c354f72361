"""Tasks on a real Dask cluster: a scheduler and two workers in processes of their own, one of which is killed."""

from __future__ import annotations

import itertools
import json
import lzma
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import tune
from billes.cli import main
from billes.core import cluster as clusters
from billes.core.cluster import ClusterError, cluster, spread
from billes.core.errors import BillesError
from billes.core.record import load_all
from billes.engine import match
from billes.engine.contestants import Terms
from billes.engine.evaluation import parse_weights
from billes.engine.match import Plan, compete
from billes.engine.match_score import MatchScore
from billes.engine.workers import WorkerError, run_tasks
from billes.puzzle.candidates import Candidates
from billes.puzzle.make import Maker
from billes.tablebase import audit as auditing
from billes.tablebase import shipped
from billes.tablebase.probe import tablebase_path
from tuning import four_players, two_players

ROOT = Path(__file__).parents[2]


def started(*arguments: str) -> subprocess.Popen[bytes]:
    """A process of Dask."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT), str(ROOT / "bench"), os.environ.get("PYTHONPATH", "")])
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    command = [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]]
    return subprocess.Popen(command, env=os.environ | {"PYTHONPATH": path}, **quiet)  # type: ignore[call-overload,no-any-return]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A scheduler with two workers."""
    folder = tmp_path_factory.mktemp("dask")
    told = folder / "scheduler.json"
    scheduler = started(
        "dask_scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1", "--scheduler-file", str(told)
    )
    workers = [
        started(
            "dask_worker", "--scheduler-file", str(told), "--nworkers", "1", "--nthreads", "1", "--no-dashboard",
            "--no-nanny", "--local-directory", str(folder), "--host", "127.0.0.1",
        )
        for _ in range(2)
    ]  # fmt: skip
    for _ in range(600):
        if told.exists() and told.read_text():
            break
        time.sleep(0.1)
    try:
        yield json.loads(told.read_text())["address"]
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def slow(task: int) -> tuple[int, int]:
    """A task that takes a moment, and who did it."""
    time.sleep(0.2)
    return task * task, os.getpid()


def two_workers(executor: Executor) -> set[int]:
    """The processes of both workers."""
    for _ in range(200):
        if len(found := {pid for _, pid in executor.map(slow, range(4))}) == 2:
            return found
    raise AssertionError("only one worker came")


def test_a_match_is_the_same_wherever_it_is_played(address: str, tmp_path: Path) -> None:
    plan = Plan("quits", "simple", (("greedy", "random"),), games=6, terms=Terms(nodes=50), seed=3)
    here = compete(plan, jobs=1, record=tmp_path / "here.txt")
    seen: list[int] = []
    there = compete(
        plan,
        cluster=address,
        record=tmp_path / "there.txt",
        progress=lambda scores: seen.append(sum(score.games for score in scores)),
    )
    assert [score.as_json() for score in there] == [score.as_json() for score in here]
    assert seen == list(range(7))
    games = [sorted(game.record() for game in load_all(file.read_text())) for file in sorted(tmp_path.iterdir())]
    assert games[0] == games[1]


def nobody(*_: object, **__: object) -> None:
    """What this process must not do where a cluster is there to do it."""
    raise AssertionError("a game was played here")


def command(*words: str) -> Any:
    """What a command tells programs."""
    done = CliRunner().invoke(main, [*words, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_a_ladder_is_the_same_wherever_it_is_played(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["ladder", "quits", "-v", "simple", "--levels", "1-3", "--games", "4", "--seed", "3", "--jobs", "1"]

    here = command(*words)
    assert [step["games"] for step in here["steps"]] == [4, 4]
    monkeypatch.setattr(match, "play", nobody)
    assert command(*words, "--cluster", address) == here


@pytest.mark.parametrize(("variant", "plays"), [("simple", two_players), ("four", four_players)])
def test_weights_are_the_same_wherever_they_are_fitted(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variant: str, plays: Any
) -> None:
    monkeypatch.setattr(plays, "SHARE", 2)  # several tasks

    def run(*where: str) -> list[tuple[int, int]]:
        words = [
            "quits",
            variant,
            "--generations",
            "2",
            "--games",
            "6",
            "--nodes",
            "50",
            "--out",
            str(tmp_path / "out"),
        ]
        monkeypatch.setattr(sys, "argv", ["tune.py", *words, *where])
        tune.main()
        return parse_weights((tmp_path / "out").read_text())

    here = run("--jobs", "1")
    if variant == "simple":
        assert run("--jobs", "2") == here
    monkeypatch.setattr(plays, "Game" if variant == "four" else "play", nobody)
    assert run("--cluster", address) == here


def test_a_table_is_audited_there(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auditing, "SHARE", 500)  # several tasks
    table = tablebase_path(tmp_path, "quits", "simple")
    table.write_bytes(lzma.decompress(shipped.place("quits", "simple").read_bytes()))
    seen: list[int] = []
    assert auditing.audit(table, 2200, jobs=2, progress=seen.append) == 2200
    assert len(seen) == 5
    assert seen == sorted(seen)
    monkeypatch.setattr(auditing, "spec_of", nobody)
    assert auditing.audit(table, 2200, cluster=address) == 2200
    words = "solve", "quits", "simple", "--tablebases", str(tmp_path), "--audit", "2200"
    assert command(*words, "--cluster", address)["start"] == ["win", 63]


def test_a_dead_worker_costs_its_task_only(address: str) -> None:
    """Killed in the middle of a match, of which every game is a task: the other one plays its game again."""
    plan = Plan("quits", "simple", (("greedy", "random"),), games=12, terms=Terms(nodes=2000), seed=3)
    with cluster(address) as executor:
        pids = two_workers(executor)
    seen: list[int] = []

    def progress(scores: Sequence[MatchScore]) -> None:
        seen.append(sum(score.games for score in scores))
        if seen[-1] == 3:
            os.kill(max(pids), 9)

    there = compete(plan, cluster=address, progress=progress)
    assert seen == list(range(13))
    assert [score.as_json() for score in there] == [score.as_json() for score in compete(plan, jobs=1)]
    with cluster(address) as executor:
        assert {pid for _, pid in executor.map(slow, range(4))} == {min(pids)}


def test_puzzles_are_the_same_wherever_they_are_made(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(name: str, most_games: int | None = None, **where: Any) -> bytes:
        maker = Maker("quits", "simple", 5, tmp_path / name, seed=5)  # its tablebase travels with it
        maker.run(lambda found: told.append(found.games), most_games, **where)
        return (tmp_path / name).read_bytes()

    told: list[int] = []
    here = run("here")
    assert told == list(range(1, here.count(b"\n") + 1))
    assert run("processes", jobs=2) == here
    told.clear()
    monkeypatch.setattr(Candidates, "of_game", nobody)
    words = "puzzles", "make", "quits", "simple", "--count", "5", "--seed", "5", "--games", "1", "--jobs", "1"
    assert command(*words, "--file", str(tmp_path / "there"), "--cluster", address)["games"] == 1
    assert run("there.part", cluster=address) == here
    assert told == list(range(2, here.count(b"\n") + 1))


def test_workers_without_the_tablebase_are_refused(address: str, tmp_path: Path) -> None:
    maker = Maker("pylos", "children", 8, tmp_path / "found", tablebases=tmp_path / "none")
    maker.exact = True  # as where the folder is on this machine only
    with pytest.raises(BillesError, match="the tablebase of pylos children must be there for all workers"):
        maker.run(cluster=address)


def test_tasks_without_end_are_handed_out_as_others_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "AT_ONCE", 3)
    given: list[int] = []

    def numbers() -> Iterator[int]:
        for number in itertools.count():
            given.append(number)
            yield number

    with ThreadPoolExecutor(2) as executor, closing(spread(executor, str, numbers())) as done:
        assert {next(done) for _ in range(10)} <= {str(number) for number in given}
    assert len(given) <= 10 + 3 + 3


class Broken:
    """Work that fails."""

    def __call__(self, task: int) -> str:
        raise ValueError(f"task {task} cannot be done")

    def close(self) -> None:
        """There is nothing to close."""


def test_what_fails_there_is_reported_here(address: str) -> None:
    with cluster(address) as executor, pytest.raises(WorkerError, match="ValueError: task 1 cannot be done"):
        list(run_tasks([1], Broken, 1, executor))


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", 0.3)
    with pytest.raises(ClusterError, match="no scheduler answers at tcp"), cluster("tcp://127.0.0.1:1"):
        pass
