"""Boards that are given as texts: what can be read, what is refused, and that games on them go by the same rules."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import billes
from billes.games.balanx import boards, rules
from billes.scenes.build import scene
from billes.scenes.motions import motions

from ...core.helpers import some
from ...scenes.test_motions import replay, things

STANDARD = "2222\n12221\n2222\n12221\n2222\n12221\n2222\n"
WIDE = "222,1221,222,1221,1221,222,1221,222"
"""Eight files and six ranks."""


def cut(draw: st.DrawFn, places: int) -> str:
    """So many places cut into grooves anyhow."""
    text = ""
    while places:
        length = draw(st.integers(1, min(2, places)))
        places, text = places - length, f"{text}{length}"
    return text


@st.composite
def files(draw: st.DrawFn) -> list[str]:
    """Files of one length, cut into grooves anyhow."""
    ranks = draw(st.integers(4, 9))
    return [cut(draw, ranks) for _ in range(draw(st.integers(4, 8)))]


@st.composite
def sound_files(draw: st.DrawFn) -> list[str]:
    """The same, with grooves that end where the start triangles do."""
    count, ranks = draw(st.integers(5, 8)), draw(st.integers(6, 9))
    found = []
    for number in range(count):
        top, bottom = ((4, 3, 2, 1, 0, 0, 0, 0)[n] for n in (number, count - 1 - number))
        found.append("".join(cut(draw, part) for part in (top, ranks - top - bottom, bottom)))
    return found


def read(text: str) -> tuple[str, int]:
    """The key of what is wrong with a board, or nothing and the board."""
    try:
        return "", boards.read(text)
    except billes.BadPosition as error:
        return error.sentence.key, -1


def test_the_boards_of_the_variants_are_numbers() -> None:
    assert boards.read(STANDARD) == rules.NUMBER["standard"]
    for variant, number in rules.NUMBER.items():
        assert boards.read(boards.write(number)) == number
        assert rules.board_code(rules.BOARDS[variant]) == number


@given(files())
@settings(max_examples=some(300, 100), deadline=None)
def test_a_board_is_read_or_refused_in_a_sentence(words: list[str]) -> None:
    said, board = read("\n".join(words))
    assert said.startswith("position.balanx.board.") or rules.lengths(board) == tuple(words)


@given(sound_files(), st.randoms(use_true_random=False))
@settings(max_examples=some(200, 40), deadline=None)
def test_a_sound_board_is_read_back_and_played_on(words: list[str], chance: random.Random) -> None:
    text = " ".join(words)
    board = boards.read(text)
    assert rules.lengths(board) == tuple(words)
    assert rules.size(board) == (len(words), sum(map(int, words[0])))
    assert boards.read(boards.write(board)) == board
    for zone in rules.zones(board).values():
        assert len(zone) == 10
        assert all(set(groove) <= zone or not set(groove) & zone for groove in rules.grooves(board))
    position = billes.start("balanx", board=text)
    for _ in range(8):
        assert billes.read("balanx", position.variant, str(position)) == position, "and settled"
        if not position.moves:
            break
        position = position.play(chance.choice(position.moves))


@given(st.text(alphabet="12,\n #a0\u00b2", max_size=40))
@settings(max_examples=some(300, 100), deadline=None)
def test_any_text_is_a_board_or_a_clear_error(text: str) -> None:
    said, _ = read(text)
    assert said == "" or said.startswith("position.balanx.board.")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the board is empty"),
        ("# nothing yet\n", "the board is empty"),
        ("2222\n1222", "file b has 7 places and file a has 8"),
        ("2222\n12221\n22", "file c has 4 places"),
        ("2222\n1x221", "file b is '1x221', but 'x' is no length of a groove"),
        ("2222\n12221\n2222", "a board has 4 to 8 files, not 3"),
        (",".join(["2222"] * 9), "a board has 4 to 8 files, not 9"),
        (",".join(["111"] * 6), "a board has 4 to 9 ranks, not 3"),
        (",".join(["22222"] * 6), "a board has 4 to 9 ranks, not 10"),
        (",".join(["1111"] * 4), "the start triangles overlap"),
        (",".join(["11111"] * 4), "nobody can move"),
        ("12221,2222,2222,12221,2222,12221,2222", "the groove a4-a5 lies half inside player 1's start triangle"),
    ],
)
def test_half_typed_boards(text: str, said: str) -> None:
    with pytest.raises(billes.BadPosition) as refused:
        billes.start("balanx", board=text)
    assert said in str(refused.value)


def test_the_variant_that_fits() -> None:
    assert billes.start("balanx", board=STANDARD) == billes.start("balanx")
    assert billes.start("balanx", board=WIDE).variant == "large"
    assert billes.start("balanx", board=",".join(["11111"] * 6)).variant == "small"
    on_small = billes.start("balanx", "small", board=STANDARD)
    assert (on_small.variant, on_small.state) == ("small", billes.start("balanx").state)
    assert str(on_small).endswith(" 2222,12221,2222,12221,2222,12221,2222")


def test_only_balanx_has_other_boards() -> None:
    with pytest.raises(ValueError, match="pylos has no other boards"):
        billes.start("pylos", board=STANDARD)


def test_a_board_written_out_is_played_like_the_variants_own() -> None:
    """The same board under another number: move for move the same game."""
    for variant, number in rules.NUMBER.items():
        code = rules.OTHER | sum(
            rules.FILE_WORDS.index(_word(own)) << 6 * file for file, own in enumerate(rules.BOARDS[variant])
        )
        code |= rules._size_code(*rules.size(number)) << rules.SIZE_AT
        assert rules.lengths(code) == rules.BOARDS[variant]
        usual = billes.start("balanx", variant)
        other = billes.Position("balanx", variant, (*usual.state[:5], code))
        assert other.perft(3) == usual.perft(3)
        rng = random.Random(1)
        for _ in range(60):
            assert [move.code for move in other.moves] == [move.code for move in usual.moves]
            if usual.outcome or not usual.moves:
                break
            move = str(rng.choice(usual.moves))
            usual, other = usual.play(move), other.play(move)
            assert other.state[:5] == usual.state[:5]
            assert other.outcome == usual.outcome


def _word(lengths: str) -> int:
    """The lower places of a file's grooves of two."""
    word = rank = 0
    for length in map(int, reversed(lengths)):
        word |= (length - 1) << rank
        rank += length
    return word


def test_games_records_and_pictures_carry_the_board() -> None:
    game = billes.Game("balanx", "large", start=billes.start("balanx", board=WIDE))
    rng = random.Random(7)
    while game.outcome is None and len(game.moves) < 40:
        before = game.position
        game.play(rng.choice(before.moves))
        assert replay(things(scene(before)), motions(before, game.position)) == things(scene(game.position))
    again = billes.load(game.record())
    assert again == game
    assert f"1 {WIDE}" in game.record()
    drawn = scene(game.position)
    assert len([place for place in drawn.places if place.kind == "bowl"]) == 48
    assert (drawn.counts[0].name, drawn.counts[0].value, drawn.counts[0].of) == ("board", 8, 6)


def test_the_computer_plays_on_any_board() -> None:
    from billes.engine.levels import choose

    game = billes.Game("balanx", "large", start=billes.start("balanx", board=WIDE))
    for _ in range(4):
        game.play(choose(game, 3, seed=2))
    assert len(game.moves) == 4
