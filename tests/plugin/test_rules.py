"""The rules of Three Men's Morris, sentence by sentence, and against a second reading of them."""

from __future__ import annotations

from itertools import product

import pytest

import billes
from billes.games.registry import origin, rules_of, spec_of
from billes_morris.testing import plain
from tests.core.helpers import bad, refusal, texts

from .solution import START, positions, score, values

VARIANTS = ("standard", "free")
every = pytest.mark.parametrize("variant", VARIANTS)


def read(text: str, variant: str = "standard") -> billes.Position:
    return billes.read("morris", variant, text)


def test_it_comes_from_another_distribution() -> None:
    assert billes.GAMES["morris"] == VARIANTS
    assert origin("morris") == "billes-morris 0.1.0"
    assert spec_of("morris").package == "billes_morris"


# ------------------------------------------------------------------------------------------------------- placing
def test_marbles_are_placed_in_turn_on_free_points() -> None:
    position = billes.start("morris")
    assert texts(position) == {f + r for f in "abc" for r in "123"}
    position = position.play("b2").play("a1")
    assert str(position) == "2../.1./... 1"
    assert texts(position) == {"b1", "c1", "a2", "c2", "a3", "b3", "c3"}


def test_three_in_a_row_win_while_marbles_are_placed() -> None:
    position = billes.start("morris")
    for move in ["b2", "a1", "a3", "b1", "c1"]:
        assert position.outcome is None
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner == 1
    assert position.outcome.reason == "row"


# ------------------------------------------------------------------------------------------------------- sliding
def test_a_marble_slides_along_a_line_to_the_next_point() -> None:
    assert texts(read("1.2/.12/21. 1")) == {"a1b1", "a1a2", "b2b1", "b2a2", "b2c3", "b3c3"}


def test_there_are_no_lines_between_the_middles_of_the_sides() -> None:
    """b1 and a2 are next to each other, but on no line."""
    position = read("21./..2/112 1")
    assert "b1b2" in texts(position)
    assert "b1a2" not in texts(position)
    assert refusal(position, "b1a2").endswith("a2 is not next to b1: a1, c1 and b2 are")


def test_a_marble_of_the_free_variant_moves_to_any_free_point() -> None:
    free = {"b1", "a2", "c3"}
    assert texts(read("1.2/.12/21. 1", "free")) == {origin + to for origin in ("a1", "b2", "b3") for to in free}


def test_three_in_a_row_win_by_sliding() -> None:
    after = read("1.2/.12/21. 1").play("b3c3")
    assert after.outcome is not None
    assert after.outcome.winner == 1
    assert not after.moves


def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    game = billes.Game("morris", start="1.2/.12/21. 2")
    for _ in range(2):
        assert game.outcome is None
        for move in ["c2c3", "a1a2", "c3c2", "a2a1"]:
            game.play(move)
    assert game.outcome is not None
    assert game.outcome.draw
    assert game.outcome.reason == "repetition"


# -------------------------------------------------------------------------------------------------------- texts
@every
def test_exactly_the_positions_that_a_game_can_reach_are_read(variant: str) -> None:
    accepted = set()
    for letters in product(".12", repeat=9):
        board = "".join(letters)
        for player in "12":
            text = f"{board[:3]}/{board[3:6]}/{board[6:]} {player}"
            try:
                assert str(read(text, variant)) == text
            except billes.BadPosition:
                continue
            accepted.add(text)
    assert accepted == positions(variant).keys()


@every
def test_every_position_has_the_moves_of_the_plain_reading(variant: str) -> None:
    rules = rules_of("morris")
    keys = set()
    for text, moves in positions(variant).items():
        position = read(text, variant)
        assert {str(move): str(position.play(move)) for move in position.moves} == moves
        assert (position.outcome is None) == bool(moves)
        assert len(moves) <= rules.ROOM
        keys.add(rules.key(position.state))
    assert len(keys) == len(positions(variant))


def test_somebody_always_can_move() -> None:
    """So the rules need not say what happens to a player who cannot: a game only ends by a row."""
    for variant in VARIANTS:
        for text, moves in positions(variant).items():
            board, player = text.split()
            lines = [board[n : n + 3] for n in (0, 4, 8)]
            lines += ["".join(line[n] for line in lines) for n in range(3)]
            lines += [lines[0][0] + lines[1][1] + lines[2][2], lines[0][2] + lines[1][1] + lines[2][0]]
            assert bool(moves) != ((3 - int(player)) * 111 in map(_number, lines))


def _number(line: str) -> int:
    return int(line.replace(".", "0"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the board is missing"),
        (".../... 1", "the board has 3 ranks"),
        (".../.../..3 1", "'3' in rank 3, place 3"),
        (".../.../... 3", "the player to move is a number from 1 to 2"),
        ("11./11./2.2 1", "player 1 has 4 marbles on the board; there are only 3"),
        ("1../.../... 1", "placed 1 and 0 marbles, and player 1 cannot be to move"),
        ("1../1../2.. 1", "placed 2 and 1 marbles, and player 1 cannot be to move"),
        ("2../.../... 2", "placed 0 and 1 marbles, and player 2 cannot be to move"),
        ("111/22./... 1", "placed 3 and 2 marbles, and player 1 cannot be to move"),
        ("111/22./2.. 1", "player 1 has three in a row and cannot be to move"),
        ("111/222/... 1", "player 1 has three in a row and cannot be to move"),
    ],
)
def test_what_no_game_can_reach_is_refused(text: str, says: str) -> None:
    assert says in bad("morris", "standard", text)


PLACING, SLIDING = "2../.1./... 1", "1.2/.12/21. 1"


@pytest.mark.parametrize(
    ("variant", "text", "move", "says"),
    [
        ("standard", PLACING, "", "the move is empty"),
        ("standard", PLACING, "b 2", "a move has no spaces"),
        ("standard", PLACING, "b2c", "'b2c' is no move"),
        ("standard", PLACING, "d1", "'d' is no file"),
        ("standard", PLACING, "a4", "'4' is no rank"),
        ("standard", PLACING, "A2", "write a2"),
        ("standard", PLACING, "a1", "a1 is taken: Dark's marble lies there"),
        ("standard", PLACING, "b2", "b2 is taken: Light's marble lies there"),
        ("standard", PLACING, "b2c3", "Light places all marbles before sliding one: write just the point"),
        ("standard", SLIDING, "b1", "Light has placed all marbles and now slides one"),
        ("standard", SLIDING, "b2", "'b2' is only half a slide"),
        ("standard", SLIDING, "b1a2", "there is no marble on b1 to slide"),
        ("standard", SLIDING, "c1b1", "the marble on c1 is Dark's, and Light slides only their own"),
        ("standard", SLIDING, "b2b2", "b2 is where it lies"),
        ("standard", SLIDING, "b2c2", "c2 is taken"),
        ("standard", SLIDING, "a1c3", "c3 is not next to a1: b1, a2 and b2 are"),
        ("free", SLIDING, "a1c1", "c1 is taken"),
    ],
)
def test_why_a_move_is_refused(variant: str, text: str, move: str, says: str) -> None:
    assert says in refusal(read(text, variant), move)


# ------------------------------------------------------------------------------------------------------ solution
def test_the_first_player_wins_by_the_centre_and_only_there() -> None:
    assert values("standard")[START] == 9
    first = {move: score("standard", after) for move, after in plain(START, "standard").items()}
    assert {move for move, value in first.items() if value < 0} == {"b2"}
    assert {move for move, value in first.items() if value == 0} == {"a1", "a3", "c1", "c3"}
    assert {move for move, value in first.items() if value > 0} == {"a2", "b1", "b3", "c2"}


def test_the_free_variant_is_a_draw_whatever_the_first_move() -> None:
    assert START not in values("free")
    assert {score("free", after) for after in plain(START, "free").values()} == {0}
