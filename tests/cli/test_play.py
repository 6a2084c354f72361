from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import billes
from billes.cli.common import outcome_text
from billes.cli.keeping import Keeper, write_whole
from billes.cli.seats import Clock

from .conftest import Run


def moves_of(game: billes.Game) -> str:
    return "".join(f"{move}\n" for move in game.moves)


def random_game(name: str, variant: str, seed: int) -> billes.Game:
    import random

    rng = random.Random(seed)
    game = billes.Game(name, variant)
    while game.outcome is None:
        game.play(rng.choice(game.position.moves))
    return game


@pytest.mark.parametrize(
    ("name", "variant"), [("pylos", "standard"), ("quits", "four"), ("bilitaire", "match"), ("balanx", "small")]
)
def test_a_whole_game_is_played_and_kept(run: Run, folder: Path, name: str, variant: str) -> None:
    seed = 0
    game = random_game(name, variant, seed)
    while len(game.moves) > 400:  # random Balanx takes its time
        seed += 1
        game = random_game(name, variant, seed)
    ended = run("play", name, "--variant", variant, "--plain", keys=moves_of(game))
    assert ended.exit_code == 0
    assert game.outcome is not None
    assert f"The game is over. {outcome_text(game.position, game.outcome)}" in ended.output
    (file,) = (folder / "games").glob("*.txt")
    assert billes.load(file.read_text(encoding="utf-8")).moves == game.moves


def test_a_wrong_move_is_explained_and_nothing_is_lost(run: Run, folder: Path) -> None:
    ended = run("play", "quits", "--plain", keys="b2c3\nc3d4\nnonsense\nd5c4\nquit\n")
    assert ended.output.count("No: ") == 2
    (file,) = (folder / "games").glob("*.txt")
    assert [str(move) for move in billes.load(file.read_text(encoding="utf-8")).moves] == ["b2c3", "d5c4"]


def test_a_half_typed_move_is_carried_on(run: Run) -> None:
    assert "It may go on so: b1c2  b2c3  b^" in run("play", "quits", "--plain", keys="b\nquit\n").output


def test_the_commands(run: Run) -> None:
    keys = "help\nmoves b\nmoves zz\nposition\nboard\nrecord\nundo\n\nb2c3\nundo\nposition\nquit\n"
    told = run("play", "quits", "--plain", keys=keys).output
    assert "take the last move back" in told
    assert "b1c2  b2c3  b^" in told
    assert "No legal move begins with 'zz'." in told
    assert "No move has been played yet." in told
    assert told.count(str(billes.start("quits"))) == 2
    assert '[Game "quits"]' in told


def test_resign_and_draw(run: Run, folder: Path) -> None:
    assert "Dark wins. Light resigned." in run("play", "quits", keys="resign\n").output
    assert "A draw. The players agreed." in run("play", "quits", keys="b2c3\ndraw\n").output
    assert "The computer plays on." in run("play", "quits", "--random", keys="draw\nquit\n").output


def test_who_resigns_among_four_leaves_the_seat_to_the_computer(run: Run, folder: Path) -> None:
    named = [word for name in ("Ann", "Bob", "Cleo", "Dan") for word in ("--name", name)]
    told = run("play", "quits", "-v", "four", "--plain", *named, keys="resign\nposition\nquit\n").output
    assert "Ann resigns: the computer plays on in their place." in told
    assert "The computer plays " in told
    assert "Bob (Dark)> " in told
    again = run("play", "--resume", "--plain", keys="resign\nresign\nresign\n")
    assert "Computer 2 plays" in again.output
    assert again.exit_code == 0, "nobody is left, so the game is left too"
    assert "Go on with" in again.output


def test_one_name_for_a_player_everywhere(run: Run, folder: Path) -> None:
    """Of several: a person's name, else the side's; the computer; `you` to the only person."""
    told = run("play", "quits", "--level", "1", "--name", "Ann", "--seat", "2", "--plain", keys="resign\n").output
    assert "The computer plays " in told
    assert "Ann (Dark)> " in told
    assert "The computer wins. You resigned." in told
    (file,) = (folder / "games").glob("*.txt")
    assert billes.load(file.read_text(encoding="utf-8")).tags["Player1"] == "Computer, level 1"
    french = run("play", "quits", "--level", "1", "--plain", "--language", "fr", keys="resign\n").output
    assert "L’ordinateur gagne. Vous avez abandonné." in french
    trays = run("play", "bilitaire", "--plain", keys="resign\n").output
    assert "Player 2 wins. Player 1 resigned." in trays, "there the marbles belong to nobody"


def test_records_of_the_computer_written_before_are_resumed(run: Run, folder: Path) -> None:
    run("play", "quits", "--level", "1", "--seat", "2", "--plain", keys="quit\n")
    (file,) = (folder / "games").glob("*.txt")
    file.write_text(file.read_text(encoding="utf-8").replace("Computer, level 1", "level 1"), encoding="utf-8")
    assert "Dark> " in run("play", "--resume", "--plain", keys="quit\n").output


def test_lots_are_drawn_and_told(run: Run, folder: Path) -> None:
    """Against the computer lots decide where the person sits, between people who begins."""
    seen = set()
    for _ in range(40):
        told = run("play", "quits", "--random", "--seat", "lot", "--plain", keys="quit\n").output
        mine = "Lots are drawn: you begin." in told
        assert mine or "Lots are drawn: the random mover begins." in told
        assert ("Dark: the random mover" if mine else "Light: the random mover") in told
        assert ("Light> " if mine else "Dark> ") in told
        seen.add(mine)
        if len(seen) == 2:
            break
    assert seen == {True, False}
    people = run("play", "quits", "--name", "Ann", "--name", "Bob", "--seat", "lot", "--plain", keys="quit\n").output
    first = "Ann" if "Lots are drawn: Ann begins." in people else "Bob"
    assert f"Light: {first}" in people
    assert f"{first} (Light)> " in people
    french = run("play", "quits", "--seat", "lot", "--language", "fr", "--plain", keys="quit\n").output
    assert "Tirage au sort\N{NO-BREAK SPACE}: Clair commence." in french


def test_against_the_random_mover(run: Run, folder: Path) -> None:
    told = run("play", "quits", "--random", "--seat", "2", "--seed", "3", "--plain", keys="quit\n").output
    assert told.count("The random mover plays") == 1
    again = run("play", "quits", "--random", "--seat", "2", "--seed", "3", "--plain", keys="quit\n").output
    assert told.split("mover plays")[1].split(".")[0] == again.split("mover plays")[1].split(".")[0]


def test_undo_against_the_computer_takes_both_moves(run: Run) -> None:
    told = run("play", "quits", "--random", "--plain", keys="b2c3\nundo\nposition\nquit\n").output
    assert str(billes.start("quits")) in told


def test_leave_and_resume(run: Run, folder: Path) -> None:
    assert "billes play --resume" in run("play", "quits", "--name", "Ann", "--plain", keys="b2c3\nquit\n").output
    told = run("play", "--resume", "--plain", keys="d5c4\nposition\nquit\n").output
    assert "Dark> " in told
    assert str(billes.start("quits").play("b2c3").play("d5c4")) in told
    assert len(list((folder / "games").glob("*.txt"))) == 1


def test_nothing_to_resume(run: Run) -> None:
    ended = run("play", "--resume")
    assert ended.exit_code == 1
    assert "there is no unfinished game" in ended.output


def test_a_spoilt_file_is_left_alone(run: Run, folder: Path) -> None:
    run("play", "quits", keys="b2c3\nquit\n")
    spoilt = folder / "games" / "9999-spoilt.txt"
    spoilt.write_text("{", encoding="utf-8")
    assert "left alone" in run("play", "--resume", keys="quit\n").output
    assert spoilt.read_text(encoding="utf-8") == "{"


def test_record_file_takes_one_game_after_the_other(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    run("play", "quits", "--record", str(file), keys="b2c3\nresign\n")
    run("play", "pylos", "--record", str(file), keys="1a1\nquit\n")
    one, two = billes.load_all(file.read_text(encoding="utf-8"))
    assert (one.game, len(one.moves)) == ("quits", 1)
    assert (two.game, len(two.moves)) == ("pylos", 1)
    run("play", "--resume", "--record", str(file), keys="1b1\nquit\n")
    one_again, two_again = billes.load_all(file.read_text(encoding="utf-8"))
    assert one_again == one
    assert len(two_again.moves) == 2


def test_a_file_that_holds_something_else_is_not_touched(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary,", encoding="utf-8")
    ended = run("play", "quits", "--record", str(file), keys="b2c3\nquit\n")
    assert ended.exit_code == 1
    assert "nothing is added to it" in ended.output
    assert file.read_text(encoding="utf-8") == "Dear diary,"


def test_a_full_disk_stops_no_game(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BILLES_DATA", "/dev/full/data")
    told = run("play", "quits", "--plain", keys="b2c3\nd5c4\nposition\nquit\n").output
    assert told.count("It goes on unsaved.") == 1
    assert str(billes.start("quits").play("b2c3").play("d5c4")) in told


def test_killed_in_the_middle_every_move_is_there(folder: Path) -> None:
    command = [sys.executable, "-m", "billes", "play", "quits", "--plain"]
    player = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert player.stdin is not None
    assert player.stdout is not None
    player.stdin.write("b2c3\nd5c4\n")
    player.stdin.flush()
    told = ""
    while told.count("Light> ") + told.count("Dark> ") < 3:  # the third question comes after the second move was kept
        told += player.stdout.read(1)
    os.kill(player.pid, signal.SIGKILL)
    player.wait()
    player.stdin.close()
    player.stdout.close()
    (file,) = (folder / "games").glob("*.txt")
    assert len(billes.load(file.read_text(encoding="utf-8")).moves) == 2


def test_a_file_is_old_or_new_but_never_half(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    write_whole(file, "old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(file, "new \ud800")
    assert file.read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_asked_for_everything(run: Run) -> None:
    told = run("play", "--plain", keys="2\nsimple\n0\nposition\nquit\n").output
    assert str(billes.start("quits", "simple")) in told
    assert "there is no game 'chess'" in run("play", keys="chess\n").output


@pytest.mark.parametrize("text", ["", "x", "5+", "5+x", "0", "-1+2", "nan", "1e9"])
def test_a_clock_that_is_none(run: Run, text: str) -> None:
    if text == "5+":
        assert Clock.of(text, 2).increment == 0
        return
    if text:
        ended = run("play", "quits", "--clock", text, keys="quit\n")
        assert ended.exit_code == 2
        assert "minutes+seconds" in ended.output


def test_clocks_run_and_flags_fall(run: Run, folder: Path) -> None:
    told = run("play", "quits", "--clock", "0.0000001", keys="b2c3\n").output
    assert "Dark wins. Light ran out of time." in told


def test_a_command_gives_no_time_back(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("billes.cli.seats.time.monotonic", lambda: now)
    clock = Clock.of("5+3", 2)
    clock.start(1)
    now = 110.0
    clock.start(1)  # asked again after a command that was no move
    now = 115.0
    assert clock.now(1) == 285.0
    clock.start(2)  # after an undo it is the other one's turn
    assert clock.now(1) == 285.0
    now = 120.0
    assert clock.stop() == 298.0


def test_clocks_are_kept_with_the_moves(run: Run, folder: Path) -> None:
    run("play", "quits", "--clock", "5+3", keys="b2c3\nquit\n")
    (file,) = (folder / "games").glob("*.txt")
    game = billes.load(file.read_text(encoding="utf-8"))
    assert 295 < game.clocks[1] <= 303
    told = run("play", "--resume", "--plain", keys="quit\n").output
    assert "Light  5:0" in told


def test_keeper_goes_on_after_the_disk_has_room_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = billes.Game("quits").play("b2c3")
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    keeper = Keeper(blocked / "game.txt")
    keeper.save(game)
    assert "cannot be saved" in capsys.readouterr().err
    blocked.unlink()
    keeper.save(game)
    assert billes.load(keeper.path.read_text(encoding="utf-8")) == game


def test_against_a_level_with_a_hint(run: Run, folder: Path) -> None:
    told = run("play", "quits", "-v", "simple", "--level", "1", "--plain", keys="hint\nb2c3\nquit\n").output
    assert "The engine would play " in told
    assert "Computer, level 1 (Clay): Sees two moves ahead, in 50% of its turns only one" in told
    assert told.count("The computer plays ") == 1
    again = run("play", "--resume", "--plain", keys="undo\nposition\nquit\n").output
    assert str(billes.start("quits", "simple")) in again


def test_levels_are_explained_before_they_are_asked_for(run: Run, folder: Path) -> None:
    told = run("play", "--language", "fr", "--plain", keys="quits\nsimple\n0\nquit\n").output
    assert "niveau 4 (Agate)\N{NO-BREAK SPACE}: Voit trois coups d’avance." in told
