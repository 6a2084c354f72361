"""Pylos, sentence by sentence."""

from __future__ import annotations

import pytest

import billes
from billes import Position
from billes.games.pylos import rules as pylos

from ...core.helpers import bad, texts

EMPTY_1, EMPTY_2, EMPTY_3 = "." * 16, "." * 9, "." * 4


def at(
    ground: str, two: str = EMPTY_2, three: str = EMPTY_3, top: str = ".", who: int = 1, variant: str = "standard"
) -> Position:
    """A position, its first level given rank by rank with blanks between."""
    return billes.read("pylos", variant, f"{ground.replace(' ', '')}/{two.replace(' ', '')}/{three}/{top} {who}")


def starting(position: Position, turn: str) -> set[str]:
    """What follows a place or raise in the texts of the legal moves."""
    found = {text.partition("-") for text in texts(position)}
    return {rest for head, _, rest in found if head == turn}


def test_start() -> None:
    start = billes.start("pylos")
    assert str(start) == "................/........./..../. 1"
    assert start.player == 1
    assert texts(start) == {f"1{file}{rank}" for file in "abcd" for rank in "1234"}
    assert str(start.play("1c2")) == "......1........./........./..../. 2"


@pytest.mark.parametrize(("cell", "below"), [("2a1", "a1 b1 a2 b2"), ("2c3", "c3 d3 c4 d4"), ("2b2", "b2 c2 b3 c3")])
def test_a_ball_rests_on_four(cell: str, below: str) -> None:
    letters = ["."] * 16
    for number, name in enumerate(below.split()):
        assert cell not in texts(at("".join(letters)))
        letters[4 * (int(name[1]) - 1) + "abcd".index(name[0])] = "12"[number % 2]
    assert cell in texts(at("".join(letters)))


def test_a_square_on_a_higher_level_carries_a_ball_too() -> None:
    position = at("1212 2121 1212 ....", "12. 21. ...")
    assert "3a1" in texts(position)
    assert str(position.play("3a1")) == "121221211212..../12.21..../1.../. 2"
    assert "3a1" not in texts(at("1212 2121 1212 ....", "12. 2.. ..."))


def test_a_turn_is_never_passed() -> None:
    for position in (billes.start("pylos"), at("11.. 22.. 1... ....")):
        assert {text[0] for text in texts(position)} <= set("1234")
        with pytest.raises(billes.IllegalMove):
            position.play("pass")


@pytest.mark.parametrize(("raises", "last"), [(0, 2), (1, 1)])
def test_the_player_who_saves_a_ball_lays_the_last_one(raises: int, last: int) -> None:
    """Nobody takes anything back; Light raises so often. The pyramid takes all thirty balls."""
    position, raised = billes.start("pylos", "children"), 0
    while position.outcome is None:
        ways = [text for text in sorted(texts(position)) if (">" in text) == (position.player == 1 and raised < raises)]
        raised += bool(ways) and ">" in ways[0]
        position = position.play(ways[0] if ways else min(text for text in texts(position) if ">" not in text))
    assert position.outcome == billes.Outcome(last, draw=False, reason="top")
    assert "." not in str(position).split()[0]
    assert str(position).count("1") - (position.player == 1) == str(position).count("2") - (position.player == 2) == 15


def test_raise_goes_strictly_higher_and_not_onto_itself() -> None:
    position = at("11.. 22.. 1... ....")
    raises = {text for text in texts(position) if ">" in text}
    assert raises == {"1a3>2a1"}  # 1a1 and 1b1 would be supports of 2a1
    assert str(position.play("1a3>2a1")) == "11..22........../1......../..../. 2"


def test_raise_only_a_ball_that_supports_none() -> None:
    position = at("112. 221. 112. ....", "1........")
    assert not {text for text in texts(position) if text.startswith(("1a1>", "1b1>", "1b2>"))}
    assert {"1a3>2b1", "1a3>2b2", "1b3>2b1"} <= texts(position)
    assert "1b3>2b2" not in texts(position)


def test_raise_by_two_levels() -> None:
    position = at("1212 2121 1212 ...1", "12.21....")
    assert {"1d4>3a1", "1d4>2c1", "1d4>2c2"} <= texts(position)
    assert "2a1>3a1" not in texts(position)


def test_a_square_must_be_paid_out() -> None:
    position = at("11.. 1... .... ....")
    assert "1b2" not in texts(position)
    assert starting(position, "1b2") == {
        "1a1", "1b1", "1a2", "1b2",
        "1a1-1b1", "1a1-1a2", "1a1-1b2", "1b1-1a2", "1b1-1b2", "1a2-1b2",
    }  # fmt: skip
    assert str(position.play("1b2-1a1-1b2")) == ".1..1.........../........./..../. 2"


def test_the_square_must_be_ones_own_and_new() -> None:
    assert starting(at("12.. 1... .... ...."), "1b2") == {""}
    assert starting(at("11.. 11.. .... ...."), "1d4") == {""}
    assert starting(at("22.. 2... .... ...."), "1b2") == {""}


def test_the_second_ball_may_be_freed_by_the_first() -> None:
    position = at("12.. 22.. ..11 ..1.", "1........")
    after = starting(position, "1d4")
    assert "1a1-2a1" in after  # 1a1 is free once 2a1 is gone
    assert "1a1" not in after
    assert "2a1-1a1" not in after
    assert "1a1-1d4" not in after
    assert len(after) == 5 + 10 + 1
    assert str(position.play("1d4-1a1-2a1")) == ".2..22....11..11/........./..../. 2"


def test_a_raise_completes_a_figure() -> None:
    position = at("222. 222. 222. ...1", "11. 1.. ...")
    after = starting(position, "1d4>2b2")
    assert len(after) == 4 + 6
    assert str(position.play("1d4>2b2-2b2")) == "222.222.222...../11.1...../..../. 2"


def test_a_lifted_ball_does_not_help_a_figure() -> None:
    position = at("11.. 22.. 11.1 1...", variant="expert")
    assert starting(position, "1a3>2a1") == {""}


def test_several_figures_give_no_more() -> None:
    position = at("111. 1.1. .... ....")
    assert len(starting(position, "1b2")) == 6 + 15


def test_the_last_ball_of_the_reserve_may_complete_a_figure() -> None:
    position = at("1111 1111 1111 11..")
    after = starting(position, "1c4")
    assert len(after) == 15 + 15 * 14 // 2
    alive = position.play("1c4-1a1").play("1a1")
    assert alive.player == 1
    assert alive.outcome is None


LINE = [
    ("111. .... .... ....", "1d1"),
    (".... 1.11 .... ....", "1b2"),
    (".... .... .... .111", "1a4"),
    ("1... 1... 1... ....", "1a4"),
    ("..1. .... ..1. ..1.", "1c2"),
    (".... ...1 ...1 ...1", "1d1"),
]


@pytest.mark.parametrize(("ground", "cell"), LINE)
def test_lines_count_for_experts_only(ground: str, cell: str) -> None:
    assert starting(at(ground), cell) == {""}
    assert len(starting(at(ground, variant="expert"), cell)) == 4 + 6
    assert len(starting(at(ground, variant="expert-icga"), cell)) == 1 + 4 + 6


@pytest.mark.parametrize("ground", ["1... .1.. ..1. ....", "...1 ..1. .1.. ...."])
def test_a_diagonal_is_no_line(ground: str) -> None:
    assert starting(at(ground, variant="expert"), "1d4" if ground[0] == "1" else "1a4") == {""}


@pytest.mark.parametrize(
    ("two", "cell", "figure"),
    [
        ("11. ... ...", "2c1", True),
        (".11 ... ...", "2a1", True),
        ("1.. 1.. ...", "2a3", True),
        ("..1 ... ..1", "2c2", True),
        ("... .11 ...", "2a2", True),
        ("1.. .1. ...", "2c3", False),
        ("11. ... ...", "2c2", False),
    ],
)
def test_lines_of_three_on_level_two(two: str, cell: str, figure: bool) -> None:
    ground = "2121 1212 2121 1212"
    assert starting(at(ground, two), cell) == {""}
    assert ("" in starting(at(ground, two, variant="expert"), cell)) != figure


def test_level_three_has_no_lines() -> None:
    position = at("1212 2121 1212 ....", "121212...", "1...", variant="expert")
    assert starting(position, "3b1") == {""}


def test_a_line_and_a_square_at_once() -> None:
    position = at("111. ..11 .... ....", variant="expert")
    assert len(starting(position, "1d1")) == 6 + 15


def test_children_have_no_figures() -> None:
    for variant in ("children", "children-icga"):
        position = at("11.. 1... .... ....", variant=variant)
        assert starting(position, "1b2") == {""}


def test_icga_may_take_none() -> None:
    position = at("11.. 1... .... ....", variant="standard-icga")
    assert "1b2" in texts(position)
    assert len(starting(position, "1b2")) == 1 + 4 + 6


def test_a_player_with_an_empty_reserve_loses_when_his_turn_comes() -> None:
    ground = "1111 1111 1111 1112"
    before = at("1111 1111 1111 111.", who=2)
    assert before.outcome is None
    after = before.play("1d4")
    assert after == at(ground)
    assert str(after.outcome) == "player 2 wins: the next player has no ball left in reserve"
    assert not after.moves
    assert at(ground, who=2).outcome is None  # the other one plays on


def test_icga_with_an_empty_reserve_may_still_raise() -> None:
    position = at("1111 1111 1111 1112", variant="children-icga")
    assert position.outcome is None
    assert texts(position)
    assert all(">2" in text for text in texts(position))
    # 1a1 lies below 2a1 only, an inner ball below four cells
    assert sum(text.startswith("1a1>") for text in texts(position)) == 8
    assert sum(text.startswith("1b2>") for text in texts(position)) == 5


FULL = ("1212 1212 1212 1212", "121212121", "1212")


def test_icga_loses_only_without_a_legal_move() -> None:
    stuck = at(*FULL, variant="standard-icga")
    assert str(stuck.outcome) == "player 2 wins: the next player has no legal move"
    assert stuck.outcome == billes.Outcome(2, draw=False, reason="blocked")
    assert at(*FULL).outcome == billes.Outcome(2, draw=False, reason="reserve")


@pytest.mark.parametrize("variant", list(pylos.RULE))
def test_the_top_wins(variant: str) -> None:
    position = at(*FULL, who=2, variant=variant)
    assert position.state[0].bit_count() == 14  # the last ball
    assert texts(position) == {"4a1"}
    won = position.play("4a1")
    assert won.outcome == billes.Outcome(2, draw=False, reason="top")
    assert won.player == 1
    assert not won.moves


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ["the board is missing", "2 fields"]),
        ("................/........./..../.", ["the player to move is missing"]),
        ("................/........./..../. 1 -", ["'-' is too much"]),
        ("................/........./.... 1", ["4 levels", "not 3"]),
        ("...............x/........./..../. 1", ["'x' in level 1, place 16"]),
        ("................/......../..../. 1", ["level 2 has 9 places, not 8"]),
        ("................/........./..../. 3", ["player to move", "'3'"]),
        ("................/........./..../. ¹", ["player to move"]),
        ("1111111111111111/........./..../. 1", ["player 1 has 16 balls", "only 15"]),
        ("12.............1/1......../..../. 1", ["2a1 is not supported", "1a2 1b2 below it"]),
        ("1212121212121212/12121212./1212/. 2", ["3b2 is not supported", "2c3"]),
        ("1212121212121212/121212121/1212/2 2", ["the top belongs to player 2", "cannot be to move"]),
    ],
)
def test_bad_positions(text: str, parts: list[str]) -> None:
    message = bad("pylos", "standard", text)
    for part in parts:
        assert part in message
