"""How soon a static site can be used, what a first visit fetches, and how much memory it takes.

python -m bench.offline                    # a site made now, or the one that the tests have made
python -m bench.offline --folder public    # another one
python -m bench.offline --slow 4           # every core four times as slow, as a phone's (Linux, as root)
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright
from tests.browser.chromium import FLAGS, FLAT, chromium
from tests.browser.site import PREFIX, FileServer, made

PATIENCE = 300_000
PERIOD = 20_000
GROUPS = Path("/sys/fs/cgroup")
"""Where Linux limits processor time, in its first or its second form."""
FIGURES = ("first page", "board of a table", "first answer of the computer", "ready for offline use")


def visit(playwright: Playwright, url: str) -> tuple[dict[str, float], float]:
    """One visit: seconds since the address was entered, and megabytes of memory at its end."""
    program = chromium()
    browser = playwright.chromium.launch(executable_path=program.program, env=program.environment, args=[*FLAGS, *FLAT])
    page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page.set_default_timeout(PATIENCE)
    found: dict[str, float] = {}
    began = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.locator("form.panel button[type=submit]").wait_for()
    found[FIGURES[0]] = time.perf_counter() - began
    page.locator(".cards label", has=page.locator('input[value="quits"]')).click()
    page.locator("form.panel label", has=page.locator('input[type="radio"][value="they"]')).click()
    page.locator("form.panel button[type=submit]").click()
    page.locator(".page[data-phase=playing] [data-place], .page[data-phase=playing] svg").first.wait_for()
    found[FIGURES[1]] = time.perf_counter() - began
    page.wait_for_function("Number(document.querySelector('.page[data-ply]')?.dataset.ply) >= 1")
    found[FIGURES[2]] = time.perf_counter() - began
    page.goto(url)
    page.locator('[data-offline="ready"]').wait_for()
    found[FIGURES[3]] = time.perf_counter() - began
    memory = memory_of_children()
    browser.close()
    return found, memory


def memory_of_children() -> float:
    """Megabytes of all processes of the browser, shared pages counted in parts."""
    total = 0
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and b"chromium" in (folder / "cmdline").read_bytes():
                rolled = (folder / "smaps_rollup").read_text()
                total += int(re.search(r"^Pss:\s+(\d+)", rolled, re.MULTILINE)[1])  # type: ignore[index]
        except OSError:
            continue
    return total / 1000


@contextmanager
def slowed(factor: float) -> Iterator[None]:
    """Let this process and its children use that part of every core only."""
    if factor == 1:
        yield
        return
    first = (GROUPS / "cpu").is_dir()
    parent = GROUPS / "cpu" if first else GROUPS
    group = parent / "billes-bench"
    group.mkdir(exist_ok=True)
    quota = int(PERIOD * (os.cpu_count() or 1) / factor)
    if first:
        (group / "cpu.cfs_period_us").write_text(str(PERIOD))
        (group / "cpu.cfs_quota_us").write_text(str(quota))
    else:
        (group / "cpu.max").write_text(f"{quota} {PERIOD}")
    (group / "cgroup.procs").write_text(str(os.getpid()))
    try:
        yield
    finally:
        (parent / "cgroup.procs").write_text(str(os.getpid()))


def kept(site: Path) -> list[str]:
    """What the service worker keeps at a first visit."""
    listed = re.search(r"FILES = (\[.*?\]);", (site / "sw.js").read_text())
    assert listed is not None
    return [name for name in json.loads(listed[1]) if "migrating" not in name]


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--visits", type=int, default=5)
    parser.add_argument("--slow", type=float, default=1)
    given = parser.parse_args()
    site = given.folder or made() / PREFIX
    contents = {name: (site / name).read_bytes() for name in kept(site)}
    size = sum(min(len(body), len(gzip.compress(body, 9))) for body in contents.values())
    print(f"first visit, everything kept: {len(contents)} files, {size / 1e6:.2f} MB compressed")
    for name, body in sorted(contents.items(), key=lambda each: -len(each[1]))[:6]:
        print(f"  {name:40} {min(len(body), len(gzip.compress(body, 9))) / 1e6:6.2f} MB")
    server = FileServer(site)
    server.start()
    try:
        with slowed(given.slow), sync_playwright() as playwright:
            visits = [visit(playwright, f"http://127.0.0.1:{server.port}/") for _ in range(given.visits)]
    finally:
        server.stop()
    print(f"seconds, median of {given.visits} visits (worst){', slowed' if given.slow != 1 else ''}")
    for figure in FIGURES:
        times = [found[figure] for found, _ in visits]
        print(f"  {figure:32} {statistics.median(times):6.1f} ({max(times):.1f})")
    print(f"memory of the whole browser: {statistics.median(memory for _, memory in visits):.0f} MB")


if __name__ == "__main__":
    main()
