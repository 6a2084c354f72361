"""The cards on the home page: their boards turn with the hand, and a click still chooses."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import PATIENCE, Visit


def test_a_card_turns_with_the_pointer(visit: Visit) -> None:
    page = visit(flat=False, reduced_motion="no-preference")
    option = page.locator('input[value="quits"]')
    card = page.locator(".cards label", has=option)
    expect(card.locator("img.space")).to_be_visible(timeout=2 * PATIENCE)
    before = card.bounding_box()
    card.hover(position={"x": 20, "y": 120})
    expect(card.locator(".picture.live")).to_have_count(1)
    assert card.bounding_box() == before
    card.click()
    expect(option).to_be_checked()
    page.mouse.move(2, 2)
    expect(page.locator(".picture.live")).to_have_count(0)


def test_a_finger_turns_a_card_without_choosing_it(visit: Visit) -> None:
    page = visit(flat=False, phone=True, reduced_motion="no-preference")
    option = page.locator('input[value="quits"]')
    card = page.locator(".cards label", has=option)
    expect(card.locator("img.space")).to_be_visible(timeout=2 * PATIENCE)
    box = card.bounding_box()
    assert box is not None
    hand = page.context.new_cdp_session(page)

    def finger(kind: str, *way: float) -> None:
        points = [{"x": box["x"] + 40 + dx, "y": box["y"] + 60} for dx in way]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", 0)
    for dx in range(5, 80, 5):
        finger("touchMove", dx)
    expect(card.locator(".picture.live")).to_have_count(1)
    finger("touchEnd")
    expect(page.locator(".picture.live")).to_have_count(0)
    expect(option).not_to_be_checked()
    card.tap()
    expect(option).to_be_checked()
