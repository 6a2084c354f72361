"""The way of a move, from the socket it comes from to the disk and to the opponent: through few modules."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from types import FrameType
from typing import Any, cast

import billes.server
from billes.server.computers import Computers
from billes.server.settings import Limits
from billes.server.sockets import Connection, Socket, Sockets

from .test_lobby import ME, opened, table_of

HOME = Path(billes.server.__file__).parent
PATH = {
    "sockets", "requests", "actions", "lobby", "table", "events", "store", "broadcast", "drawing", "responses"
}  # fmt: skip


class Wire:
    """Stands for the web framework's side of a socket."""

    def __init__(self) -> None:
        self.received: asyncio.Queue[str] = asyncio.Queue()

    async def receive_data(self, mode: str) -> str:
        return await self.received.get()


def test_a_move_passes_through_ten_modules(tmp_path: Path) -> None:
    seen: set[str] = set()

    async def scene() -> None:
        async with opened(tmp_path) as tables:
            live = await table_of(tables)
            mover, opponent = Connection(ME, 10), Connection("opponent", 10)
            live.connections.update((mover, opponent))
            sockets, wire = Sockets(tables, Computers(tables, 1), Limits()), Wire()
            reading = asyncio.create_task(sockets._receive(cast(Socket, wire), "table", mover))

            def note(frame: FrameType, event: str, arg: Any) -> None:
                file = Path(frame.f_code.co_filename)
                if event == "call" and file.parent == HOME and not opponent._outbox:
                    seen.add(file.stem)

            sys.setprofile(note)
            try:
                wire.received.put_nowait('{"type": "move", "move": "b2c3", "answers": 1, "touched": ["b2", "c3"]}')
                while not opponent._outbox:
                    await asyncio.sleep(0.001)
            finally:
                sys.setprofile(None)
            reading.cancel()

    asyncio.run(scene())
    assert seen | {"responses"} == PATH, "responses holds types only: nothing of it is called"
    assert len(PATH) <= 10
