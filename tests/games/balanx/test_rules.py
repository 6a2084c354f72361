"""Balanx, sentence by sentence."""

from __future__ import annotations

import pytest

import billes
from billes import Position
from billes.games.balanx import rules as balanx

from ...core.helpers import bad, random_game, texts


def at(text: str, variant: str = "standard") -> Position:
    return billes.read("balanx", variant, text)


def from_(position: Position, place: str) -> set[str]:
    return {text[2:] for text in texts(position) if text.startswith(place)}


STARTS = {
    "standard": "...2222/....222/.....22/......2/1....../11...../111..../1111... 1",
    "small": "..2222/...222/....22/1....2/11..../111.../1111.. 1",
    "large": "....2222/.....222/......22/.......2/......../1......./11....../111...../1111.... 1",
}


@pytest.mark.parametrize("variant", list(STARTS))
def test_starts(variant: str) -> None:
    start = billes.start("balanx", variant)
    assert str(start) == STARTS[variant]
    assert at(STARTS[variant], variant) == start


GROOVES = {
    "standard": {"a": "12 34 56 78", "b": "1 23 45 67 8"},
    "small": {"a": "1 23 45 67", "b": "12 34 56 7"},
    "large": {"a": "1 23 45 67 89", "b": "12 34 56 78 9"},
}


@pytest.mark.parametrize("variant", list(GROOVES))
def test_grooves(variant: str) -> None:
    files, ranks = {"standard": (7, 8), "small": (6, 7), "large": (8, 9)}[variant]
    assert balanx.size(balanx.NUMBER[variant]) == (files, ranks)
    wanted = {
        tuple(f"{file}{rank}" for rank in groove)
        for number, file in enumerate("abcdefgh"[:files])
        for groove in GROOVES[variant]["ab"[number % 2]].split()
    }
    assert set(balanx.grooves(balanx.NUMBER[variant])) == wanted


@pytest.mark.parametrize("variant", list(GROOVES))
def test_zones_are_the_others_start_made_of_whole_grooves(variant: str) -> None:
    zones = balanx.zones(balanx.NUMBER[variant])
    assert len(zones[1]) == len(zones[2]) == 10
    rows = STARTS[variant].split()[0].split("/")
    for player, other in ((1, "2"), (2, "1")):
        where = {f"{'abcdefgh'[f]}{r + 1}" for r, row in enumerate(rows) for f, it in enumerate(row) if it == other}
        assert zones[player] == where
        assert all(set(groove) <= where or not set(groove) & where for groove in balanx.grooves(balanx.NUMBER[variant]))


def test_first_moves() -> None:
    start = billes.start("balanx")
    jumps = {"a8a4", "a7a4", "a6a4", "b8b5", "b7b5", "c8c6", "a8e8", "a7d7", "a6c6", "b8e8", "b7d7", "c8e8"}
    assert texts(start) == jumps | {"a5b5", "b6c6", "c7d7", "d8e8"}
    assert start.outcome is None  # full zones count for nothing before the first moves


def test_marbles_roll_after_leaving_a_groove_and_when_the_board_tilts() -> None:
    after = billes.start("balanx").play("a6a4")  # a5, alone in its groove, rolls to a6 as the board tilts to Black
    assert str(after) == "...2222/....222/.....22/1.....2/......./11...../111..../1111... 2"
    back = after.play("g3g5")
    # towards White g4 rolls to g3, a4 to a3 and a6 back to a5; g5 lies low already
    assert str(back) == "...2222/....222/1....22/......./1.....2/.1...../111..../1111... 1"


def test_landing_is_written_before_rolling() -> None:
    after = billes.start("balanx").play("a5b5")  # b5 is the upper place of groove b4-b5: it stays there for Black
    assert str(after).split("/")[4] == ".1....."
    after = billes.start("balanx").play("a8a4")
    assert str(after).split("/")[3] == "1.....2"


MIXED = "2.1...2/2.21.2./..1212./......./......./...1.../1.2.1.1/1.2.2.1 1"


def test_jump_over_an_unbroken_line_of_any_colours() -> None:
    position = at(MIXED)
    assert from_(position, "c3") == {"g3", "b3"}  # over d3 (2), e3 (1) and f3 (2); to the left a step
    assert from_(position, "e3") == {"g3", "b3"}
    assert from_(position, "c1") == {"c4", "b1", "d1"}  # upwards over c2 and c3
    assert from_(position, "g8") == {"f8", "g6"}
    assert from_(position, "g7") == {"f7"}  # over g8 no place is left


def test_jumps_go_along_files_both_ways() -> None:
    position = at(MIXED)
    assert "d2d4" in texts(position)
    assert "a8a6" in texts(position)


def test_a_single_jump_ends_the_turn() -> None:
    after = at(MIXED).play("c3g3")  # then the board tilts: e3, g1, g3 and d6 roll
    assert str(after) == "2.1..../2.21.22/...2.2./....1.1/......./......./1.211.1/1.2.2.1 2"


def test_no_step_forward_or_back() -> None:
    assert from_(at(MIXED), "d6") == {"c6", "e6"}  # d5 below and d7 above are free, but no way leads there


def test_steps_need_an_empty_place() -> None:
    assert from_(at(MIXED), "d2") == {"b2", "e2", "d4"}  # c2 is taken, so it is jumped over


def test_a_player_who_can_do_nothing_passes() -> None:
    """With ten marbles each nobody has found such a position, so one white marble stands before five black ones."""
    board = "122222/....../....../....../....../....../......"
    own, opp = (
        sum(
            1 << balanx.STRIDE * f + r
            for r, row in enumerate(board.split("/"))
            for f, mark in enumerate(row)
            if mark == who
        )
        for who in "12"
    )
    words = (own & balanx.WORD_MASK, own >> balanx.HALF, opp & balanx.WORD_MASK, opp >> balanx.HALF)
    position = Position("balanx", "small", (*words, 0, balanx.NUMBER["small"]))
    assert texts(position) == {"pass"}
    assert position.play("pass").player == 2


# White: all but c1 and one in the arrival zone, with a black marble on g1; d1 is free.
NEARLY = "1.1.112/....111/.....11/......1/2....../22...../222..../2.22... 1"


def test_filling_the_arrival_zone_wins_whatever_the_other_colours() -> None:
    position = at(NEARLY)
    assert position.outcome is None
    won = position.play("c1d1")
    assert won.outcome == billes.Outcome(1, draw=False, reason="zone")
    assert won.player == 2
    assert not won.moves
    assert at(str(won)).outcome == won.outcome


def test_ten_marbles_at_home_win() -> None:
    position = at("2.1.111/....111/.....11/......1/2....../22...../222..../2.22... 1")
    won = position.play("c1d1")
    assert str(won) == "...1111/2...111/.....11/......1/2....../22...../222..../2.22... 2"
    assert won.outcome == billes.Outcome(1, draw=False, reason="zone")


@pytest.mark.parametrize("variant", list(STARTS))
def test_every_first_move_leaves_a_free_place_in_the_zone_of_the_opponent(variant: str) -> None:
    zones = balanx.zones(balanx.NUMBER[variant])
    for first in billes.start("balanx", variant).moves:
        assert str(first)[2:] not in zones[2]
        after = billes.start("balanx", variant).play(first)
        assert after.outcome is None
        assert all(str(second)[2:] not in zones[1] for second in after.moves)


@pytest.mark.parametrize("variant", list(STARTS))
def test_no_marble_enters_the_tracks_of_the_steel_balls(variant: str) -> None:
    files, ranks = balanx.size(balanx.NUMBER[variant])
    places = {f"{file}{rank}" for file in "abcdefgh"[:files] for rank in range(1, ranks + 1)}
    for position in random_game("balanx", variant, 3, 60):
        assert {place for text in texts(position) for place in (text[:2], text[2:])} <= places


def test_the_last_place_of_the_opponents_zone_may_not_be_filled() -> None:
    # e8 could jump over d8 and c8 to b8, the only free place of Black's arrival zone
    position = at("....112/....111/.....11/......1/2....../22...../222.1../2.221.. 1")
    assert from_(position, "e8") == {"f8", "e6"}
    # with one more place free it may
    position = at("2...112/....111/.....11/......1/2....../22...../222.1../..221.. 1")
    assert from_(position, "e8") == {"b8", "f8", "e6"}


def test_a_marble_inside_the_zone_may_take_its_last_place() -> None:
    position = at("2.1.112/....111/.....11/......1/2....../22...../222..../1.22... 1")
    assert "a8b8" in texts(position)  # it leaves a8 free
    assert position.play("a8b8").outcome is None


def test_both_readings_of_the_end_hold_for_black_too() -> None:
    turned = f"{NEARLY.split()[0][::-1].translate(str.maketrans('12', '21'))} 2"
    won = at(turned).play("e8d8")
    assert won.outcome == billes.Outcome(2, draw=False, reason="zone")


@pytest.mark.parametrize(
    ("variant", "text", "parts"),
    [
        ("standard", "...2222/....222/.....22/......2/1....../11...../111..../1111...", ["player to move is missing"]),
        ("standard", STARTS["standard"] + " -", ["'-' is too much"]),
        ("standard", STARTS["small"], ["8 ranks", "not 7"]),
        ("small", STARTS["small"].replace("1....2", "1...2"), ["rank 4 has 6 places, not 5"]),
        ("standard", STARTS["standard"].replace("......2/", "......3/"), ["'3' in rank 4, place 7"]),
        ("standard", STARTS["standard"][:-1] + "0", ["player to move", "'0'"]),
        ("standard", STARTS["standard"].replace("1....../", "......./"), ["player 1 has 9 marbles", "there are 10"]),
        ("standard", STARTS["standard"].replace("1....../", "1.....2/"), ["player 2 has 11"]),
        (
            "standard",
            "...2222/....222/.....22/1.....2/1....../.1...../111..../1111... 1",
            ["a4 is not settled", "to a3"],
        ),
        (
            "standard",
            "...2222/....222/1....22/......2/......./11...../111..../1111... 2",
            ["a3 is not settled", "to a4"],
        ),
        (
            "standard",
            "1..1112/....111/.....11/......1/2....../22...../222..../2.22... 1",
            ["arrival zone of player 1 is full", "ended before this turn"],
        ),
    ],
)
def test_bad_positions(variant: str, text: str, parts: list[str]) -> None:
    message = bad("balanx", variant, text)
    for part in parts:
        assert part in message
