"""A server whose page can go on without it, and the program that this takes.

Run as a script it is that server: `FOLDER DATABASE`, the folder being that of the built page. `PORT` may name its port.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

from msgspec import structs

from billes.offline.bundle import write_bundle
from billes.offline.here import write_list
from billes.server import serve, settings
from billes.server.pages import BUNDLE
from billes.server.settings import STATIC

SOURCES = Path(settings.__file__).parents[1]
MADE = Path(sys.prefix) / "bundle"
"""Where it is kept: `make clean` removes it with the rest of the environment."""


def bundle() -> Path:
    """A folder with the program for browsers: the one that BILLES_BUNDLE names, or one made of the sources once."""
    if named := os.environ.get("BILLES_BUNDLE"):
        return Path(named)
    seen = hashlib.sha256()
    for file in sorted(SOURCES.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts and STATIC not in file.parents:
            seen.update(str(file.relative_to(SOURCES)).encode() + b"\0" + file.read_bytes())
    made = MADE / seen.hexdigest()[:16]
    if not made.exists():
        shutil.rmtree(MADE, ignore_errors=True)  # those of earlier sources
        MADE.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=MADE) as draft:
            folder = Path(draft) / BUNDLE
            write_bundle(folder, lambda key: None)
            folder.rename(made)
    return made


def page_with_bundle(folder: Path) -> Path:
    """The built page with the program beside it, in a new folder."""
    shutil.copytree(STATIC, folder, ignore=lambda _, names: {"python", BUNDLE} & set(names))
    shutil.copytree(bundle(), folder / BUNDLE)
    write_list(folder / BUNDLE)
    return folder


if __name__ == "__main__":
    usual = settings.from_environment
    settings.from_environment = lambda: structs.replace(usual(), static=Path(sys.argv[1]))
    port = int(os.environ.get("PORT", "0"))
    sys.exit(serve.serve(port=port, database=sys.argv[2], open_browser=False, allow_solving=False))
