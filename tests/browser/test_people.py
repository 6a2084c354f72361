"""People around one table: their names, the lots, offers, phrases, their games and their devices."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .conftest import Visit
from .hands import choose, expect_ply, handle, set_table, sit, status, table
from .test_online import invite


def notice(page: Page, text: str) -> None:
    """Wait until something is told for a moment."""
    expect(page.get_by_text(text).locator("visible=true").first).to_be_visible()


def pair(visit: Visit) -> tuple[Page, Page]:
    """Claire and Malo at a table; Claire has played the first move."""
    host = visit()
    guest = visit(invite(host, "quits", "simple"))
    guest.get_by_label("Your name").fill("Malo")
    guest.get_by_role("button", name="Take the seat").click()
    expect(table(host)).to_have_attribute("data-phase", "playing")
    handle(host, "b2").click()
    handle(host, "c3").click()
    expect_ply(guest, 1)
    return host, guest


def test_offers_are_answered_and_phrases_heard(visit: Visit) -> None:
    host, guest = pair(visit)
    host.locator('[data-action="draw"]').click()
    guest.locator('[data-action="decline"]').click()
    notice(host, "Malo declines the draw.")
    host.locator('[data-action="undo"]').click()
    expect(status(guest)).to_contain_text("Claire asks to take a move back")
    guest.locator('[data-action="decline"]').click()
    notice(host, "Malo does not agree to take the move back.")
    host.locator('[data-action="draw"]').click()
    expect(guest.locator('[data-action="accept"]')).to_be_visible()
    host.get_by_role("button", name="Withdraw").click()
    notice(guest, "Claire withdraws the offer.")
    expect(guest.locator('[data-action="accept"]')).to_have_count(0)
    host.locator('[data-action="draw"]').click()
    expect(status(guest)).to_contain_text("Claire offers a draw")
    handle(guest, "d4").click()
    handle(guest, "c5").click()
    notice(host, "Malo plays on: your offer has lapsed.")

    guest.evaluate("document.querySelector('[lang=fr]')?.click()")
    expect(guest.locator("html")).to_have_attribute("lang", "fr")
    host.locator('[data-tool="say"]').click()
    host.locator('[data-phrase="well-played"]').click()
    expect(guest.locator(".others section")).to_contain_text("Bien joué")
    expect(host.locator(".own section")).to_contain_text("Well played!")
    guest.locator('[data-tool="say"]').click()
    guest.locator('[data-action="quiet"]').click()
    guest.locator('[data-phrase="thank-you"]').click()
    expect(host.locator(".others section")).to_contain_text("Thank you!")
    host.locator('[data-tool="say"]').click()
    host.locator('[data-phrase="good-luck"]').click()
    expect(host.locator(".own section")).to_contain_text("Have a good game!")
    expect(guest.locator(".others section")).not_to_contain_text("Bonne partie")

    host.locator('[data-action="resign"]').click()
    dialog = host.get_by_role("dialog")
    expect(dialog).to_contain_text("Malo wins at once.")
    dialog.get_by_role("button", name="Resign").click()
    expect(status(host)).to_contain_text("Malo wins. You resigned.")
    expect(status(guest)).to_contain_text(re.compile("Vous gagnez.*Claire a abandonné"))


def test_names_lots_and_the_computers(visit: Visit) -> None:
    """Four at one table: two at this screen by name, two computers with numbers; who resigns is replaced."""
    page = visit()
    page.locator(".cards label", has=page.locator('input[value="quits"]')).click()
    choose(page, "four")
    page.get_by_label("Seat 3").select_option("here")
    page.get_by_label("Name at seat 1").fill("Anna")
    page.get_by_label("Name at seat 3").fill("Bruno")
    choose(page, "me")
    page.locator("form.panel button[type=submit]").click()
    plates = page.locator("section[data-seat]")
    expect(plates).to_have_count(4)
    for player, name in {1: "Anna", 2: "Computer 1", 3: "Bruno", 4: "Computer 2"}.items():
        expect(page.locator(f'section[data-seat="{player}"]')).to_contain_text(name)
    expect(status(page)).to_contain_text("Anna")
    address = page.url
    page.goto("/games")
    expect(page.locator("li[data-table]")).to_contain_text("with Computer 1, Bruno, Computer 2")
    page.goto(address)
    page.locator('[data-action="resign"]').click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Resign for Anna?")
    expect(dialog).to_contain_text("The computer takes over the seat, and the game goes on.")
    dialog.get_by_role("button", name="Resign").click()
    notice(page, "Anna resigns: the computer plays on in their place.")
    expect(page.locator('section[data-seat="1"]')).to_contain_text("Anna")
    expect(page.locator('section[data-seat="2"]')).to_contain_text("Computer 1")

    page.goto("/")
    expect(page.get_by_label("Name at seat 3")).to_have_value("Bruno")
    set_table(page, "quits", "simple", "screen", "lot")
    drawn = page.locator('[data-lots="drawn"]')
    expect(drawn).to_contain_text(re.compile("Lots are drawn: (Anna|Light|Dark) begins."))
    page.keyboard.press("Escape")
    expect(drawn).to_have_count(0)
    page.reload()
    expect(table(page)).to_have_attribute("data-phase", "playing")


def test_marbles_that_belong_to_nobody(visit: Visit) -> None:
    """In a game of roles nobody is called by a colour."""
    page = visit(None, kept={"flat": True})
    sit(page, "bilitaire", "match")
    expect(page.locator('section[data-seat="1"]')).to_contain_text("Player 1")
    expect(page.locator('section[data-seat="1"]')).to_contain_text("Marble player")
    expect(page.locator('section[data-seat="2"]')).to_contain_text("Tray player")
    assert not re.search("Light|Dark|Ivory", page.locator("main").inner_text())


def test_levels_are_explained_and_expert_recommended(visit: Visit) -> None:
    page = visit()
    page.locator(".cards label", has=page.locator('input[value="pylos"]')).click()
    choose(page, "standard")
    panel = page.locator("form.panel")
    expect(panel).to_contain_text("the second player wins")
    page.locator('[data-action="advised"]').click()
    expect(page.locator('input[value="expert"]')).to_be_checked()
    expect(panel).not_to_contain_text("the second player wins")
    slider = page.get_by_label("Level of the computer")
    slider.fill("3")
    expect(panel).to_contain_text("Level 4 · Agate")
    expect(panel).to_contain_text("Sees three moves ahead.")
    page.get_by_role("button", name="FR", exact=True).click()
    expect(panel).to_contain_text("Voit trois coups d’avance.")


def test_my_games_are_kept_deleted_and_taken_along(visit: Visit) -> None:
    desk = visit()
    set_table(desk, "quits", "simple", "computer", "me")
    desk.locator('[data-action="resign"]').click()
    desk.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(status(desk)).to_contain_text("The computer wins. You resigned.")
    desk.goto("/")
    running = set_table(desk, "quits", "simple", "screen", "me")
    desk.goto("/")
    desk.get_by_role("link", name="All my games").click()
    rows = desk.locator("li[data-table]")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("your move")
    expect(rows.nth(1)).to_contain_text("with Computer")
    expect(rows.nth(1)).to_contain_text("The computer wins. You resigned.")
    expect(rows.nth(1).get_by_role("link", name="Analyse")).to_have_attribute("href", re.compile(r"/analysis\?table="))

    desk.locator('[data-action="show-code"]').click()
    code = desk.locator("[data-code]").inner_text()
    expect(desk.locator("[data-device] svg[data-text]")).to_have_attribute("data-text", re.compile(f"code={code}$"))
    phone = visit(f"/games?code={code}", phone=True, locale="fr-FR")
    expect(phone.get_by_text("Vous n’avez pas encore de partie.")).to_be_visible()
    take = phone.get_by_role("button", name="Utiliser ce code")
    field = phone.get_by_label("Code d’un autre appareil")
    expect(field).to_have_value(code)
    field.fill("aaaa-aaaa")
    take.click()
    expect(phone.get_by_role("alert")).to_contain_text("Ce code n’existe pas")
    field.fill(code)
    take.click()
    expect(phone.locator("li[data-table]")).to_have_count(2)
    other = visit("/games")
    other.get_by_label("Code from another device").fill(code)
    other.get_by_role("button", name="Use this code").click()
    expect(other.get_by_role("alert")).to_contain_text("already been used")

    phone.locator(f'li[data-table="{running}"] [data-action="delete"]').click()
    phone.get_by_role("dialog").get_by_role("button", name="La garder").click()
    expect(phone.locator("li[data-table]")).to_have_count(2)
    phone.locator(f'li[data-table="{running}"] [data-action="delete"]').click()
    phone.get_by_role("dialog").get_by_role("button", name="Supprimer").click()
    expect(phone.locator("li[data-table]")).to_have_count(1)
    desk.reload()
    expect(desk.locator("li[data-table]")).to_have_count(1)


def test_the_link_is_shown_as_a_code_to_scan(visit: Visit) -> None:
    host = visit(kept={"theme": "dark"})
    address = invite(host, "quits", "simple")
    host.locator('[data-action="invite"]').click()
    dialog = host.get_by_role("dialog")
    code = dialog.get_by_role("img", name="QR code of the link")
    expect(code).to_have_attribute("data-text", address)
    assert code.locator("rect").get_attribute("fill") == "#fff"
