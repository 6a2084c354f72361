"""Every screen: nothing covers the board or a control, words can be read, and a finger can tell places apart."""

from __future__ import annotations

import random
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from billes.core.position import start
from billes.core.sentences import catalogue
from billes.games.registry import BUILT_IN, GAMES
from billes.lessons.course import steps_of, task

from . import games
from .conftest import Visit
from .hands import expect_ply, handle, lay, sit, status, table

SIZES = [(390, 844), (844, 390), (768, 1024), (360, 640), (1024, 768), (1280, 800), (1920, 1080), (640, 400)]
"""Phones and tablets, upright and lying, desktops, and a desktop of 1280 x 800 at twice its size."""
TOUCHED = [(360, 640), (844, 390), (768, 1024)]
FINGER = 32
"""Pixels from one place to the next that a finger needs."""
TOUCHABLE = ".handles button[data-handle]:not(.hidden)"
COMPLAINTS = (Path(__file__).parent / "measure.js").read_text("utf-8").partition("\n")[2]
LONG = ("Marie-Clémentine Dupont-Lafleur", "Bartholomäus van der Berg")
CLOCK = {"main": 600, "increment": 5}


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give the page another size and wait until it has settled there."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")


def look(page: Page, *sizes: tuple[int, int]) -> None:
    """See that all is well at these sizes."""
    for size in sizes or SIZES:
        resize(page, size)
        assert page.evaluate(COMPLAINTS) == [], size


def come(visit: Visit, language: str = "fr", **options: object) -> Page:
    """A visitor with a name for the server, before any table is there."""
    return visit(None, locale=language, **options)


def test_nothing_covers_the_board_or_a_control(visit: Visit) -> None:
    """In French, whose words are longer."""
    page = come(visit)
    announced = " ".join(games.BILITAIRE[2].split()[:12])
    second = games.BILITAIRE[2]
    for path, touch in (
        (lay(page, "pylos", "standard"), "1b2"),
        (lay(page, "pylos", "standard", " ".join(games.PYLOS[2].split()[:9]), *LONG, clock=CLOCK), ""),
        (lay(page, "quits", "four", "b2c3 a4b3 d4c5", "Claire", LONG[1], "Zoé", "Malo"), "d2"),
        (lay(page, "balanx", "small", " ".join(games.BALANX[2].split()[:20]), *LONG, clock=CLOCK), "d1"),
        (lay(page, "bilitaire", "match", announced, *LONG, clock=CLOCK), "a5"),
        (lay(page, "bilitaire", "match", second), "d4"),
        (lay(page, "quits", "standard", games.QUITS[2]), ""),
    ):
        page.goto(path)
        expect(status(page)).to_be_visible()
        look(page)
        if touch and handle(page, touch).count():
            handle(page, touch).click()
            look(page)


def test_four_players_see_every_clock(visit: Visit) -> None:
    page = come(visit)
    page.goto(lay(page, "quits", "four", "b2c3", *LONG, "Zoé", "Malo", clock=CLOCK))
    for size in [(844, 390), (390, 844), (1280, 800)]:
        resize(page, size)
        for clock in page.get_by_role("timer").all():
            expect(clock).to_be_visible()
        expect(page.get_by_role("timer")).to_have_count(4)


def test_looking_back_and_offers_have_their_place(visit: Visit) -> None:
    host = come(visit)
    seats = [{"kind": "here", "name": LONG[0]}, {"kind": "link"}]
    made = host.request.post("/api/tables", data={"game": "quits", "variant": "simple", "seats": seats}).json()
    invitation = next(seat["invite"] for seat in made["seats"] if seat.get("invite"))
    host.goto(f"/table/{made['table']}")
    expect(status(host)).to_be_visible()
    look(host)
    guest = visit(invitation, locale="fr")
    guest.get_by_role("button", name="Prendre la place").click()
    expect(table(host)).to_have_attribute("data-phase", "playing")
    handle(host, "b2").click()
    handle(host, "c3").click()
    expect_ply(guest, 1)
    handle(guest, "d4").click()
    handle(guest, "c5").click()
    expect_ply(host, 2)
    resize(guest, (360, 640))
    guest.locator('[data-step="back"]').click()
    expect(guest.locator('[data-action="live"]')).to_be_visible()
    look(guest)
    resize(guest, (844, 390))
    guest.locator('[data-step="forward"]').click()
    expect(guest.locator('[data-action="live"]')).to_have_count(0)
    resize(host, (1280, 800))
    host.locator('[data-action="draw"]').click()
    expect(guest.locator('[data-action="accept"]')).to_be_visible()
    look(guest)


@pytest.mark.parametrize("game", ["pylos", "quits", "balanx", "bilitaire"])
def test_home_and_rules_fit(visit: Visit, game: str) -> None:
    page = visit(locale="fr", kept={"game": game, "flat": True})
    expect(page.locator(".cards label")).to_have_count(len(GAMES))
    look(page)


def test_lessons_fit(visit: Visit) -> None:
    """The steps that have the most to say, in French."""
    page = visit("/learn", locale="fr", kept={"flat": True})
    expect(page.locator("li[data-game]").first).to_be_visible()
    look(page)
    told = catalogue("fr")
    for game in BUILT_IN:
        step = max(steps_of(game), key=lambda step: len(str(told[task(game, step).key])))
        page.goto(f"/learn/{game}/{step.name}")
        expect(page.locator('[data-phase="trying"]')).to_be_visible()
        look(page)


def test_training_exploring_and_invitations_fit(visit: Visit) -> None:
    page = visit("/train/quits/simple", locale="fr", kept={"flat": True})
    expect(page.locator("[data-training]")).to_be_visible()
    look(page)
    for address in ("/train/quits/simple/day", "/explore/quits/simple"):
        page.goto(address)
        expect(page.locator("[data-handle]").first).to_be_visible()
        look(page)
    made = page.request.post("/api/tables", data={"game": "bilitaire", "seats": [{"kind": "here"}, {"kind": "link"}]})
    page.goto("/games")
    expect(page.locator("[data-table]").first).to_be_visible()
    look(page)
    guest = visit(made.json()["seats"][1]["invite"], locale="fr")
    expect(guest.get_by_role("button", name="Prendre la place")).to_be_visible()
    look(guest)


def test_cards_stand_in_even_rows(visit: Visit) -> None:
    page = visit(viewport={"width": 1920, "height": 1080})
    cards = page.locator(".cards label")
    expect(cards).to_have_count(len(GAMES))
    tops = [box["y"] for box in (card.bounding_box() for card in cards.all()) if box]
    rows = [tops.count(top) for top in sorted(set(tops))]
    assert max(rows) - min(rows) <= 1


def test_a_form_that_goes_on_below_says_so(visit: Visit) -> None:
    page = visit(phone=True)
    expect(page.locator(".cards label")).to_have_count(len(GAMES))
    down = page.get_by_role("button", name="More settings below")
    expect(down).to_be_visible()
    down.evaluate("(button) => button.click()")  # the page moves under it: there is nothing to wait for
    expect(down).to_have_count(0)
    expect(page.locator("form.panel input[value='own']").locator("xpath=..")).to_be_in_viewport()


# --------------------------------------------------------------------------------------------- how far apart places are
def nearest_centres(page: Page) -> float:
    """How near the two closest places that may be touched are to each other."""
    boxes = page.locator(TOUCHABLE).evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect())"
        ".map(({ x, y, width, height }) => [x + width / 2, y + height / 2])"
    )
    return min((dist(a, b) for a, b in combinations(boxes, 2)), default=FINGER)


def middles(game: str, variant: str) -> list[str]:
    """Positions of a game played at random: a late one, and its start in the first variant."""
    chance = random.Random(f"{game} {variant}")
    position = start(game, variant)
    found = [str(position)]
    while position.moves and len(found) < 60:
        position = position.play(chance.choice(position.moves))
        found += [str(position)] if position.moves else []
    first = variant == next(iter(GAMES[game]))
    return [*found[:first], found[2 * len(found) // 3]]


@pytest.mark.parametrize(("game", "variant"), [(game, variant) for game, some in GAMES.items() for variant in some])
def test_a_finger_can_tell_places_apart(visit: Visit, game: str, variant: str) -> None:
    page = come(visit, "en", has_touch=True)
    for text in middles(game, variant):
        names = ("Claire", "Malo", "Zoé", "Papa")[: start(game, variant).players]
        page.goto(lay(page, game, variant, "", *names, start=text))
        expect(page.locator(TOUCHABLE).first).to_be_visible()
        apart(page)


def test_in_space_a_finger_can_tell_places_apart(visit: Visit) -> None:
    """On the board whose places are nearest to each other, at the start, where the most can be touched."""
    page = visit(None, flat=False, has_touch=True, viewport={"width": 360, "height": 640})
    page.goto(lay(page, "balanx"))
    expect(page.locator('[data-view="space"] canvas')).to_be_visible()
    expect(page.locator(TOUCHABLE).first).to_be_visible()
    apart(page)


def apart(page: Page) -> None:
    """See that places are far enough apart for a finger on small screens, or else once the board is enlarged."""
    for size in TOUCHED:
        resize(page, size)
        if nearest_centres(page) < FINGER:  # the largest board on the smallest phone: enlarged, they are
            page.locator('[data-tool="zoom"]').click()
            expect(page.get_by_role("button", name="Show the whole board")).to_be_visible()
            assert nearest_centres(page) >= FINGER, size
            page.locator('[data-tool="zoom"]').click()
            expect(page.get_by_role("button", name="Enlarge the board")).to_be_visible()


def test_the_board_can_be_enlarged(visit: Visit) -> None:
    """By the button and by two fingers; one finger then moves it, and a touch still reaches the place it is on."""
    page = come(visit, "en", has_touch=True, viewport={"width": 390, "height": 844})
    page.goto(lay(page, "balanx", "standard"))
    expect(page.locator(TOUCHABLE).first).to_be_visible()
    before = nearest_centres(page)
    page.locator('[data-tool="zoom"]').tap()
    expect(page.get_by_role("button", name="Show the whole board")).to_be_visible()
    assert nearest_centres(page) > 1.5 * before
    box = page.locator("main .stage .stage").bounding_box()
    assert box is not None
    hand = page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        hand.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x + a, "y": y + b} for a, b in points]}
        )

    fingers("touchStart", (-120, 0), (120, 0))
    for way in range(110, 20, -10):
        fingers("touchMove", (-way, 0), (way, 0))
    fingers("touchEnd")
    expect(page.get_by_role("button", name="Enlarge the board")).to_be_visible()
    assert abs(nearest_centres(page) - before) < 1
    fingers("touchStart", (-30, 0), (30, 0))
    for way in range(35, 75, 5):
        fingers("touchMove", (-way, 0), (way, 0))
    fingers("touchEnd")
    assert nearest_centres(page) > 1.5 * before
    expect_ply(page, 0)
    spot = handle(page, "a5")
    spot.evaluate("(button) => button.click()")
    expect(page.locator('[data-action="put-back"]')).to_be_visible()


# ------------------------------------------------------------------------------------------------------------ the moves
def test_the_moves_follow_steps_back_and_forth(visit: Visit) -> None:
    page = come(visit, "en")
    moves = games.BALANX[2].split()
    page.goto(lay(page, "balanx", "small", games.BALANX[2]))
    current = page.locator(".moves [aria-current=step]")
    expect(current).to_have_text(moves[-1])
    for size, steps in (((1280, 800), 30), ((390, 844), 8), ((844, 390), 8)):
        resize(page, size)
        for ply in range(len(moves) - 1, len(moves) - 1 - steps, -1):
            page.get_by_role("button", name="One move back").click()
            expect(current).to_have_text(moves[ply - 1])
        expect(current).to_be_in_viewport(ratio=0.9)
        page.locator('[data-action="live"]').click()
        expect(current).to_be_in_viewport(ratio=0.9)


def test_steps_that_come_faster_than_positions_are_all_taken(visit: Visit) -> None:
    page = come(visit, "en")
    moves = games.BALANX[2].split()
    page.goto(lay(page, "balanx", "small", games.BALANX[2]))
    expect(table(page)).to_have_attribute("data-phase", "over")
    current = page.locator(".moves [aria-current=step]")
    expect(current).to_have_text(moves[-1])

    def late(route: Route) -> None:
        page.wait_for_timeout(150)
        route.continue_()

    page.route("**/plies/*", late)
    page.locator("body").focus()
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    expect(current).to_have_text(moves[-5])  # the list goes ahead of the board
    expect(status(page)).to_contain_text(f"move {len(moves) - 4} of {len(moves)}")
    page.keyboard.press("ArrowRight")
    expect(status(page)).to_contain_text(f"move {len(moves) - 3} of {len(moves)}")


def test_nothing_is_squeezed_in_a_dialog_that_is_too_long(visit: Visit) -> None:
    """On small screens it is scrolled."""
    page = come(visit, has_touch=True, viewport={"width": 360, "height": 640})
    page.goto(lay(page, "quits", "simple", "b2c3"))
    squeezed = """() => [...document.querySelectorAll("dialog .inside > *")].filter((each, at, all) =>
        each.scrollHeight > each.clientHeight + 2
        || (all[at + 1]?.getBoundingClientRect().top ?? Infinity) < each.getBoundingClientRect().bottom
    ).map((each) => each.textContent.trim().slice(0, 40))"""
    for name in ("Clavier", "Préférences", "Partager"):
        page.locator('[data-tool="menu"]').click()
        page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("dialog").get_by_role("heading", name=name)).to_be_visible()
        for size in TOUCHED:
            resize(page, size)
            assert page.evaluate(squeezed) == [], (name, size)
        resize(page, TOUCHED[0])
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_aim_is_told_once(visit: Visit) -> None:
    page = come(visit, "en")
    page.goto(lay(page, "quits", "standard"))
    aim = page.get_by_text("Be the first to bring three marbles out through the corner opposite yours.")
    expect(aim).to_be_visible()
    look(page)
    page.locator('[data-action="close-aim"]').click()
    expect(aim).to_have_count(0)
    page.goto(lay(page, "quits", "standard"))
    expect(status(page)).to_be_visible()
    expect(aim).to_have_count(0)
    page.goto(lay(page, "pylos", "standard"))
    expect(page.get_by_text("Put the last ball on the top of the pyramid")).to_be_visible()


def test_what_round_one_came_to_is_told_in_round_two(visit: Visit) -> None:
    page = come(visit, "en")
    page.goto(lay(page, "bilitaire", "match", games.BILITAIRE[2]))
    expect(status(page)).to_contain_text("Round 2: the marbles are yours")
    expect(status(page)).to_contain_text("Round 1: 10 marbles left. Leave fewer.")
    handle(page, "d4").click()
    expect_ply(page, len(games.BILITAIRE[2].split()) + 1)
    expect(status(page)).to_contain_text("Round 1: 10 marbles left. Leave fewer.")


def test_rules_are_one_touch_away_on_a_phone(visit: Visit) -> None:
    page = visit(None, phone=True)
    sit(page, "pylos", "standard")
    for size in [(360, 640), (844, 390)]:
        resize(page, size)
        expect(page.locator('header [data-tool="rules"]')).to_be_visible()


def test_of_two_notices_a_phone_shows_the_newest(visit: Visit) -> None:
    """There is room for one above the board."""
    page = visit(None, viewport={"width": 360, "height": 640}, permissions=["clipboard-read", "clipboard-write"])
    sit(page, "quits", "simple")
    for name in ("Copy position", "Copy record"):
        page.locator('[data-tool="menu"]').click()
        page.get_by_role("dialog").get_by_role("button", name=name).click()
    notices = page.locator("[aria-hidden] > p", has_text="copied.")
    expect(notices).to_have_count(2)
    assert [one.is_visible() for one in notices.all()] == [False, True]
