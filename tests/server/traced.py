"""A server that notes which modules it runs: SIGUSR1 begins, SIGUSR2 writes them, the first first."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

from billes import server

FOLDER = os.path.dirname(server.__file__) + os.sep


def main() -> None:
    notes = Path(sys.argv[1])
    seen: dict[str, None] = {}

    def note(frame: FrameType, event: str, argument: Any) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(FOLDER):
            seen[name.removeprefix(FOLDER)] = None

    def write(number: int, frame: FrameType | None) -> None:
        part = notes.with_suffix(".part")
        part.write_text("\n".join(seen))
        part.rename(notes)

    signal.signal(signal.SIGUSR1, lambda number, frame: seen.clear())
    signal.signal(signal.SIGUSR2, write)
    threading.setprofile(note)
    sys.setprofile(note)
    from billes.server.serve import serve

    sys.exit(serve(port=0, database=sys.argv[2], open_browser=False))


if __name__ == "__main__":
    main()
