"""Every game played to its end in space, with all its motions. The window is small: the processor draws it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from billes.core.position import start

from . import games
from .conftest import PATIENCE, Visit
from .hands import play_on, status, table


@pytest.mark.parametrize(
    ("game", "before", "ending"),
    [
        (games.PYLOS, 20, "wins."),
        (games.QUITS, 9, "wins."),
        (games.BALANX, 40, "wins."),
        (games.BILITAIRE, 34, "The round is over."),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_game_played_to_its_end_in_space(visit: Visit, game: tuple[str, str, str], before: int, ending: str) -> None:
    """The last part of a game: every kind of move occurs in it, and its marbles jump, roll, slide, tilt and leave."""
    name, variant, moves = game
    position = start(name, variant)
    for move in moves.split()[:before]:
        position = position.play(move)
    small = {"width": 360, "height": 640}
    page = visit("/rules", flat=False, viewport=small, reduced_motion="no-preference", kept={"flat": False})
    page.wait_for_load_state("networkidle")  # the server has told this visitor who he is
    seats = [{"kind": "here", "name": name} for name in ("Claire", "Malo")]
    wanted = {"game": name, "variant": variant, "seats": seats, "start": str(position)}
    made = page.request.post("/api/tables", data=wanted).json()
    page.set_default_timeout(4 * PATIENCE)  # the processor draws a frame in a second, and on a busy machine in several
    page.goto(f"/table/{made['table']}")
    expect(page.locator('[data-view="space"] canvas')).to_be_visible(timeout=2 * PATIENCE)
    play_on(page, position, moves.split()[before:])
    expect(table(page)).to_have_attribute("data-phase", "over")
    expect(status(page)).to_contain_text(ending)
    expect(page.locator('[data-view="space"] canvas')).to_be_visible()
