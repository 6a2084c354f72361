"""The commands match, ladder and engine."""

from __future__ import annotations

import json
from pathlib import Path

from billes.core.record import load_all

from .conftest import Run

QUICK = ("quits", "-v", "simple", "--jobs", "1")


def test_match_for_people(run: Run) -> None:
    done = run("match", "greedy", "random", "level:1", *QUICK, "--games", "2")
    assert done.exit_code == 0, done.output
    assert "greedy  " in done.output
    assert "Elo" in done.output
    assert "ended by" in done.output
    assert "all together" in done.output


def test_match_for_programs(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "deep" / "games.txt"
    words = ("match", "nodes:200", "random", *QUICK, "-n", "4", "--seed", "3", "--record", str(file), "--json")
    told = json.loads(run(*words).output)
    assert (told["game"], told["variant"], told["seed"]) == ("quits", "simple", 3)
    (pairing,) = told["pairings"]
    assert pairing["games"] == pairing["wins"] + pairing["draws"] + pairing["losses"] == 4
    assert pairing["share_interval"][0] <= pairing["share"] <= pairing["share_interval"][1]
    assert sum(pairing["reasons"].values()) == 4
    assert len(load_all(file.read_text(encoding="utf-8"))) == 4
    again = run(*words)
    assert again.exit_code == 1
    assert "resume that match, or name another file" in again.output
    assert json.loads(run(*words, "--resume").output) == told
    more = json.loads(run(*words, "--resume", "-n", "6").output)
    assert more["pairings"][0]["games"] == 6


def test_what_cannot_be_played(run: Run) -> None:
    for words, reason in (
        (("match", "greedy", "quits"), "a match needs two contestants"),
        (("match", "greedy", "kasparov", "quits"), "'kasparov' is no contestant; write level:5"),
        (("match", "greedy", "level:10", "quits"), "levels go from 1 to 9"),
        (("match", "greedy", "level:9", "quits"), "`billes solve quits standard` makes it"),
        (("match", "greedy", "level:9", "balanx"), "balanx standard is not solved"),
        (("match", "greedy", "random", "chess"), "there is no game 'chess'"),
        (("match", "greedy", "greedy", "greedy", "quits"), "meet more than once"),
        (("match", "greedy", "cmd:/no/such/program", *QUICK), "cannot be started"),
        (("match", "greedy", "random", "quits", "--resume"), "name it with --record"),
        (("ladder", "quits", "--levels", "3"), "write 1-8 or 2,4,6"),
    ):
        done = run(*words)
        assert done.exit_code != 0
        assert reason in " ".join(done.output.replace("│", " ").split())


def test_a_short_ladder(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ladder.txt"
    words = ("ladder", *QUICK, "--games", "4", "--record", str(file))
    told = json.loads(run(*words, "--levels", "1-2", "--json").output)
    (step,) = told["steps"]
    assert (step["first"], step["second"], step["games"]) == ("level:2", "level:1", 4)
    assert len(told["ratings"]) == 1
    longer = run(*words, "--levels", "1-3", "--resume", "--markdown").output.splitlines()
    assert longer[0].startswith("| level | against | games |")
    assert [line.split("|")[1].strip()[0] for line in longer[2:]] == ["2", "3"]
    assert len(load_all(file.read_text(encoding="utf-8"))) == 8
    table = run(*words, "--levels", "1-3", "--resume").output
    assert "rating" in table
    assert "3 Glass" in table


def test_the_engine_answers(run: Run) -> None:
    done = run("engine", keys="billes\nposition quits simple start\ngo nodes 100\nsing\n")
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert "billesok" in lines
    assert lines[-1].startswith("bestmove ") or lines[-2].startswith("bestmove ")
    assert any(line.startswith("error sing:") for line in lines)


def test_help_has_examples(run: Run) -> None:
    for command in ("match", "ladder", "engine"):
        assert "Example" in run(command, "--help").output
