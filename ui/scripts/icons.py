"""Draws the app's icons as PNG from `public/icon.svg`, with the same Chromium the browser tests use."""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parent.parent / "public"
SIZES = {
    "icon-180.png": (180, 0.0),
    "icon-192.png": (192, 0.0),
    "icon-512.png": (512, 0.0),
    "icon-maskable-512.png": (512, 0.09),
}
"""File names with their size and the share of it kept clear round the drawing, for icons that systems cut round."""

svg = (PUBLIC / "icon.svg").read_text()
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
    for name, (size, clear) in SIZES.items():
        page = browser.new_page(viewport={"width": size, "height": size})
        ground = "#5c3d2a" if clear else "transparent"
        inner = size * (1 - 2 * clear)
        page.set_content(
            f"<style>body{{margin:0;background:{ground};display:grid;place-items:center;height:100vh}}svg{{width:{inner}px;height:{inner}px}}</style>{svg}"
        )
        page.screenshot(path=str(PUBLIC / name), omit_background=True)
    browser.close()
