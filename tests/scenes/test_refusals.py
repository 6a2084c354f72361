"""Whatever is touched in vain, a sentence says why."""

from __future__ import annotations

import random

import pytest

from billes.core.position import read, start
from billes.games.registry import GAMES
from billes.scenes.build import scene
from billes.scenes.gestures import gestures
from billes.scenes.sentences import refusal, render

VARIANTS = [(game, variant) for game, variants in GAMES.items() for variant in variants]


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_every_touch_in_vain_has_a_reason(game: str, variant: str) -> None:
    chance = random.Random(variant)
    position = start(game, variant)
    for _ in range(40):
        made = scene(position)
        handles = [place.id for place in made.places if place.kind != "seat"]
        if game == "bilitaire":
            handles = [f"slot:{h}" if h[0] in "ABCD" else h for h in handles]
            handles += [f"tray:{slab.on}" for slab in made.slabs if slab.on]
        handles += [f"arrow:{arrow.id}" for arrow in made.arrows]
        handles += [f"reserve:{store.owner}" for store in made.stores if store.kind == "reserve"]
        tree = gestures(position)
        if not tree.nodes:
            assert refusal(position, handles[0]).key == "refused.over"
            return
        gesture = chance.choice(list(tree))
        for n in range(len(gesture.touches)):
            node = tree.walk(gesture.touches[:n])
            assert not isinstance(node, str)
            for handle in handles:
                if handle not in node.next:
                    said = refusal(position, handle, gesture.touches[:n])
                    assert render(said, "fr") not in (said.key, "")
                    # With nothing in hand there is always something better to say than no.
                    assert said.key != "refused" or n, (str(position), handle)
        position = position.play(gesture.move)


def test_reasons_of_pylos() -> None:
    position = read("pylos", "standard", "22...2.2.11.2121/.......2./..../. 2")
    assert refusal(position, "1b3").key == "refused.theirs"
    assert refusal(position, "1c4").key == "refused.pylos.carries"
    assert refusal(position, "2a1").key == "refused.pylos.support"
    assert refusal(position, "reserve:1").key == "refused.theirs"
    assert refusal(position, "1d4", ["1a2"]).key == "refused.theirs"
    assert refusal(position, "1c1", ["1a2"]).key == "refused.pylos.take"
    assert refusal(position, "1c1", ["reserve:2", "1a2", "2b3"]).key == "refused.pylos.take"


def test_reasons_of_quits() -> None:
    position = read("quits", "standard", "..11./11.../1..22/..2.2/...2. 1 c^")
    assert refusal(position, "arrow:c^").key == "refused.quits.barred"
    assert refusal(position, "arrow:4>").key == "refused.quits.none"
    assert render(refusal(position, "arrow:3>")) == "The end tile e3 must be empty."
    assert refusal(position, "e3").key == "refused.theirs"
    assert refusal(position, "c3").key == "refused.empty"
    assert refusal(position, "b3", ["b2"]).key == "refused.quits.step"


def test_reasons_of_balanx() -> None:
    position = start("balanx")
    assert refusal(position, "a8").key == "refused.stuck"
    assert refusal(position, "d4", ["a6"]).key == "refused.balanx.where"


def test_reasons_of_bilitaire() -> None:
    position = start("bilitaire")
    assert refusal(position, "tray:B1").key == "refused.bilitaire.marbles"
    position = position.play("xd4")
    assert refusal(position, "d3").key == "refused.bilitaire.trays"
    assert refusal(position, "slot:A1").key == "refused.bilitaire.tray.first"
    assert refusal(position, "tray:B2").key == "refused.bilitaire.tray"
    assert refusal(position, "slot:D4", ["tray:B1"]).key == "refused.bilitaire.slot"
