"""Servers that start at once: one process has loaded everything and splits off a server whenever it is asked to.

Run as a script: `start DATABASE` on the input makes a server, whose number and address come out. Killing one is killing
a whole server process; only the loading is saved.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

from . import databases
from .client import SOURCES

PATIENCE = 60.0
"""Seconds in which a server must start, tried again and again."""


class ForkServer:
    """Starts servers on one database, one after another."""

    def __init__(self, database: Path, address: str = "", bus: str = "") -> None:
        """`address` is a database elsewhere, and `bus` a Valkey; `database` then only says where the log is."""
        self.database = database
        self.address = f"{address or databases.address(database)} {bus}"
        self.log = database.with_suffix(".log").open("ab")
        environment = {**os.environ, "PYTHONPATH": f"{SOURCES}:{SOURCES.parent}", "BILLES_INTERPRETED": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.fork_server"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            bufsize=1,
        )
        self.pid = 0
        self.url = ""

    def start(self) -> str:
        """Start a server; gives its address."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        until = time.monotonic() + PATIENCE
        while True:  # the database may be away just now
            self.process.stdin.write(f"start {self.address}\n")
            said = self.process.stdout.readline()
            self.pid = int(said)
            found = re.search(r"http://\S+", self.process.stdout.readline())
            if found:
                self.url = found[0].rstrip("/")
                return self.url
            assert time.monotonic() < until, self.database.with_suffix(".log").read_text()[-3000:]

    def kill(self) -> None:
        """Kill the server, and wait until nothing is left of it."""
        os.kill(self.pid, signal.SIGKILL)
        while True:
            try:
                os.kill(self.pid, 0)
            except ProcessLookupError:
                return
            time.sleep(0.001)

    def close(self) -> None:
        """End everything."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()


def main() -> None:
    import_module("billes.server.app")  # what takes long
    from billes.server.serve import serve

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for a dead server
    child = 0
    for line in sys.stdin:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # a closed input would be the number of the next socket
            os.close(reading)
            database, *bus = line.split()[1:]
            status, first = 1, First(writing)
            try:
                status = serve(port=0, database=database, open_browser=False, bus=(*bus, None)[0], say=first.say)
            finally:
                first.say("it did not start")
                os._exit(status)
        os.close(writing)
        with os.fdopen(reading) as said:  # ends with the server, in whatever way
            print(child, said.readline().strip() or "it died", sep="\n", flush=True)
    if child:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


class First:
    """Passes on the first thing that a server says: its address, or why there is none."""

    def __init__(self, pipe: int) -> None:
        self.pipe = pipe
        self.said = False

    def say(self, text: str) -> None:
        if not self.said:
            self.said = True
            os.write(self.pipe, f"{text}\n".encode())
            os.close(self.pipe)


if __name__ == "__main__":
    main()
