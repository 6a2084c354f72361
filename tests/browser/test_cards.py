"""The cards on the home page: their boards turn with the hand, and a click still chooses."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import PATIENCE, Visit


def test_a_card_turns_with_the_pointer_and_with_a_finger(visit: Visit) -> None:
    page = visit(flat=False, has_touch=True, reduced_motion="no-preference")
    option = page.locator('input[value="quits"]')
    card = page.locator(".cards label", has=option)
    expect(card.locator("img.space")).to_be_visible(timeout=2 * PATIENCE)
    before = card.bounding_box()
    assert before is not None
    card.hover(position={"x": 20, "y": 120})
    expect(card.locator(".picture.live")).to_have_count(1)
    assert card.bounding_box() == before
    page.mouse.move(2, 2)
    expect(page.locator(".picture.live")).to_have_count(0)
    hand = page.context.new_cdp_session(page)

    def finger(kind: str, *way: float) -> None:
        points = [{"x": before["x"] + 40 + dx, "y": before["y"] + 60} for dx in way]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", 0)
    for dx in range(5, 80, 5):
        finger("touchMove", dx)
    expect(card.locator(".picture.live")).to_have_count(1)
    finger("touchEnd")
    expect(page.locator(".picture.live")).to_have_count(0)
    expect(option).not_to_be_checked()  # turning it has not chosen it
    card.tap()
    expect(option).to_be_checked()
    page.locator(".cards label", has=page.locator('input[value="pylos"]')).click()
    expect(option).not_to_be_checked()
