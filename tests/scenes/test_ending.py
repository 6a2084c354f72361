"""The places that decided a game are marked on the board."""

from __future__ import annotations

import pytest

from billes.core.position import Position, start
from billes.scenes.build import scene
from billes.scenes.svg import svg
from tests.browser import games


def end(game: tuple[str, str, str]) -> Position:
    """The last position of a game."""
    position = start(game[0], game[1])
    for move in game[2].split():
        position = position.play(move)
    return position


def won(position: Position) -> set[str]:
    """The places marked as those that decided."""
    return {place for mark in scene(position).marks if mark.kind == "won" for place in mark.places}


@pytest.mark.parametrize(
    ("game", "places"),
    [(games.PYLOS, {"2b1"}), (games.SHORT, {"e5"}), (games.FOUR, {"e5"})],
    ids=["pylos", "quits", "four"],
)
def test_the_place_that_decided_is_marked(game: tuple[str, str, str], places: set[str]) -> None:
    assert won(end(game)) == places
    assert all(f'data-mark="won {place}"' in svg(end(game)) for place in places)


def test_a_zone_that_is_full_is_marked_as_a_whole() -> None:
    position = end(games.BALANX)
    winner = position.outcome.winner if position.outcome else 0
    zone = next(zone for zone in scene(position).zones if zone.owner == winner and zone.kind == "arrival")
    assert won(position) == set(zone.places)


def test_nothing_is_marked_before_the_end_nor_where_nobody_wins() -> None:
    assert won(start("quits").play("b1c2")) == set()
    assert won(end(games.BILITAIRE)) == set()
