"""Making puzzles: solutions, ratings, and runs that are interrupted."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import billes
from billes.games.bilitaire.puzzles import close
from billes.puzzle import candidates, make
from billes.puzzle.candidates import Candidate, Candidates
from billes.puzzle.judge import EndJudge, ExactJudge, WinJudge, judge_of, results
from billes.puzzle.line import solution
from billes.puzzle.make import Found, Maker
from billes.puzzle.rating import difficulty, fitted
from billes.tablebase.probe import Tablebases
from tests.games.test_registry import install, python

WON = "..11.1/2..111/...1.1/2...11/.2.2../222.../.222.. 1"  # Balanx small: d3e3 wins in three plies


def test_the_best_judge_there_is(tmp_path: Path, quits_simple: Path) -> None:
    assert isinstance(judge_of("quits", "simple", quits_simple), ExactJudge)
    assert isinstance(judge_of("quits", "simple", tmp_path), ExactJudge), "its tablebase travels in the package"
    assert isinstance(judge_of("quits", "standard", tmp_path), WinJudge)
    assert isinstance(judge_of("balanx", "small"), WinJudge)
    assert isinstance(judge_of("bilitaire", "round"), EndJudge)


def test_a_game_may_be_over_before_its_opening_is(tmp_path: Path) -> None:
    """Candidates begin with a few random moves; a game whose first move ends it makes no puzzle, and no error."""
    install(tmp_path, "good")
    script = (
        "from billes.puzzle.candidates import Candidates as C; print([C('good', 'one', 1, False)(n) for n in (1, 2)])"
    )
    done = python(tmp_path, "-c", script)
    assert done.stdout == "['[1,[]]', '[2,[]]']\n", done.stderr


def test_texts_with_one_result_count_once() -> None:
    position = billes.read("pylos", "standard", "11.21.222.11221./........./..../. 1")
    assert len(results(position)) < len(position.moves)
    assert set(results(position)) == {position.play(move).state for move in position.moves}


@pytest.mark.slow
def test_a_solution_goes_on_as_long_as_one_result_is_right() -> None:
    found = solution(billes.read("balanx", "small", WON), WinJudge("balanx"))
    assert found is not None
    assert [str(move) for move in found.moves] == ["d3e3", "a3b3", "e4e1"]
    assert (found.judgement.goal, found.judgement.plies, found.judgement.horizon) == ("win", 3, 5)
    assert set(found.themes) == {"ladder", "last-place", "side-step"}
    assert solution(billes.start("balanx", "small"), WinJudge("balanx")) is None


@pytest.mark.slow
def test_solutions_of_a_solved_variant(quits_simple: Path) -> None:
    """The longest defence is played, and positions with two right results make no puzzle."""
    judge = ExactJudge(Tablebases(quits_simple))
    for one in billes.puzzles("quits", "simple")[::40]:
        found = solution(one.position, judge)
        assert found is not None
        assert found.moves == one.solution
        assert set(found.themes) == set(one.themes)
    position = billes.start("quits", "simple")
    kept = judge.judge(position)
    assert kept is not None
    assert (len(kept.keeping) == 1) == (solution(position, judge) is not None)


def test_harder_puzzles_have_higher_ratings() -> None:
    levels = (700, 1100, 1600, 2100)
    ratings = [fitted([(level, level > hardest) for level in levels]) for hardest in (0, 700, 1100, 1600, 2100)]
    assert ratings == sorted(set(ratings))


@pytest.mark.slow
def test_a_win_at_once_is_easy() -> None:
    position = billes.read("balanx", "small", "..11.1/...111/.2..11/2.2.11/22..../2.2.../2.22.. 1")
    found = difficulty(position, [position.move("e4e1")])
    assert found.fails == ()
    assert found.depth == 1
    assert found.rating < 900


@pytest.mark.slow
def test_a_run_that_is_interrupted_goes_on(tmp_path: Path, quits_simple: Path) -> None:
    def maker(name: str, count: int = 6) -> Maker:
        return Maker("quits", "simple", count, tmp_path / name, seed=5, tablebases=quits_simple)

    whole = maker("whole").run().puzzles
    maker("pieces").run(most_games=1)
    with (tmp_path / "pieces").open("a") as out:
        out.write('{"game":1,"seed":5,"puz')  # what a power cut leaves
    told: list[int] = []
    again = maker("pieces").run(lambda found: told.append(found.games)).puzzles
    assert again == whole
    assert told == list(range(2, told[-1] + 1))
    with pytest.raises(ValueError, match="was begun in another way"):
        Maker("quits", "simple", 6, tmp_path / "whole", seed=6, tablebases=quits_simple)


@pytest.mark.slow
def test_what_a_game_gives_does_not_depend_on_the_games_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "judge_of", lambda *_: WinJudge("balanx", 300))  # proofs that often give up
    after_another = Candidates("balanx", "small", 1, exact=False)
    after_another.of_game(0)
    found = after_another.of_game(1)
    assert found
    assert found == Candidates("balanx", "small", 1, exact=False).of_game(1)


@pytest.mark.slow
def test_a_match_is_made_from_second_rounds_that_are_close(tmp_path: Path) -> None:
    found = Maker("bilitaire", "match", 3, tmp_path / "match").run(most_games=4).puzzles
    assert len(found) >= 3
    for one in found:
        *_, number, first, match = one.position.state
        left = sum(half.bit_count() for half in one.position.state[:2])
        assert (number, match) == (2, 1)
        assert 1 <= first <= left + 1
        assert one.goal in ("win", "draw")


def test_a_second_round_can_always_be_won_and_lost() -> None:
    start = billes.start("bilitaire", "round")
    assert {close(start, start, random.Random(seed)).state[6] for seed in range(20)} == {47}  # of 48, one is taken


def test_easy_ones_fill_up_where_hard_ones_are_rare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    easy = [one for one in billes.puzzles("quits", "simple") if one.moves == 1 and not one.fails][:3]
    there = [Candidate(0, 4, easy[2])]
    maker = Maker("quits", "simple", 5, tmp_path / "easy")
    maker.found = Found(0, easy[:2])
    assert list(maker._picked(there)) == []  # two of five are more than 15 %
    monkeypatch.setattr(make, "PATIENCE", 0)
    assert list(maker._picked(there)) == [easy[2]]


def test_only_games_of_two(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="puzzles are for two players"):
        Maker("quits", "four", 3, tmp_path / "four")
