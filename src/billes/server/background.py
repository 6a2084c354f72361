"""What a lobby does by itself, again and again: games with clocks are loaded, signs of life are written, tables that
nobody uses leave memory, what nobody needs is forgotten, and connections are pinged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from .errors import Refused
from .events import now
from .storage import rows
from .storage.forgetting import forget
from .watching.memory import give_back

if TYPE_CHECKING:
    from .lobby import Lobby

IDLE = 300.0
"""Seconds after which a table that nobody uses is dropped from memory."""
MANY = 500
"""Sockets and tables that have left, after which their memory is given back."""
AT_ONCE = 4
"""Tables that are loaded together in the background."""
BEAT = 2.0
"""Seconds between two signs of life on disk, while any clock runs."""
FIRST_FORGETTING = 2.0
FORGETTING = 600.0
"""Seconds between the start and the first look for what can be forgotten, and between two of them."""
PINGS = 8.0
"""Seconds between two pings of a connection."""


def tasks(lobby: Lobby) -> Iterator[Coroutine[Any, Any, None]]:
    """All of it. With other processes on the same database, whoever owns a table loads it."""
    if lobby.sharing is None:
        yield _resume_games(lobby)
    yield _stay_alive(lobby)
    yield _forget(lobby)
    yield _ping_everyone(lobby)


async def _resume_games(lobby: Lobby) -> None:
    """Load the running games with clocks, so that their time runs out though nobody asks for them.

    A few at a time, and half of the time nothing is loaded: those who are here come first.
    """
    columns = rows.tables.c
    running = select(columns.id).where(columns.phase == "playing", columns.main.is_not(None), columns.damaged.is_(None))
    waiting: list[str] | None = None
    while waiting is None:
        try:
            waiting = await lobby.store.ids(running)
        except Refused:  # the database does not answer; that has been said
            await asyncio.sleep(BEAT)
    for first in range(0, len(waiting), AT_ONCE):
        began = now()
        names = (name for name in waiting[first : first + AT_ONCE] if name not in lobby.tables)
        await asyncio.gather(*(lobby.get(name) for name in names), return_exceptions=True)
        await asyncio.sleep(now() - began)


async def _stay_alive(lobby: Lobby) -> None:
    """Again and again: a sign of life while any clock runs, and unused tables leave memory."""
    while True:
        await asyncio.sleep(BEAT)
        try:
            await asyncio.to_thread(lobby.store.check_file)
            if any(live.timer for live in lobby.tables.values()):
                await lobby.store.sign_of_life()
        except Refused:  # the store has said so
            pass
        except Exception as error:  # nothing that goes wrong here ends it
            lobby.store.complaints.say(f"in the background: {error}")
        if lobby.left >= MANY and lobby.left >= sum(len(live.connections) for live in lobby.tables.values()):
            lobby.left = 0  # most are gone: with many still here, looking at everything would hold them up
            give_back()
        old = now() - IDLE
        for name, live in list(lobby.tables.items()):
            if live.used < old and not live.in_use:
                del lobby.tables[name]
                lobby.left += 1
                if lobby.sharing is not None:
                    lobby.sharing.dropped(live)


async def _forget(lobby: Lobby) -> None:
    """Now and then: what nobody needs any more is deleted or folded."""
    await asyncio.sleep(FIRST_FORGETTING)
    while True:
        with suppress(Refused):  # the store has said so, and there is a next time
            if lobby.sharing is None or await lobby.sharing.leases.eldest():
                await forget(lobby.store, lobby.keep, lobby.tables)
        await asyncio.sleep(FORGETTING)


async def _ping_everyone(lobby: Lobby) -> None:
    """Ping every connection now and then, a few at a time."""
    while True:
        everyone = [c for live in lobby.tables.values() for c in live.connections]
        step = len(everyone) // 50 + 1
        for first in range(0, len(everyone), step):
            for connection in everyone[first : first + step]:
                connection.ping()
            await asyncio.sleep(PINGS * step / max(step, len(everyone)))
        if not everyone:
            await asyncio.sleep(1.0)
