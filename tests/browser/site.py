"""A site as `billes site` writes it, made once for every state of the sources and kept in .venv; a plain file server."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.wasm.modules import modules

ROOT = Path(__file__).parents[2]
KEPT = Path(sys.prefix) / "site"
PREFIX = "a/b"
"""The site lies below the root of the server."""


def digest() -> str:
    """The state of everything that a site is made from."""
    seen = hashlib.sha256((ROOT / "constraints.txt").read_bytes())
    package = ROOT / "src" / "billes"
    seen.update((package / "server" / "static" / ".built-from").read_bytes())
    for file in sorted(package.rglob("*")):
        if file.is_file() and "static" not in file.parts and "__pycache__" not in file.parts:
            seen.update(str(file.relative_to(package)).encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    for file in sorted((ROOT / "tests" / "plugin" / "src").rglob("*.py")):
        seen.update(file.read_bytes())
    return seen.hexdigest()[:16]


def made() -> Path:
    """The folder that a file server is to serve; the site lies in `PREFIX` there."""
    KEPT.mkdir(exist_ok=True)
    folder = KEPT / digest()
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests run in several processes
        if not (folder / PREFIX / "sw.js").exists():
            for old in KEPT.iterdir():
                if old.is_dir():
                    shutil.rmtree(old)
            command = [sys.executable, "-m", "billes", "site", str(folder / PREFIX)]
            subprocess.run(command, check=True, env={**os.environ, "BILLES_WASM": str(modules())})
    return folder


class FileServer:
    """`python -m http.server`, which can be stopped and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/{PREFIX}/"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Serve, and wait until that is so."""
        command = [sys.executable, "-m", "http.server", str(self.port), "--bind", "127.0.0.1", "-d", str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.1)
        raise RuntimeError("the file server does not start")

    def stop(self) -> None:
        """Serve nothing any more."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@contextmanager
def served() -> Iterator[FileServer]:
    """A file server with the site."""
    server = FileServer(made())
    server.start()
    try:
        yield server
    finally:
        server.stop()


if __name__ == "__main__":
    print(made())
