"""A server whose page can go on without it, and the program that this takes.

Run as a script it is that server: `FOLDER DATABASE`, the folder being that of the built page. `PORT` may name its port.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from msgspec import structs

from billes.offline.here import write_list
from billes.server import serve, settings
from billes.server.api.pages import BUNDLE
from billes.server.settings import STATIC

from .site import PREFIX, made


def bundle() -> Path:
    """A folder with the program for browsers: the one that BILLES_BUNDLE names, or that of the tests' site."""
    named = os.environ.get("BILLES_BUNDLE")
    return Path(named) if named else made() / PREFIX / BUNDLE


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
