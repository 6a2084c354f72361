"""The board warns when the weight lies far from the player to move."""

from __future__ import annotations

import pytest

from billes.core.position import read, start
from billes.games.balanx.board import pull
from billes.games.registry import GAMES
from billes.scenes.sentences import board_warning, render

FAR = "......./......./......./.2.2.2./2222222/1111111/.1.1.1./......."
"""Settled towards White, with nearly all the weight on Black's side."""


@pytest.mark.parametrize(
    ("game", "variant"), [(game, variant) for game, variants in GAMES.items() for variant in variants]
)
def test_no_game_begins_with_a_warning(game: str, variant: str) -> None:
    assert board_warning(start(game, variant)) is None


def test_the_warning_is_for_the_player_to_move() -> None:
    white = read("balanx", "standard", f"{FAR} 1")
    assert pull(white) == -10.5
    warning = board_warning(white)
    assert warning is not None
    assert render(warning, "en", game="balanx").endswith("White is behind, not lost.")
    assert render(warning, "fr", reader=1).endswith("vous êtes en retard, sans avoir perdu.")
    turned = FAR[::-1].translate(str.maketrans("12", "21"))
    assert board_warning(read("balanx", "standard", f"{turned} 2")) is not None


def test_turning_the_board_turns_the_pull() -> None:
    position = start("balanx").play("a6a4").play("g3g5")
    board, player = str(position).split()
    turned = board[::-1].translate(str.maketrans("12", "21"))
    other = read("balanx", "standard", f"{turned} {3 - int(player)}")
    assert pull(other) == pull(position)


def test_steel_holds_a_balanced_board_down() -> None:
    assert pull(start("balanx")) > 0
    assert pull(start("balanx", "large")) > pull(start("balanx", "small")) > 0
