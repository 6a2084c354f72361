"""Every legal move can be played by touching, and touching leads to legal moves only."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from billes.core.errors import IllegalMove
from billes.core.position import Position, read, start
from billes.games.registry import GAMES
from billes.scenes.build import scene
from billes.scenes.gestures import Anchor, Gestures, Node, anchor, gestures

VARIANTS = [(game, variant) for game, variants in GAMES.items() for variant in variants]
LONGEST = 120


def random_game(game: str, variant: str, seed: int) -> Iterator[Position]:
    """The positions of a random game, the last one included."""
    chance = random.Random(f"{game} {variant} {seed}")
    position = start(game, variant)
    for _ in range(LONGEST):
        yield position
        if not position.moves:
            return
        position = position.play(chance.choice(position.moves))


def inner(tree: Gestures) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Every way to every node of a tree."""
    waiting: list[tuple[tuple[str, ...], int]] = [(tree.prefix, 0)] if tree.nodes else []
    while waiting:
        touches, number = waiting.pop()
        yield touches, tree.nodes[number]
        for handle, target in tree.nodes[number].next.items():
            if isinstance(target, int):
                waiting.append(((*touches, handle), target))


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_gestures_are_the_legal_moves(game: str, variant: str) -> None:
    for seed in range(3):
        for position in random_game(game, variant, seed):
            tree = gestures(position, room=10**6)
            assert {gesture.move for gesture in tree} == {move.text for move in position.moves}
            assert all(node.next and not node.more for node in tree.nodes)


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_every_handle_lies_on_the_scene(game: str, variant: str) -> None:
    for position in random_game(game, variant, 7):
        made = scene(position)
        known = {
            "place": {place.id for place in made.places},
            "store": {store.id for store in made.stores},
            "slab": {slab.id for slab in made.slabs},
            "arrow": {arrow.id for arrow in made.arrows},
        }
        for node in gestures(position).nodes:
            for handle in node.next:
                found = anchor(handle)
                assert found.kind == "button" or found.id in known[found.kind]
            for held in node.held:
                assert held in made.lying or held in known["slab"] or node.shows


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_a_small_tree_goes_on_by_prefix(game: str, variant: str) -> None:
    for position in list(random_game(game, variant, 11))[::5]:
        whole = {(g.touches, g.move) for g in gestures(position, room=10**6)}
        found = set()
        waiting: list[tuple[str, ...]] = [()]
        while waiting:
            tree = gestures(position, waiting.pop(), room=1)
            found |= {(g.touches, g.move) for g in tree}
            waiting += [touches for touches, node in inner(tree) if node.more]
        assert found == whole


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_a_prefix_gives_the_same_as_walking_there(game: str, variant: str) -> None:
    for position in list(random_game(game, variant, 3))[3:40:9]:
        tree = gestures(position, room=10**6)
        for touches, node in list(inner(tree))[:40]:
            again = gestures(position, touches, room=10**6)
            reached = tree.walk(touches)
            assert reached == node
            assert (again.nodes[0].ask, again.nodes[0].held, again.nodes[0].shows) == (node.ask, node.held, node.shows)
            assert set(again.nodes[0].next) == set(node.next)


def moves_by(position: Position, *touches: str) -> Node | str:
    return gestures(position).walk(touches)


def node_by(position: Position, *touches: str) -> Node:
    node = moves_by(position, *touches)
    assert isinstance(node, Node)
    return node


def test_pylos_places_with_one_touch_or_by_way_of_the_reserve() -> None:
    position = start("pylos")
    assert moves_by(position, "1b2") == "1b2"
    assert moves_by(position, "reserve:1", "1b2") == "1b2"
    assert node_by(position).ask == "pylos.place"
    assert node_by(position, "reserve:1").held == ("reserve1.15",)


SQUARE = "11..1...22.2..../........./..../. 1"


def test_pylos_asks_for_one_or_two_balls_back() -> None:
    position = read("pylos", "standard", SQUARE)
    asked = node_by(position, "1b2")
    assert asked.ask == "pylos.take.square"
    assert set(asked.next) == {"1a1", "1b1", "1a2", "1b2"}
    assert [motion.kind for motion in asked.shows] == ["place"]
    assert moves_by(position, "1b2", "1a2", "done") == "1b2-1a2"
    assert moves_by(position, "1b2", "1b2", "1a1") == "1b2-1a1-1b2"
    assert moves_by(position, "reserve:1", "1b2", "1a1", "1b2") == "1b2-1a1-1b2"
    with pytest.raises(IllegalMove, match="touching 1b2 done"):
        moves_by(position, "1b2", "done")


def test_pylos_icga_may_keep_all() -> None:
    position = read("pylos", "standard-icga", SQUARE)
    assert node_by(position, "1b2").ask == "pylos.take.may.square"
    assert moves_by(position, "1b2", "done") == "1b2"
    assert moves_by(position, "1b2", "1b1", "done") == "1b2-1b1"


def test_pylos_takes_a_freed_ball_after_the_one_that_lay_on_it() -> None:
    position = read("pylos", "standard", "22...2.2.11.2121/.......2./..../. 2")
    assert moves_by(position, "1a2", "2b3", "1c4") == "1a2-1c4-2b3"
    assert "1c4" not in node_by(position, "1a2").next
    assert {gesture.touches for gesture in gestures(position) if gesture.move == "1a2-1c4-2b3"} == {
        ("1a2", "2b3", "1c4"),
        ("reserve:2", "1a2", "2b3", "1c4"),
    }


def test_pylos_raises_and_takes_back() -> None:
    position = read("pylos", "standard", "212.121.212....1/11.1...../..../. 1")
    assert node_by(position).ask == "pylos.turn"
    assert node_by(position, "1d4").held == ("1d4",)
    assert [motion.kind for motion in node_by(position, "1d4", "2b2").shows] == ["raise"]
    assert moves_by(position, "1d4", "2b2", "2b2", "2a1") == "1d4>2b2-2a1-2b2"


def test_pylos_line_of_an_expert() -> None:
    position = read("pylos", "expert", "111.222.22....../........./..../. 1")
    assert node_by(position, "1d1").ask == "pylos.take.line"


def test_quits_steps_slides_and_names_the_forbidden_slide() -> None:
    position = start("quits")
    assert moves_by(position, "b2", "c3") == "b2c3"
    assert moves_by(position, "arrow:2>") == "2>"
    assert node_by(position, "b2").held == ("b2",)
    barred = read("quits", "standard", "..11./11.../1..22/..2.2/...2. 1 c^")
    assert (node_by(barred).ask, node_by(barred).params) == ("quits.turn.barred", {"slide": "c^"})
    assert "arrow:c^" not in node_by(barred).next


def test_quits_pass() -> None:
    position = read("quits", "four", "2.114/1..34/.2.3./...3./2...4 4 4<")
    assert dict(node_by(position).next) == {"pass": "pass"}
    assert anchor("pass") == Anchor("button", "pass")


def test_bilitaire_pushes_from_behind() -> None:
    position = read(
        "bilitaire", "round", "____oo__/____oo__/oooooo__/o.o.oo__/oooooooo/oooooooo/oooooooo/oooooooo t - 1 -"
    )
    tree = gestures(position)
    by = {gesture.touches[:2]: gesture.move.partition("!")[0] for gesture in tree}
    assert by["tray:A2", "slot:D2"] == "A2C2>1"
    assert by["tray:B2", "slot:D2"] == "B2C2>1"
    assert by["tray:C2", "slot:D2"] == "C2>1"
    assert by["tray:C1", "slot:A1"] == "C1<2"
    assert ("tray:B2", "slot:B1") in by


def test_bilitaire_announces_only_where_it_can() -> None:
    seen = set()
    for position in random_game("bilitaire", "round", 5):
        tree = gestures(position)
        for _, node in inner(tree):
            if node.ask == "bilitaire.announce":
                seen.add("asked")
                assert "done" in node.next
                assert f"announce:{node.params['most']}" in node.next
                assert node.shows
        seen |= {"unasked" for gesture in tree if gesture.touches[0].startswith("tray:") and len(gesture.touches) == 2}
    assert seen == {"asked", "unasked"}


def test_bilitaire_jumps_hole_by_hole() -> None:
    for seed in range(50):
        for position in random_game("bilitaire", "round", seed):
            if str(position).split()[1:3] == ["m", "3"]:
                gesture = next(iter(gestures(position)))
                assert "".join(gesture.touches) == gesture.move
                node = node_by(position, *gesture.touches[:2])
                assert (node.ask, node.params, node.held) == (
                    "bilitaire.jumps.on",
                    {"place": gesture.touches[1], "left": 2, "jumps": 3},
                    (gesture.touches[1],),
                )
                assert [motion.kind for motion in node.shows] == ["jump", "leave"]
                return
    raise AssertionError("no triple was announced")


def test_a_game_that_is_over_offers_nothing() -> None:
    *_, last = random_game("quits", "simple", 0)
    assert last.outcome
    assert gestures(last) == Gestures(())


def test_wrong_prefixes_are_refused() -> None:
    position = start("quits")
    for prefix in (("c3",), ("b2", "b3"), ("b2", "c3"), ("reserve:1",)):
        with pytest.raises(IllegalMove):
            gestures(position, prefix)


def test_trees_are_small() -> None:
    for game, variant in VARIANTS:
        for position in list(random_game(game, variant, 2))[::4]:
            assert len(json.dumps(gestures(position).as_dict())) < 300_000
