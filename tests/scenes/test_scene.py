"""A scene holds what the position text says, and its things fit together in space."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given

from billes.core.position import Move, Position, read, start
from billes.scenes import scene
from billes.scenes.grid import outline
from billes.scenes.scene import Flat, Mark, Place, Scene

from .samples import EVERY, calm, game, marbles, positions


def played(made: Scene) -> list[Place]:
    return [place for place in made.places if place.kind in ("bowl", "pocket")]


def marks(made: Scene) -> set[tuple[str, ...]]:
    """The marks in short: kind, places, slabs."""
    return {(mark.kind, *mark.places, *mark.slabs) for mark in made.marks}


def after(name: str, variant: str, text: str, move: str) -> Scene:
    return scene(read(name, variant, text).play(move))


# ------------------------------------------------------------------------------------------------- what lies where
@calm
@given(positions())
def test_every_marble_of_the_text_lies_on_its_place(position: Position) -> None:
    made = scene(position)
    on_board = {place.id for place in played(made)}
    lying = {m.place: "o" if m.matter == "ribbon" else str(m.owner) for m in made.marbles if m.place in on_board}
    assert lying == marbles(position)
    assert len(made.marbles) == len(made.lying)


@calm
@given(positions())
def test_all_references_lead_somewhere(position: Position) -> None:
    made = scene(position)
    slabs = {slab.id for slab in made.slabs}
    assert len(made.by_id) == len(made.places)
    assert len(slabs) == len(made.slabs)
    named = [place for groove in made.grooves for place in groove.places]
    named += [place for zone in made.zones for place in zone.places]
    named += [seat for store in made.stores for seat in store.seats]
    named += [place for mark in made.marks for place in mark.places]
    assert set(named) | made.lying.keys() <= made.by_id.keys()
    assert {slab for mark in made.marks for slab in mark.slabs} <= slabs
    assert {place.on for place in made.places} <= slabs | {groove.id for groove in made.grooves} | {""}
    assert json.loads(json.dumps(made.as_dict(), allow_nan=False))["text"] == str(position)


@calm
@given(positions())
def test_no_two_marbles_touch_each_other_too_closely(position: Position) -> None:
    made = scene(position)
    for one, other in combinations(made.marbles, 2):
        apart = math.dist(made.by_id[one.place].at, made.by_id[other.place].at)
        assert apart > one.radius + other.radius - 0.025, (one, other)


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_files_run_right_and_rank_1_is_nearest(name: str, variant: str) -> None:
    for one, other in combinations(played(scene(start(name, variant))), 2):
        if one.level == other.level:
            assert (one.id[-2] < other.id[-2]) == (one.at[0] < other.at[0])
            assert (one.id[-1] < other.id[-1]) == (one.at[2] > other.at[2])


def test_a_ball_of_pylos_rests_on_four_others() -> None:
    made = scene(start("pylos"))
    for place in played(made):
        if place.level > 1:
            touching = [
                below
                for below in played(made)
                if below.level == place.level - 1 and math.dist(below.at, place.at) == pytest.approx(1, abs=0.002)
            ]
            assert len(touching) == 4


def test_a_pocket_of_pylos_opens_when_its_supports_are_filled() -> None:
    made = scene(read("pylos", "standard", "12..21........../........./..../. 1"))
    assert [place.id for place in played(made) if place.kind == "pocket" and place.open] == ["2a1"]


# -------------------------------------------------------------------------------------------------- what is counted
@calm
@given(positions())
def test_marbles_beside_the_board_are_those_missing_on_it(position: Position) -> None:
    made = scene(position)
    on_board = list(marbles(position).values())
    begun = scene(start(position.game, position.variant))
    for store in made.stores:
        seated = [seat in made.lying for seat in store.seats]
        assert seated == sorted(seated, reverse=True), "seats are filled in order"
        full = sum(marble.owner == store.owner for marble in begun.marbles)
        assert sum(seated) == full - on_board.count(str(store.owner) if store.owner else "o")


@calm
@given(positions())
def test_one_player_is_to_move_until_the_end(position: Position) -> None:
    made = scene(position)
    moving = [player.number for player in made.players if player.to_move]
    assert len(made.players) == position.players
    if position.outcome is None:
        assert moving == [position.player]
        assert made.ending is None
    else:
        assert moving == []
        assert made.ending is not None
        winner = position.outcome.winner
        assert [player.number for player in made.players if player.won] == ([winner] if winner else [])


def test_bilitaire_tells_roles_announcement_and_score() -> None:
    board = "__oo__oo/__oo__oo/oo__ooo./o.__.o../oooo.o.o/oooooooo/__oooooo/__oooooo"
    made = scene(read("bilitaire", "match", f"{board} m 2 2 12"))
    assert [(player.number, player.role) for player in made.players] == [(1, "trays"), (2, "marbles")]
    assert {count.name: count.value for count in made.counts} == {"round": 2, "score": 12, "announced": 2}
    assert {count.name: count.value for count in made.players[1].counts} == {"marbles": 41, "taken": 7}


# ------------------------------------------------------------------------------------------------- wood and grooves
@pytest.mark.parametrize(("variant", "grooves"), [("standard", 31), ("small", 24), ("large", 40)])
def test_balanx_grooves_hold_every_place_once(variant: str, grooves: int) -> None:
    made = scene(start("balanx", variant))
    runs = [groove.places for groove in made.grooves if not groove.track]
    assert sorted(place for run in runs for place in run) == sorted(place.id for place in played(made))
    assert len(runs) == grooves
    assert all(len(run) == 1 or (run[0][0] == run[1][0] and int(run[1][1]) - int(run[0][1]) == 1) for run in runs)


def area(ring: tuple[Flat, ...]) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))) / 2


@pytest.mark.parametrize("variant", ["standard", "small", "large"])
def test_balanx_outlines_enclose_the_arrival_zones(variant: str) -> None:
    made = scene(start("balanx", variant))
    assert [len(zone.places) for zone in made.zones] == [10, 10]
    for zone in made.zones:
        assert area(zone.outline) == pytest.approx(10)
        holds = {made.lying[place].owner for place in zone.places}
        assert holds == {3 - zone.owner}, "a zone is where the other one starts"


def test_outline_of_a_step_has_six_corners() -> None:
    assert len(outline([(0, 0), (1, 0), (0, 1)])) == 6
    assert set(outline([(0, 0)], 1)) == {(-1, -1), (1, -1), (1, 1), (-1, 1)}


def test_balanx_leans_to_the_player_to_move() -> None:
    white = scene(start("balanx"))
    black = scene(start("balanx").play("d8e8"))
    for made, player, sign in ((white, 1, 1), (black, 2, -1)):
        assert made.tilt is not None
        assert (made.tilt.towards, math.copysign(1, made.tilt.degrees)) == (player, sign)
        steel = [made.by_id[marble.place].at[2] for marble in made.marbles if marble.matter == "steel"]
        assert len(steel) == 2
        assert all(math.copysign(1, z) == sign for z in steel), "steel balls lie at the low end"


@calm
@given(positions())
def test_trays_stand_where_the_text_has_holes(position: Position) -> None:
    made = scene(position)
    if position.game == "bilitaire":
        rows = str(position).split()[0].split("/")
        stand = {f"{'ABCD'[f // 2]}{r // 2 + 1}" for r in range(8) for f in range(8) if rows[r][f] != "_"}
        assert {slab.on for slab in made.slabs if slab.kind == "tray" and not slab.beside} == stand
        assert len([slab for slab in made.slabs if slab.kind == "tray"]) == 12


# ---------------------------------------------------------------------------------------------------- the last move
def test_marks_of_pylos() -> None:
    square = "11..1.....2.22.2/........./..../. 1"
    assert marks(after("pylos", "standard", square, "1b2-1a1")) == {("rest", "1b2"), ("taken", "1a1")}
    assert marks(after("pylos", "standard", square, "1b2-1a1-1b2")) == {("taken", "1a1"), ("taken", "1b2")}
    high = "12..21........1./........./..../. 1"
    assert marks(after("pylos", "standard", high, "1c4>2a1")) == {
        ("path", "1c4", "2a1"),
        ("from", "1c4"),
        ("rest", "2a1"),
    }


def test_marks_of_quits() -> None:
    step = {("path", "b2", "c3"), ("from", "b2"), ("rest", "c3")}
    assert marks(after("quits", "standard", ".11../11.../1...2/...22/..22. 1 -", "b2c3")) == step
    made = after("quits", "standard", ".11../11.../1...2/...22/..22. 1 -", "2>")
    (slid,) = made.marks
    assert set(slid.slabs) == {f"tile-{file}2" for file in "abcde"}
    assert slid.towards == (1, 0)
    assert [arrow.id for arrow in made.arrows if arrow.barred] == ["2<"]
    out = after("quits", "standard", ".11../1..../1...2/...1./..22. 1 -", "d4e5")
    assert ("taken", "e5") in marks(out), "it left at its goal"


def test_marks_of_balanx_follow_the_roll() -> None:
    # b8 lands on b5, the upper place of an empty groove; when the board leans to Black it stays there.
    made = scene(start("balanx").play("b8b5"))
    assert marks(made) == {("path", "b8", "b5"), ("from", "b8"), ("rest", "b5")}
    for seed in range(3):
        for position in game("balanx", "standard", seed):
            made = scene(position)
            for mark in made.marks:
                if mark.kind == "rest":
                    assert made.lying[mark.places[0]].owner == 3 - position.player
                if mark.kind == "via":
                    assert mark.places[0] not in made.lying


def test_marks_of_bilitaire() -> None:
    opening = scene(start("bilitaire").play("xd4"))
    assert marks(opening) == {("taken", "d4")}
    slid = scene(start("bilitaire").play("xd4").play("B1<1"))
    assert marks(slid) == {("gone", "B1"), ("slid", "tray-A1")}
    assert marks(as_if("d4d6f6")) == {
        ("path", "d4", "d6", "f6"),
        ("from", "d4"),
        ("via", "d6"),
        ("taken", "d5"),
        ("taken", "e6"),
        ("rest", "f6"),
    }
    assert marks(as_if("B1B3^1!3")) == {("gone", "B1"), ("slid", "tray-B2", "tray-B3", "tray-B4")}
    assert marks(as_if("xB1")) == {("gone", "B1")}


def as_if(move: str) -> Scene:
    """The start of Bi-litaire as if this move had led to it."""
    return scene(start("bilitaire"), last=move)


def test_the_move_that_ends_round_one_marks_nothing() -> None:
    board = "__oooo__/__oooo__/oooooooo/oooooooo/oooooooo/oooooooo/__oooo__/__oooo__"
    assert scene(read("bilitaire", "match", f"{board} m - 2 9"), last="B1<1").marks == ()


def test_last_is_the_positions_own_unless_told() -> None:
    position = start("pylos").play("1a1")
    assert scene(position).last == "1a1"
    assert scene(position).marks == (Mark("rest", ("1a1",)),)
    assert scene(position, last="").marks == ()
    assert scene(position, last="1a1") == scene(position)
    assert scene(start("pylos")).last == ""
    move = position.last
    assert isinstance(move, Move)
    assert scene(replace(position, last=None), last=move).last == "1a1"
