"""What must hold in every game: texts, moves, outcomes, values, both modes, symmetries."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

import billes
from billes.core.jit import INTERPRETED
from billes.core.sentences import catalogue
from billes.games.registry import rules_of

from .data import images
from .helpers import EVERY, random_game, some
from .traces import fingerprints

every = pytest.mark.parametrize(("game", "variant"), EVERY)


@every
def test_texts_go_round(game: str, variant: str) -> None:
    for seed in range(some(6, 2)):
        for position in random_game(game, variant, seed):
            again = billes.read(game, variant, str(position))
            assert again == position
            assert again.state == position.state
            assert hash(again) == hash(position)
            assert str(again) == str(position)
            assert eval(repr(position)) == position


@every
def test_moves_are_unique_sorted_and_playable(game: str, variant: str) -> None:
    for seed in range(some(3, 1)):
        for position in random_game(game, variant, seed, 120):
            moves = position.moves
            texts = [str(move) for move in moves]
            assert texts == sorted(set(texts))
            assert len({move.code for move in moves}) == len(moves)
            for move in moves[:: max(1, len(moves) // 12)]:
                assert position.move(str(move)) == move
                after = position.play(move)
                assert after.last == move
                assert after == position.play(f" {move}\n")
                assert billes.read(game, variant, str(after)) == after


@every
def test_a_game_is_over_when_nothing_can_be_played(game: str, variant: str) -> None:
    for seed in range(some(6, 2)):
        *before, last = random_game(game, variant, seed)
        for position in before:
            assert position.moves
            assert position.outcome is None
            assert position.perft(1) == len(position.moves)
        assert (last.outcome is None) == bool(last.moves)
        if last.outcome is not None:
            assert last.perft(0) == 1
            assert last.perft(1) == last.perft(3) == 0
            assert billes.read(game, variant, str(last)).outcome == last.outcome
            assert f"why.{last.outcome.reason}" in catalogue("en")
            with pytest.raises(billes.IllegalMove, match="the game is over"):
                last.play("a1")


@every
def test_players_take_turns(game: str, variant: str) -> None:
    seen = [position.player for position in random_game(game, variant, 11)]
    players = billes.start(game, variant).players
    assert seen[:players] == list(range(1, players + 1))
    assert set(seen) == set(range(1, players + 1))


@every
def test_positions_are_values(game: str, variant: str) -> None:
    position = billes.start(game, variant)
    moved = position.play(position.moves[0])
    assert position == billes.start(game, variant) != moved
    assert {position: 1}[billes.start(game, variant)] == 1
    again = pickle.loads(pickle.dumps(moved))
    assert again == moved
    assert again.last == moved.last
    assert again.moves == moved.moves
    with pytest.raises(FrozenInstanceError):
        position.state = ()  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        position.moves[0].text = ""  # type: ignore[misc]
    assert all(type(word) is int for word in moved.state)


@every
def test_divide_adds_up_to_perft(game: str, variant: str) -> None:
    position = list(random_game(game, variant, 5, 6))[-1]
    depth = 2
    assert sum(count for _, count in position.divide(depth)) == position.perft(depth)


@every
def test_symmetric_positions_have_equal_perft(game: str, variant: str) -> None:
    for seed in range(some(4, 1)):
        for position in list(random_game(game, variant, seed))[::12]:
            depth = some(3, 2) if len(position.moves) < 60 else some(2, 1)
            counts = [position.perft(n) for n in range(1, depth + 1)]
            for image in images(game, variant, str(position)):
                assert [billes.read(game, variant, image).perft(n) for n in range(1, depth + 1)] == counts, image


@every
def test_playouts_do_not_depend_on_the_workers(game: str, variant: str) -> None:
    start = billes.start(game, variant)
    games = some(300, 12)
    one = billes.playouts(start, games, seed=3, workers=1, limit=200)
    assert one == billes.playouts(start, games, seed=3, workers=3, limit=200)
    assert one != billes.playouts(start, games, seed=4, workers=1, limit=200)
    first = billes.playouts(start, games // 2, seed=3, limit=200)
    second = billes.playouts(start, games - games // 2, seed=3, limit=200, first=games // 2)
    assert one.games == games == first.games + second.games
    assert one.plies == first.plies + second.plies
    assert one.wins == tuple(a + b for a, b in zip(first.wins, second.wins, strict=True))
    assert one.games == sum(one.wins) + one.draws + one.unfinished + sum(one.scores.values())


@pytest.mark.slow  # once is enough
def test_compiled_and_interpreted_agree() -> None:
    games = 4
    other = dict(os.environ, PYTHONPATH=str(Path(billes.__file__).parents[1]))
    other.pop("BILLES_INTERPRETED", None)
    if not INTERPRETED:
        other["BILLES_INTERPRETED"] = "1"
    script = Path(__file__).with_name("traces.py")
    run = subprocess.run([sys.executable, script, str(games)], env=other, capture_output=True, text=True, check=True)
    theirs = {name: value for name, _, value in (line.rpartition(" ") for line in run.stdout.splitlines())}
    assert theirs == fingerprints(games)


@pytest.mark.parametrize("seed", [-1, 2**63, 10**30])
def test_any_number_is_a_seed(seed: int) -> None:
    assert billes.playouts(billes.start("quits"), 2, seed=seed, limit=50).games == 2


@pytest.mark.parametrize(("game", "variant"), [(g, v) for g, vs in billes.GAMES.items() for v in vs])
def test_no_two_positions_share_a_key(game: str, variant: str) -> None:
    """Searches and playouts know a position by its key alone."""
    G, chance = rules_of(game), random.Random(5)
    seen: dict[int, tuple[int, ...]] = {}
    for _ in range(20):
        position = billes.start(game, variant)
        for _ in range(40):
            if position.outcome:
                break
            for move in position.moves[:30]:
                child = position.play(move).state
                assert seen.setdefault(G.key(child), child) == child
            position = position.play(chance.choice(position.moves))


def test_players_who_change_places_make_another_key() -> None:
    from billes.games.quits import rules as quits

    own, two, three, four, *rest = billes.read("quits", "four", ".1.4./11.44/...../22.33/.2.3. 1 -").state
    corner, forbidden, step = rest
    one, other = ((a, two, b, four, corner, forbidden, step) for a, b in ((own, three), (three, own)))
    assert quits.key(one) != quits.key(other)
