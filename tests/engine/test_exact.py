"""What the tables know: the perfect level, exact analysis, and help for a search before the end."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from billes.core.game import Game
from billes.core.position import read, start
from billes.engine.analysis import analyse, review
from billes.engine.exact import Exact
from billes.engine.levels import choose, require, searcher
from billes.engine.limits import Limits
from billes.engine.score import Score
from billes.tablebase import wdl
from billes.tablebase.perfect import choose as perfect
from billes.tablebase.probe import Tablebases, tablebase_path


@pytest.fixture(scope="module")
def folder(quits_simple: Path) -> Path:
    """A folder with the table of Quits `simple`."""
    return quits_simple


@pytest.fixture
def at_home(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder as the user's own."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "tables").symlink_to(folder)
    monkeypatch.setenv("BILLES_DATA", str(data))
    return data


def wandering(seed: int, plies: int) -> Game:
    """A random game that is still open after so many plies."""
    dice = random.Random(seed)
    while True:
        game = Game("quits", "simple")
        while game.outcome is None and len(game.moves) < plies:
            game.play(dice.choice(game.position.moves))
        if game.outcome is None:
            return game


def test_perfect_keeps_every_value(folder: Path) -> None:
    """From random positions against random replies it never gives a win or a draw away, and wins in time."""
    tables = Tablebases(folder)
    dice = random.Random(3)
    for seed in range(12):
        game = wandering(seed, 6 + seed)
        value, depth = tables.value(game.position)
        me = game.position.player
        while game.outcome is None and len(game.moves) < 200:
            if game.position.player == me:
                game.play(choose(game, 9, tablebases=folder))
            else:
                game.play(dice.choice(game.position.moves))
            if depth is not None and value == "win":
                depth -= 1
        assert game.outcome is not None
        if value == "win":
            assert game.outcome.winner == me
            assert depth is not None
            assert depth >= 0
        if value == "draw":
            assert game.outcome.winner in (me, None)


def test_a_loser_takes_a_repetition(folder: Path) -> None:
    """What came twice and would be lost is brought about a third time; a winner keeps away from that."""
    tables = Tablebases(folder)
    dice = random.Random(8)
    tried = kept = 0
    while tried < 5 or kept < 5:
        position = wandering(dice.randrange(1 << 30), dice.randrange(4, 24)).position
        value, _ = tables.value(position)
        move = perfect(position, tables)
        after = position.play(move)
        if after.outcome is not None:
            continue
        if value == "loss":
            tried += 1
            other = dice.choice(position.moves)
            drawn = position.play(other)
            if drawn.outcome is None:
                assert position.play(perfect(position, tables, [drawn, drawn])).state == drawn.state
        elif value == "win" and len(tables.probe(position).best) > 1:
            kept += 1
            again = perfect(position, tables, [after, after])
            assert position.play(again).state != after.state
            assert tables.probe(position).moves[again.text][0] == "win"


def test_analysis_is_exact_and_says_so(at_home: Path) -> None:
    """Lines come from the table, best first, with the table's own values."""
    position = wandering(5, 9).position
    found = Tablebases(at_home / "tables").probe(position)
    shown: list[object] = []
    lines = analyse(position, seconds=0.01, lines=50, progress=shown.append)
    assert len(lines) == len(position.moves)
    assert shown == [lines]
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    for line in lines:
        assert line.score.exact
        value, left = found.moves[line.move.text]
        assert (line.score.wins_in, line.score.loses_in) == (
            left + 1 if value == "win" and left is not None else None,
            left + 1 if value == "loss" and left is not None else None,
        )
    game = Game("quits", "simple", start=position)
    for move in lines[0].moves:
        game.play(move)
    assert not any(line.score.exact for line in analyse(position, nodes=500, exact=False))


def test_exact_words() -> None:
    """A draw that is known is no guess of nought."""
    assert str(Score(0, exact=True)) == "draw"
    assert str(Score(0)) == "+0.00"
    assert str(Score(29001, exact=True)) == "wins"
    assert str(Score(-29001, exact=True)) == "loses"
    assert Score(29001).wins_in is None
    assert Score(0, exact=True) == Score(0)


def test_review_is_exact(at_home: Path) -> None:
    """A move that gives a win away is a mistake, even if a search would not see it; the best one is called so."""
    tables = Tablebases(at_home / "tables")
    for seed in range(40):
        game = wandering(seed, 12)
        found = tables.probe(game.position)
        bad = [text for text, (value, _) in found.moves.items() if value == "loss"]
        if found.value == "win" and bad:
            break
    good = Game("quits", "simple", start=game.position).play(found.best[0])
    poor = Game("quits", "simple", start=game.position).play(bad[0])
    assert [remark.mark for remark in review(good, nodes=100)] == ["best"]
    remark = review(poor, nodes=100)[0]
    assert remark.mark == "mistake"
    assert remark.line.score.exact
    assert remark.better is not None
    assert remark.better.move.text in found.best


def test_without_a_table_the_ninth_level_says_so(folder: Path, tmp_path: Path) -> None:
    """The error says what is missing; a game that has begun goes on by search."""
    assert require(9, "quits", "simple", folder).perfect
    assert require(9, "quits", "simple", tmp_path).perfect, "that tablebase travels in the package"
    with pytest.raises(ValueError, match="billes solve quits standard"):
        require(9, "quits", "standard", tmp_path)
    with pytest.raises(ValueError, match="balanx standard is not solved"):
        require(9, "balanx", "standard", folder)
    assert require(8, "quits", "standard", tmp_path).number == 8
    position = read("quits", "standard", "..1../.11../1.1.2/.2.2./..22. 1 -")
    assert choose(position, 9, seconds=0.02, tablebases=tmp_path) in position.moves


def test_a_bad_table_is_not_trusted(folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It is named, and thinking does without it."""
    path = tablebase_path(tmp_path, "quits", "simple")
    shutil.copy(tablebase_path(folder, "quits", "simple"), path)
    size = path.stat().st_size
    with path.open("r+b") as file:
        for at in range(1 << 16, size, 1 << 17):  # every block
            file.seek(at)
            file.write(b"\xff" * 64)
    position = wandering(5, 9).position
    lines = analyse(position, nodes=200, tablebases=tmp_path)
    assert lines
    assert not lines[0].score.exact
    assert f"{path}: block" in caplog.text


def test_the_short_form_still_wins(folder: Path, tmp_path: Path) -> None:
    """Without distances a win is kept and brought home by thinking; analysis knows it, but not how far it is."""
    shutil.copy(tablebase_path(folder, "quits", "simple"), tablebase_path(tmp_path, "quits", "simple"))
    wdl.convert(tablebase_path(tmp_path, "quits", "simple"))
    tables = Tablebases(tmp_path)
    dice = random.Random(3)
    won = 0
    for seed in range(30):
        game = wandering(seed, 16)
        me = game.position.player
        if won == 3 or tables.value(game.position)[0] != "win":
            continue
        assert {str(line.score) for line in analyse(game.position, tablebases=tmp_path, lines=20)} <= {
            "wins",
            "draw",
            "loses",
        }
        while game.outcome is None and len(game.moves) < 300:
            mine = game.position.player == me
            game.play(choose(game, 9, seconds=0.05, tablebases=tmp_path) if mine else dice.choice(game.position.moves))
        assert game.outcome is not None
        assert game.outcome.winner == me
        won += 1
    assert won == 3


def test_a_late_table_helps_before_it(folder: Path) -> None:
    """In `standard`, one exit before three marbles each, a shallow search sees through to the end of the game."""
    tables = Tablebases(folder)
    dice = random.Random(1)
    while True:
        position = start("quits", "standard")
        for _ in range(300):
            board = str(position).split()[0]
            if position.outcome is not None or board.count("1") == board.count("2") == 3:
                break
            before = position
            position = position.play(dice.choice(position.moves))
        known = Exact(position, (), tables).found
        if known is not None and known.value == "loss":
            break
    assert Exact(before, (), tables).found is None
    blind, helped = (searcher(before, Limits(depth=2)) for _ in range(2))
    Exact(before, (), tables).fill_table(helped)
    assert blind.think(Limits(depth=2))[0].score.wins_in is None
    assert helped.think(Limits(depth=2))[0].score.wins_in is not None
    assert analyse(before, depth=2, tablebases=folder)[0].score.wins_in is not None
