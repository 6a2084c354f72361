"""Quits `simple`, solved whole once, and everything that can be asked of its table."""

from __future__ import annotations

import json
import random
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import billes
from billes.cli import main
from billes.core.position import Position
from billes.games.quits import rules as quits
from billes.games.quits.tablebase.probe import laid_out, part
from billes.tablebase import book, shipped, solve, wdl
from billes.tablebase.audit import audit
from billes.tablebase.distance import distance
from billes.tablebase.format import BadTablebase, NoTablebase, TablebaseFile, write
from billes.tablebase.perfect import choose
from billes.tablebase.probe import Tablebases, probe, tablebase_path

FINGERPRINT = "5b246cac671e1e6a1ca8a5a95a0a9fadf60a881b99a239ced2fddf49f3d048db"


@pytest.fixture(scope="module")
def folder(quits_simple: Path) -> Path:
    """The folder with the table, solved in a run that was killed twice and taken up again."""
    return quits_simple


def random_positions(count: int, seed: int) -> list[Position]:
    """Positions from random games, never over."""
    dice = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position = billes.start("quits", "simple")
        for _ in range(dice.randrange(30)):
            position = position.play(dice.choice(position.moves))
            if position.outcome:
                break
        else:
            found.append(position)
    return found


def within(position: Position, plies: int) -> tuple[str, int | None]:
    """Brute force: who wins within so many plies, and when; a draw where nobody does."""
    if position.outcome is not None:
        return ("win" if position.outcome.winner == position.player else "loss"), 0
    if plies == 0:
        return "draw", None
    wins, losses, open_ = [], [], False
    for move in position.moves:
        value, depth = within(position.play(move), plies - 1)
        if depth is None:
            open_ = True
        elif value == "loss":
            wins.append(depth + 1)
        else:
            losses.append(depth + 1)
    if wins:
        return "win", min(wins)
    return ("draw", None) if open_ else ("loss", max(losses))


def test_killed_and_taken_up_again_it_is_the_same_table(folder: Path) -> None:
    found = solve.summary(tablebase_path(folder, "quits", "simple"))
    assert found.fingerprint == FINGERPRINT
    assert found.start == ("win", 63)
    assert (found.win, found.draw, found.loss) == (1_812_725, 7_210, 925_115)
    assert not (folder / "quits-simple.unfinished").exists()
    assert len(found.line) == 87
    assert max(map(int, found.wins)) == 87


def test_random_positions_agree_with_brute_force(folder: Path) -> None:
    tables = Tablebases(folder)
    positions = random_positions(60, 1)
    positions += [p.play(probe(p, folder).best[0]) for p in positions if tables.value(p) == ("win", 3)]
    seen = set()
    for position in positions:
        value, depth = tables.value(position)
        near = value, depth if depth is not None and depth <= 3 else None
        assert within(position, 3) == (near if near[1] is not None else ("draw", None)), position
        seen.add(near)
    assert {("win", 1), ("win", 3), ("loss", 2)} <= seen


def test_the_audit_against_the_rulebook_is_clean(folder: Path) -> None:
    assert audit(tablebase_path(folder, "quits", "simple"), 200_000, seed=3) == 200_000


def test_the_audit_finds_one_wrong_entry_in_a_thousand(folder: Path, tmp_path: Path) -> None:
    file = TablebaseFile(tablebase_path(folder, "quits", "simple"))
    table = np.array(file.parts[part(6)])
    table[::1000] ^= 3
    path = tmp_path / "wrong.billes"
    write(path, {key: file.head[key] for key in ("game", "variant", "form", "rules")}, {part(6): table})
    with pytest.raises(BadTablebase, match="is not what its moves give"):
        audit(path, 50_000)


def test_a_probe_is_one_move_of_minimax(folder: Path) -> None:
    turned = {"win": "loss", "draw": "draw", "loss": "win"}
    for position in random_positions(30, 2):
        found = probe(position, folder)
        assert list(found.moves) == [str(move) for move in position.moves]
        for text, (value, depth) in found.moves.items():
            after = probe(position.play(text), folder)
            assert (turned[after.value], after.depth) == (value, depth)
        assert found.best
        assert found.moves[found.best[0]] == (found.value, None if found.depth is None else found.depth - 1)


def test_threads_get_the_same_answers(folder: Path) -> None:
    positions = random_positions(100, 8)
    alone = [probe(position, folder) for position in positions]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(5):
            assert list(pool.map(lambda position: probe(position, folder), positions)) == alone


def test_all_forbidden_slides_are_answered(folder: Path) -> None:
    """The same marbles with every slide forbidden that can be: each is the best of the moves that are left."""
    checked = 0
    for position in random_positions(40, 4):
        board, who, _ = str(position).split()
        for slide in quits.SLIDES:
            try:
                other = billes.read("quits", "simple", f"{board} {who} {slide}")
            except billes.BadPosition:
                continue
            found = probe(other, folder)
            assert found.best
            order = {"loss": 0, "draw": 1, "win": 2}
            assert order[found.value] == max(order[value] for value, _ in found.moves.values())
            checked += 1
    assert checked > 200


def test_mirrored_and_turned_positions_are_worth_the_same(folder: Path) -> None:
    tables = Tablebases(folder)
    for position in random_positions(50, 5):
        board, who, slide = str(position).split()
        if slide != "-":
            continue
        ranks = board.split("/")
        mirrored = "/".join("".join(rank[f] for rank in ranks) for f in range(5))
        turned = board[::-1].translate(str.maketrans("12", "21"))
        same = {
            tables.value(billes.read("quits", "simple", text))
            for text in (f"{board} {who} -", f"{mirrored} {who} -", f"{turned} {3 - int(who)} -")
        }
        assert len(same) == 1


def test_standard_asks_the_small_table_where_three_marbles_are_left(folder: Path) -> None:
    text = str(billes.start("quits", "simple"))
    assert probe(billes.read("quits", "standard", text), folder).depth == 63
    with pytest.raises(NoTablebase, match="billes solve quits standard"):
        probe(billes.read("quits", "standard", "..1../.11../1.1.2/.2.2./..22. 1 -"), folder)
    with pytest.raises(NoTablebase):
        probe(billes.start("balanx"), folder)


def test_a_game_that_is_over(folder: Path) -> None:
    over = billes.read("quits", "simple", "...../11..1/...../...22/..... 1 -")
    found = probe(over, folder)
    assert (found.value, found.depth, found.moves) == ("loss", 0, {})


def test_the_short_form_says_the_same(folder: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(tablebase_path(folder, "quits", "simple"), tmp_path))
    short = wdl.convert(path)
    assert short.exists()
    assert not path.exists()
    assert TablebaseFile(short).parts[part(6)].nbytes * 8 < 2 * laid_out(6).size
    for position in random_positions(60, 6):
        long_, brief = probe(position, folder), probe(position, tmp_path)
        assert brief.value == long_.value
        assert {text: value for text, (value, _) in brief.moves.items()} == {
            text: value for text, (value, _) in long_.moves.items()
        }


def test_the_short_form_finds_near_distances_by_search(folder: Path, tmp_path: Path) -> None:
    wdl.convert(Path(shutil.copy(tablebase_path(folder, "quits", "simple"), tmp_path)))
    tables, short = Tablebases(folder), Tablebases(tmp_path)
    near = [p for p in random_positions(60, 1) if (tables.value(p)[1] or 99) <= 5]
    assert len(near) > 8
    for position in near:
        assert short.value(position)[1] is None
        assert distance(position, short) == tables.value(position)[1]
    assert distance(billes.start("quits", "simple"), short, nodes=300) is None


def test_rules_that_changed_are_noticed(folder: Path, tmp_path: Path) -> None:
    file = TablebaseFile(tablebase_path(folder, "quits", "simple"))
    write(tablebase_path(tmp_path, "quits", "simple"), {**file.head, "rules": "others"}, dict(file.parts))
    with pytest.raises(BadTablebase, match="other rules"):
        probe(billes.start("quits", "simple"), tmp_path)


def test_perfect_play_wins_a_won_game_in_time(folder: Path) -> None:
    tables, dice = Tablebases(folder), random.Random(7)
    position, plies = billes.start("quits", "simple"), 0
    while position.outcome is None:
        position = position.play(choose(position, tables) if position.player == 1 else dice.choice(position.moves))
        plies += 1
    assert position.outcome.winner == 1
    assert plies <= 63


def test_a_book_answers_without_tables(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "place", lambda game, variant: tmp_path / "books" / f"{game}-{variant}.book")
    monkeypatch.setattr(book, "PLIES", 2)
    monkeypatch.setattr(shipped, "place", lambda game, variant: tmp_path / "none")
    book.book.cache_clear()
    shipped.shipped.cache_clear()
    try:
        made = book.make(Tablebases(folder), "quits", "simple")
        assert book.Book(made.read_bytes()).head["plies"] == 2
        for position in (billes.start("quits", "simple"), billes.start("quits", "simple").play("b2c3")):
            assert probe(position, tmp_path) == probe(position, folder)
        with pytest.raises(NoTablebase):
            probe(billes.start("quits", "simple").play("b2c3").play("d4c5").play("c3d4"), tmp_path)
    finally:
        book.book.cache_clear()
        shipped.shipped.cache_clear()


def test_the_table_that_travels_in_the_package_is_the_one_just_solved(folder: Path, tmp_path: Path) -> None:
    ours = shipped.shipped("quits", "simple")
    solved = TablebaseFile(tablebase_path(folder, "quits", "simple"))
    assert ours is not None
    ours.check_all()
    assert ours.head["fingerprint"] == solved.head["fingerprint"]
    assert all(np.array_equal(ours.parts[name], values) for name, values in solved.parts.items())
    for position in random_positions(40, 9):
        assert probe(position, tmp_path) == probe(position, folder)


def test_a_damaged_table_of_the_package_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = bytearray(shipped.place("quits", "simple").read_bytes())
    packed[len(packed) // 2] ^= 1
    (tmp_path / "simple.xz").write_bytes(packed)
    monkeypatch.setattr(shipped, "place", lambda game, variant: tmp_path / "simple.xz")
    shipped.shipped.cache_clear()
    try:
        assert not Tablebases(tmp_path).complete("quits", "simple")
    finally:
        shipped.shipped.cache_clear()


def test_the_commands(folder: Path) -> None:
    def run(*words: str) -> str:
        done = CliRunner().invoke(main, [*words, "--tables", str(folder)])
        assert done.exit_code == 0, done.output
        return done.stdout

    told = run("solve", "quits", "simple", "--audit", "1000")
    assert FINGERPRINT in told
    assert "win in 63 for the player to move" in told
    assert json.loads(run("solve", "quits", "simple", "--audit", "0", "--json"))["start"] == ["win", 63]
    found = json.loads(run("probe", "quits", "-v", "simple", "--json"))
    assert (found["value"], found["depth"]) == ("win", 63)
    assert found["moves"]["b2c3"] == {"value": "win", "depth": 62}
    assert run("probe", "quits", "-v", "simple").splitlines()[0] == "win in 63"


def test_what_is_missing_is_said_politely(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*words: str) -> str:
        done = CliRunner().invoke(main, [*words, "--tables", str(tmp_path)])
        assert done.exit_code == 1
        return done.output

    assert "cannot be solved" in run("solve", "quits", "four")
    assert "cannot be solved" in run("solve", "balanx", "small")
    assert "has no variant" in run("solve", "quits", "simpel")
    assert "no tablebase" in run("probe", "pylos", "-p", "1212121212121212/1......../..../. 2")
    monkeypatch.setattr(solve, "_free_memory", lambda: 1 << 20)
    assert "GB of memory, and only 0.0 GB are free" in run("solve", "pylos", "standard")
