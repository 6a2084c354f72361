"""Matches: who plays whom, what is counted, programs that misbehave, and matches that are interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from functools import partial
from math import inf
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from billes.core.errors import BadRecord
from billes.core.game import Game
from billes.core.position import Outcome, start
from billes.core.record import load_all
from billes.engine.contestants import Terms, contestant
from billes.engine.conversation import Failure
from billes.engine.elo import difference, expected, interval
from billes.engine.external import Program
from billes.engine.match import Plan, compete, every_pair, read_whole
from billes.engine.match_score import MatchScore
from billes.engine.openings import openings
from billes.engine.workers import WorkerError, run_tasks

from .programs import program

QUICK = Terms(nodes=300)


def plan(*names: str, games: int = 4, terms: Terms = QUICK, variant: str = "simple", seed: int = 0) -> Plan:
    return Plan("quits", variant, every_pair(names), games=games, terms=terms, seed=seed)


# ------------------------------------------------------------------------------------------------------------- elo
@pytest.mark.parametrize(("share", "elo"), [(0.5, 0), (0.64, 99.95), (0.76, 200.24), (0.75, 190.85), (0.99, 798.25)])
def test_known_differences(share: float, elo: float) -> None:
    assert difference(share) == pytest.approx(elo, abs=0.01)
    assert difference(1 - share) == pytest.approx(-elo, abs=0.01)
    assert expected(difference(share)) == pytest.approx(share)


def test_differences_without_bound() -> None:
    assert (difference(1.0), difference(0.0)) == (inf, -inf)
    with pytest.raises(ValueError, match="between 0 and 1"):
        difference(1.1)


def test_known_intervals() -> None:
    """Wilson's interval from the textbook; draws and pairs make it narrower, few games wide."""
    assert interval([[1.0]] * 81 + [[0.0]] * 182) == pytest.approx((0.2553, 0.3662), abs=0.002)
    assert interval([[1.0]] * 10) == pytest.approx((0.7225, 1.0), abs=0.0005)
    assert interval([]) == (0.0, 1.0)
    # 600 won, 300 drawn, 100 lost: share 0.75, deviation of a game sqrt(0.1125) -> 0.75 +- 1.96 * 0.3354 / sqrt(1000)
    many = interval([[1.0]] * 600 + [[0.5]] * 300 + [[0.0]] * 100)
    assert many == pytest.approx((0.7292, 0.7708), abs=0.0015)
    # the first player always wins: every pair is 1 : 1 and tells that both are equal
    low, high = interval([[1.0, 0.0]] * 50)
    assert high - low < 0.11 < interval([[1.0], [0.0]] * 50)[1] - interval([[1.0], [0.0]] * 50)[0]


# ----------------------------------------------------------------------------------------------------- contestants
@pytest.mark.parametrize(
    "name", ["level:1", "level:6", "time:0.02", "nodes:200", "depth:2", "full", "tree", "uct", "uct:0.02", "greedy"]
)
def test_contestants_move(name: str) -> None:
    game = Game("quits", "simple")
    who = contestant(name, QUICK)
    who.begin(game, 3)
    assert who.move(game) in game.position.moves
    if not name.startswith(("time", "uct:")):
        assert who.move(game) == who.move(game)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "level",
        "level:",
        "level:10",
        "time:0",
        "time:nan",
        "nodes:x",
        "depth:0",
        "greedy:2",
        "cmd:",
        "kasparov",
        "uct:",
    ],
)
def test_no_such_contestant(name: str) -> None:
    with pytest.raises(ValueError, match="is no contestant"):
        contestant(name)


def test_greedy_takes_a_win() -> None:
    game = Game("quits", "simple", start="..2../2..../.1.../2..1./.1... 1 -")
    assert str(contestant("greedy").move(game)) == "d4e5"


# -------------------------------------------------------------------------------------------------------- openings
def test_openings_are_repeatable_open_and_different() -> None:
    lines = openings("quits", "simple", 20, 4, seed=5)
    assert lines == openings("quits", "simple", 20, 4, seed=5)
    assert lines[:7] == openings("quits", "simple", 7, 4, seed=5)
    assert lines != openings("quits", "simple", 20, 4, seed=6)
    ends = set()
    for line in lines:
        assert len(line) == 4
        position = start("quits", "simple")
        for move in line:
            position = position.play(move)
        assert position.outcome is None
        ends.add(str(position))
    assert len(ends) == 20
    assert openings("quits", "simple", 3, 0) == [(), (), ()]
    assert len(openings("quits", "simple", 30, 1)) == 30  # more than there are different ones


# ----------------------------------------------------------------------------------------------------------- games
def test_every_opening_is_played_by_both_sides(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    (standing,) = compete(plan("level:3", "random", games=6), record=file)
    games = load_all(file.read_text(encoding="utf-8"))
    assert len(games) == standing.games == 6
    assert standing.wins + standing.draws + standing.losses == 6
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.moves[:4] == second.moves[:4]
        assert (first.tags["Player1"], first.tags["Player2"]) == (second.tags["Player2"], second.tags["Player1"])
    assert standing.points >= 4
    assert sum(standing.reasons.values()) == 6


def test_processes_play_the_same_games(tmp_path: Path) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    alone = compete(plan("nodes:200", "greedy", "random"), record=one)
    together = compete(plan("nodes:200", "greedy", "random"), record=two, jobs=2)
    assert [s.as_json() for s in alone] == [s.as_json() for s in together]
    assert sorted(one.read_text("utf-8").split("\n\n")) == sorted(two.read_text("utf-8").split("\n\n"))


def test_four_players_share_the_seats(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    (standing,) = compete(plan("greedy", "random", games=6, variant="four"), record=file)
    games = load_all(file.read_text(encoding="utf-8"))
    seats = Counter((seat, side) for game in games for seat, side in enumerate(game.tags["Sides"]))
    assert len({game.tags["Sides"] for game in games}) == 6
    assert set(seats.values()) == {3}
    assert standing.points >= 3


def test_rounds_for_a_score_count_in_pairs() -> None:
    def ended(number: str, sides: str, score: int) -> Game:
        game = Game("bilitaire", "round", tags={"A": "x", "B": "y", "Round": number, "Sides": sides})
        game._ended = Outcome(None, draw=False, reason="score", scores=(score,))
        return game

    standing = MatchScore("x", "y")
    for game in (ended("1.1", "AB", 12), ended("1.2", "BA", 15), ended("2.1", "AB", 20), ended("2.2", "BA", 9)):
        standing.add(game)
    standing.add(ended("3.1", "AB", 9))
    assert (standing.games, standing.wins, standing.draws, standing.losses) == (5, 1, 0, 1)
    assert standing.as_json()["mean_marbles_left"] == [13.67, 12.0]


def test_a_game_without_end_is_a_draw() -> None:
    (standing,) = compete(Plan("quits", "simple", (("random", "random"),), games=4, terms=QUICK, longest=6))
    assert standing.reasons["length"] >= 3
    assert standing.draws >= 3


@pytest.mark.parametrize(
    ("game", "variant", "who"),
    [
        ("pylos", "children", "full"),
        ("quits", "simple", "full"),
        ("quits", "simple", "tree"),
        ("bilitaire", "match", "full"),
    ],
)
def test_a_proved_win_ends_a_game_that_would_be_won(tmp_path: Path, game: str, variant: str, who: str) -> None:
    """With the same seed the games are the same, only shorter, and the same side has won."""
    played = []
    for name, adjudicate in (("long", False), ("short", True)):
        wanted = Plan(game, variant, ((who, "greedy"),), games=6, terms=Terms(nodes=3000), adjudicate=adjudicate)
        compete(wanted, record=tmp_path / name)
        played.append(load_all((tmp_path / name).read_text()))
    ended = 0
    for whole, short in zip(*played, strict=True):
        assert whole.outcome is not None
        assert short.outcome is not None
        assert short.moves == whole.moves[: len(short.moves)]
        assert short.outcome.winner == whole.outcome.winner
        if short.outcome.reason == "adjudication":
            ended += 1
            assert len(short.moves) < len(whole.moves)
            assert short.tags["Sides"][short.outcome.winner - 1] == "A"
    assert ended >= 3


def test_four_players_play_to_the_end(tmp_path: Path) -> None:
    compete(Plan("quits", "four", (("nodes:300", "random"),), games=2, adjudicate=True), record=tmp_path / "four")
    for game in load_all((tmp_path / "four").read_text()):
        assert game.outcome is not None
        assert game.outcome.reason != "adjudication"


def test_a_process_that_fails_is_told() -> None:
    fails: Any = partial(itemgetter, "nothing")
    with pytest.raises(WorkerError, match="TypeError"):
        list(run_tasks([1, 2, 3], fails, 2))
    dies: Any = partial(os._exit, 7)
    with pytest.raises(WorkerError, match="ended with status 7"):
        list(run_tasks([1, 2, 3], dies, 2))


# -------------------------------------------------------------------------------------------------------- programs
def test_a_program_plays(tmp_path: Path) -> None:
    name = f"cmd:{program(tmp_path, 'well')}"
    (standing,) = compete(plan("random", name, games=2))
    assert standing.games == 2
    assert not standing.faults


@pytest.mark.parametrize(
    ("manner", "reason", "words"),
    [
        ("crash", "crash", "ended (exit status 3): something broke"),
        ("illegal", "illegal", "answered 'bestmove a1a1'"),
        ("nonsense", "protocol", "I would rather not"),
        ("hang", "time", "did not send its move in time"),
        ("flood", "time", "did not send its move in time"),
    ],
)
def test_a_program_that_misbehaves_loses(tmp_path: Path, manner: str, reason: str, words: str) -> None:
    name = f"cmd:{program(tmp_path, manner)}"
    file = tmp_path / "games.txt"
    begun = time.perf_counter()
    (standing,) = compete(plan("random", name, games=2, terms=Terms(seconds=0.2)), record=file)
    assert time.perf_counter() - begun < 15
    assert standing.reasons == {reason: 2}
    assert (standing.wins, standing.losses) == (2, 0)
    assert all(words in fault for fault in standing.faults)
    for game in load_all(file.read_text(encoding="utf-8")):
        assert game.outcome is not None
        assert game.tags[f"Player{game.outcome.winner}"] == "random"
        assert words in game.tags["Termination"]


def test_programs_that_cannot_be_asked(tmp_path: Path) -> None:
    with pytest.raises(Failure, match="cannot be started"):
        compete(plan("random", "cmd:/no/such/program"))
    mute = Program(program(tmp_path, "mute"), starting=0.3)
    begun = time.perf_counter()
    with pytest.raises(Failure, match="did not send its greeting in time"):
        mute.open()
    mute.close()
    assert time.perf_counter() - begun < 3


# ------------------------------------------------------------------------------------------------------ resumption
def test_resume_after_a_kill(tmp_path: Path) -> None:
    """A match killed in the middle goes on: the same total, no game played twice, the finished ones untouched."""
    file = tmp_path / "games.txt"
    words = ["match", "nodes:8000", "nodes:4000", "quits", "-v", "simple", "--games", "20", "--record", str(file)]
    command = [sys.executable, "-m", "billes", *words, "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while not file.exists() or file.read_text("utf-8").count("[Game ") < 3:
            assert process.poll() is None
            time.sleep(0.01)
        workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        process.send_signal(signal.SIGKILL)
    before = file.read_text(encoding="utf-8")
    done = before.count("[Game ")
    assert 3 <= done < 20
    for worker in workers:  # they do not outlive the one they work for
        for _ in range(300):
            if not _alive(int(worker)):
                break
            time.sleep(0.01)
        assert not _alive(int(worker))
    file.write_text(before + before[: len(before) // done // 2], encoding="utf-8")  # and one was cut off in the middle
    seen: list[int] = []
    match = Plan("quits", "simple", (("nodes:8000", "nodes:4000"),), games=20)
    (standing,) = compete(match, record=file, resume=True, progress=lambda s: seen.append(s[0].games))
    assert seen[0] == done
    assert standing.games == seen[-1] == 20
    after = file.read_text(encoding="utf-8")
    assert after.startswith(before)
    rounds = [game.tags["Round"] for game in load_all(after)]
    assert sorted(rounds) == sorted(f"{k}.{turn}" for k in range(1, 11) for turn in (1, 2))
    (again,) = compete(match, record=file, resume=True)
    assert again.as_json() == standing.as_json()
    assert file.read_text(encoding="utf-8") == after


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_records_of_something_else_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    compete(plan("greedy", "random", games=2), record=file)
    kept = file.read_text(encoding="utf-8")
    with pytest.raises(BadRecord, match="resume that match"):
        compete(plan("greedy", "random", games=2), record=file)
    with pytest.raises(BadRecord, match="another match"):
        compete(plan("greedy", "random", games=2, seed=1), record=file, resume=True)
    (more,) = compete(plan("greedy", "random", games=4), record=file, resume=True)
    assert more.games == 4
    assert file.read_text(encoding="utf-8").startswith(kept)
    own = Game("quits", "simple").play("b2c3").resign().record()
    file.write_text(own, encoding="utf-8")
    with pytest.raises(BadRecord, match="another match"):
        compete(plan("greedy", "random", games=2), record=file, resume=True)
    assert file.read_text(encoding="utf-8") == own, "it ends like half a record, but is whole"
    file.write_text("a shopping list\n", encoding="utf-8")
    with pytest.raises(BadRecord, match="begins with a tag"):
        compete(plan("greedy", "random", games=2), record=file, resume=True)


def test_half_a_record_is_cut_off_wherever_it_breaks(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    compete(plan("greedy", "random", games=2), record=file)
    text = file.read_text(encoding="utf-8")
    first = text.index("\n\n[") + 2
    for cut in range(first, len(text)):
        games, whole = read_whole(text[:cut])
        assert (len(games), whole) == (1, first), text[:cut][-20:]
    assert len(read_whole(text)[0]) == 2
    with pytest.raises(BadRecord, match="not the last one"):
        read_whole(text[: first - 8] + "\n\n" + text[first:])
