"""Practice: a verdict after every move, and the best defence."""

from __future__ import annotations

from pathlib import Path

import pytest

import billes
from billes.puzzle.practice import Practice
from billes.puzzle.verdict import Verdict

WON = "..11.1/2..111/...1.1/2...11/.2.2../222.../.222.. 1"
LATE = "__oooooo/__.....o/o.__.o__/o.__o.__/o.....__/o..o..__/o......./..o...oo t - 1 -"


@pytest.mark.slow
def test_a_win_against_the_tablebase(quits_simple: Path) -> None:
    one = next(one for one in billes.puzzles("quits", "simple") if one.goal == "win" and (one.plies or 0) > 4)
    practice = Practice(one.position, "win", quits_simple)
    left = one.plies or 0
    while not practice.over:
        best = billes.probe(practice.game.position, quits_simple).best[0]
        verdict = practice.play(best)
        assert verdict.kept
        assert verdict.after == ("win", left - 1)
        if not practice.over:
            practice.reply()
            left -= 2
            assert practice.value == ("win", left)
    assert practice.game.outcome is not None
    assert practice.game.outcome.winner == one.position.player


@pytest.mark.slow
def test_a_mistake_is_told_and_can_be_taken_back(quits_simple: Path) -> None:
    one = next(one for one in billes.puzzles("quits", "simple") if one.goal == "draw")
    practice = Practice(one.position, "draw", quits_simple)
    wrong = next(move for move in one.position.moves if not one.right(0, move))
    verdict = practice.play(wrong)
    assert verdict.kept is False
    assert verdict.after is not None
    assert verdict.after[0] == "loss"
    assert "A mistake: you lose" in str(verdict.sentence)
    practice.reply()
    practice.undo()
    assert practice.game.position == one.position
    hint = practice.hint()
    assert hint is not None
    assert practice.play(hint).kept
    assert practice.own_moves == 1


@pytest.mark.slow
def test_without_a_tablebase_near_wins_are_known(tmp_path: Path) -> None:
    position = billes.read("balanx", "small", WON)
    practice = Practice(position, "win", tmp_path)
    assert practice.value == ("win", 3)
    assert practice.play("d3e3").after == ("win", 2)
    practice.reply()
    assert practice.play("e4e1").after == ("win", 0)
    assert practice.over
    other = Practice(position, "win", tmp_path)
    assert (
        other.play("f4e4" if "f4e4" in {move.text for move in position.moves} else str(position.moves[0])).kept is False
    )


@pytest.mark.slow
def test_the_end_of_a_round_is_known() -> None:
    practice = Practice(billes.read("bilitaire", "round", LATE), "score")
    assert practice.value == ("score", 17)
    assert practice.play("xC4").kept
    practice.undo()
    other = next(move for move in practice.game.position.moves if move.text.startswith("x") and move.text != "xC4")
    assert practice.play(other).kept is False


def test_a_draw_cannot_be_practised_without_a_tablebase(tmp_path: Path) -> None:
    with pytest.raises(billes.NoTablebase, match="billes solve quits standard"):
        Practice(billes.start("quits", "standard"), "draw", tmp_path)


def test_numbers_are_wanted_low_by_one_and_high_by_the_other() -> None:
    assert Verdict(("score", 17), ("score", 16), 1).kept
    assert not Verdict(("score", 17), ("score", 16), 2).kept
    assert Verdict(None, ("draw", None), 1).kept is None
