"""Bi-litaire, sentence by sentence."""

from __future__ import annotations

from itertools import combinations

import pytest

import billes
from billes import Position
from billes.games.bilitaire import rules as bilitaire

from ...core.helpers import bad, random_game, texts

START = "__oooo__/__oooo__/oooooooo/oooooooo/oooooooo/oooooooo/__oooo__/__oooo__"
NONE = "________"


def at(*ranks: str, rest: str = "m - 1 -", variant: str = "round") -> Position:
    """A position given by its lowest ranks; above them no tray is left."""
    return billes.read("bilitaire", variant, f"{'/'.join([*ranks, *[NONE] * (8 - len(ranks))])} {rest}")


def board(position: Position, ranks: int) -> list[str]:
    return str(position).split("/")[:ranks]


def slides(position: Position) -> set[str]:
    """Tray moves without their announcements."""
    return {text.partition("!")[0] for text in texts(position)}


# ------------------------------------------------------------------------------------------------ marble player
def test_start() -> None:
    for variant in ("match", "round"):
        start = billes.start("bilitaire", variant)
        assert str(start) == f"{START} m - 1 -"
        assert start.player == 1
        assert len(start.moves) == 48
        assert {"xc1", "xd4", "xh6"} < texts(start)
        assert "xa1" not in texts(start)


def test_the_first_move_takes_a_marble_off() -> None:
    after = billes.start("bilitaire").play("xd4")
    assert str(after) == f"{START.replace('/oooooooo/oooooooo/', '/oooooooo/ooo.oooo/', 1)} t - 1 -"
    assert after.player == 2


def test_a_jump_takes_the_marble_jumped_over() -> None:
    position = at("oo..____", "...o____")
    assert texts(position) == {"a1c1"}
    assert board(position.play("a1c1"), 2) == ["..o.____", "...o____"]
    assert str(position.play("a1c1")).endswith(" t - 1 -")


@pytest.mark.parametrize(
    ("ranks", "move"),
    [
        (["....____", ".oo.____", "....____", "...o____"], "b2d2"),
        (["....____", "o...____", "o...____", "...o____"], "a2a4"),
        (["....____", "o...____", "o...____", "...o____"], "a3a1"),
        (["..oo____", "....____"], "d1b1"),
    ],
)
def test_jumps_go_along_ranks_and_files(ranks: list[str], move: str) -> None:
    assert move in texts(at(*ranks))


def test_no_jump_over_nothing_onto_a_marble_or_far() -> None:
    assert texts(at("ooo.____", "....____")) == {"b1d1"}
    assert not at("o.o.____", "...o____").moves
    assert not at("o..o____", ".o..____").moves  # never diagonally


def test_touching_trays_make_one_surface() -> None:
    assert texts(at(".oo.____", "....____")) == {"b1d1", "c1a1"}


def test_a_gap_cannot_be_crossed() -> None:
    position = at(".o__o.__", "..__..__", rest="t - 1 -")
    assert "A1>1" in texts(position)
    gap = at("oo__..o.", "..__....")
    assert not gap.moves
    assert gap.outcome == billes.Outcome(None, draw=False, reason="score", scores=(3,))
    assert not at("oo__oooo", "oo__oooo").moves


def test_without_an_announcement_exactly_one_jump() -> None:
    position = at("oo..____", "..o.____", "....____", "....____")
    assert texts(position) == {"a1c1"}


def test_announced_jumps_with_turns() -> None:
    position = at("oo..____", "..o.____", "....____", "....____", rest="m 2 1 -")
    assert texts(position) == {"a1c1c3"}
    assert board(position.play("a1c1c3"), 4) == ["....____", "....____", "..o.____", "....____"]


def test_different_paths_are_different_moves() -> None:
    position = at("oo..____", "o.o.____", ".o..____", "....____", rest="m 2 1 -")
    both = {"a1c1c3", "a1a3c3"}
    assert both <= texts(position)
    position = at("oo..____", "o.o.____", ".o..____", "....____", rest="m 4 1 -")
    assert texts(position) == {"a1c1c3a3a1", "a1a3c3c1a1"}  # round and back to where it came from
    one, two = (position.play(text) for text in sorted(texts(position)))
    assert one == two
    assert board(one, 3) == ["o...____", "....____", "....____"]


def test_exactly_the_announced_number_even_where_more_is_possible() -> None:
    for jumps in (2, 3, 4):
        position = at("oo..____", "o.o.____", ".o..____", "....____", rest=f"m {jumps} 1 -")
        assert {len(text) // 2 - 1 for text in texts(position)} == {jumps}


def test_no_jump_on_a_tray_that_touches_no_other() -> None:
    for low in ("oo", "o.", ".o", ".."):
        for high in ("oo", "o.", ".o"):
            position = at(f"{low}__oooo", f"{high}__oooo", rest="t - 1 -").play("A1^1")
            assert position.outcome == billes.Outcome(
                None, draw=False, reason="score", scores=((low + high).count("o") + 8,)
            )


# -------------------------------------------------------------------------------------------------- tray player
def test_one_tray_slides_up_to_three() -> None:
    position = at("o.______", "..______", rest="t - 1 -")
    assert texts(position) == {"A1>1", "A1>2", "A1>3", "A1^1", "A1^2", "A1^3"}
    assert board(position.play("A1>3"), 2) == ["______o.", "______.."]
    after = position.play("A1^2")
    assert str(after) == f"{'/'.join([NONE] * 4)}/o.______/..______/{NONE}/{NONE} m - 1 -"


def test_marbles_ride_on_their_tray() -> None:
    position = at("________", "________", "__o.____", "__.o____", rest="t - 1 -")
    assert board(position.play("B2v1"), 4) == ["__o.____", "__.o____", NONE, NONE]
    assert board(position.play("B2<1"), 4) == [NONE, NONE, "o.______", ".o______"]


def test_two_trays_slide_up_to_two_along_their_line() -> None:
    position = at("o..o____", "...o____", rest="t - 1 -")
    pairs = {text for text in texts(position) if text.startswith("A1B1")}
    assert pairs == {"A1B1>1", "A1B1>2"}
    assert board(position.play("A1B1>2"), 2) == ["____o..o", "____...o"]


def test_three_trays_slide_by_one() -> None:
    position = at("o..oo.__", "...o..__", rest="t - 1 -")
    assert {text for text in slides(position) if text.startswith("A1C1")} == {"A1C1>1"}
    assert board(position.play("A1C1>1"), 2) == ["__o..oo.", "__...o.."]
    up = at("o.______", "..______", "o.______", "..______", "o.______", "..______", rest="t - 1 -")
    assert {text for text in slides(up) if text.startswith("A1A3")} == {"A1A3^1"}
    assert {text for text in slides(up) if text.startswith("A1A2")} == set()  # A3 is in the way
    assert {text for text in slides(up) if text.startswith("A2A3")} == {"A2A3^1"}


def test_four_trays_never_slide() -> None:
    position = at("o......o", "........", rest="t - 1 -")
    assert not {text for text in slides(position) if ">" in text or "<" in text}


def test_only_through_empty_slots() -> None:
    position = at("o.__..__", "..__..__", rest="t - 1 -")
    assert {text for text in slides(position) if text.startswith("A1>")} == {"A1>1"}
    assert {text for text in slides(position) if text.startswith("C1<")} == {"C1<1"}


def test_trays_apart_are_no_pair() -> None:
    position = at("o.__..__", "..__..__", rest="t - 1 -")
    assert not any(text.startswith("A1C1") for text in texts(position))


def test_only_an_empty_tray_is_removed() -> None:
    position = at("oo..____", "....____", rest="t - 1 -")
    assert {text for text in texts(position) if text.startswith("x")} == {"xB1"}
    after = position.play("xB1")
    assert board(after, 2) == ["oo______", "..______"]
    assert after.outcome == billes.Outcome(None, draw=False, reason="score", scores=(2,))


def test_the_tray_player_moves_or_removes_a_tray() -> None:
    position = at("oo..____", "....____", rest="t - 1 -")
    assert {"xB1", "B1>1", "A1^1"} <= texts(position), "an empty tray may stay"
    assert all(text[0] in "xABCD" for text in texts(position))
    with pytest.raises(billes.IllegalMove):
        position.play("pass")


def test_two_empty_trays_take_two_moves_and_a_marble_may_come_back() -> None:
    position = at("o.oo..__", "......__", "..______", "..______", rest="t - 1 -")
    assert {"xC1", "xA2"} <= texts(position)
    after = position.play("xA2")
    assert str(after).endswith(" m - 1 -"), "one tray, and it counts as the move"
    assert "xC1" not in texts(after.play("c1e1")), "a marble has jumped onto it"
    assert {"xC1", "xB1"} & texts(after.play("d1b1")) == {"xC1", "xB1"}


def test_announcements_are_those_that_can_be_carried_out() -> None:
    position = at("oo..____", "o.o.____", ".o..____", "....____", rest="t - 1 -")
    upwards = {text for text in texts(position) if text.startswith("A1A2^2")}
    assert upwards == {"A1A2^2"}  # the trays part, a single jump is left
    together = at("__oo..__", "__o.o.__", "__.o..__", "__....__", "..______", "..______", rest="t - 1 -")
    removal = {text for text in texts(together) if text.startswith("xA3")}
    assert removal == {"xA3", "xA3!2", "xA3!3", "xA3!4"}
    assert str(together.play("xA3!4")).endswith(" m 4 1 -")
    assert texts(together.play("xA3!4")) == {"c1e1e3c3c1", "c1c3e3e1c1"}
    assert "xA3!5" not in texts(together)


def test_a_single_jump_may_be_announced() -> None:
    """It is another spelling of the move without an announcement, not another move."""
    position = at("oo..____", "o.o.____", ".o..____", "....____", rest="t - 1 -")
    assert not [text for text in texts(position) if text.endswith("!1")]
    assert position.play("A1A2^2!1") == position.play("A1A2^2")
    game = billes.Game("bilitaire", "round", start=position).play("A1A2^2!1")
    assert [str(move) for move in game.moves] == ["A1A2^2"]
    read = billes.load(game.record().replace("A1A2^2", "A1A2^2!1"))
    assert read.record() == game.record()
    for text in sorted(texts(position)):
        if "!" not in text:
            after = position.play(text)
            if after.outcome is None:
                assert position.play(f"{text}!1") == after
            else:
                with pytest.raises(billes.IllegalMove, match="nothing can be announced"):
                    position.play(f"{text}!1")


# ---------------------------------------------------------------------------------------------------------- end
def test_a_round_ends_when_the_tray_move_leaves_no_jump() -> None:
    position = at("oo..____", "...o____", rest="t - 1 -")
    assert position.outcome is None
    over = position.play("B1>2")
    assert over.outcome == billes.Outcome(None, draw=False, reason="score", scores=(3,))
    assert str(over.outcome) == "the round is over: no jump is left (3 marbles)"
    assert str(over).endswith(" m - 1 -")


def test_the_tray_player_moves_even_where_no_jump_is_left() -> None:
    position = at("o...____", "...o____", rest="t - 1 -")
    assert position.outcome is None
    assert position.moves


def test_the_change_of_round() -> None:
    position = at("oo..____", "...o____", rest="t - 1 -", variant="match")
    assert position.player == 2
    second = position.play("B1>2")
    assert str(second) == f"{START} m - 2 3"
    assert second.player == 2  # the same player moves twice in a row, now with the marbles
    assert second.outcome is None
    assert len(second.moves) == 48
    assert second.play("xd4").player == 1


@pytest.mark.parametrize(("score", "winner"), [(2, 1), (3, None), (4, 2)])
def test_fewer_marbles_left_wins_the_match(score: int, winner: int | None) -> None:
    position = at("oo..____", "...o____", rest=f"t - 2 {score}", variant="match")
    assert position.player == 1
    over = position.play("B1>2")
    assert over.outcome == billes.Outcome(winner, draw=winner is None, reason="score", scores=(score, 3))
    assert not over.moves


def test_the_example_of_the_rule_sheet() -> None:
    """21 marbles left by player 1, 17 by player 2: player 2 wins."""
    position = at(
        "oo__oo__", "oo__oo__", NONE, NONE, "oo__oo__", "oo__oo__", "______o.", "______..",
        rest="t - 2 21", variant="match",
    )  # fmt: skip
    assert position.play("A3^1").outcome == billes.Outcome(2, draw=False, reason="score", scores=(21, 17))


def test_a_jump_that_leaves_none_ends_nothing_yet() -> None:
    after = at("oo..____", "....____").play("a1c1")
    assert after.outcome is None
    assert after.moves
    assert after.play("xA1").outcome == billes.Outcome(None, draw=False, reason="score", scores=(1,))


# --------------------------------------------------------------------------------------------------------- room
def _trails(slots: frozenset[int]) -> list[int]:
    """The number of trails of every length in the grid of slots, from all starts together."""
    near = {
        s: [t for t in (s + 1, s - 1, s + 4, s - 4) if t in slots and (s // 4 == t // 4 or s % 4 == t % 4)]
        for s in slots
    }
    counts = [0] * 25

    def walk(slot: int, used: frozenset[tuple[int, int]], length: int) -> None:
        counts[length] += 1
        for to in near[slot]:
            edge = (min(slot, to), max(slot, to))
            if edge not in used:
                walk(to, used | {edge}, length + 1)

    for slot in slots:
        walk(slot, frozenset(), 0)
    return counts


def test_no_position_has_more_moves_than_there_is_room() -> None:
    shapes = set()
    for gone in combinations(range(16), 4):
        spots = [(s % 4, s // 4) for s in range(16) if s not in gone]
        turned = [
            [(x, y), (3 - x, y), (x, 3 - y), (3 - x, 3 - y), (y, x), (3 - y, x), (y, 3 - x), (3 - y, 3 - x)]
            for x, y in spots
        ]
        shapes.add(min(tuple(sorted(4 * row[k][1] + row[k][0] for row in turned)) for k in range(8)))
    most = [0] * 25
    for shape in shapes:
        most = [max(a, b) for a, b in zip(most, _trails(frozenset(shape)), strict=True)]
    assert 4 * max(most) <= bilitaire.ROOM
    longest = max(length for length, count in enumerate(most) if count)
    assert longest == 16
    assert 11 + 2 * longest < 62  # a path fits into a move
    assert (bilitaire.SLIDES + 16) * longest <= bilitaire.ROOM


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (f"{START} m - 1", ["score of round one is missing", "5 fields"]),
        (f"{START} m - 1 - -", ["'-' is too much"]),
        (f"{START[:-9]} m - 1 -", ["8 ranks", "not 7"]),
        (f"{START.replace('__oooo__', '__ooxo__', 1)} m - 1 -", ["'x' in rank 1, place 5"]),
        (f"{START.replace('__oooo__', '__ooo__', 1)} m - 1 -", ["rank 1 has 8 places, not 7"]),
        (f"{START.replace('__oooo__', '_ooooo__', 1)} m - 1 -", ["slot A1", "b1", "a1", "2x2"]),
        (f"{'/'.join(['oooooooo'] * 8)} m - 1 -", ["16 trays", "begins with 12"]),
        (f"{START} x - 1 -", ["role to move", "'x'"]),
        (f"{START} m 1 1 -", ["announced number", "'1'"]),
        (f"{START} m 02 1 -", ["announced number", "'02'"]),
        (f"{START} m - 3 -", ["the round is 1 or 2", "'3'"]),
        (f"{START} m - 2 48", ["score of round one", "from 1 to 47", "'48'"]),
        (f"{START} m - 2 -", ["score of round one is known in round two"]),
        (f"{START} m - 1 5", ["score of round one is '-' in round one", "'5'"]),
        (f"{'/'.join(['........', *[NONE] * 7])} m - 1 -", ["slot A1"]),
        (f"{'/'.join(['..______', '..______', *[NONE] * 6])} t - 1 -", ["no marble on the board"]),
        (f"{START} t - 1 -", ["all 48 marbles", "take the first one off"]),
        (
            "oooo____/oooo____/oooooooo/oooooo.o/oooooooo/oooooooo/__oooo__/__oooo__ t - 1 -",
            ["only the first marble is gone", "no tray can have moved"],
        ),
        (
            "oooooo__/oooooo__/oooooooo/oooooo.o/oooooo__/oooooo__/__oooo__/__oooo__ m - 1 -",
            ["only the first marble is gone", "one slide"],
        ),
        (f"{'/'.join(['oo..____', '....____', *[NONE] * 6])} t 2 1 -", ["tray player is to move", "not 2"]),
        (f"{'/'.join(['oo..____', '....____', *[NONE] * 6])} m 2 1 -", ["2 jumps are announced", "more than 1"]),
        (f"{'/'.join(['o...____', '....____', *[NONE] * 6])} m - 1 -", ["no jump is left", "round one is over"]),
    ],
)
def test_bad_positions(text: str, parts: list[str]) -> None:
    message = bad("bilitaire", "match", text)
    for part in parts:
        assert part in message


def test_a_single_round_has_no_second() -> None:
    assert "the round is 1, not '2'" in bad("bilitaire", "round", f"{START} m - 2 5")


@pytest.mark.parametrize("variant", billes.GAMES["bilitaire"])
def test_the_roles_change_with_the_round(variant: str) -> None:
    for position in random_game("bilitaire", variant, 11):
        _, role, _, number, _ = str(position).split()
        assert position.player == (1 if (role == "m") == (number == "1") else 2)
