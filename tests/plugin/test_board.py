"""How Three Men's Morris looks and is handled."""

from __future__ import annotations

from itertools import pairwise

import pytest

from billes.core.position import Position, read, start
from billes.scenes.build import scene
from billes.scenes.gestures import Node, gestures
from billes.scenes.motions import Motion, motions

from .solution import positions

SLIDING = "1.2/.12/21. 1"


def node_by(position: Position, *touches: str) -> Node:
    node = gestures(position).walk(touches)
    assert isinstance(node, Node)
    return node


def test_the_board_shows_its_lines() -> None:
    made = scene(start("morris"))
    assert len(made.lines) == 8
    slides = {pair for line in made.lines for pair in pairwise(line.places)}
    assert len(slides) == 16
    seen = set()
    for text in positions("standard"):
        seen |= {(move.text[:2], move.text[2:]) for move in read("morris", "standard", text).moves if move.text[2:]}
    assert seen == slides | {(there, here) for here, there in slides}


def test_the_cups_hold_the_marbles_that_are_not_placed() -> None:
    position = start("morris")
    placed = {"b2": (2, 3), "a1": (2, 2), "a3": (1, 2), "c1": (1, 1), "b1": (0, 1), "b3": (0, 0)}
    for move, left in placed.items():
        position = position.play(move)
        made = scene(position)
        assert tuple(player.counts[0].value for player in made.players) == left
        for store, count in zip(made.stores, left, strict=True):
            assert [seat in made.lying for seat in store.seats] == [n < count for n in range(3)]


def test_a_marble_is_placed_by_one_touch_or_from_the_cup() -> None:
    position = start("morris")
    assert gestures(position).walk(["b2"]) == "b2"
    assert gestures(position).walk(["reserve:1", "b2"]) == "b2"
    assert node_by(position).ask == "morris.place"
    assert node_by(position, "reserve:1").held == ("reserve1.3",)
    assert motions(position, position.play("b2")) == (Motion("place", "reserve1.3", "b2"),)


@pytest.mark.parametrize(("variant", "ask"), [("standard", "morris.slide"), ("free", "morris.move")])
def test_a_marble_is_moved_by_two_touches(variant: str, ask: str) -> None:
    position = read("morris", variant, SLIDING)
    assert "reserve:1" not in node_by(position).next
    assert node_by(position).ask == ask
    held = node_by(position, "b2")
    assert (held.ask, held.params, held.held) == (f"{ask}.where", {"place": "b2"}, ("b2",))
    assert gestures(position).walk(["b2", "b1"]) == "b2b1"


def test_where_marbles_may_move_anywhere_they_go_through_the_air() -> None:
    for variant, move, kind in (("standard", "b3c3", "step"), ("free", "b3c3", "jump"), ("free", "a1c3", "jump")):
        position = read("morris", variant, SLIDING)
        assert [motion.kind for motion in motions(position, position.play(move))] == [kind]


def test_the_last_move_is_marked() -> None:
    marks = scene(start("morris").play("b2")).marks
    assert [(mark.kind, mark.places) for mark in marks] == [("rest", ("b2",))]
    marks = scene(read("morris", "standard", SLIDING).play("b2b1")).marks
    assert [(mark.kind, mark.places) for mark in marks] == [
        ("path", ("b2", "b1")),
        ("from", ("b2",)),
        ("rest", ("b1",)),
    ]
