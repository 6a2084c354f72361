"""Puzzles in the terminal, in both languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import billes

from .conftest import Run

SIMPLE = "quits", "-v", "simple"


def test_how_many_there_are(run: Run) -> None:
    rows = json.loads(run("puzzles", "list", "--json").output)
    assert {"game": "quits", "variant": "simple"}.items() <= next(r for r in rows if r["variant"] == "simple").items()
    assert "340 puzzles, rated " in run("puzzles", "list").output
    assert "340 problèmes, cotés de " in run("puzzles", "list", "--language", "fr").output


def test_listing(run: Run) -> None:
    all_of_them = json.loads(run("puzzles", "list", "quits", "-v", "simple", "--json").output)
    assert [row["id"] for row in all_of_them] == [one.id for one in billes.puzzles("quits", "simple")]
    some = json.loads(
        run("puzzles", "list", "quits", "-v", "simple", "--theme", "only-draw", "--rating", "1500-", "--json").output
    )
    assert some
    assert all("only-draw" in row["themes"] and row["rating"] >= 1500 for row in some)
    told = run("puzzles", "list", "quits", "-v", "simple", "--theme", "only-draw").output
    assert "only draw" in told
    assert "la seule nulle" in run("puzzles", "list", "quits", "-v", "simple", "--language", "fr").output


def test_showing(run: Run) -> None:
    one = billes.puzzles("quits", "simple")[200]
    told = run("puzzles", "show", "quits", one.id, "-v", "simple", "--plain").output
    assert str(one.position) in told
    assert one.id in told
    assert "Solution" not in told
    assert (
        f"Solution: {one.solution[0]}" in run("puzzles", "show", "quits", one.id, "-v", "simple", "--solution").output
    )
    row = json.loads(run("puzzles", "show", "quits", one.id, "-v", "simple", "--json").output)
    assert "solution" not in row
    assert row["position"] == str(one.position)
    full = json.loads(run("puzzles", "show", "quits", one.id, "-v", "simple", "--json", "--solution").output)
    assert full["solution"] == [str(move) for move in one.solution]
    days = run("puzzles", "show", "quits", "-v", "simple").output
    assert days == run("puzzles", "show", "quits", "-v", "simple").output


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", ("No, there is something better", "Right. The reply is", "0 of 1 solved")),
     ("fr", ("Non, il y a mieux", "Bien joué. La réponse est", "0 sur 1 résolus"))],
)  # fmt: skip
def test_playing(run: Run, language: str, said: tuple[str, ...]) -> None:
    one = next(one for one in billes.puzzles("quits", "simple") if one.moves == 2)
    wrong = next(str(move) for move in one.position.moves if not one.right(0, move))
    typed = "\n".join(["zz", wrong, str(one.solution[0]), "moves", str(one.solution[2])])
    done = run("puzzles", "play", "quits", one.id, "-v", "simple", "--plain", "--language", language, keys=f"{typed}\n")
    assert done.exit_code == 0
    for part in said:
        assert part in done.output


def test_solving_without_a_mistake_and_leaving(run: Run) -> None:
    one = billes.puzzles("quits", "simple")[0]
    done = run("puzzles", "play", "quits", one.id, "-v", "simple", keys=f"{one.solution[0]}\n")
    assert "1 of 1 solved" in done.output
    assert "0 of 0 solved" in run("puzzles", "play", "quits", "-v", "simple", "--seed", "3", keys="quit\n").output
    helped = run("puzzles", "play", "quits", one.id, "-v", "simple", keys=f"hint\n{one.solution[0]}\n").output
    assert "The move begins with" in helped
    assert "0 of 1 solved" in helped
    assert "Solution: " in run("puzzles", "play", "quits", one.id, "-v", "simple", keys="solution\n").output


@pytest.mark.slow
def test_practice(run: Run, quits_simple: Path) -> None:
    one = next(one for one in billes.puzzles("quits", "simple") if one.goal == "win" and one.plies == 3)
    words = "puzzles", "practice", "quits", one.id, "-v", "simple", "--tablebases", str(quits_simple), "--plain"
    done = run(*words, keys="hint\nzz\nquit\n")
    assert " is right." in done.output
    assert "No: " in done.output
    told = run(*words, keys=f"{one.solution[0]}\nundo\n{one.solution[0]}\nquit\n").output
    assert "Right: you win in 2 moves of both sides." in told
    assert "The defence plays" in told
    french = run(*words, "--language", "fr", keys=f"{one.solution[0]}\nquitter\n").output
    assert "Bien joué\N{NO-BREAK SPACE}: vous gagnez en 2 demi-coups." in french


@pytest.mark.slow
def test_making(run: Run, tmp_path: Path, quits_simple: Path) -> None:
    file = tmp_path / "mine.puzzles"
    words = "puzzles", "make", "quits", "simple", "--count", "3", "--file", str(file), "--tablebases", str(quits_simple)
    row = json.loads(run(*words, "--json").output)
    assert row["puzzles"] == 3
    assert [one.goal in ("win", "draw") for one in billes.puzzles("quits", "simple", file)] == [True] * 3
    listed = json.loads(run("puzzles", "list", "quits", "-v", "simple", "--file", str(file), "--json").output)
    assert len(listed) == 3
    before = file.read_bytes()
    assert "3 puzzles from" in run(*words).output
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "english", "french"),
    [
        (("list", "chess"), "there is no game 'chess'", "chess"),
        (("list", "quits", "-v", "four"), "no puzzles come with quits four", "quits four n’a pas de problèmes"),
        (("list", *SIMPLE, "--theme", "fork"), "no puzzle has the theme fork", "aucun problème n’a le thème fork"),
        (("list", *SIMPLE, "--rating", "many"), "many is no range of ratings", "n’est pas un intervalle"),
        (("list", *SIMPLE, "--rating", "9000-"), "no puzzle is like that", "aucun problème ne correspond"),
        (("show", "quits", "zzz", "-v", "simple"), "there is no puzzle zzz", "il n’y a pas de problème zzz"),
        (("make", "quits", "four"), "puzzles are for two players", "les problèmes sont pour deux joueurs"),
        (("practice", "pylos", "-v", "expert", "--goal", "draw"), "solve pylos expert", "solve pylos expert"),
    ],
)  # fmt: skip
def test_errors(run: Run, words: tuple[str, ...], english: str, french: str) -> None:
    for language, said in (("en", english), ("fr", french)):
        done = run("puzzles", *words, "--language", language)
        assert done.exit_code == 1
        assert said in done.output
        assert "Traceback" not in done.output
