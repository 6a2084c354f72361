"""Photograph a motion at several instants: python ui/dev/strip.py OUT.png 'scene=m-balanx&theme=light' 0 100 200 …."""

from __future__ import annotations

import io
import sys
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import sync_playwright
from shoot import ARGS, PORT


def main(out: str, query: str, times: list[int]) -> None:
    """Lay the instants out in rows of three."""
    shots = []
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path="/usr/bin/chromium", args=ARGS)
        page = browser.new_page(viewport={"width": 520, "height": 430})
        page.on("console", lambda m: print("console:", m.text[:500]) if m.type == "error" else None)
        page.on("pageerror", lambda e: print("error:", e))
        page.goto(f"http://127.0.0.1:{PORT}/index.html?{quote(query, safe='=&,')}&at=0&w=520&h=430")
        page.wait_for_function("document.title.startsWith('done')", timeout=120000)
        for time in times:
            page.evaluate(f"advance({time})")
            shots.append(Image.open(io.BytesIO(page.screenshot(timeout=120000))).convert("RGB"))
        browser.close()
    rows = -(-len(shots) // 3)
    sheet = Image.new("RGB", (3 * 520, rows * 430))
    for i, shot in enumerate(shots):
        sheet.paste(shot, (i % 3 * 520, i // 3 * 430))
    sheet.save(out)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], [int(t) for t in sys.argv[3:]])
