"""The path of a move through the server is the one that docs/design.md tells, and it is short."""

from __future__ import annotations

import re
import signal
import sys
import time
from pathlib import Path

import pytest

from .client import Server, Visitor
from .test_play import both, pair
from .traced import SENT

ROOT = Path(__file__).parents[2]
MOST = 10


def told() -> tuple[set[str], set[str]]:
    """The modules of the server that docs/design.md names on a move's path, and those that it names after it."""
    page = (ROOT / "docs" / "design.md").read_text("utf-8")
    path, after = page.split("### A move from the page to the opponent")[1].split("###")[0].split("After that")
    return set(re.findall(r"`server/([\w/]+\.py)`", path)), set(re.findall(r"`server/([\w/]+\.py)`", after))


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signals")
def test_a_move_passes_through_few_modules(tmp_path: Path) -> None:
    notes = tmp_path / "modules.txt"
    server = Server(tmp_path / "tables.sqlite3", start=["-m", "tests.server.traced", str(notes)])
    try:
        host, guest = Visitor(server), Visitor(server)
        with host, guest:
            host, guest, table = pair(iter((host, guest)).__next__)
            one, two = both(host, guest, table)
            with one, two:
                one.move()
                two.until("move")
                for line in (one, two):
                    line.look()
                server.process.send_signal(signal.SIGUSR1)
                time.sleep(0.2)
                two.move()
                one.until("move")
                one.look()
                server.process.send_signal(signal.SIGUSR2)
                deadline = time.monotonic() + 10
                while not notes.exists() and time.monotonic() < deadline:
                    time.sleep(0.05)
        seen = notes.read_text().split()
    finally:
        server.close()
    assert seen.count(SENT) == 2, "the event is sent to both"
    last = len(seen) - seen[::-1].index(SENT)
    path, after = {*seen[:last]} - {SENT}, {*seen[last:]}
    assert (path, after) == told(), "nothing else is done before everybody has been sent the move"
    assert len(path) <= MOST
