"""Quits, sentence by sentence."""

from __future__ import annotations

import pytest

import billes
from billes import Position

from ...core.helpers import bad, texts


def at(text: str, variant: str = "simple") -> Position:
    return billes.read("quits", variant, text)


def steps(position: Position, origin: str) -> set[str]:
    return {text[2:] for text in texts(position) if len(text) == 4 and text.startswith(origin)}


def slides(position: Position) -> set[str]:
    return {text for text in texts(position) if len(text) == 2}


@pytest.mark.parametrize(
    ("variant", "text"),
    [
        ("standard", ".11../11.../1...2/...22/..22. 1 -"),
        ("simple", ".1.../11.../...../...22/...2. 1 -"),
        ("four", ".1.4./11.44/...../22.33/.2.3. 1 -"),
    ],
)
def test_starts(variant: str, text: str) -> None:
    assert str(billes.start("quits", variant)) == text


def test_moves_of_the_simple_start() -> None:
    start = billes.start("quits", "simple")
    assert slides(start) == {"1>", "1<", "2>", "a^", "av", "b^"}
    assert {text for text in texts(start) if len(text) == 4} == {"b1c2", "a2b3", "b2c3", "b2a3", "b2c1"}


def test_player_one_steps_forward_left_and_right() -> None:
    position = at("1..../1..../..1../....2/...22 1 -")
    assert steps(position, "c3") == {"d4", "b4", "d2"}
    assert str(position.play("c3b4")) == "1..../1..../...../.1..2/...22 2 -"


def test_player_two_steps_the_other_way() -> None:
    position = at("1..../1..../1.2../....2/....2 2 -")
    assert steps(position, "c3") == {"b2", "b4", "d2"}


@pytest.mark.parametrize(
    ("player", "to"),
    [(1, {"d4", "b4", "d2"}), (2, {"d2", "d4", "b2"}), (3, {"b2", "b4", "d2"}), (4, {"b4", "b2", "d4"})],
)
def test_four_players_never_step_back_to_their_corner(player: int, to: set[str]) -> None:
    # Everyone has two marbles in the corner of the base, the player in question a third in the middle.
    others = {1: "c1", 2: "a3", 3: "c5", 4: "e3"}
    rows = [list("11.44"), list("....."), list("....."), list("....."), list("22.33")]
    for who, cell in others.items():
        file, rank = (2, 2) if who == player else ("abcde".index(cell[0]), int(cell[1]) - 1)
        rows[rank][file] = str(who)
    text = "/".join("".join(row) for row in rows)
    # e1, e5, a1 and a5 hold no marble whose goal they are
    position = at(f"{text} {player} -", "four")
    assert steps(position, "c3") == to


def test_a_step_needs_an_empty_cell() -> None:
    position = at("1..../1..../..1../...22/....2 1 -")
    assert steps(position, "c3") == {"b4", "d2"}


def test_a_marble_goes_back_only_on_a_row_that_slides() -> None:
    position = at("1..../1..../..1../....2/...22 1 -")
    assert "b2" not in steps(position, "c3")
    assert str(position.play("3<")).split("/")[2] == ".1..."
    assert str(position.play("cv")).split("/")[1] == "1.1.."


def test_a_slide_moves_the_whole_rank() -> None:
    position = at("...../.1.../1.2.1/....2/....2 1 -", "simple")
    assert "3>" not in texts(position)  # e3 is not empty: marbles never wrap round
    assert "3<" not in texts(position)
    position = at("...../.1.../1.21./....2/....2 1 -")
    assert "3<" not in texts(position)
    assert str(position.play("3>")) == "...../.1.../.1.21/....2/....2 2 3<"


def test_a_slide_moves_the_whole_file() -> None:
    position = at("...../..1../..2.1/..1../2...2 1 -")
    assert str(position.play("c^")) == "...../...../..1.1/..2../2.1.2 2 cv"
    assert str(position.play("cv")) == "..1../..2../..1.1/...../2...2 2 c^"


def test_only_lines_with_a_marble_of_ones_own_slide() -> None:
    position = at("...../.1.../1.1../...../.222. 1 -")
    assert slides(position) == {"2>", "2<", "3>", "a^", "av", "bv", "cv"}


def test_the_inverse_is_forbidden_at_once() -> None:
    after = at("...../.1.../.12../.1..2/....2 1 -").play("3>")
    assert str(after) == "...../.1.../..12./.1..2/....2 2 3<"
    assert "3<" not in texts(after)
    assert texts(at(str(after).replace("3<", "-"))) == texts(after) | {"3<"}


def test_the_inverse_may_be_played_a_turn_later() -> None:
    after = at("...../.1.../.12../.1..2/....2 1 -").play("3>")
    cleared = after.play("e4d5")  # by a step
    assert str(cleared) == "...../.1.../..12./.1.../...22 1 -"
    assert "3<" in texts(cleared)
    other = after.play("4<")  # by another slide, which forbids its own inverse
    assert str(other) == "...../.1.../..12./1..2./....2 1 4>"
    assert "3<" in texts(other)
    assert "4>" not in texts(other)


def test_the_inverse_is_named_even_where_it_cannot_be_played() -> None:
    position = at("1..../1..../1...2/....2/....2 1 -")
    after = position.play("1>")
    assert str(after) == ".1.../1..../1...2/....2/....2 2 1<"


def test_a_marble_leaves_by_a_step() -> None:
    position = at("1..../1..../2..../2..1./2.... 1 -")
    won = position.play("d4e5")
    assert str(won) == "1..../1..../2..../2..../2.... 2 -"
    assert won.outcome == billes.Outcome(1, draw=False, reason="out")


def test_a_marble_leaves_by_ones_own_slide_and_the_inverse_stays_forbidden() -> None:
    position = at("11.../11.../2..../2..../22.1. 1 -", "standard")
    after = position.play("5>")
    assert str(after) == "11.../11.../2..../2..../.22.. 2 5<"
    assert after.outcome is None
    assert "5<" not in texts(after)
    assert "5<" in texts(at(str(after).replace("5<", "-"), "standard"))


def test_a_marble_leaves_by_the_opponents_slide() -> None:
    position = at("11.../1..../...../...22/..21. 2 -", "standard")
    after = position.play("5>")
    assert str(after) == "11.../1..../...../...22/...2. 1 5<"
    assert after.outcome is None


def test_a_win_through_the_opponents_slide() -> None:
    position = at("1..../1..../...../...22/..21. 2 -")
    won = position.play("5>")
    assert str(won) == "1..../1..../...../...22/...2. 1 5<"
    assert won.outcome == billes.Outcome(1, draw=False, reason="out")
    assert at(str(won)).outcome == won.outcome
    assert not won.moves


def test_standard_needs_three_out() -> None:
    position = at("1..../1..../2..../2..1./2.... 1 -", "standard")
    assert position.play("d4e5").outcome == billes.Outcome(1, draw=False, reason="out")
    position = at("11.../1..../2..../2..1./2.... 1 -", "standard")
    assert position.play("d4e5").outcome is None


STUCK = "1...1/.2.2./...../.2.../1...2"


def test_a_player_who_can_do_nothing_passes() -> None:
    position = at(f"{STUCK} 1 -", "standard")
    assert texts(position) == {"pass"}
    assert str(position.play("pass")) == f"{STUCK} 2 -"


def test_a_pass_clears_the_forbidden_slide() -> None:
    position = at(f"{STUCK} 1 4<", "standard")
    after = position.play("pass")
    assert str(after) == f"{STUCK} 2 -"


def test_the_forbidden_slide_can_force_a_pass() -> None:
    board = "1.2../.2.../1...2/.2.../1...2"
    assert texts(at(f"{board} 1 -", "standard")) == {"1>"}
    assert texts(at(f"{board} 1 1>", "standard")) == {"pass"}


def test_one_of_four_may_have_to_pass() -> None:
    # Every rank and file that holds a marble of player 1 is blocked at both ends, every step is taken.
    board = "1...1/.2.4./....4/.23.4/1.323"
    position = at(f"{board} 1 -", "four")
    assert texts(position) == {"pass"}
    assert str(position.play("pass")) == f"{board} 2 -"


def test_four_players_in_turn() -> None:
    position = billes.start("quits", "four")
    assert [position.player, position.players] == [1, 4]
    for player, move in ((2, "b2c3"), (3, "b4a3"), (4, "d4e3"), (1, "d2c1")):
        position = position.play(move)
        assert position.player == player
    assert str(position) == ".144./1...4/2.1.3/2...3/.2.3. 1 -"


def test_with_four_only_the_turn_just_before_counts() -> None:
    position = billes.start("quits", "four").play("1>")
    assert str(position) == "..1.4/11.44/...../22.33/.2.3. 2 1<"
    position = position.play("b4c3").play("d4e3")
    assert str(position) == "..1.4/11.44/..2.3/2...3/.2.3. 4 -"
    assert "1<" in texts(position)  # forbidden to player 2 alone


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_anyone_of_four_wins_with_one_out(seat: int) -> None:
    goal = {1: ("d4", "e5"), 2: ("d2", "e1"), 3: ("b2", "a1"), 4: ("b4", "a5")}
    rows = [list(row) for row in ("11.44", ".....", ".....", ".....", "22.33")]
    for who, cell in {1: "c1", 2: "a3", 3: "c5", 4: "e3"}.items():
        cell = goal[seat][0] if who == seat else cell
        rows[int(cell[1]) - 1]["abcde".index(cell[0])] = str(who)
    origin, corner = goal[seat]
    rows[int(corner[1]) - 1]["abcde".index(corner[0])] = "."  # make room at the goal
    rows[2][2] = str({1: 3, 2: 4, 3: 1, 4: 2}[seat])  # its owner keeps three
    position = at(f"{'/'.join(''.join(row) for row in rows)} {seat} -", "four")
    won = position.play(origin + corner)
    assert won.outcome == billes.Outcome(seat, draw=False, reason="out")
    assert won.player == seat % 4 + 1


def test_a_win_through_the_slide_of_one_of_four() -> None:
    position = at("11.44/....4/2...3/2..33/.2.1. 2 -", "four")
    won = position.play("5>")
    assert str(won) == "11.44/....4/2...3/2..33/..2.. 3 5<"
    assert won.outcome == billes.Outcome(1, draw=False, reason="out")
    assert at(str(won), "four") == won


@pytest.mark.parametrize(
    ("variant", "text", "parts"),
    [
        ("simple", ".1.../11.../...../...22/...2.", ["player to move is missing", "3 fields"]),
        ("simple", ".1.../11.../...../...22/...2. 1", ["forbidden slide is missing"]),
        ("simple", ".1.../11.../...../...22/...2. 1 - -", ["'-' is too much"]),
        ("simple", ".1.../11.../...../...22 1 -", ["5 ranks", "not 4"]),
        ("simple", ".1.../11.../...../...22/...3. 1 -", ["'3' in rank 5, place 4"]),
        ("simple", ".1.../11.../....../...22/...2. 1 -", ["rank 3 has 5 places, not 6"]),
        ("simple", ".1.../11.../...../...22/...2. 3 -", ["from 1 to 2", "'3'"]),
        ("four", ".1.4./11.44/...../22.33/.2.3. 5 -", ["from 1 to 4", "'5'"]),
        ("simple", ".1.../11.../...../...22/...2. 1 3^", ["forbidden slide", "'3^'"]),
        ("simple", ".1.../1..../...../...22/...21 1 -", ["player 1 has a marble on e5", "the goal"]),
        ("four", ".1.42/11.44/...../2..33/.2.3. 1 -", ["player 2 has a marble on e1", "the goal"]),
        ("simple", ".11../11.../...../...22/...2. 1 -", ["player 1 has 4 marbles", "starts with 3"]),
        ("standard", "1..../...../....2/...22/..22. 1 -", ["player 1 has 1 marbles left", "ended with 2"]),
        ("simple", ".1.../1..../...../...2./...2. 1 -", ["players 1 and 2 cannot both have won"]),
        ("simple", ".1.../1..../...../...22/...2. 1 -", ["player 1 cannot have won", "e5"]),
        ("simple", ".1.../1..../...../...22/...2. 1 3<", ["player 1 cannot have won", "e5"]),
        ("simple", ".1.../1..../...../...2./...22 2 -", ["player 1 cannot have won", "e5"]),
        ("simple", ".1.../11.../...../...22/...2. 2 2<", ["2< cannot be forbidden", "2> would have left a2 empty"]),
        ("simple", ".1.../11.../...../...22/...2. 2 3<", ["3< cannot be forbidden", "player 1", "no marble there"]),
        ("standard", ".11../11.../1...2/...22/...2. 2 5<", ["5< cannot be forbidden", "player 1"]),
    ],
)
def test_bad_positions(variant: str, text: str, parts: list[str]) -> None:
    message = bad("quits", variant, text)
    for part in parts:
        assert part in message
