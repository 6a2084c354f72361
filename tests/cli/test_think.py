from __future__ import annotations

import json
from pathlib import Path

import billes

from .conftest import Run


def test_analyse_finds_a_win(run: Run) -> None:
    position = ".1.../1..../...1./2.2../.2... 1 -"
    told = json.loads(run("analyse", "quits", "-v", "simple", "-p", position, "--depth", "5", "--json").output)
    best = told["lines"][0]
    here = billes.read("quits", "simple", position)
    assert best["moves"][0] in [str(move) for move in here.moves]
    assert len(told["lines"]) == 3
    assert best["value"] >= told["lines"][1]["value"] >= told["lines"][2]["value"]
    for line in told["lines"]:
        after = here
        for move in line["moves"]:
            after = after.play(move)
    assert best["wins_in"] is None or best["wins_in"] % 2 == 1


def test_analyse_for_people(run: Run) -> None:
    told = run("analyse", "balanx", "--nodes", "2000", "--lines", "2").output
    assert "score" in told
    assert "nodes" in told
    told = run("analyse", "pylos", "--moves", "1b2", "--lines", "2").output
    assert "exact" in told
    assert "wins in 39" in told


def test_analyse_of_a_game_that_is_over(run: Run) -> None:
    ended = run("analyse", "quits", "-v", "simple", "-p", "...../11..1/...../...22/..... 1 -")
    assert ended.exit_code == 1
    assert "the game is over: Dark wins" in ended.output


def test_review_marks_every_move(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    game = billes.Game("quits", "simple")
    for move in ("b2c3", "d4e3", "c3d4"):
        game.play(move)
    file.write_text(game.record(), encoding="utf-8")
    (told,) = json.loads(run("review", str(file), "--nodes", "3000", "--json").output)
    assert [row["move"] for row in told["moves"]] == ["b2c3", "d4e3", "c3d4"]
    assert {row["mark"] for row in told["moves"]} <= {"best", "good", "doubtful", "mistake"}
    assert "1. b2c3" in run("review", str(file), "--nodes", "3000").output
