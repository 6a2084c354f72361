"""A conversation with the engine where there are no threads; prints what it sends, and what can be said of it."""

from __future__ import annotations

import json
import time
from typing import Any

from billes.core.position import start
from billes.core.webassembly import ENTRIES
from billes.engine.alphabeta import AlphaBeta
from billes.engine.limits import Limits
from billes.engine.protocol import Engine


def conversation() -> dict[str, Any]:
    """What is said."""
    sent: list[str] = []
    engine = Engine(sent.append)
    said: dict[str, Any] = {"entries": len(ENTRIES)}

    def ask(*lines: str) -> list[str]:
        """What is answered to some lines."""
        sent.clear()
        for line in lines:
            engine.receive(line)
        return list(sent)

    said["ready"] = ask("isready")
    said["options"] = [line for line in ask("billes") if "Threads" in line]
    said["level"] = ask("position quits standard start", "isready", "setoption name Level value 5", "go")
    said["nodes"] = ask("setoption name Level value 8", "position balanx standard start", "go nodes 5000")
    for game, variant in (("pylos", "standard"), ("quits", "four"), ("bilitaire", "match")):
        ask(f"position {game} {variant} start")
        began = time.perf_counter()
        answers = ask("go time 300")
        said[game] = {"seconds": time.perf_counter() - began, "answers": answers}
    return said


def spread() -> int:
    """How far apart in memory many searches lie, in megabytes."""
    places = []
    for _ in range(200):
        search: Any = AlphaBeta(start("quits"), entries=1 << 18)
        search.think(Limits(nodes=200))
        places.append(search.mem.buffer_info()[0])
    return int(max(places) - min(places)) >> 20


if __name__ == "__main__":
    print(json.dumps({**conversation(), "spread": spread()}))
