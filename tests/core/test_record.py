from __future__ import annotations

import contextlib
import random
from copy import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

import billes
from billes.core.record import load_one

from .helpers import message

EVERY = [(game, variant) for game, variants in billes.GAMES.items() for variant in variants]
WORDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=40)


def played(game: str, variant: str, seed: int, plies: int) -> billes.Game:
    rng = random.Random(seed)
    found = billes.Game(game, variant)
    while found.outcome is None and len(found.moves) < plies:
        found.play(rng.choice(found.position.moves))
    return found


@pytest.mark.parametrize(("game", "variant"), EVERY)
def test_read_back_equal(game: str, variant: str) -> None:
    for seed in range(3):
        whole = played(game, variant, seed, 150)
        again = billes.load(whole.record())
        assert again == whole
        assert again.record() == whole.record()


@given(
    comments=st.dictionaries(st.integers(0, 8), WORDS),
    clocks=st.dictionaries(st.integers(1, 8), st.integers(0, 10**8).map(lambda n: n / 1000)),
    names=st.lists(WORDS, max_size=2),
    tags=st.dictionaries(st.from_regex(r"X[a-z0-9_]{0,8}", fullmatch=True), WORDS),
)
def test_whatever_is_said_comes_back(
    comments: dict[int, str], clocks: dict[int, float], names: list[str], tags: dict[str, str]
) -> None:
    game = played("quits", "standard", 1, 8)
    told = billes.Game("quits", players=names, tags=tags)
    for move in game.moves:
        told.play(move)
    told.comments, told.clocks = comments, clocks
    assert billes.load(told.record()) == told
    two = billes.load_all(told.record() + "\n" + told.record())
    assert two == [told, told]


@given(st.text())
def test_nonsense_is_named(text: str) -> None:
    with contextlib.suppress(billes.BadRecord):
        billes.load_all(text)


def test_how_it_looks() -> None:
    game = billes.Game("quits", "four", players=("Ann", "Bob", "Cleo", "Dan"), tags={"Date": "2026-11-15"})
    for move in ("b2c3", "b4c3" if "b4c3" in map(str, game.position.play("b2c3").moves) else "a^"):
        game.play(move, clock=299.5)
    text = game.record()
    assert text.startswith('[Game "quits"]\n[Variant "four"]\n[Player1 "Ann"]\n')
    assert "\n\n1. b2c3 {[%clk 0:04:59.5]} " in text
    assert text.endswith(" *\n")
    assert all(len(line) <= 100 for line in text.splitlines())


def test_an_unusual_start_is_told() -> None:
    start = billes.start("balanx", "small")
    start = start.play(start.moves[0])
    game = billes.Game("balanx", "small", start=start)
    assert f'[Start "{start}"]' in game.record()
    assert billes.load(game.record()) == game
    assert "[Start" not in billes.Game("balanx", "small").record()


@pytest.mark.parametrize(
    ("outcome", "result"),
    [(("resignation", 1), "1-0"), (("time", 2), "0-1"), (("agreement", None), "1/2-1/2"), (("adjudication", 2), "0-1")],
)
def test_results(outcome: tuple[str, int | None], result: str) -> None:
    game = billes.Game("quits").play("b2c3").end(*outcome)
    assert f'[Result "{result}"]\n[End "{outcome[0]}"]' in game.record()
    assert billes.load(game.record()).outcome == game.outcome


def test_results_of_four_and_of_a_round() -> None:
    four = billes.Game("quits", "four").end("time", 3)
    assert '[Result "0-0-1-0"]' in four.record()
    assert billes.load(four.record()) == four
    drawn = billes.Game("quits", "four").end("agreement")
    assert '[Result "1/4-1/4-1/4-1/4"]' in drawn.record()
    assert billes.load(drawn.record()) == drawn
    scored = played("bilitaire", "round", 0, 1000)
    assert scored.outcome is not None
    assert f'[Result "{scored.outcome.scores[0]}"]' in scored.record()


def test_tolerant_reading() -> None:
    text = (
        '\ufeff[ game  "QUITS" ]\r\n[VARIANT "Standard"]\r\n[Event "a club evening"]\r\n\r\n'
        "{before} 1.b2c3 $1 ! 1... d5c4 ; a remark to the end of the line 2> \r\n 2.   2> {a} {b} \n"
    )
    game = billes.load(text)
    assert [str(move) for move in game.moves] == ["b2c3", "d5c4", "2>"]
    assert game.tags == {"Event": "a club evening"}
    assert game.comments == {0: "before", 3: "a b"}
    assert billes.load('[Game "quits"]').moves == ()


def test_signs_that_judge_a_move_may_touch_it() -> None:
    written = '[Game "{}"]\n\n{} *'
    quits = billes.load(written.format("quits", "1. b2c3! d5c4?? 2. 1>!? 5< ?! $2"))
    assert [str(move) for move in quits.moves] == ["b2c3", "d5c4", "1>", "5<"]
    played = "xc8! B1C1<1 c6c8 B4<1 c4c6 C2C3v1 e4c4 C2^1 e8e6 C3v1 d2d4 C4<1!3!? a5c5c7a7"
    bilitaire = billes.load(written.format("bilitaire", played))
    assert [str(move) for move in bilitaire.moves][-2:] == ["C4<1!3", "a5c5c7a7"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. b2c3", "line 1: a record says which game"),
        ('[Game "chess"]', "line 1: there is no game 'chess'"),
        ('[Game "quits"]\n[Variant "five"]', "no variant 'five'"),
        ('[Game "quits"]\n[Start "...."]', "line 1: the player to move is missing"),
        ('[Game "quits"]\n\n1. b2c3\nb2c3', "line 4: move 2, 'b2c3'"),
        ('[Game "quits"]\n{never closed', "line 2: a comment without its closing }"),
        ('[Game "quits"]\n1-0 b2c3', "line 2: 'b2c3' comes after the result 1-0"),
        ('[Game "quits"]\n[Result "7"]', "'7' is not a result"),
        ('[Game "quits"]\n[Result "0-0-1-0"]', "'0-0-1-0' is not a result"),
    ],
)
def test_what_is_wrong_is_named(text: str, said: str) -> None:
    with pytest.raises(billes.BadRecord, match="line") as caught:
        billes.load(text)
    assert said in message(caught.value)


def test_a_result_against_the_moves_is_refused() -> None:
    whole = played("quits", "standard", 3, 1000)
    assert whole.outcome is not None
    right = "1-0" if whole.outcome.winner == 1 else "0-1"
    wrong = "0-1" if right == "1-0" else "1-0"
    with pytest.raises(billes.BadRecord) as caught:
        billes.load(whole.record().replace(f'"{right}"', f'"{wrong}"'))
    assert message(caught.value).endswith(f"ended {right}")


def test_load_wants_exactly_one_game() -> None:
    one = billes.Game("quits").record()
    with pytest.raises(billes.BadRecord, match="2 games"):
        billes.load(one + one)
    with pytest.raises(billes.BadRecord, match="0 games"):
        billes.load("")
    assert billes.load_all("") == []


def test_strict_writing() -> None:
    with pytest.raises(ValueError, match="a tag is a letter"):
        billes.Game("quits", tags={"no good": "x"}).record()


# ------------------------------------------------------------------------------------------------------- variations
VARIED = """[Game "quits"]
[Variant "standard"]
[Result "*"]

{first} 1. b2c3 (1. 2> {instead} d5c4 (1... e4d3) 2. 1>) (1. b2c3 e4d3) d5c4 {played} (1... e4d3 2. 2>) 2. 1> *
"""


def test_variations_are_kept() -> None:
    game = billes.load(VARIED)
    assert [str(move) for move in game.moves] == ["b2c3", "d5c4", "1>"]
    assert game.comments == {0: "first", 2: "played"}
    first, same = game.variations[1]
    assert [str(move) for move in first.moves] == ["2>", "d5c4", "1>"]
    assert first.comments == {1: "instead"}
    assert [str(move) for move in first.variations[2][0].moves] == ["e4d3"]
    assert [str(move) for move in same.moves] == ["b2c3", "e4d3"]
    assert " ".join(game.record().split()) == " ".join(VARIED.split())
    assert billes.load(game.record()) == game


def test_a_move_taken_back_takes_its_variations_along() -> None:
    game = billes.load(VARIED)
    twin = copy(game)
    game.undo()
    game.undo()
    assert list(game.variations) == [1]
    assert list(twin.variations) == [1, 2], "a copy is a game of its own"
    assert len(twin.moves) == 3


def test_results_within_variations_are_skipped() -> None:
    game = billes.load('[Game "quits"]\n1. b2c3 (1. 2> *) *')
    assert [str(move) for move in game.variations[1][0].moves] == ["2>"]


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("1. b2c3 (1. 2>", "line 3: a variation without its closing )"),
        ("1. b2c3) *", "line 3: a ) without its opening ("),
        ("(1. b2c3) 1. 2> *", "line 3: a variation stands after the move"),
        ("1. b2c3 () *", "line 3: a variation has at least one move"),
        ("1. b2c3 (1. 2>\nb2c3) *", "line 4: move 2, 'b2c3'"),
        ("1. " + "b2c3 (" * 60, "within each other 50 deep at most"),
    ],
)
def test_wrong_variations_are_named(moves: str, said: str) -> None:
    with pytest.raises(billes.BadRecord) as caught:
        billes.load(f'[Game "quits"]\n\n{moves}')
    assert said in message(caught.value)


def test_one_game_of_many() -> None:
    text = VARIED + '[Game "pylos"]\n\n1. 1a1 *\n\n[Game "pylos"]\n\n1. nonsense *\n'
    game, count = load_one(text, 2)
    assert (game.game, count) == ("pylos", 3)
    with pytest.raises(billes.BadRecord, match="nonsense"):
        load_one(text, 3)
    with pytest.raises(billes.BadRecord, match="no game 4"):
        load_one(text, 4)
    with pytest.raises(billes.BadRecord, match="there is no game in this text"):
        load_one("")
