"""A server that notes which modules it runs, and when it sends an event to somebody.

SIGUSR1 begins. SIGUSR2 writes the modules in the order in which they were first run, and `sent` wherever an event was
given to a socket. What runs by itself, whoever moves, is left out: the look at the event loop, and what is done in the
background.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from billes import server
from billes.server import background
from billes.server.watching.metrics import sample

FOLDER = os.path.dirname(server.__file__) + os.sep
SEND = WebSocketsSansIOProtocol.send.__code__
SENT = "sent"
LOOKS = sample.__code__


def main() -> None:
    notes = Path(sys.argv[1])
    seen: list[str] = []

    def note(frame: FrameType, event: str, argument: Any) -> None:
        if event != "call" or LOOKS in (frame.f_code, frame.f_back and frame.f_back.f_code):
            return
        name = frame.f_code.co_filename
        if name.startswith(FOLDER) and name != background.__file__:
            module = name.removeprefix(FOLDER)
            if module not in seen:
                seen.append(module)
        elif frame.f_code is SEND and '"type":"event"' in frame.f_locals["message"].get("text", ""):
            seen.append(SENT)

    def write(number: int, frame: FrameType | None) -> None:
        part = notes.with_suffix(".part")
        part.write_text("\n".join(seen))
        part.rename(notes)

    background.FIRST_FORGETTING = background.BEAT = background.PINGS = background.FORGETTING  # not meanwhile
    signal.signal(signal.SIGUSR1, lambda number, frame: seen.clear())
    signal.signal(signal.SIGUSR2, write)
    threading.setprofile(note)
    sys.setprofile(note)
    from billes.server.serve import serve

    sys.exit(serve(port=0, database=sys.argv[2], open_browser=False))


if __name__ == "__main__":
    main()
