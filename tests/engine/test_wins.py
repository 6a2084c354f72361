"""Known wins are found, by both searches and in time."""

from __future__ import annotations

import random

import pytest

from billes.core.position import Position, read, start
from billes.engine.analysis import analyse
from billes.engine.limits import Limits
from billes.engine.mcts import TreeSearch
from billes.games.registry import spec_of

WINS = [
    ("pylos", "standard", "22.1122.22122122/1..2..1.1/..../. 1", "1c1", 11),
    ("pylos", "standard", "112.212111211..1/21.221.../..../. 2", "1b4", 13),
    ("pylos", "children", "112212111.111122/2.......2/..../. 2", "1c1>2c2", 11),
    ("pylos", "children", ".211222..1122222/.1..1...1/..../. 1", "2b3", 17),
    ("pylos", "expert", "1222211112222112/1222..121/..../. 1", "2b2", 9),
    ("pylos", "expert", ".212.12121211121/..2..1211/..../. 2", "2b2", 11),
    ("pylos", "standard-icga", "1..1121111211211/...12.221/..2./. 2", "1c1", 7),
    ("pylos", "expert-icga", "22.2212111122221/1..212221/...1/. 2", "1c1-1c1-2a3", 13),
    ("quits", "standard", ".22.1/1..1./.22.1/....1/..... 2 -", "1<", 9),
    ("quits", "standard", "..2../22211/...12/...../.1... 1 -", "d^", 11),
    ("quits", "simple", "..2../..1../...../...1./..122 1 -", "5<", 5),
    ("quits", "simple", "...../...1./1.12./..2../..2.. 1 3>", "c3d4", 9),
    ("balanx", "standard", ".1.1.11/....1.1/.....11/2...1.1/2....../22..2../22.2.../2.2.... 2", "e6d6", 9),
    ("balanx", "small", "..1111/2.2111/..1..1/2.2..1/.2..../2.2.2./.2.2.. 1", "c3d3", 7),
    ("balanx", "small", "..1111/2..111/...2.1/2.21.1/.2..../2.2.2./.2.2.. 1", "d4e4", 5),
    (
        "balanx",
        "large",
        "....1.../.1...1../......../.1...1../12..1.../21....../2.2...../2.21...1/2222.... 2",
        "c7b7",
        5,
    ),
    (
        "bilitaire",
        "match",
        "oooooooo/ooo.o.../..o.__o./o.oo__.o/.o__..__/.o__..__/oo____../oo____oo t - 2 10",
        "A2B2>1!2",
        5,
    ),
    (
        "bilitaire",
        "match",
        "oo..oo__/o.oooo__/....__oo/o..o__oo/oo__oooo/o.__oooo/o.__oooo/o.__oooo t - 2 12",
        "C1>1!2",
        7,
    ),
]


@pytest.mark.parametrize(("game", "variant", "text", "move", "plies"), WINS)
def test_alphabeta_finds_the_win(game: str, variant: str, text: str, move: str, plies: int) -> None:
    """The move that wins soonest, and how long it takes."""
    best = analyse(read(game, variant, text), nodes=1_500_000, lines=1)[0]
    assert best.move.text == move
    assert best.score.wins_in is not None
    assert best.score.wins_in <= plies
    assert str(best.score) == f"wins in {best.score.wins_in}"


NEAR = {"pylos": 7, "quits": 7, "balanx": 5, "bilitaire": 0}  # how far a tree of four million nodes sees for certain


@pytest.mark.parametrize(("game", "variant", "text", "move", "plies"), [win for win in WINS if win[4] <= NEAR[win[0]]])
def test_tree_proves_the_win(game: str, variant: str, text: str, move: str, plies: int) -> None:
    """The tree search proves it too."""
    best = TreeSearch(read(game, variant, text), seed=1).think(Limits(nodes=4_000_000))[0]
    assert best.move.text == move
    assert best.score.wins_in is not None


def test_tree_of_four_takes_the_win() -> None:
    """With four players one who can leave by the goal does."""
    position = read("quits", "four", ".1.4./1..44/...../22.13/.233. 1 -")
    best = TreeSearch(position, seed=1).think(Limits(nodes=200_000))[0]
    assert best.move.text == "d4e5"
    assert best.score.wins_in == 1


@pytest.mark.parametrize("variant", ["standard", "simple", "four"])
def test_wins_at_once(variant: str) -> None:
    """It is seen exactly where a move wins for the player who makes it."""
    winning = 0
    for seed in range(150):
        chance = random.Random(f"{variant} {seed}")
        position = start("quits", variant)
        while position.outcome is None:
            wins = False
            for move in position.moves:
                after = position.play(move).outcome
                wins = wins or (after is not None and after.winner == position.player)
            assert spec_of("quits").evaluator.wins_at_once(position.state) == wins, str(position)
            winning += wins
            position = position.play(chance.choice(position.moves))
    assert winning > 50


def _forced(position: Position, me: int, plies: int) -> bool:
    """Whether a player wins within so many plies even if all others play against them."""
    if position.outcome is not None:
        return position.outcome.winner == me
    if plies == 0:
        return False
    after = (_forced(position.play(move), me, plies - 1) for move in position.moves)
    return any(after) if position.player == me else all(after)


def _hopeless(position: Position, me: int, plies: int) -> bool:
    """Whether a player is lost within so many plies, if only the others take the wins that they can force."""
    if position.outcome is not None:
        return position.outcome.winner not in (None, me)
    if plies == 0:
        return False
    if position.player != me and _forced(position, position.player, plies):
        return True
    return all(_hopeless(position.play(move), me, plies - 1) for move in position.moves)


def test_what_the_tree_of_four_proves_is_so() -> None:
    """Wins, losses (by any of the others) and their lengths; and lines that are played to their end."""
    proved = {"win": 0, "loss": 0}
    for seed in range(60):
        chance = random.Random(f"proof {seed}")
        path = [start("quits", "four")]
        while path[-1].outcome is None:
            path.append(path[-1].play(chance.choice(path[-1].moves)))
        position = path[-2 - seed % 5]
        for line in TreeSearch(position, seed=seed).think(Limits(nodes=30_000), lines=100):
            plies = line.score.wins_in or line.score.loses_in
            if plies is None or plies > 5:
                continue
            after = position.play(line.move)
            if line.score.wins_in:
                assert _forced(after, position.player, plies - 1), f"{position}: {line}"
            else:
                assert _hopeless(after, position.player, 4), f"{position}: {line}"
            last = position
            for move in line.moves:
                last = last.play(move)
            assert last.outcome is not None, f"{position}: {line}"
            assert (last.outcome.winner == position.player) == bool(line.score.wins_in)
            proved["win" if line.score.wins_in else "loss"] += 1
    assert min(proved.values()) >= 20, proved
