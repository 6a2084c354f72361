from __future__ import annotations

import pytest

import billes

CYCLES = [
    ("quits", "standard", ["av", "d5c4"], ["1>", "c4b5", "1<", "b5c4"]),
    ("balanx", "standard", ["c7d7", "g3e3"], ["a8c8", "e1e3", "c8a8", "e3e1"]),
    ("pylos", "expert", ["1b1", "1c3", "1d4", "1d3", "1a2", "1b3"], ["1a1", "1a3-1a3", "1b2-1a1-1b2", "1a3-1a3"]),
    ("pylos", "standard", ["1b1", "1c3", "1d4", "1d3", "1a2", "1b3"], ["1a1", "1b4", "1b2-1a1-1b2", "1c4-1b4-1c4"]),
]


@pytest.mark.parametrize(("name", "variant", "opening", "cycle"), CYCLES)
def test_the_third_occurrence_is_a_draw(name: str, variant: str, opening: list[str], cycle: list[str]) -> None:
    game = billes.Game(name, variant)
    for move in [*opening, *cycle, *cycle[:-1]]:
        game.play(move)
        assert game.outcome is None
    assert game.repeats == 2  # the whole cycle but for its last move: every position of it came twice
    game.play(cycle[-1])
    assert game.repeats == 3
    assert game.outcome == billes.Outcome(None, draw=True, reason="repetition")
    assert game.position.outcome is None, "a position alone never shows repetition"
    with pytest.raises(billes.IllegalMove, match="third time"):
        game.play(cycle[0])
    game.undo()
    assert game.outcome is None
    assert game.play(cycle[-1]).outcome is not None


def test_occurrences_count_from_a_given_start_too() -> None:
    _, _, opening, cycle = CYCLES[0]
    start = billes.start("quits")
    for move in opening:
        start = start.play(move)
    game = billes.Game("quits", start=start)
    for move in cycle * 2:
        game.play(move)
    assert game.outcome is not None
    assert game.outcome.draw


def test_another_forbidden_slide_is_another_position() -> None:
    slid, stepped = (billes.read("quits", None, f".11../11.../1...2/..22./..22. 1 {field}") for field in ("4>", "-"))
    assert slid != stepped


def test_a_game_remembers() -> None:
    game = billes.Game("quits").play("b2c3").play("d5c4")
    assert [str(move) for move in game.moves] == ["b2c3", "d5c4"]
    assert [position.player for position in game.positions] == [1, 2, 1]
    assert game.position == game.positions[-1]
    assert game.position.last == game.moves[-1]
    assert str(game.undo()) == "d5c4"
    assert len(game.positions) == 2
    game.undo()
    with pytest.raises(billes.IllegalMove, match="no move has been played"):
        game.undo()


def test_an_illegal_move_changes_nothing() -> None:
    game = billes.Game("quits").play("b2c3")
    before = game.record()
    with pytest.raises(billes.IllegalMove):
        game.play("a1a2")
    assert game.record() == before


def test_ends_that_are_not_on_the_board() -> None:
    assert billes.Game("quits").resign().outcome == billes.Outcome(2, draw=False, reason="resignation")
    assert billes.Game("quits").resign(2).outcome == billes.Outcome(1, draw=False, reason="resignation")
    assert billes.Game("quits").end("agreement").outcome == billes.Outcome(None, draw=True, reason="agreement")
    late = billes.Game("quits", "four").end("time", 3)
    assert late.outcome == billes.Outcome(3, draw=False, reason="time")
    with pytest.raises(billes.IllegalMove, match="over"):
        late.play("b2c3")
    with pytest.raises(billes.IllegalMove, match="over already"):
        late.end("agreement")
    with pytest.raises(ValueError, match="more than two players"):
        billes.Game("quits", "four").resign()
    with pytest.raises(ValueError, match="no player 5"):
        billes.Game("quits", "four").end("time", 5)
    with pytest.raises(ValueError, match="not ended by 'boredom'"):
        billes.Game("quits").end("boredom")


def test_undo_takes_a_resignation_back_with_the_move() -> None:
    game = billes.Game("quits").play("b2c3").resign()
    game.undo()
    assert game.outcome is None


def test_starts_that_do_not_fit() -> None:
    with pytest.raises(ValueError, match="belongs to quits simple"):
        billes.Game("quits", "standard", start=billes.start("quits", "simple"))
    with pytest.raises(billes.BadPosition):
        billes.Game("quits", start="nonsense")
    with pytest.raises(billes.UnknownGame, match="Did you mean pylos"):
        billes.Game("pilos")
    with pytest.raises(ValueError, match="2 players, not 3"):
        billes.Game("quits", players=("a", "b", "c"))
    with pytest.raises(ValueError, match="written by the game itself"):
        billes.Game("quits", tags={"Result": "1-0"})


def test_a_win_comes_before_a_draw() -> None:
    won = billes.Game("quits", "simple", start="...../11..1/...../..2../.2... 1 -")
    assert won.outcome is not None
    assert won.outcome.winner == 2


def test_games_are_equal_by_what_was_played() -> None:
    assert billes.Game("quits").play("b2c3") == billes.Game("quits").play("b2c3")
    assert billes.Game("quits").play("b2c3") != billes.Game("quits").play("a^")
    assert billes.Game("quits").play("b2c3", comment="!") != billes.Game("quits").play("b2c3")
    assert billes.Game("quits") != billes.Game("quits", "simple")
    assert billes.Game("quits") != "quits"
