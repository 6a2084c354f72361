"""The page itself: keyboard, phone, languages, themes, rules, analysis, and opening without a network."""

from __future__ import annotations

import re
from itertools import pairwise
from urllib.parse import quote

import pytest
from playwright.sync_api import FilePayload, Page, Route, expect

from billes.core.position import start
from billes.core.sentences import catalogue
from billes.games.registry import GAMES

from . import games
from .conftest import Visit
from .hands import choose, expect_ply, handle, play, play_on, set_table, sit, status, table, touches_of, until_heard


def reach(page: Page, name: str) -> None:
    """Go to a place of the board by arrow keys alone, from wherever the focus is."""
    target = handle(page, name)
    box = target.bounding_box()
    assert box is not None
    for _ in range(30):
        here = page.evaluate("() => document.activeElement?.dataset.cell ?? ''")
        if here == name:
            return
        at = page.locator(".handles button:focus").bounding_box()
        assert at is not None
        dx = box["x"] + box["width"] / 2 - at["x"] - at["width"] / 2
        dy = box["y"] + box["height"] / 2 - at["y"] - at["height"] / 2
        keys = ["ArrowRight" if dx > 0 else "ArrowLeft", "ArrowDown" if dy > 0 else "ArrowUp"]
        keys = keys if abs(dx) > abs(dy) else keys[::-1]
        page.keyboard.press(keys[0])
        if page.evaluate("() => document.activeElement?.dataset.cell ?? ''") == here:
            page.keyboard.press(keys[1])
    raise AssertionError(f"the arrow keys do not lead to {name}")


def test_keyboard_only(visit: Visit) -> None:
    page = visit()
    expect(page.locator(".cards label")).to_have_count(len(GAMES))
    page.keyboard.press("Tab")
    for _ in range(12):
        if page.evaluate("() => document.activeElement?.name === 'game'"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(page.locator('input[value="quits"]')).to_be_checked()
    for _ in range(30):
        focused = page.evaluate("() => [document.activeElement?.value ?? '', document.activeElement?.type ?? '']")
        if focused[1] == "submit":
            break
        if focused[0] in ("standard", "computer", "lot"):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(table(page)).to_have_attribute("data-phase", "playing")
    until_heard(page, "b", ".handles button:focus")
    expect(page.locator(".handles button:focus")).to_have_count(1)
    reach(page, "b2")
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("Step with b2, or slide a row")
    page.keyboard.press("Escape")
    expect(status(page)).to_contain_text("Step, or slide a row")
    reach(page, "b2")
    page.keyboard.press("Enter")
    reach(page, "c3")
    page.keyboard.press("Enter")
    expect_ply(page, 1)
    expect(handle(page, "d4")).to_be_visible()
    until_heard(page, "m", "dialog")
    page.get_by_role("dialog").get_by_role("textbox").fill("d4c5")
    page.keyboard.press("Enter")
    expect_ply(page, 2)
    expect(status(page)).to_contain_text("Light · Step, or slide a row")
    page.keyboard.press("[")
    expect(status(page)).to_contain_text("Looking back")
    page.keyboard.press("]")
    expect(status(page)).to_contain_text("Step, or slide a row")


@pytest.mark.parametrize("game", [games.SHORT], ids=["quits"])
def test_phone(visit: Visit, game: tuple[str, str, str]) -> None:
    name, variant, moves = game
    page = visit(phone=True)
    expect(page.locator(".cards label")).to_have_count(len(GAMES))
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    set_table(page, name, variant, "screen", "me")
    expect(page.locator(".bar button[data-action]")).to_have_count(5)
    for button in page.locator("[data-action], header button, header a").all():
        box = button.bounding_box()
        assert box is None or box["height"] >= 44, button.get_attribute("data-action")
    play(page, name, variant, moves.split(), tap=True)
    expect(status(page)).to_contain_text("Light wins.")
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")


def test_the_board_keeps_its_size_on_a_phone(visit: Visit) -> None:
    """The longest sentences have two lines each; the board above them must not move under the finger."""
    page = visit(None, phone=True, locale="fr-FR")
    sit(page, "balanx", "standard")
    board = page.locator("main > .stage")
    expect(status(page)).to_contain_text("Un saut ou un pas avec une bille")
    before = board.bounding_box()
    handle(page, "a5").tap()
    expect(page.locator('[data-action="put-back"]')).to_be_visible()
    assert board.bounding_box() == before
    page.locator('[data-action="put-back"]').tap()
    expect(status(page)).to_contain_text("Un saut ou un pas avec une bille")
    assert board.bounding_box() == before


@pytest.mark.parametrize(
    ("size", "game"),
    [((360, 640), games.QUITS), ((360, 640), games.BALANX), ((390, 844), games.PYLOS), ((360, 640), games.PYLOS)],
    ids=["quits", "balanx", "pylos", "pylos on a small one"],
)
def test_the_board_stays_where_it_is_from_turn_to_turn(
    visit: Visit, size: tuple[int, int], game: tuple[str, str, str]
) -> None:
    """A sentence of two lines, a question with two buttons, looking back: the board moves once at most, never back."""
    name, variant, moves = game
    viewport = {"width": size[0], "height": size[1]}
    page = visit(None, phone=True, locale="fr-FR", viewport=viewport, kept={"aims": [name]})
    sit(page, name, variant)
    handles = page.locator(".handles button[data-handle]")
    expect(handles.first).to_be_attached()
    board, seen, position = page.locator("main > .stage"), [], start(name, variant)
    for ply, move in enumerate(moves.split()[:12], 1):
        for touched in touches_of(position, move):
            handle(page, touched).first.dispatch_event("click")
            seen.append(board.bounding_box())
        expect_ply(page, ply)
        position = position.play(move)
        expect(handles.first).to_be_attached()
        seen.append(board.bounding_box())
    page.locator('[data-step="back"]').tap()
    expect(page.locator('[data-action="live"]')).to_be_visible()
    seen.append(board.bounding_box())
    assert sum(before != after for before, after in pairwise(seen)) <= 1


def test_a_finger_beside_a_place_reaches_the_nearest_one(visit: Visit) -> None:
    page = visit(None, phone=True)
    sit(page, "balanx", "standard")
    box = handle(page, "a5").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2 - box["width"] * 0.7, box["y"] + box["height"] / 2 + 3)
    expect(page.locator('[data-action="put-back"]')).to_be_visible()
    expect(handle(page, "a5")).to_have_class(re.compile("selected"))


def test_a_touch_that_is_not_allowed_is_explained(visit: Visit) -> None:
    page = visit(None)
    sit(page, "quits", "standard")
    box = page.locator('[data-view="flat"] [data-board]').bounding_box()
    assert box is not None
    # The middle of the board is empty at the start: nothing of mine lies there.
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(status(page)).not_to_contain_text("Step, or slide a row")
    expect_ply(page, 0)


@pytest.mark.parametrize(
    ("locale", "title", "asked"),
    [
        ("fr-FR", "Nouvelle partie", "Posez une bille"),
        ("en-US", "New game", "Place a ball"),
        ("de-DE", "New game", "Place a ball"),
    ],
)
def test_languages(visit: Visit, locale: str, title: str, asked: str) -> None:
    page = visit(locale=locale)
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    set_table(page, "pylos", "standard", "screen", "me")
    expect(status(page)).to_contain_text(asked)
    assert page.evaluate("() => document.documentElement.lang") == locale[:2].replace("de", "en")


def test_language_and_theme_are_switched_and_remembered(visit: Visit) -> None:
    page = visit(color_scheme="light")
    page.get_by_role("button", name="FR").click()
    expect(page.get_by_role("heading", name="Nouvelle partie")).to_be_visible()
    page.get_by_role("button", name="Thème sombre").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    choose(page, "screen")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("heading", name="Nouvelle partie")).to_be_visible()
    expect(page.locator('form.panel input[value="screen"]')).to_be_checked()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_rules_are_one_touch_from_the_table(visit: Visit, language: str) -> None:
    page = visit(None, locale=language)
    sit(page, "balanx", "standard")
    with page.context.expect_page() as opened:
        page.locator('[data-tool="rules"]').click()
    rules = opened.value
    expect(rules.get_by_role("heading", level=1)).to_contain_text("Balanx")
    expect(rules.locator("article img, article svg").first).to_be_visible()


def test_rules_pages_have_contents_and_lead_to_each_other(visit: Visit) -> None:
    page = visit("/rules/quits", locale="fr-FR")
    expect(
        page.get_by_role("navigation", name="Sommaire").get_by_role("link", name="Fin de la partie", exact=True)
    ).to_be_visible()
    page.get_by_role("navigation", name="Sommaire").get_by_role("link", name="Fin de la partie", exact=True).click()
    expect(page.locator("article #fin-de-la-partie")).to_be_in_viewport()
    page.locator('article a[href="/rules/sources#quits"]').click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Sources")
    expect(page.locator("article #quits")).to_be_in_viewport()
    page.get_by_role("link", name="en anglais").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page).to_have_url(re.compile("/rules/sources$"))
    page.goto("/rules/chess")
    expect(page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_game_on_another_board(visit: Visit) -> None:
    page = visit()
    page.locator(".cards label", has=page.locator('input[value="pylos"]')).click()
    expect(page.locator(".own-board")).to_have_count(0)
    page.locator(".cards label", has=page.locator('input[value="balanx"]')).click()
    choose(page, "screen")
    own = page.locator(".own-board")
    own.get_by_role("button").click()
    own.locator("textarea").fill("222\n1221\n22")
    own.locator("button.use").click()
    expect(own.get_by_role("alert")).to_contain_text("file c has 4 places")
    board = "222\n1221\n222\n1221\n1221\n222\n1221\n222\n"
    file = FilePayload(name="board.txt", mimeType="text/plain", buffer=board.encode())
    own.locator("input[type=file]").set_input_files(file)
    expect(own).to_contain_text("board 8 × 6")
    page.locator("form.panel button[type=submit]").click()
    expect(table(page)).to_have_attribute("data-phase", "playing")
    position = start("balanx", board=board)
    play_on(page, position, [str(position.moves[0])])
    page.goto("/analysis?game=balanx")
    page.get_by_role("tab", name="Position").click()
    own = page.locator(".own-board")
    own.get_by_role("button").click()
    own.locator("textarea").fill(board)
    own.locator("button.use").click()
    expect(page.locator("#position")).to_have_value(str(position))


def test_analysis_of_a_pasted_position(visit: Visit) -> None:
    page = visit("/analysis")
    page.locator('[data-tab="position"]').click()
    page.get_by_label("Game").select_option("quits")
    page.get_by_label("Rules").select_option("simple")
    page.get_by_role("textbox", name="Position").fill("...../...../...../...1./2...2 1 -")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(status(page)).to_contain_text("Impossible position")
    page.get_by_role("textbox", name="Position").fill(".1.../1..../...../2..1./2..2. 1 -")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator("ol li b").first).to_be_visible()
    handle(page, "d4").click()
    back = page.locator('[data-action="put-back"]')
    back.focus()  # off the board Escape means the same as on it
    page.keyboard.press("Escape")
    expect(back).to_have_count(0)
    handle(page, "d4").click()
    handle(page, "e5").click()
    expect(status(page)).to_contain_text("wins")


def test_what_is_typed_stays_while_the_board_is_fetched(visit: Visit) -> None:
    """A slow answer to an earlier choice must not overwrite a text that somebody is writing."""
    page = visit("/analysis")
    page.locator('[data-tab="position"]').click()
    expect(page.locator("[data-handle]").first).to_be_attached()
    held: list[Route] = []

    def hold(route: Route) -> None:
        route.continue_() if held else held.append(route)

    page.route("**/api/position", hold)
    page.get_by_label("Game").select_option("quits")
    box = page.get_by_role("textbox", name="Position")
    box.fill(".1.../1..../...../2..1./2..2. 1 -")
    while not held:
        page.wait_for_timeout(50)
    with page.expect_response("**/api/position"):
        held[0].continue_()
    page.wait_for_timeout(500)
    expect(box).to_have_value(".1.../1..../...../2..1./2..2. 1 -")


def test_analysis_of_a_finished_game(visit: Visit) -> None:
    name, variant, moves = games.SHORT
    page = visit(None)
    sit(page, name, variant)
    play(page, name, variant, moves.split())
    page.locator('[data-action="analyse"]').click()
    page.wait_for_url("**/analysis?**")
    expect(page.locator("[aria-current=step]")).to_contain_text("d4e5")
    page.get_by_role("button", name="One move back").click()
    expect(page.locator("ol li b").first).to_be_visible()


def test_a_position_is_set_up_by_hand(visit: Visit) -> None:
    page = visit("/analysis?game=pylos")
    page.locator('[data-tab="position"]').click()
    expect(page.get_by_role("textbox", name="Position")).to_have_value(re.compile(r"^\.{16}/"))
    page.locator("label", has=page.locator('input[value="edit"]')).click()
    handle(page, "1a1").click()
    expect(page.get_by_role("textbox", name="Position")).to_have_value(re.compile(r"^1\.{15}/"))
    handle(page, "1a1").click()
    expect(page.get_by_role("textbox", name="Position")).to_have_value(re.compile(r"^2\.{15}/"))


def test_trays_are_set_up_by_hand(visit: Visit) -> None:
    text = "o.oo.o../oooooooo/__.o.o__/__oooo__/__o..o__/__o.oo__/oooo.o.o/oooo.o.o m - 1 -"
    page = visit(f"/analysis?game=bilitaire&variant=match&text={quote(text)}")
    page.locator('[data-tab="position"]').click()
    box = page.get_by_role("textbox", name="Position")
    expect(box).to_have_value(text)
    page.locator("label", has=page.locator('input[value="edit"]')).click()
    handle(page, "tray:A1").click()
    said = status(page)
    expect(said).to_contain_text("Put tray A1 on a free slot")
    handle(page, "slot:A2").click()
    expect(box).to_have_value(re.compile(r"^__oo\.o\.\./__oooooo/o\.\.o\.o__/"))
    handle(page, "a3").click()
    expect(box).to_have_value(re.compile(r"^__oo\.o\.\./__oooooo/\.\.\.o\.o__/"))
    handle(page, "tray:A2").click()
    handle(page, "remove").click()
    expect(box).to_have_value(re.compile(r"^__oo\.o\.\./__oooooo/__\.o\.o__/__oooo__"))


def test_a_tray_that_cannot_stand_there_goes_back_and_it_is_said_why(visit: Visit) -> None:
    page = visit("/analysis?game=bilitaire")
    page.locator('[data-tab="position"]').click()
    box = page.get_by_role("textbox", name="Position")
    expect(box).to_have_value(re.compile("^__oooo__"))
    page.locator("label", has=page.locator('input[value="edit"]')).click()
    handle(page, "tray:B1").click()
    handle(page, "slot:A1").click()
    expect(status(page)).to_contain_text("all 48 marbles are there")
    expect(box).to_have_value(re.compile("^__oooo__"))


@pytest.mark.offline
def test_the_shell_opens_without_a_network(visit: Visit) -> None:
    page = visit()
    expect(page.locator(".cards label")).to_have_count(len(GAMES))
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    expect(page.locator(".cards label")).to_have_count(len(GAMES))
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("link", name="billes")).to_be_visible()
    expect(page.get_by_role("heading", name="The server does not answer.")).to_be_visible()


@pytest.mark.offline
def test_without_its_sentences_the_page_says_so_in_two_languages(visit: Visit) -> None:
    page = visit(None, service_workers="block")
    page.route("**/api/languages", lambda route: route.abort("internetdisconnected"))
    page.goto("/")
    expect(page.get_by_role("heading", name="The server does not answer.")).to_be_visible()
    expect(page.get_by_text("Le serveur ne répond pas.")).to_be_visible()
    page.unroute("**/api/languages")
    page.get_by_role("button", name="Try again · Réessayer").click()
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
    expect(page.get_by_text("Le serveur ne répond pas.")).to_have_count(0)


def test_sentences_are_sent_once(visit: Visit) -> None:
    page = visit(kept={"language": "fr"})
    expect(page.get_by_role("heading", name="Nouvelle partie")).to_be_visible()
    first = page.request.get("/api/sentences/fr")
    again = page.request.get("/api/sentences/fr", headers={"if-none-match": first.headers["etag"]})
    assert (first.status, again.status, again.body()) == (200, 304, b"")


def test_the_record_can_be_taken_away(visit: Visit) -> None:
    name, variant, moves = games.SHORT
    page = visit(None, permissions=["clipboard-read", "clipboard-write"])
    sit(page, name, variant)
    play(page, name, variant, moves.split()[:2])
    page.get_by_role("button", name="Copy record").click()
    expect(page.get_by_role("log").get_by_text("Record copied.")).to_be_attached()
    assert "b2c3" in page.evaluate("() => navigator.clipboard.readText()")
    page.locator('[data-tool="menu"]').click()
    with page.expect_download() as download:
        page.get_by_role("dialog").get_by_role("link", name="Download record").click()
    assert "b2c3" in download.value.path().read_text()


def test_an_address_that_is_not(visit: Visit) -> None:
    page = visit("/table/nowhere")
    expect(page.get_by_role("heading", name="This table does not exist.")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_unknown_address_leads_home(visit: Visit, language: str) -> None:
    texts = catalogue(language)
    page = visit("/no/where", locale=language)
    expect(page.get_by_role("heading", name=str(texts["page.trouble.page"]))).to_be_visible()
    page.get_by_role("link", name=str(texts["page.trouble.home"]), exact=True).click()
    expect(page.get_by_role("heading", name=str(texts["page.set.title"]))).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_every_page_leads_to_the_others(visit: Visit, phone: bool) -> None:
    page = visit("/games", phone=phone)
    menu = page.get_by_role("navigation", name="Main menu")
    for name, address in (("Learn", "/learn"), ("Training", "/train"), ("Rules", "/rules"), ("My games", "/games")):
        menu.get_by_role("link", name=name, exact=True).click()
        expect(page).to_have_url(re.compile(f"{address}(/|$)"))
        expect(page.get_by_role("main")).to_be_visible()
        expect(menu.locator("[aria-current=page]")).to_have_text([name])
    menu.get_by_role("link", name="Analysis").click()
    expect(page.locator("h1")).to_have_text("Analysis")
