"""Replaying the motions of a move on the scene before it gives the scene after it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import groupby

import pytest

from billes.core.position import Position, read, start
from billes.games.registry import GAMES
from billes.scenes.build import scene
from billes.scenes.gestures import Node, gestures
from billes.scenes.motions import Motion, motions
from billes.scenes.scene import Matter, Scene

VARIANTS = [(game, variant) for game, variants in GAMES.items() for variant in variants]

Things = tuple[dict[str, tuple[int, Matter]], set[str], int]
"""Owner and matter of the marbles by place, the slabs, and the player the board leans to."""


def things(made: Scene) -> Things:
    lying = {marble.place: (marble.owner, marble.matter) for marble in made.marbles}
    return lying, {slab.id for slab in made.slabs}, made.tilt.towards if made.tilt else 0


def replay(before: Things, moved: Sequence[Motion]) -> Things:
    """Apply motions as a page does: step by step, those of a step all at once."""
    lying, slabs, tilt = dict(before[0]), set(before[1]), before[2]
    for _, group in groupby(moved, key=lambda motion: motion.step):
        together = list(group)
        carried = [(m.to, lying.pop(m.what)) for m in together if m.thing == "marble"]
        assert len({to for to, _ in carried}) == len(carried)
        assert not {to for to, _ in carried} & lying.keys()
        lying.update(carried)
        wood = [m for m in together if m.thing == "slab"]
        assert {m.what for m in wood} <= slabs
        slabs -= {m.what for m in wood}
        assert not {m.to for m in wood} & slabs
        slabs |= {m.to for m in wood}
        for m in together:
            if m.thing == "board":
                assert tilt != int(m.to)
                tilt = int(m.to)
    return lying, slabs, tilt


def random_pair(game: str, variant: str, seed: int) -> list[tuple[Position, Position]]:
    chance = random.Random(f"{variant} {game} {seed}")
    position = start(game, variant)
    pairs: list[tuple[Position, Position]] = []
    while position.moves and len(pairs) < 150:
        after = position.play(chance.choice(position.moves))
        pairs.append((position, after))
        position = after
    return pairs


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_motions_lead_from_scene_to_scene(game: str, variant: str) -> None:
    for seed in range(6):
        for before, after in random_pair(game, variant, seed):
            moved = motions(before, after)
            assert [m.step for m in moved] == sorted(m.step for m in moved)
            assert replay(things(scene(before)), moved) == things(scene(after))


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_what_a_hand_has_seen_is_how_the_motions_begin(game: str, variant: str) -> None:
    chance = random.Random(variant)
    for before, _ in random_pair(game, variant, 20)[::3]:
        tree = gestures(before, room=10**6)
        ways = list(tree)
        for gesture in chance.sample(ways, min(12, len(ways))):
            moved = motions(before, before.play(gesture.move), gesture.touches)
            seen = 0
            for n in range(1, len(gesture.touches)):
                node = tree.walk(gesture.touches[:n])
                assert isinstance(node, Node)
                for shown in node.shows:
                    part = moved[seen]
                    assert (shown.kind, shown.what, shown.to, shown.via) == (part.kind, part.what, part.to, part.via)
                    seen += 1
            last = tree.walk(gesture.touches[:-1])
            assert isinstance(last, Node)
            for shown in last.ends.get(gesture.touches[-1], ()):
                part = moved[seen]
                assert (shown.kind, shown.what, shown.to, shown.via) == (part.kind, part.what, part.to, part.via)
                seen += 1
            assert bool(seen) == bool(moved and gesture.move != "pass"), "what is touched moves before any answer"


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_what_passes_by_lies_on_the_board(game: str, variant: str) -> None:
    for before, after in random_pair(game, variant, 30):
        ids = scene(before).by_id
        assert all(place in ids for motion in motions(before, after) for place in motion.via)


def test_a_raise_with_balls_taken_back_in_the_order_of_the_hand() -> None:
    position = read("pylos", "standard", "212.121.212....1/11.1...../..../. 1")
    after = position.play("1d4>2b2-2a1-2b2")
    assert motions(position, after) == (
        Motion("raise", "1d4", "2b2"),
        Motion("take", "2a1", "reserve1.8", 1),
        Motion("take", "2b2", "reserve1.9", 2),
    )
    assert motions(position, after, ("1d4", "2b2", "2b2", "2a1"))[1:] == (
        Motion("take", "2b2", "reserve1.8", 1),
        Motion("take", "2a1", "reserve1.9", 2),
    )


def test_a_freed_ball_goes_after_the_one_that_lay_on_it() -> None:
    position = read("pylos", "standard", "22...2.2.11.2121/.......2./..../. 2")
    assert [m.what for m in motions(position, position.play("1a2-1c4-2b3"))][1:] == ["2b3", "1c4"]


def test_a_step_out_of_the_board() -> None:
    position = read("quits", "standard", "...../.11../...../...1./2222. 1 -")
    moved = motions(position, position.play("d4e5"))
    assert [(m.kind, m.what, m.to, m.step) for m in moved] == [
        ("step", "d4", "e5", 0),
        ("leave", "e5", "out1.3", 1),
    ]


def test_a_jump_rolls_on_and_the_board_tilts() -> None:
    position = start("balanx")
    moved = motions(position, position.play("a6a4"))
    assert moved[0] == Motion("jump", "a6", "a4", via=("a5",))
    assert Motion("roll", "a4", "a3", 1) in moved
    assert Motion("tilt", "board", "2", 2, "board") in moved
    assert Motion("roll", "left1", "left2", 2, delay=0.45) in moved


def test_round_one_ends_with_everything_put_back() -> None:
    ends = 0
    for seed in range(6):
        for before, after in random_pair("bilitaire", "match", seed):
            if str(before).split()[3] != str(after).split()[3]:
                ends += 1
                assert motions(before, after)[-1].kind == "place"
    assert ends


def test_a_position_without_a_last_move_has_no_motions() -> None:
    with pytest.raises(ValueError, match=r"Position\.play"):
        motions(start("pylos"), start("pylos"))
