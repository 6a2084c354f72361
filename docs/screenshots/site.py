"""Takes the picture of a static site: `python -m docs.screenshots.site`. Makes the site first, if need be."""

from __future__ import annotations

from playwright.sync_api import sync_playwright
from tests.browser.chromium import FLAGS, SPACE, chromium
from tests.browser.site import served

from .take import HERE, PATIENCE, SIZES, own_games, take


def main() -> None:
    """Visit the site until it is ready for offline use."""
    width, height = SIZES["desktop"]
    found = chromium()
    with served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found.program, env=found.environment, args=[*FLAGS, *SPACE]
        )
        context = browser.new_context(
            viewport={"width": width, "height": height}, device_scale_factor=2, locale="en", reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE)
        context.route("**/answers/api/games.json", own_games)
        page = context.new_page()
        page.goto(site.url)
        page.locator(".cards img.space").nth(3).wait_for()
        page.locator('[data-offline="ready"]').wait_for()
        page.wait_for_timeout(2500)
        take(page, HERE / "site-desktop-light.webp")
        browser.close()


if __name__ == "__main__":
    main()
