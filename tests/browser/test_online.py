"""Two people at two screens; one of them is cut off, comes back, reloads and plays on."""

from __future__ import annotations

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from billes.core.position import start

from . import games
from .conftest import Visit
from .hands import choose, expect_ply, handle, lay, sit, status, table, touches_of
from .test_layout import SIZES, look, resize


class Line:
    """The wire between a page and the server, which can be cut and mended."""

    def __init__(self, page: Page) -> None:
        self.whole = True
        self.open: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/live"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if not self.whole:
            socket.close(code=3001, reason="cut")
            return
        self.open += [socket, socket.connect_to_server()]

    def cut(self) -> None:
        self.whole = False
        for socket in self.open:
            socket.close(code=3001, reason="cut")
        self.open.clear()

    def mend(self) -> None:
        self.whole = True


def invite(host: Page, game: str, variant: str) -> str:
    """Set a table for somebody by link; gives the address to send him."""
    host.locator(".cards label", has=host.locator(f'input[value="{game}"]')).click()
    for value in (variant, "link", "me"):
        choose(host, value)
    host.get_by_label("Your name").fill("Claire")
    host.locator("form.panel button[type=submit]").click()
    expect(status(host)).to_contain_text("Waiting for the other player")
    host.locator('[data-action="invite"]').click()
    address = host.get_by_role("dialog").get_by_label("Invite a player").input_value()
    host.get_by_role("dialog").get_by_role("button", name="Close").click()
    return address


def test_two_browsers_one_cut_off_reloaded_and_resumed(visit: Visit) -> None:
    game, variant, text = games.SHORT
    moves = text.split()
    host = visit()
    guest = visit(None)
    line = Line(guest)
    guest.goto(invite(host, game, variant))
    expect(guest.get_by_role("heading", name="Claire invites you")).to_be_visible()
    guest.get_by_label("Your name").fill("Malo")
    guest.get_by_role("button", name="Take the seat").click()
    for page in (host, guest):
        expect(table(page)).to_have_attribute("data-phase", "playing")
    expect(host.locator(".others section")).to_contain_text("Malo")
    position = start(game, variant)

    def play(page: Page, ply: int) -> None:
        nonlocal position
        for name in touches_of(position, moves[ply]):
            handle(page, name).click()
        expect_ply(page, ply + 1)
        position = position.play(moves[ply])

    play(host, 0)
    expect_ply(guest, 1)
    play(guest, 1)
    expect_ply(host, 2)

    line.cut()
    expect(guest.locator(".cut", has_text="Connection lost")).to_be_visible()
    expect(host.locator(".others section")).to_contain_text("away")
    play(host, 2)
    expect_ply(guest, 2)
    line.mend()
    expect_ply(guest, 3)
    expect(guest.locator(".cut", has_text="Connection lost")).to_have_count(0)
    expect(guest.locator('.own section[data-to-move="true"]')).to_be_visible()

    guest.reload()
    expect_ply(guest, 3)
    guest.goto("/")
    guest.locator("a[data-table]").click()
    expect_ply(guest, 3)
    play(guest, 3)
    expect_ply(host, 4)
    play(host, 4)
    expect(status(host)).to_contain_text("You win.")
    expect(status(guest)).to_contain_text("Claire wins.")


def test_a_move_made_while_cut_off_is_not_lost(visit: Visit) -> None:
    page = visit(None)
    line = Line(page)
    sit(page, "quits", "simple")
    handle(page, "b2").click()
    line.cut()
    expect(page.locator(".cut", has_text="Connection lost")).to_be_visible()
    handle(page, "c3").click()
    line.mend()
    expect_ply(page, 1)


def test_a_cut_is_told_where_it_covers_and_moves_nothing(visit: Visit) -> None:
    """In the place of what explains the turn: the head of the page stays free, and the board where it was."""
    page = visit(None, locale="fr", kept={"flat": True})
    line = Line(page)
    page.goto(lay(page, "quits", "standard", " ".join(games.QUITS[2].split()[:16]), clock={"main": 600}))
    handle(page, "d3").click()
    expect(page.locator('[data-action="put-back"]')).to_be_visible()
    stage, said = page.locator("main .stage .stage"), page.locator(".cut", has_text="Connexion perdue")
    for size in SIZES:
        resize(page, size)
        before = stage.bounding_box()
        line.cut()
        expect(said).to_be_visible()
        look(page, size)
        assert stage.bounding_box() == before, size
        told, head = said.bounding_box(), page.locator("header").bounding_box()
        assert told is not None
        assert head is not None
        assert told["y"] >= head["y"] + head["height"], size
        line.mend()
        expect(said).to_have_count(0)


def test_draw_by_consent_and_a_spectator(visit: Visit) -> None:
    host = visit()
    guest = visit(invite(host, "quits", "simple"))
    guest.get_by_role("button", name="Take the seat").click()
    expect(table(host)).to_have_attribute("data-phase", "playing")
    watcher = visit(host.url)
    expect(status(watcher)).to_contain_text("Claire")
    expect(watcher.locator("[data-handle]")).to_have_count(0)
    expect(watcher.locator('[data-action="resign"]')).to_be_disabled()
    handle(host, "b2").click()
    handle(host, "c3").click()
    expect_ply(watcher, 1)
    host.locator('[data-action="draw"]').click()
    expect(status(guest)).to_contain_text("Claire offers a draw")
    guest.locator('[data-action="accept"]').click()
    for page in (host, guest, watcher):
        expect(status(page)).to_contain_text("A draw.")
    host.locator('[data-action="rematch-now"]').click()
    expect(status(guest)).to_contain_text("Claire offers a rematch")
    before = guest.url
    guest.locator('[data-action="accept"]').click()
    guest.wait_for_url(lambda url: url != before)
    expect(table(guest)).to_have_attribute("data-phase", "playing")
    expect(guest.locator('.own section[data-to-move="true"]')).to_be_visible()
