"""Actions are what a hand touches on the page, and play exactly the legal moves; planes show what is on the board."""

from __future__ import annotations

import random
import re
from copy import copy
from pathlib import Path

import pytest

from billes.core.codes import OPEN
from billes.core.errors import UnknownGame
from billes.core.game import Game
from billes.envs import kernel
from billes.envs.play import Actions, Encoded, Play
from billes.games.registry import BUILT_IN, GAMES
from billes.scenes.build import scene
from billes.scenes.gestures import gestures

from ..scenes.samples import EVERY, game


def ways(play: Play) -> dict[tuple[str, ...], str]:
    """Every sequence of touches that plays a move, with the move's text."""
    found: dict[tuple[str, ...], str] = {}
    waiting: list[tuple[tuple[str, ...], Play]] = [((), play)]
    while waiting:
        touched, here = waiting.pop()
        for action in here.legal():
            after = copy(here)
            after.act(action)
            names = (*touched, here.name(action))
            if len(after.states) > len(play.states):
                assert after.last is not None
                found[names] = after.last.text
            else:
                waiting.append((names, after))
    return found


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_touches_are_those_of_the_page(name: str, variant: str) -> None:
    encoded = Encoded(name, variant)
    for position in list(game(name, variant, 3, 40))[::8]:
        if not position.moves:
            continue
        play = Play(encoded)
        play.states = [position.state]
        found = ways(play)
        page = {gesture.touches: gesture.move for gesture in gestures(position, room=10**6)}
        assert found == {touches: move for touches, move in page.items() if "reserve" not in touches[0]}
        for move in position.moves[::7]:
            names = tuple(encoded.handles[action] for action in play.way(move))
            assert found[names] == move.text


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_a_game_ends_as_the_rules_say(name: str, variant: str) -> None:
    ways: tuple[Actions, ...] = ("touches", "moves")
    for actions in ways:
        play, played, chance = Play(Encoded(name, variant, actions)), Game(name, variant), random.Random(4)
        while not play.over and len(play.states) < 80:
            before = len(play.states)
            play.act(chance.choice(play.legal()))
            if len(play.states) > before:
                assert play.last is not None
                played.play(play.last)
                assert (play.state, play.repeats[-1]) == (played.position.state, played.repeats)
        outcome = played.outcome
        assert (play.end == OPEN) == (outcome is None)
        if outcome is not None:
            rewards = play.rewards()
            assert sum(rewards) == pytest.approx(0)
            if outcome.winner:
                assert rewards.index(max(rewards)) + 1 == outcome.winner
            assert not play.legal()
            assert not play.mask().any()


def test_a_position_that_comes_back_is_seen_and_ends_the_game() -> None:
    play = Play(Encoded("morris"))  # whose marbles can go to and fro at once
    for text in ("a1", "c3", "b1", "a3", "c2", "b2"):
        play.play(play.position.move(text))
    seen = []
    for text in ("a1a2", "c3b3", "a2a1", "b3c3") * 2:
        seen.append(float(play.observe(play.player)[play.encoded.planes].max()))
        play.play(play.position.move(text))
    assert seen == [0, 0, 0, 0, 0.5, 0.5, 0.5, 0.5]
    assert play.over
    assert not play.cut
    assert play.rewards() == (0.0, 0.0)


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_planes_show_the_marbles_and_the_touches(name: str, variant: str) -> None:
    encoded = Encoded(name, variant)
    for position in list(game(name, variant, 5, 30))[::6]:
        play = Play(encoded)
        play.states = [position.state]
        made = scene(position)
        played_on = [marble.place for marble in made.marbles if made.by_id[marble.place].kind != "seat"]
        for player in range(1, position.players + 1):
            planes = play.observe(player)
            assert planes.shape == encoded.shape == (len(encoded.plane_names()), *encoded.grid)
            assert planes.min() >= 0
            assert planes.max() <= 1
            marbles = [
                n for n, text in enumerate(encoded.encoding.planes(variant)) if "marbles" in text or "balls" in text
            ]
            shown = [n for n in marbles if "all 1" not in encoded.encoding.planes(variant)[n]]
            assert planes[shown].sum() == len(played_on)
            turn = planes[kernel.HISTORY * (encoded.planes + 1)]
            assert turn.min() == turn.max() == (player == position.player)
            assert not planes[-len(encoded.encoding.touch_planes(variant)) :].any()
        for action in play.legal()[:3] if position.moves else ():
            after = copy(play)
            after.act(action)
            if after.touched:
                turn = after.observe(position.player)[-len(encoded.encoding.touch_planes(variant)) :]
                assert (turn > 0).sum() == 1


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="'touches' or 'moves', not 'words'"):
        Encoded("quits", actions="words")  # type: ignore[arg-type]
    with pytest.raises(UnknownGame):
        Encoded("chess")
    with pytest.raises(ValueError, match="no action that may come next"):
        Play(Encoded("quits")).act(0)


def test_a_game_that_is_too_long_is_cut_off() -> None:
    play, chance = Play(Encoded("quits"), limit=3), random.Random(1)
    while not play.over:
        play.act(chance.choice(play.legal()))
    assert play.cut
    assert len(play.states) == 4
    assert play.rewards() == (0.0, 0.0)


def test_the_page_tells_the_sizes() -> None:
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text("utf-8")
    told = re.findall(r"^\| `([\w-]+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+)x(\d+)x(\d+) \|$", page, re.MULTILINE)
    for (name, variant), (said, *numbers) in zip(((n, v) for n in BUILT_IN for v in GAMES[n]), told, strict=True):
        by_touches, by_moves = Encoded(name, variant), Encoded(name, variant, "moves")
        assert variant == said
        sizes = [by_touches.players, by_touches.actions, by_moves.actions, *by_touches.shape]
        assert [int(number) for number in numbers] == sizes
        words = " ".join(page.split())
        for plane in (*by_touches.encoding.planes(variant), *by_touches.encoding.touch_planes(variant)):
            if not re.search(r"level \d|later", plane):
                assert plane in words, plane
