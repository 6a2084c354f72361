"""The WebAssembly modules that the tests use: built once for every state of the sources, and kept in .venv."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from billes.core.webassembly import MANIFEST

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "ui" / "node_modules" / "pyodide"
SOURCES = ROOT / "src"
KEPT = Path(sys.prefix) / "wasm-modules"
PARTS = ("core", "games", "tablebase", "engine", "wasm")
"""What may end up in a module, below src/billes."""


def digest() -> str:
    """The state of the sources."""
    seen = hashlib.sha256((ROOT / "constraints.txt").read_bytes())
    for part in PARTS:
        for file in sorted((SOURCES / "billes" / part).rglob("*.py")):
            seen.update(str(file.relative_to(SOURCES)).encode() + b"\0" + file.read_bytes())
    return seen.hexdigest()[:16]


def modules() -> Path:
    """The folder with the modules of these sources, built now if it must be: that takes half a minute and more."""
    folder = KEPT / digest()
    if not (folder / MANIFEST).exists():
        shutil.rmtree(KEPT, ignore_errors=True)  # of other sources
        draft = KEPT / "draft"
        subprocess.run([sys.executable, "-m", "billes.wasm.build", str(draft)], check=True, stdout=subprocess.DEVNULL)
        draft.rename(folder)
    return folder


def in_pyodide(program: Path, modules: Path) -> str:
    """What a Python program prints in Pyodide, in Node. The settings of Billes are handed on."""
    node = Path(sys.executable).parent / "node"
    command = [node, Path(__file__).with_name("run.mjs"), PYODIDE, SOURCES, modules, program]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{program.name} failed in Pyodide: {done.stderr[-3000:]}")
    return done.stdout


if __name__ == "__main__":
    print(modules())
