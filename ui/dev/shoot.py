"""Photograph the fixture page: python ui/dev/shoot.py OUT.png 'scene=quits&theme=dark' [OUT2.png QUERY2 …]."""

from __future__ import annotations

import re
import sys
import time
from urllib.parse import quote

from playwright.sync_api import sync_playwright

ARGS = [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PORT = 5199


def main(pairs: list[str]) -> None:
    """Take each picture in turn in one browser."""
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path="/usr/bin/chromium", args=ARGS)
        for out, query in zip(pairs[::2], pairs[1::2], strict=True):
            size = {
                key: int(re.search(rf"\b{key}=(\d+)", query)[1]) if f"{key}=" in query else d
                for key, d in (("w", 900), ("h", 740))
            }
            ratio = 2 if "dpr=2" in query else 1
            query += "&ratio=2" if ratio == 2 else ""
            page = browser.new_page(viewport={"width": size["w"], "height": size["h"]}, device_scale_factor=ratio)
            page.on("console", lambda m: print("console:", m.text[:1500]) if m.type in ("error", "warning") else None)
            page.on("pageerror", lambda e: print("error:", e))
            begun = time.time()
            page.goto(f"http://127.0.0.1:{PORT}/index.html?{quote(query, safe='=&,')}", timeout=180000)
            page.wait_for_function("document.title.startsWith('done')", timeout=120000)
            page.screenshot(path=out, timeout=120000)
            print(out, page.title(), f"{time.time() - begun:.1f} s")
            page.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
