"""What a person does at a table, in the words of the tests."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from playwright.sync_api import Locator, Page, expect

from billes.core.position import Position, start
from billes.scenes.gestures import gestures


def choose(page: Page, value: str) -> None:
    """Choose a segment of the panel by its value."""
    option = page.locator(f'input[type="radio"][value="{value}"]')
    page.locator("form.panel label", has=option).click()
    expect(option).to_be_checked()


def set_table(page: Page, game: str, variant: str, *choices: str) -> str:
    """Set a table on the home page; gives its id."""
    page.locator(".cards label", has=page.locator(f'input[value="{game}"]')).click()
    for value in (variant, *choices):
        choose(page, value)
    page.locator("form.panel button[type=submit]").click()
    expect(table(page)).to_have_attribute("data-phase", re.compile("playing|waiting"))
    return page.url.rsplit("/", 1)[1]


def sit(page: Page, game: str, variant: str) -> None:
    """Go to a new table for two at one screen, without the home page."""
    page.goto(lay(page, game, variant, named=False))
    expect(table(page)).to_have_attribute("data-phase", "playing")


def table(page: Page) -> Locator:
    """The table as a whole: tells how many moves were played and whether the game goes on."""
    return page.locator(".page[data-ply]")


def expect_ply(page: Page, ply: int) -> None:
    """Wait until so many moves are on the list."""
    expect(table(page)).to_have_attribute("data-ply", str(ply))


def handle(page: Page, name: str) -> Locator:
    """A button over the board, or a plain one."""
    return page.locator(f'[data-handle="{name}"]')


def touches_of(position: Position, move: str) -> tuple[str, ...]:
    """A way to play a move by touching."""
    found = [gesture.touches for gesture in gestures(position, room=100_000) if gesture.move == move]
    return min(found, key=len)


def play(page: Page, game: str, variant: str, moves: Sequence[str], *, played: int = 0, tap: bool = False) -> Position:
    """Play moves of which the first few were `played` already, touch by touch; gives the position reached."""
    position = start(game, variant)
    for move in moves[:played]:
        position = position.play(move)
    return play_on(page, position, moves[played:], played=played, tap=tap)


def play_on(page: Page, position: Position, moves: Iterable[str], *, played: int = 0, tap: bool = False) -> Position:
    """Play moves from the position on the table, by mouse or finger; gives the position reached."""
    for ply, move in enumerate(moves, played + 1):
        for name in touches_of(position, move):
            button = handle(page, name)
            button.tap() if tap else button.click()
        expect_ply(page, ply)
        position = position.play(move)
    return position


def status(page: Page) -> Locator:
    """The one sentence."""
    return page.locator(".bar [data-said]")


def lay(
    page: Page, game: str, variant: str = "", moves: str = "", *names: str, named: bool = True, **more: object
) -> str:
    """Set a table for people at this screen and play moves, without a page to watch it; gives its address."""
    people = ("Claire", "Malo") if named else ("", "")
    seats = [{"kind": "here", **({"name": name} if name else {})} for name in names or people]
    wanted = {"game": game, "seats": seats, **({"variant": variant} if variant else {}), **more}
    made = page.request.post("/api/tables", data=wanted).json()
    turn = made["status"]["turn"]
    for move in moves.split():
        sent = {"type": "move", "move": move, "answers": turn}
        turn = page.request.post(f"/api/tables/{made['table']}/move", data=sent).json()["number"]
    return f"/table/{made['table']}"


def until_heard(page: Page, key: str, shown: str) -> None:
    """Press a key until the page, which comes piece by piece, has heard it."""
    for _ in range(50):
        page.keyboard.press(key)
        page.wait_for_timeout(200)
        if page.locator(shown).count():
            return
