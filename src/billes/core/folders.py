"""Where the user's data is kept: unfinished games, tablebases, the server's database."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """BILLES_DATA, or the folder that the system has for such things. It need not exist."""
    given = os.environ.get("BILLES_DATA")
    if given:
        return Path(given).expanduser()
    from platformdirs import user_data_path

    return user_data_path("billes", appauthor=False)
