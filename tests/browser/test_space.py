"""Every game in space: a finger can tell its places apart, and it is played to its end with all its motions.

The window is small and its time runs fast: the processor draws it.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from billes.core.position import start

from . import games
from .conftest import PATIENCE, Visit
from .hands import lay, play_on, status, table
from .test_layout import COMPLAINTS, FINGER, TOUCHABLE, TOUCHED, nearest_centres, resize


@pytest.mark.parametrize(
    ("game", "before", "ending"),
    [
        (games.PYLOS, 25, "wins."),
        (games.QUITS, 13, "wins."),
        (games.BALANX, 42, "wins."),
        (games.BILITAIRE, 41, "The round is over."),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_game_played_to_its_end_in_space(visit: Visit, game: tuple[str, str, str], before: int, ending: str) -> None:
    """The last part of a game: every kind of move occurs in it, and its marbles jump, roll, slide, tilt and leave."""
    name, variant, moves = game
    position = start(name, variant)
    for move in moves.split()[:before]:
        position = position.play(move)
    quick = "const now = performance.now.bind(performance); performance.now = () => 6 * now()"
    small = {"width": 360, "height": 640}
    page = visit(None, flat=False, viewport=small, has_touch=True, reduced_motion="no-preference")
    page.add_init_script(quick)  # motions take a sixth of their time, and are drawn all the same
    page.set_default_timeout(4 * PATIENCE)  # the processor draws a frame in a second, and on a busy machine in several
    page.goto(lay(page, name, variant, start=str(position)))
    expect(page.locator('[data-view="space"] canvas')).to_be_visible(timeout=2 * PATIENCE)
    expect(page.locator(TOUCHABLE).first).to_be_visible()
    for size in (*TOUCHED[1:], TOUCHED[0]):
        resize(page, size)
        assert page.evaluate(COMPLAINTS) == [], size
        assert nearest_centres(page) >= FINGER, size
    play_on(page, position, moves.split()[before:])
    expect(table(page)).to_have_attribute("data-phase", "over")
    expect(status(page)).to_contain_text(ending)
    expect(page.locator('[data-view="space"] canvas')).to_be_visible()
