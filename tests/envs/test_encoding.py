"""Actions are what a hand touches on the page, and play exactly the legal moves; planes show what is on the board."""

from __future__ import annotations

import random
import re
from copy import copy
from pathlib import Path
from typing import NamedTuple

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

DOCS = Path(__file__).parents[2] / "docs"


def _built_in() -> list[tuple[str, str]]:
    """All variants of our own games."""
    return [(name, variant) for name in BUILT_IN for variant in GAMES[name]]


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


def test_the_page_of_environments_tells_the_sizes() -> None:
    page = (DOCS / "environments.md").read_text("utf-8")
    row = r"^\| \[[\w-]+\]\(en/(\w+)\.md#.*\) \| `([\w-]+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+)x(\d+)x(\d+) \|$"
    told = re.findall(row, page, re.MULTILINE)
    for (name, variant), (page_of, said, *numbers) in zip(_built_in(), told, strict=True):
        by_touches, by_moves = Encoded(name, variant), Encoded(name, variant, "moves")
        assert (name, variant) == (page_of, said)
        sizes = [by_touches.players, by_touches.actions, by_moves.actions, *by_touches.shape]
        assert [int(number) for number in numbers] == sizes


@pytest.mark.parametrize(("name", "variant"), _built_in())
def test_the_page_of_a_game_tells_its_planes(name: str, variant: str) -> None:
    encoded = Encoded(name, variant)
    english, french = (_told(language, name) for language in ("en", "fr"))
    assert [list(table) for table in english.tables] == [list(table) for table in french.tables]
    assert all(word for table in french.tables for word in table.values())
    names = encoded.plane_names()
    (table,) = (table for table in english.tables if sum(map(len, table)) == len(names))
    found = {}
    for numbers, word in table.items():
        for age, number in enumerate(numbers):
            found[number] = word + ("" if age == 0 else f", {age} move{'s' if age > 1 else ''} ago")
    assert tuple(found[number] for number in range(len(names))) == names
    for page in (english, french):
        sizes = page.sizes.get(variant) or page.sizes["all"]
        assert sizes == (encoded.actions, *encoded.shape)
        assert page.longest == encoded.most
        for number, handle in re.findall(r"(\d+)(?: (?:to|à) \d+)? [^`;.\d]*`([^`]+)`", page.touches):
            assert encoded.handles[int(number)] == handle


class _Told(NamedTuple):
    """What the page of a game says for programs that learn."""

    tables: list[dict[tuple[int, ...], str]]
    """For every table what a row says, by the numbers of the planes that it is about."""
    sizes: dict[str, tuple[int, ...]]
    """Touches, planes, ranks and files by variant, or those of "all"."""
    longest: int
    touches: str
    """The paragraph about touches."""


def _told(language: str, name: str) -> _Told:
    page = (DOCS / language / f"{name}.md").read_text("utf-8").rpartition("\n## ")[2]
    tables: list[dict[tuple[int, ...], str]] = []
    for line in page.splitlines():
        *numbers, word = (cell.strip() for cell in line.strip("|").split("|"))
        if line.startswith("| ---"):
            tables.append({})
        elif numbers and numbers[0].isdigit():
            tables[-1][tuple(int(number) for number in numbers if number)] = word
    words = " ".join(page.split())
    sizes: dict[str, tuple[int, ...]] = {}
    for about, touches, shape in re.findall(r"([^.]*?)\s?: (\d+) touches, (\d+[x×]\d+[x×]\d+) ", words):
        size = (int(touches), *map(int, re.split("[x×]", shape)))
        sizes |= dict.fromkeys(re.findall(r"`([\w-]+)`", about) or ["all"], size)
    longest = re.search(r"(?:At most|Au plus) (\d+) (?:in a move|par coup)", words)
    assert longest is not None
    return _Told(tables, sizes, int(longest[1]), words.partition("**Touches.**")[2].partition("**")[0])
