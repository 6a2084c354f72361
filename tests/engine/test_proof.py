"""Proofs against searches that try everything, in every game."""

from __future__ import annotations

import random

import pytest

import billes
from billes.core.position import Position
from billes.engine.proof import WIN, Endings, Wins

LATE = "__oooooo/__.....o/o.__.o__/o.__o.__/o.....__/o..o..__/o......./..o...oo t - 1 -"


def forced(position: Position, player: int, plies: int) -> bool:
    """Whether a player can force a win within some plies, by trying everything."""
    if position.outcome is not None:
        return position.outcome.winner == player
    if plies == 0:
        return False
    some = any if position.player == player else all
    return some(forced(position.play(move), player, plies - 1) for move in position.moves)


def late(game: str, variant: str, seed: int) -> Position:
    """A position shortly before the end of a random game, of the last 300 moves if it has more."""
    chance, positions = random.Random(seed), [billes.start(game, variant)]
    while positions[-1].outcome is None and len(positions) < 300:
        positions.append(positions[-1].play(chance.choice(positions[-1].moves)))
    return positions[max(0, len(positions) - 2 - seed % 3)]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variant"), [("quits", "simple"), ("pylos", "children"), ("balanx", "small")])
def test_wins_are_those_of_trying_everything(game: str, variant: str) -> None:
    wins, met = Wins(game, 100_000, 1 << 10), set()
    for seed in range(8):
        position = late(game, variant, seed)
        for player in (1, 2):
            for plies in (1, 2, 3) if len(position.moves) < 12 else (1, 2):
                found = forced(position, player, plies)
                met.add(found)
                assert wins.within(position, player, plies) == found
    assert met == {True, False}


def test_too_many_nodes_are_no_answer() -> None:
    assert Wins("quits", 5).within(billes.start("quits", "simple"), 1, 9) is None
    assert Endings("bilitaire", 5).above(billes.start("bilitaire", "round"), -20) is None


def test_the_end_of_a_round() -> None:
    position = billes.read("bilitaire", "round", LATE)
    endings = Endings("bilitaire", 200_000)
    answers = [endings.above(position, -marbles) for marbles in (18, 17, 16)]
    assert answers == [True, False, False]  # the tray player keeps 17 and no more
    after = position.play("xC4")
    assert endings.above(after, -17) is False
    assert endings.above(position.play("xC4").play("a6a8").play("A3C3>1"), -17) is False


def test_the_end_of_a_match() -> None:
    text = LATE.replace("t - 1 -", "t - 2 16")
    endings = Endings("bilitaire", 200_000)
    assert endings.above(billes.read("bilitaire", "match", text), 0) is True  # 17 marbles stay, one more than before
    level = billes.read("bilitaire", "match", text.replace("2 16", "2 17"))
    assert (endings.above(level, 0), endings.above(level, -WIN)) == (False, True)


def test_games_that_repeat_positions_have_no_end_to_search() -> None:
    with pytest.raises(ValueError, match="repeat"):
        Endings("quits", 1000)
