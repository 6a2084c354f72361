"""The feel of a real board: marbles follow the hand at once, are carried, and nothing is replayed to who comes back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.server.client import Server

from . import games
from .conftest import PATIENCE, Visit
from .hands import expect_ply, handle, lay, set_table, sit, status, table
from .test_online import invite
from .wire import Wire

FOLLOW = """([drawn, place]) => {
    const there = new Function("place", `return ${drawn}`)
    window.followed = new Promise(done => {
        let touched = 0
        addEventListener("pointerup", () => (touched = performance.now()), { capture: true, once: true })
        const look = () => { if (touched && there(place)) { watch.disconnect(); done(performance.now() - touched) } }
        const watch = new MutationObserver(look)
        watch.observe(document, { subtree: true, childList: true, attributes: true })
    })
}"""
"""Keeps how long it takes from letting go of the mouse until something is drawn."""
SPACE = "document.querySelector('[data-view=space]')?.dataset.moving === 'true'"
FLAT = """document.querySelector(`[data-view=flat] [data-marble="${place}"]`) !== null"""


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    """A wire to the server that can be made slow."""
    with Wire(server.url) as made:
        yield made


def middle(page: Page, name: str) -> tuple[float, float]:
    """Where a handle is on the page."""
    box = handle(page, name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def lies(page: Page, place: str) -> tuple[float, float]:
    """Where a place of the flat board is on the page, whether it may be touched or not."""
    box = page.locator(f'[data-view="flat"] [data-place="{place}"]').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def quits(visit: Visit, flat: bool, **options: Any) -> Page:
    """A table of Quits; in space in a small window, since the processor draws it."""
    size = {} if flat else {"viewport": {"width": 600, "height": 440}}
    page = visit(None, flat=flat, **size, **options)
    page.goto(lay(page, "quits", "simple"))
    return page


def in_space(page: Page) -> None:
    """Wait until the board stands there and has been drawn."""
    expect(page.locator('[data-view="space"] canvas')).to_be_visible()
    expect(page.locator(".handles button").first).to_be_visible()


@pytest.mark.parametrize("flat", [True, False], ids=["flat", "space"])
def test_a_marble_follows_the_touch_on_a_slow_network(wire: Wire, visit: Visit, flat: bool) -> None:
    page = quits(visit, flat, base_url=wire.url)
    if not flat:
        in_space(page)
    wire.delay = 0.3
    followed = []
    for ply, (origin, target) in enumerate([("b2", "c3"), ("d4", "c5")], 1):
        handle(page, origin).click()
        expect(handle(page, target)).to_be_visible()
        page.evaluate(FOLLOW, [FLAT if flat else SPACE, target])
        handle(page, target).click()
        followed.append(page.evaluate("() => window.followed"))
        assert table(page).get_attribute("data-ply") == str(ply - 1), "the server has not answered yet"
        expect_ply(page, ply)
    assert min(followed) < 50  # the better of two: the machine that tests may be busy elsewhere


def test_what_the_server_refuses_goes_back_and_is_explained(wire: Wire, visit: Visit) -> None:
    page = visit(None, base_url=wire.url)
    sit(page, "quits", "simple")
    page.evaluate(
        """() => {
            const send = WebSocket.prototype.send
            WebSocket.prototype.send = function (text) { send.call(this, text.replace('"b2c3"', '"b2e5"')) }
        }"""
    )
    wire.delay = 0.3
    handle(page, "b2").click()
    handle(page, "c3").click()
    expect(page.locator('[data-marble="c3"]')).to_be_visible()
    expect(page.locator('[data-marble="c3"]')).to_have_count(0)
    expect(status(page)).to_contain_text("E5 is 3 cells away from b2")
    expect(handle(page, "b2")).to_be_visible()
    expect_ply(page, 0)


def carry(page: Page, origin: tuple[float, float], target: tuple[float, float]) -> None:
    """Drag by the mouse, with a stop half way."""
    page.mouse.move(*origin)
    page.mouse.down()
    page.mouse.move((origin[0] + target[0]) / 2, (origin[1] + target[1]) / 2, steps=4)
    page.mouse.move(*target, steps=4)


@pytest.mark.parametrize("flat", [True, False], ids=["flat", "space"])
def test_a_marble_is_carried_by_the_mouse(visit: Visit, flat: bool) -> None:
    page = quits(visit, flat)
    if not flat:
        in_space(page)
    origin = middle(page, "b2")
    handle(page, "b2").click()
    target = middle(page, "c3")
    page.keyboard.press("Escape")
    expect(page.locator('[data-action="put-back"]')).to_have_count(0)
    # Let go of beside the board, it goes back.
    carry(page, origin, (origin[0], 90))
    expect(page.locator(".stage .carries")).to_have_count(1)
    expect(page.locator('[data-action="put-back"]')).to_be_visible()
    page.mouse.up()
    expect(page.locator('[data-action="put-back"]')).to_have_count(0)
    expect_ply(page, 0)
    # Let go of near a lit place, it lies there.
    carry(page, origin, (target[0] + 9, target[1] - 7))
    expect(handle(page, "c3")).to_have_class(re.compile("hovered"))
    page.mouse.up()
    expect_ply(page, 1)
    # A drag that begins on empty ground turns the board and touches nothing.
    if not flat:
        before = middle(page, "d4")
        carry(page, (60, 400), (220, 430))
        page.mouse.up()
        expect(handle(page, "d4")).to_be_visible()
        assert middle(page, "d4") != before
    expect_ply(page, 1)


def finger(session: CDPSession, *way: tuple[float, float]) -> None:
    """Drag by a finger."""
    points = [[{"x": x, "y": y}] for x, y in way]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[0]})
    for point in points[1:]:
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": point})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_marble_is_carried_by_a_finger(visit: Visit) -> None:
    page = visit(None, phone=True)
    sit(page, "balanx", "small")
    origin = middle(page, "a6")
    handle(page, "a6").tap()
    target = middle(page, "d6")
    page.locator('[data-action="put-back"]').tap()
    half = (origin[0] + target[0]) / 2, (origin[1] + target[1]) / 2
    finger(page.context.new_cdp_session(page), origin, half, target)
    expect_ply(page, 1)


# ------------------------------------------------------------------------------------------------ coming back
def played(page: Page, name: str, moves: list[str], server: str = "") -> None:
    """Play moves past the page, for whoever is to move."""
    for move in moves:
        turn = page.request.get(f"{server}/api/tables/{name}").json()["status"]["turn"]
        assert page.request.post(f"{server}/api/tables/{name}/move", data={"move": move, "answers": turn}).ok


TAB = """() => {
    let hidden = false
    const frames = new Map()
    const frame = window.requestAnimationFrame.bind(window)
    const cancel = window.cancelAnimationFrame.bind(window)
    Object.defineProperty(document, "hidden", { get: () => hidden })
    Object.defineProperty(document, "visibilityState", { get: () => (hidden ? "hidden" : "visible") })
    window.requestAnimationFrame = wanted => {
        if (!hidden) return frame(wanted)
        frames.set(-1 - frames.size, wanted)
        return -frames.size
    }
    window.cancelAnimationFrame = id => (id < 0 ? frames.delete(id) : cancel(id))
    window.showTab = on => {
        hidden = !on
        document.dispatchEvent(new Event("visibilitychange"))
        if (on) for (const wanted of frames.values()) frame(wanted)
        if (on) frames.clear()
    }
}"""
"""A tab that can be put out of sight, as a browser does it: it then gets no frames."""


@pytest.mark.parametrize("flat", [True, False], ids=["flat", "space"])
def test_who_comes_back_sees_the_board_as_it_is(visit: Visit, flat: bool) -> None:
    moves = games.SHORT[2]
    page = visit(None, flat=flat, reduced_motion="no-preference", viewport={"width": 640, "height": 480})
    page.add_init_script(f"({TAB})()")
    address = lay(page, "quits", "simple")
    page.goto(address)
    name = address.rsplit("/", 1)[1]
    if not flat:
        in_space(page)
    expect(page.locator("[data-view]")).to_be_visible()
    page.evaluate(
        """() => document.addEventListener("visibilitychange", () => {
            if (document.hidden) return
            const came = performance.now()
            const look = () => {
                const stage = document.querySelector("[data-view]")
                const there = document.querySelector(".page[data-ply]").dataset.ply === "4"
                if (there && stage.dataset.moving === "false") window.ready = performance.now() - came
                else setTimeout(look, 10)
            }
            look()
        })"""
    )
    page.evaluate("() => window.showTab(false)")
    played(page, name, moves.split()[:4])
    expect_ply(page, 4)
    page.evaluate("() => window.showTab(true)")
    page.wait_for_function("() => window.ready !== undefined")
    assert page.evaluate("() => window.ready") < 1000


def test_a_socket_that_slept_is_tested_on_waking(wire: Wire, visit: Visit, server: Server) -> None:
    page = visit(None, base_url=wire.url)
    address = lay(page, "quits", "simple")
    page.goto(address)
    expect(handle(page, "b2")).to_be_visible()
    name = address.rsplit("/", 1)[1]
    wire.lose()
    played(page, name, ["b2c3"], server.url)
    page.evaluate("() => dispatchEvent(new Event('online'))")
    # The dead socket would be noticed after half a minute of silence; here nothing waits for that.
    expect(table(page)).to_have_attribute("data-ply", "1", timeout=5000)
    expect(handle(page, "d4")).to_be_visible()


def test_a_socket_that_does_not_open_is_replaced_on_waking(wire: Wire, visit: Visit) -> None:
    page = visit(None, base_url=wire.url)
    address = lay(page, "quits", "simple")
    wire.deaf = True
    page.goto(address)
    expect(page.locator("#main")).to_be_visible()
    wire.deaf = False
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(table(page)).to_have_attribute("data-phase", "playing", timeout=5000)


CALLS = """() => {
    window.calls = { buzzed: 0, sounds: 0, locks: 0, notified: [] }
    navigator.vibrate = () => (calls.buzzed++, true)
    const release = async () => {}
    const request = async () => (calls.locks++, { released: false, release })
    Object.defineProperty(navigator, "wakeLock", { value: { request } })
    Object.defineProperty(Notification, "permission", { get: () => "granted" })
    ServiceWorkerRegistration.prototype.showNotification = async title => void calls.notified.push(title)
    for (const name of ["createOscillator", "createBufferSource"]) {
        const real = AudioContext.prototype[name]
        AudioContext.prototype[name] = function () { calls.sounds++; return real.call(this) }
    }
}"""
"""What the device is asked to do for a player: to vibrate, to sound, to stay awake, to notify."""


def test_a_player_is_called_when_the_turn_comes(visit: Visit) -> None:
    host = visit()
    invitation = invite(host, "quits", "simple")
    guest = visit("/rules", phone=True, is_mobile=True, kept={"notifies": True})
    guest.add_init_script(f"({TAB})()")
    guest.add_init_script(f"({CALLS})()")
    guest.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    guest.goto(invitation)
    guest.get_by_role("button", name="Take the seat").tap()
    expect(table(guest)).to_have_attribute("data-phase", "playing")
    guest.get_by_role("heading", level=1).tap()  # browsers let nothing sound before the first touch
    before = guest.evaluate("() => calls.sounds")
    handle(host, "b2").click()
    handle(host, "c3").click()
    expect(handle(guest, "d4")).to_be_visible()
    called = guest.evaluate("() => calls")
    assert (called["buzzed"], called["notified"]) == (1, [])
    assert called["locks"] >= 1
    assert called["sounds"] > before, "moves are heard with reduced motion too"
    handle(guest, "d4").tap()
    handle(guest, "c5").tap()
    expect_ply(host, 2)
    guest.evaluate("() => window.showTab(false)")
    handle(host, "c3").click()
    handle(host, "d4").click()
    guest.wait_for_function("() => calls.notified.length === 1", polling=100)  # a hidden tab draws no frames
    assert guest.evaluate("() => calls.buzzed") == 1


# ------------------------------------------------------------------------------------------------- a quiet machine
COUNT = """() => {
    window.drawn = 0
    const draw = WebGL2RenderingContext.prototype
    for (const name of ["drawElements", "drawElementsInstanced", "drawArrays"]) {
        const real = draw[name]
        draw[name] = function (...given) { window.drawn++; if (!window.quick) return real.apply(this, given) }
    }
}"""


def test_nothing_is_drawn_while_nothing_happens(visit: Visit) -> None:
    page = visit(
        None,
        flat=False,
        kept={"quality": "high"},
        reduced_motion="no-preference",
        viewport={"width": 480, "height": 400},
    )
    address = lay(page, "quits", "simple")
    page.clock.install()
    page.add_init_script(f"({COUNT})()")
    page.goto(address)
    in_space(page)
    page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))
    page.evaluate("() => (window.quick = true)")  # from here on frames are only counted
    page.mouse.move(*middle(page, "b2"))
    page.clock.run_for(500)
    breathing = page.evaluate("() => window.drawn")
    page.clock.run_for(500)
    assert page.evaluate("() => window.drawn") > breathing, "what may be touched breathes"
    page.clock.run_for(10_000)
    rested = page.evaluate("() => window.drawn")
    page.clock.run_for(10_000)
    assert page.evaluate("() => window.drawn") == rested


def test_a_lost_context_comes_back(visit: Visit) -> None:
    page = visit(None, flat=False, viewport={"width": 480, "height": 400})
    page.goto(lay(page, "quits", "simple"))
    in_space(page)
    page.evaluate(
        """() => {
            window.loss = document.querySelector("canvas").getContext("webgl2").getExtension("WEBGL_lose_context")
            window.loss.loseContext()
        }"""
    )
    expect(page.locator('[data-view="flat"]')).to_be_visible()
    handle(page, "b2").click()
    page.evaluate("() => window.loss.restoreContext()")
    in_space(page)
    handle(page, "c3").click()
    expect_ply(page, 1)


@pytest.mark.offline
def test_a_part_that_cannot_be_loaded_can_be_tried_again(visit: Visit) -> None:
    page = visit(service_workers="block")
    page.route("**/assets/Rules-*.js", lambda route: route.abort("internetdisconnected"))
    page.locator('a[href^="/rules"]').first.click()
    expect(page.get_by_role("heading", name="A part of the page could not be loaded.")).to_be_visible()
    page.unroute("**/assets/Rules-*.js")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.offline
def test_the_view_in_space_that_cannot_be_loaded_is_tried_again_by_one_touch(visit: Visit) -> None:
    page = visit(None, flat=False, viewport={"width": 480, "height": 400}, service_workers="block")
    page.route("**/assets/Space-*.js", lambda route: route.abort("internetdisconnected"))
    page.goto(lay(page, "quits", "simple"))
    expect(page.get_by_text("The 3D view could not be loaded. Choose it again to retry.").first).to_be_visible()
    expect(page.locator('[data-view="flat"]')).to_be_visible()
    page.unroute("**/assets/Space-*.js")
    switch = page.locator('[data-action="flat"]')
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.dispatch_event("click")
    in_space(page)


# ----------------------------------------------------------------------------------------------- hints and preparing
def test_a_hint_stays_and_says_where_to_and_why(visit: Visit) -> None:
    page = visit()
    set_table(page, "quits", "simple", "computer", "me")
    page.locator('[data-action="hint"]').click()
    hinted = page.locator("button.hint")
    expect(hinted).to_have_count(1, timeout=4 * PATIENCE)
    expect(status(page).locator("p")).to_have_count(2)
    assert hinted.evaluate("it => getComputedStyle(it).animationIterationCount") != "infinite"


def test_a_move_is_prepared_while_the_other_thinks(visit: Visit) -> None:
    host = visit()
    guest = visit(invite(host, "pylos", "standard"))
    guest.get_by_role("button", name="Take the seat").click()
    expect(table(guest)).to_have_attribute("data-phase", "playing")
    guest.mouse.click(*lies(guest, "1b2"))
    expect(status(guest)).to_contain_text("Prepared: 1b2")
    guest.keyboard.press("Escape")
    expect(status(guest)).not_to_contain_text("Prepared")
    place = guest.get_by_role("grid").get_by_role("button", name=re.compile("^Place 1b2,"))
    place.press("Enter")  # by the keyboard as well
    expect(status(guest)).to_contain_text("Prepared: 1b2")
    handle(host, "1a1").click()
    expect_ply(host, 2)
    expect(host.locator('[data-marble="1b2"]')).to_be_visible()
    # What has become impossible is said, and nothing is played.
    guest.mouse.click(*lies(guest, "1c2"))
    expect(status(guest)).to_contain_text("Prepared: 1c2")
    handle(host, "1c2").click()
    expect(status(guest)).to_contain_text("The move you prepared is not possible now.")
    expect_ply(guest, 3)
