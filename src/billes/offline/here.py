"""The program for the pages of this machine's servers, which go on in the browser when the connection is lost."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from msgspec import json

from ..core.errors import BillesError
from ..server.api.pages import BUNDLE, LISTED, Bundled
from ..server.settings import STATIC
from .bundle import write_bundle


def write_here(step: Callable[[str], None] = lambda key: None) -> list[str]:
    """Put the program beside the built page; gives its files. Servers that run send it from then on."""
    if not (STATIC / "index.html").is_file():
        raise BillesError.of("site.no-page")
    folder = STATIC / BUNDLE
    with tempfile.TemporaryDirectory(prefix=".billes-", dir=STATIC) as made:
        bundle = Path(made) / BUNDLE
        write_bundle(bundle, step)
        files = write_list(bundle)
        if folder.exists():
            shutil.rmtree(folder)
        bundle.rename(folder)
    return files


def write_list(folder: Path) -> list[str]:
    """Write which files lie in a folder, and a version of them; gives their names."""
    files = sorted(file.name for file in folder.iterdir() if file.name != LISTED)
    digest = hashlib.sha256()
    for name in files:
        digest.update(name.encode() + b"\0" + hashlib.sha256((folder / name).read_bytes()).digest())
    (folder / LISTED).write_bytes(json.encode(Bundled(digest.hexdigest()[:16], files)))
    return files
