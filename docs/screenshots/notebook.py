"""Takes the picture of a board in JupyterLab beside this file: played on by touching, with a line that is followed.

Needs JupyterLab (`pip install jupyterlab`) and takes the browser of the tests: `python -m docs.screenshots.notebook`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from tests.browser.chromium import FLAGS, chromium

from .take import PATIENCE, take

HERE = Path(__file__).parent
SIZE = (1120, 1060)
CODE = 'import billes\n\nboard = billes.start("quits", "simple").board()\nboard'
READY = re.compile(r"http://[^\s/]+:\d+/")


@contextmanager
def lab(folder: Path) -> Iterator[str]:
    """JupyterLab with a notebook of one cell; gives its address."""
    cell: dict[str, object] = {"cell_type": "code", "id": "board", "metadata": {}, "source": CODE}
    cell |= {"execution_count": None, "outputs": []}
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = {"cells": [cell], "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (folder / "board.ipynb").write_text(json.dumps(notebook))
    folders = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTERLAB_SETTINGS_DIR")
    own = {name: str(folder / name) for name in folders}
    # It would ask whether it may fetch news, and the question would lie over the picture.
    asked = folder / "JUPYTERLAB_SETTINGS_DIR" / "@jupyterlab" / "apputils-extension"
    asked.mkdir(parents=True)
    no_news = {"fetchNews": "false", "checkForUpdates": False}
    (asked / "notification.jupyterlab-settings").write_text(json.dumps(no_news))
    settings = ("--allow-root", "--no-browser", "--IdentityProvider.token=")
    process = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *settings, f"--ServerApp.root_dir={folder}"],
        env=os.environ | own,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr
        yield next(found[0] for line in process.stderr if (found := READY.search(line)))
    finally:
        process.terminate()
        process.wait()


def play(page: Page) -> None:
    """Run the cell, play two moves, ask the engine, and follow its line for two moves."""
    page.get_by_text("| Idle").wait_for(timeout=PATIENCE)  # the kernel runs
    page.locator(".jp-Cell .cm-content").click(timeout=PATIENCE)
    page.keyboard.press("Shift+Enter")
    for place in ("b2", "c3"):
        page.locator(f'.billes-spot[data-handle="{place}"]').click(timeout=PATIENCE)
    page.locator(".billes-said", has_text=re.compile(r"\w")).wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Analyse").click()
    page.locator(".billes-move").nth(1).click(timeout=PATIENCE)
    page.locator('.billes-move[aria-pressed="true"]').nth(1).wait_for(timeout=PATIENCE)
    page.mouse.move(5, 5)


def main() -> None:
    """Take the picture."""
    found = chromium()
    with tempfile.TemporaryDirectory() as folder, lab(Path(folder)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.program, env=found.environment, args=FLAGS)
        width, height = SIZE
        page = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=2)
        page.goto(f"{address}doc/tree/board.ipynb")
        play(page)
        take(page, HERE / "notebook.webp")
        browser.close()


if __name__ == "__main__":
    main()
