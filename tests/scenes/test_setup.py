"""Trays are set up by hand, and what a gesture ends in is the text of the board as it then stands."""

from __future__ import annotations

import pytest

from billes.core.position import read, start
from billes.games.registry import GAMES
from billes.scenes.build import scene
from billes.scenes.gestures import Node, anchor
from billes.scenes.sentences import Sentence, languages, render
from billes.scenes.setup import labels, setup

MIDDLE = "o.oo.o../oooooooo/__.o.o__/__oooo__/__o..o__/__o.oo__/oooo.o.o/oooo.o.o m - 1 -"


def made(text: str, *touches: str) -> str:
    found = setup("bilitaire", text).walk(touches)
    assert isinstance(found, str)
    return found


def test_a_tray_goes_to_a_free_slot_with_its_marbles() -> None:
    after = made(MIDDLE, "tray:A1", "slot:A2")
    assert after == "__oo.o../__oooooo/o..o.o__/oooooo__/__o..o__/__o.oo__/oooo.o.o/oooo.o.o m - 1 -"
    assert {slab.on for slab in scene(read("bilitaire", "match", after)).slabs if slab.kind == "tray"} >= {"A2"}
    assert made(after, "tray:A2", "slot:A1") == MIDDLE


def test_a_tray_is_taken_off_and_another_put_on() -> None:
    after = made(MIDDLE, "tray:A1", "remove")
    assert after.startswith("__oo.o../__oooooo/")
    assert made(after, "slot:D3").split("/")[4:6] == ["__o..o..", "__o.oo.."]
    assert all(not handle.startswith("slot:") for handle in setup("bilitaire", MIDDLE).nodes[0].next)


def test_what_cannot_stand_is_told_by_whoever_reads_it() -> None:
    text = made(str(start("bilitaire")), "tray:B1", "slot:A1")
    with pytest.raises(ValueError, match="all 48 marbles"):
        read("bilitaire", "match", text)


def test_every_handle_lies_on_the_scene_and_has_a_name() -> None:
    graph = setup("bilitaire", MIDDLE)
    shown = scene(read("bilitaire", "match", MIDDLE))
    known = {place.id for place in shown.places} | {slab.id for slab in shown.slabs}
    names = labels("bilitaire", graph)
    for node in graph.nodes:
        for language in languages():
            for key in (f"ask.{node.ask}", f"ask.{node.ask}.more"):
                assert render(Sentence(key, node.params), language) not in (key, "")
        for handle in node.next:
            assert handle == "remove" or anchor(handle).id in known
            assert render(names[handle], "fr")
        assert all(held in known for held in node.held)
    held = graph.walk(["tray:B1"])
    assert isinstance(held, Node)
    assert held.held == ("tray-B1",)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "bilitaire"])
def test_other_games_have_nothing_of_the_kind(game: str) -> None:
    assert setup(game, str(start(game))).nodes == ()


@pytest.mark.parametrize("text", ["", "o", "oo/oo m - 1 -", "/" * 7])
def test_a_text_that_is_none_has_nothing_to_set_up(text: str) -> None:
    assert setup("bilitaire", text).nodes == ()
