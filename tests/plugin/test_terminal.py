"""Three Men's Morris in the terminal: played, counted, kept, drawn and let loose on itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import billes
from billes.cli import main

GAME = "b2 a1 c2 a2 a3 c1 b2b3 a1b1 c2c3"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BILLES_DATA", str(tmp_path))
    monkeypatch.setenv("NO_COLOR", "1")


def run(*words: str, typed: str = "") -> Result:
    """Run a command that succeeds."""
    done = CliRunner().invoke(main, list(words), input=typed)
    assert done.exit_code == 0, done.output
    return done


def test_a_game_is_played_to_its_end(tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    told = run("play", "morris", "--plain", "--record", str(kept), typed="\n".join(["c3c4", *GAME.split()])).output
    assert "'c4' is no point" in told
    assert "Light wins. Three marbles are in a row." in told
    game = billes.load(kept.read_text(encoding="utf-8"))
    assert [str(move) for move in game.moves] == GAME.split()
    assert game.record() == kept.read_text(encoding="utf-8")
    assert "Three marbles are in a row." in run("record", str(kept)).output


def test_it_is_listed_with_its_distribution() -> None:
    assert "morris     standard       2 players   Standard (default, from billes-morris 0.1.0)" in run("games").output
    rows = json.loads(run("games", "--json").output)
    assert {row["origin"] for row in rows} == {"", "billes-morris 0.1.0"}


def test_it_is_counted_and_played_at_random() -> None:
    assert run("perft", "morris", "5").output == "15120\n"
    told = json.loads(run("random", "morris", "50", "--seed", "1", "--json").output)
    assert told["games"] == 50


def test_it_is_drawn(tmp_path: Path) -> None:
    assert "| \\ | / |" in run("show", "morris", "--moves", GAME, "--plain").output
    run("show", "morris", "--moves", GAME, "--svg", str(tmp_path / "end.svg"))
    assert (tmp_path / "end.svg").read_text(encoding="utf-8").count("data-marble=") == 6


def test_levels_play_a_match() -> None:
    told = json.loads(run("match", "level:3", "level:1", "morris", "--games", "4", "--jobs", "1", "--json").output)
    assert (told["game"], told["variant"]) == ("morris", "standard")


def test_it_is_not_solved() -> None:
    done = CliRunner().invoke(main, ["play", "morris", "--level", "9"])
    assert done.exit_code == 2
    assert "morris standard is not solved" in done.output
