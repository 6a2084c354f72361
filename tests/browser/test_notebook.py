"""The board of notebooks in a browser: its script draws what Python tells, and a touch plays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser

import billes
from billes import notebook
from billes.notebook.state import Board

FOLDER = Path(notebook.__file__).parent
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><style>CSS</style>
<style>.output button { border-radius: 2px }</style><body class="output"><div id="here"></div>
<script type="module">
SCRIPT
const changed = {}; let shown = await window.ask({do: "show"});
const model = {
  get: (name) => ({shown, busy: false})[name],
  on: (name, act) => { changed[name] = act; },
  off: () => {},
  send: async (message) => { shown = await window.ask(message); changed["change:shown"](); },
};
widget.render({model, el: document.getElementById("here")});
</script></body></html>"""


def test_a_move_is_played_and_lines_are_followed(browsers: Callable[[bool], Browser]) -> None:
    board = Board(billes.start("quits", "simple"))

    def ask(message: dict[str, object]) -> dict[str, object]:
        match message:
            case {"do": "touch", "handle": str(handle)}:
                board.touch(handle)
            case {"do": "undo"}:
                board.undo()
            case {"do": "think"}:
                board.think(nodes=500)
            case {"do": "follow", "line": int(line), "count": int(count)}:
                board.follow(line, count)
        return board.shown()

    script = (FOLDER / "board.js").read_text("utf-8").replace("export default", "const widget =")
    page = browsers(True).new_page(viewport={"width": 700, "height": 900})
    page.expose_function("ask", ask)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_content(PAGE.replace("CSS", (FOLDER / "board.css").read_text("utf-8")).replace("SCRIPT", script))
    round_one = page.locator('[data-handle="b2"]')
    assert (
        round_one.evaluate("spot => getComputedStyle(spot).borderRadius") == "50%"
    )  # whatever a notebook has for buttons
    round_one.click()
    page.locator('.billes-spot[data-handle="c3"]').click()
    page.get_by_text("Light plays b2 to c3.").wait_for()
    page.get_by_role("button", name="Analyse").click()
    page.locator(".billes-line").first.wait_for()
    page.locator(".billes-turn", has_text="Dark to move").wait_for()
    moves = page.locator(".billes-line").first.locator(".billes-move")
    assert moves.count() == 8
    moves.last.click()  # and the line goes on
    page.locator('.billes-move[aria-pressed="true"]').nth(7).wait_for()
    assert moves.count() == 12
    assert page.locator(".billes-text").inner_text() != str(board.game.position)
    page.get_by_role("button", name="Back to the game").click()
    page.locator(".billes-spot").first.wait_for()
    assert page.locator(".billes-text").inner_text() == str(board.game.position)
    assert [str(move) for move in board.game.moves] == ["b2c3"]
    assert not asked, "it works without network"
    page.close()
