"""Analysis of whole games, hints, and scores that print themselves."""

from __future__ import annotations

from typing import get_args

import pytest

from billes.core.game import Game
from billes.core.position import read, start
from billes.core.sentences import render
from billes.engine.analysis import Mark, Remark, hint, review
from billes.engine.levels import choose
from billes.engine.score import Score


def test_scores_print() -> None:
    """Marbles, or how many moves to the end."""
    assert str(Score(125)) == "+1.25"
    assert str(Score(-40)) == "-0.40"
    assert str(Score(30000 - 7)) == "wins in 7"
    assert str(Score(6 - 30000)) == "loses in 6"
    assert str(Score(400, left=12.0)) == str(Score(-400, left=12.0)) == "12.0 marbles left"
    assert Score(30000 - 7).wins_in == 7
    assert Score(30000 - 7).loses_in is None
    assert Score(30000 - 7) > Score(125) > Score(6 - 30000)


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (Score(125), "+1,25"),
        (Score(30000 - 7), "gagne en 7"),
        (Score(6 - 30000), "perd en 6"),
        (Score(29001, exact=True), "gagne"),
        (Score(-29001, exact=True), "perd"),
        (Score(0, exact=True), "nulle"),
        (Score(400, left=12.0), "12,0 billes restantes"),
    ],
)
def test_scores_in_french(score: Score, words: str) -> None:
    assert render(score.sentence, "fr") == words


def test_review() -> None:
    """Every move gets a mark; a mistake comes with the better move."""
    game = Game("quits", "simple", start="..2../..1../...../...1./..122 1 -").play("c2b3")
    while game.outcome is None:
        game.play(choose(game, 5, seed=2))
    seen: list[Remark] = []
    remarks = review(game, nodes=20_000, progress=seen.append)
    assert remarks == seen
    assert len(remarks) == len(game.moves)
    for ply, (remark, move) in enumerate(zip(remarks, game.moves, strict=True), 1):
        assert remark.mark in get_args(Mark)
        assert remark.move == move
        assert remark.ply == ply
        assert (remark.better is None) == (remark.mark == "best")
    assert remarks[0].mark == "mistake"
    assert str(remarks[0].better.move if remarks[0].better else None) == "5<"
    assert remarks[-1].mark == "best"


def test_review_of_four() -> None:
    """A game of four is judged too."""
    game = Game("quits", "four")
    for _ in range(6):
        game.play(choose(game, 1, seed=2))
    assert len(review(game, nodes=5_000)) == 6


def test_hint() -> None:
    """A hint is a line; none when the game is over."""
    line = hint(start("pylos", "children"), seconds=0.05)
    assert line is not None
    assert line.move in start("pylos", "children").moves
    assert hint(read("quits", "simple", "...../11.../...../...22/...2. 2 -")) is None
