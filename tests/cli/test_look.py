from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import billes
from billes.cli import COMMANDS

from .. import pseudo
from .conftest import Run

EVERY = [(game, variant) for game, variants in billes.GAMES.items() for variant in variants]


@pytest.mark.parametrize("command", list(COMMANDS))
def test_help_shows_an_example(run: Run, command: str) -> None:
    shown = run(command, "--help")
    assert shown.exit_code == 0
    assert f"billes {command}" in shown.output.split("Example", 1)[1]


def test_games_lists_every_variant(run: Run) -> None:
    listed = json.loads(run("games", "--json").output)
    assert [(row["game"], row["variant"]) for row in listed] == EVERY
    assert {row["variant"]: row["players"] for row in listed if row["game"] == "quits"}["four"] == 4
    assert "four           4 players" in run("games").output


@pytest.mark.parametrize(("game", "variant"), EVERY)
def test_show_every_start(run: Run, game: str, variant: str) -> None:
    shown = run("show", game, "--variant", variant, "--plain")
    assert shown.exit_code == 0
    assert str(billes.start(game, variant)) in shown.output
    assert shown.output.isascii()


def test_show_after_moves_and_as_json(run: Run) -> None:
    shown = json.loads(run("show", "quits", "--moves", "b2c3 d5c4", "--json").output)
    assert shown["position"] == str(billes.start("quits").play("b2c3").play("d5c4"))
    assert shown["player"] == 1
    assert shown["outcome"] is None


def test_show_writes_a_picture(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert run("show", "balanx", "--svg", str(file)).exit_code == 0
    assert file.read_text(encoding="utf-8").lstrip().startswith("<svg")


def test_show_says_how_a_game_ended(run: Run) -> None:
    shown = run("show", "quits", "-v", "simple", "-p", "...../11..1/...../...22/..... 1 -")
    assert "Dark wins. A marble is out." in shown.output


def test_rules_are_read_in_the_terminal(run: Run) -> None:
    shown = run("rules", "balanx")
    assert shown.exit_code == 0
    assert "## Aim" not in shown.output, "Markdown is laid out"
    assert "arrival zone" in shown.output
    assert "](" not in shown.output
    whole = json.loads(run("rules", "balanx", "--json", "--language", "fr").output)
    assert (whole["game"], whole["language"]) == ("balanx", "fr")
    assert run("rules", "balanx", "--markdown", "--language", "fr").output == whole["markdown"]


def test_rules_are_written_on_a_sheet(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "quits.svg"
    told = json.loads(run("rules", "quits", "--svg", str(file), "--language", "fr", "--json").output)
    assert told == {"game": "quits", "language": "fr", "file": str(file)}
    assert 'width="210mm" height="297mm"' in file.read_text("utf-8")
    assert run("rules", "quits", "--svg", str(tmp_path / "no" / "x.svg")).exit_code != 0


def test_a_game_without_rules_says_so(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("billes.games.rulebook.FOLDERS", (tmp_path,))
    ended = run("rules", "quits")
    assert ended.exit_code == 1
    assert "quits has no rules page: its package holds no rulebook/en.md" in ended.output


def test_moves_are_those_of_the_position(run: Run) -> None:
    listed = run("moves", "quits").output.split()
    assert listed == [str(move) for move in billes.start("quits").moves]
    as_json = json.loads(run("moves", "quits", "--json").output)
    assert as_json["moves"] == listed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "chess"), "there is no game 'chess'"),
        (("show", "quit"), "Did you mean quits?"),
        (("moves", "quits", "-v", "fuor"), "Did you mean four?"),
        (("moves", "quits", "-p", ".11../11"), "the player to move is missing"),
        (("show", "quits", "-m", "b2c4"), "c4 is not diagonal from b2"),
        (("perft", "quits", "-1"), "-1"),
        (("perft", "quits", "three"), "three"),
        (("record", "/nowhere/at/all.txt"), "all.txt"),
        (("show", "quits", "--svg", "/nowhere/at/all.svg"), "No such file"),
    ],
)
def test_wrong_input_ends_in_one_clear_line(run: Run, words: tuple[str, ...], said: str) -> None:
    ended = run(*words)
    assert ended.exit_code in (1, 2)
    assert said in ended.output
    assert "Traceback" not in ended.output


def test_record_reads_many_games(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    one = billes.Game("quits", players=("Ann", "Bob")).play("b2c3").resign()
    two = billes.Game("pylos").play("1a1")
    file.write_text(one.record() + "\n" + two.record(), encoding="utf-8")
    shown = run("record", str(file)).output.splitlines()
    assert shown[0] == "1. Quits, Standard, Ann - Bob: 1 move, Ann wins. Bob resigned."
    assert shown[1] == "2. Pylos, Standard: 1 move, not finished"
    assert [row["moves"] for row in json.loads(run("record", str(file), "--json").output)] == [["b2c3"], ["1a1"]]


def test_record_names_the_wrong_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text('[Game "quits"]\n\n1. b2c3 d5c4\n2. b2c3\n', encoding="utf-8")
    ended = run("record", str(file))
    assert ended.exit_code == 1
    assert "line 4: move 3, 'b2c3'" in ended.output
    file.write_bytes(b"\xff\xfe\x00")
    assert "is not a text in UTF-8" in run("record", str(file)).output


def test_a_reader_that_goes_away_is_no_disaster() -> None:
    command = f"{sys.executable} -m billes moves pylos | head -n 1"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert ended.stdout == "1a1\n"
    assert ended.stderr == ""


def test_other_languages(run: Run, tmp_path: Path) -> None:
    assert "4 joueurs" in run("games", "--language", "fr").output
    picture = tmp_path / "board.svg"
    assert run("show", "pylos", "--language", "fr", "--svg", str(picture)).exit_code == 0
    assert "À Clair de jouer" in picture.read_text(encoding="utf-8")
    played = run("play", "quits", "--language", "fr", "--plain", keys="b2c3\nhelp\nresign\n").output
    assert "Tapez un coup" in played
    assert "Clair gagne. Foncé a abandonné." in played
    ended = run("games", "--language", "xx")
    assert ended.exit_code == 2
    assert "there is no language 'xx'; there are en, fr" in ended.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "quits", "-m", "b2c4"), "c4 n’est pas en diagonale de b2"),
        (("moves", "quits", "-p", ".11../11"), "il manque le joueur dont c’est le tour"),
        (("moves", "quit"), "Vouliez-vous dire quits\N{NO-BREAK SPACE}?"),
        (("play", "quits", "-v", "fuor"), "Vouliez-vous dire four\N{NO-BREAK SPACE}?"),
    ],
)
def test_errors_in_french(run: Run, words: tuple[str, ...], said: str) -> None:
    ended = run(*words, "--language", "fr")
    assert ended.exit_code == 1
    assert said in ended.output


def test_explanations_in_french(run: Run, tmp_path: Path) -> None:
    played = run("play", "quits", "--language", "fr", "--plain", keys="b2b3\nquit\n").output
    assert "Non\N{NO-BREAK SPACE}: b3 n’est pas en diagonale de b2" in played
    file = tmp_path / "games.txt"
    file.write_text('[Game "quits"]\n\n1. b2c3 e5d4 *', encoding="utf-8")
    nb = "\N{NO-BREAK SPACE}"
    wanted = f"ligne 3{nb}: coup 2, «{nb}e5d4{nb}»{nb}: il n’y a pas de bille en e5"
    assert wanted in run("record", str(file), "--language", "fr").output
    kept = run("play", "quits", "--record", str(file), "--language", "fr").output
    assert f"contient autre chose que des parties, rien n’y est donc ajouté{nb}: {wanted}" in kept


def test_a_language_that_is_only_files(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The terminal in a generated language: no English is left but the commands that can be typed."""
    pseudo.write(tmp_path / "locale")
    monkeypatch.setenv("BILLES_LOCALE", str(tmp_path / "locale"))
    games = run("games", "--language", "xx").output
    assert "4 þļäýéŕš" in games
    assert "players" not in games
    keys = "help\nmoves zz\nhint\nundo\nb2c3\nd5c4\nresign\n"
    played = run("play", "quits", "--language", "xx", "--clock", "5+3", keys=keys).output
    shown = [line for line in played.splitlines() if str(tmp_path) not in line]
    commands = {"help", "moves", "board", "position", "record", "hint", "undo", "resign", "draw", "quit"}
    assert {word for line in shown for word in pseudo.english(line)} <= commands
