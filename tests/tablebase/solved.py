"""The tablebase of Quits `simple`, solved once for all tests, whichever process they run in."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from billes.tablebase import solve
from billes.tablebase.probe import tablebase_path
from billes.tablebase.run import Run


def quits_simple(base: Path) -> Path:
    """The folder of the tablebase below the temporary folder of a worker; the first one that asks solves it."""
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / "quits-simple"
    folder.mkdir(exist_ok=True)
    with (shared / "quits-simple.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not tablebase_path(folder, "quits", "simple").exists():
            _solve_with_kills(folder)
    return folder


def _solve_with_kills(folder: Path) -> None:
    """Solve it in a run that is killed twice and taken up again."""
    command = [sys.executable, "-m", "billes", "solve", "quits", "simple", "--every", "0", "--tables", str(folder)]
    for _ in range(2):
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        seen = 0
        while running.poll() is None and seen < 5:
            time.sleep(0.02)
            mark = folder / "quits-simple.unfinished"
            seen += mark.exists() and time.time() - mark.stat().st_mtime < 0.5
        if running.poll() is None:
            os.kill(running.pid, signal.SIGKILL)
        running.wait()
    if not tablebase_path(folder, "quits", "simple").exists():
        solve.solve(Run("quits", "simple", folder, 2))
