"""A board in a notebook: what it shows, and what touching does."""

from __future__ import annotations

import json
import random

import pytest

import billes
from billes.core.position import start
from billes.notebook.state import Board

from ..scenes.samples import EVERY


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_a_game_is_played_by_touching(name: str, variant: str) -> None:
    board, chance = Board(start(name, variant)), random.Random(2)
    while len(board.game.moves) < 4:
        shown = board.shown()
        offered = [*shown["spots"], *shown["buttons"]]
        assert offered
        assert all(one["label"] for one in offered)
        for spot in shown["spots"]:
            assert 0 <= spot["x"] <= 1
            assert 0 <= spot["y"] <= 1
            assert 0.01 < spot["r"] < 0.2
        assert len(shown["held"]) <= len(board.touched)
        assert shown["picture"].startswith("<svg")
        json.dumps(shown)
        board.touch(chance.choice(offered)["handle"])
    assert board.shown()["said"]
    before = len(board.game.moves)
    while board.touched:
        board.undo()
    board.undo()
    assert len(board.game.moves) == before - 1


def test_what_may_not_be_touched_changes_nothing() -> None:
    board = Board(start("quits"))
    board.touch("b2")
    assert [spot["handle"] for spot in board.shown()["held"]] == ["b2"]
    board.touch("a5")
    assert board.touched == ()
    board.touch("b2")
    board.touch("c3")
    assert str(board.position) == ".11../1..../1.1.2/...22/..22. 2 -"
    assert board.shown()["said"] == "Light plays b2 to c3."


def test_lines_are_followed_without_being_played() -> None:
    board = Board(start("quits", "simple"), "fr")
    board.think(nodes=200)
    shown = board.shown()
    assert shown["lines"]
    assert shown["words"]["think"] == "Analyser"
    moves = shown["lines"][0]["moves"]
    board.follow(0, 1)
    after = start("quits", "simple").play(moves[0])
    assert board.shown()["text"] == str(after)
    assert board.shown()["lines"][0]["shown"] == 1
    assert (shown["following"], board.shown()["following"]) == (False, True)
    assert board.shown()["turn"] == "À Clair de jouer"
    assert board.shown()["said"].startswith("Clair ")
    assert not board.shown()["spots"]
    assert not board.game.moves
    board.undo()
    assert board.position == start("quits", "simple")
    assert board.shown()["words"]["undo"] == "Annuler"
    board.follow(9, 1)
    assert board.followed is None


def test_a_notebook_without_its_kernel_keeps_the_picture() -> None:
    board = billes.start("quits", "simple").board()
    board.play("b2c3")
    data, _ = board._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["image/svg+xml"].startswith("<svg")
    assert "b2c3" in data["image/svg+xml"]
    assert data["text/plain"] == repr(board.position)
