"""Compiling and packing, done by the very Python that will run in browsers: `bundle.py` starts it in Node.js.

Modules are compiled and archives stored, so that they start quickly; what is sent is compressed as a whole.
"""

from __future__ import annotations

import compileall
import gzip
import io
import sys
import zipfile
from importlib import import_module
from pathlib import Path
from py_compile import PycInvalidationMode

WHEN = (1980, 1, 1, 0, 0, 0)
"""The time of all files in an archive, so that two builds give the same bytes."""
BARE = 2
"""Without documentation, of which half of a module consists."""
LEVEL, WINDOW = 19, 24
"""How hard zstd tries, and how many bytes (a power of two) it looks back."""


def pack(made: Path, standard: str) -> None:
    """Compile and pack every folder in `made`: the standard library for gzip, which browsers know, others for zstd."""
    for folder in sorted(path for path in made.iterdir() if path.is_dir()):
        compile_all(folder)
        content = archive(folder)
        if folder.name == standard:
            (made / f"{standard}.zip.gz").write_bytes(gzip.compress(content, 9, mtime=0))
        else:
            (made / f"{folder.name}.zip.zst").write_bytes(compressed(content))


def compile_all(folder: Path) -> None:
    """Put a compiled module in the place of every source. Migrations stay: they are found by their sources."""
    good = compileall.compile_dir(
        folder,
        stripdir=str(folder),
        quiet=1,
        legacy=True,
        optimize=BARE,
        invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
    )
    if not good:
        sys.exit(f"{folder.name} could not be compiled")
    for file in folder.rglob("*.py"):
        if file.with_suffix(".pyc").exists() and "migrations" not in file.parts:
            file.unlink()


def archive(folder: Path) -> bytes:
    """An archive of a folder, the same one for the same files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as packed:
        for name in sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()):
            packed.writestr(zipfile.ZipInfo(name, WHEN), (folder / name).read_bytes())
    return made.getvalue()


def compressed(content: bytes) -> bytes:
    """It is small, and quick to read."""
    zstd = import_module("compression.zstd")
    options = {zstd.CompressionParameter.compression_level: LEVEL, zstd.CompressionParameter.window_log: WINDOW}
    found: bytes = zstd.compress(content, options=options)
    return found
