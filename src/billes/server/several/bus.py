"""The bus between server processes: Valkey tells everybody who has a table open that it has reached an event.

A message is never the only way to learn something: what happened is in the database, which is looked at about once per
second anyway (`sharing.py`). So messages may be lost, and a bus that is away is noticed, logged once and connected to
again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Callable
from typing import Any

from ...core.sentences import Sentence

log = logging.getLogger(__name__)

PREFIX = "billes:"
"""Before a table's id in the name of its channel. Ids are random: servers on several databases may share a bus."""
AGAIN = 0.5
"""Seconds before a bus that is away is tried again."""
SILENCE = 5.0
"""Seconds after which a silent bus is asked whether it is still there, and that it has to answer."""
WAITING = 10_000
"""Messages that wait to be sent, at most; more are lost, and what they told is found in the database."""
PEOPLE = 0
"""Instead of an event's number: who is at the table has changed."""
FREE = ""
"""Instead of a table: a process has handed over its tables."""


class Bus:
    """A connection to Valkey that is made again whenever it breaks."""

    def __init__(self, url: str, process: int, heard: Callable[[str, int], None]) -> None:
        """`heard` is given the table and the event number that another process has told; `process` is this one."""
        self.url = url
        self.heard = heard
        self.here = False
        """Whether the bus answers."""
        self._away = False
        """Whether it was said that it does not."""
        self._process = str(process)
        self._wanted = {FREE}
        self._changes: asyncio.Queue[tuple[str, bool]] = asyncio.Queue()
        self._outbox: asyncio.Queue[tuple[str, int]] = asyncio.Queue(WAITING)
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        """Whether we leave. The client sometimes takes being cancelled for a lost connection, so that is no sign."""

    def open(self) -> None:
        """Connect, and stay connected; called from the running loop."""
        self._task = asyncio.create_task(self._always())

    async def close(self) -> None:
        """Send what waits, if that is quick, and disconnect."""
        if self._task is not None:
            if self.here:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._outbox.join(), 0.5)
            self._closed = True
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def tell(self, table: str, number: int) -> None:
        """Tell the other processes that a table has reached an event."""
        with contextlib.suppress(asyncio.QueueFull):
            self._outbox.put_nowait((table, number))

    def follow(self, table: str) -> None:
        """Hear about a table from now on."""
        if table not in self._wanted:
            self._wanted.add(table)
            self._changes.put_nowait((table, True))

    def leave(self, table: str) -> None:
        """Hear about a table no more."""
        if table in self._wanted:
            self._wanted.discard(table)
            self._changes.put_nowait((table, False))

    # ----------------------------------------------------------------------------------------------------- connection
    async def _always(self) -> None:
        while not self._closed:
            try:
                await self._connected()
            except Exception as error:
                if not self._away:
                    shown = re.sub(r"//[^@/]*@", "//***@", self.url)
                    log.warning("the bus %s is away (%s): tables are looked at once per second meanwhile", shown, error)
                self._away, self.here = True, False
            if not self._closed:
                await asyncio.sleep(AGAIN)

    async def _connected(self) -> None:
        """One connection, from its beginning to the error that ends it."""
        client = connect(self.url)
        try:
            pubsub = client.pubsub(ignore_subscribe_messages=True)
            self._changes = asyncio.Queue()
            await pubsub.subscribe(*(PREFIX + table for table in self._wanted))
            if self._closed:
                return
            if self._away:
                log.warning("the bus is here again")
            self._away, self.here = False, True
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._listen(pubsub))
                tasks.create_task(self._subscribe(pubsub))
                tasks.create_task(self._send(client))
        except ExceptionGroup as group:
            raise group.exceptions[0] from None
        finally:
            with contextlib.suppress(Exception):
                await pubsub.aclose()
            with contextlib.suppress(Exception):
                await client.aclose()

    async def _listen(self, pubsub: Any) -> None:
        while not self._closed:
            message = await pubsub.get_message(timeout=SILENCE)
            if message is None or message["type"] != "message":
                continue
            process, _, number = message["data"].partition(" ")
            if process != self._process:
                self.heard(message["channel"].removeprefix(PREFIX), int(number))

    async def _subscribe(self, pubsub: Any) -> None:
        while not self._closed:
            first = await self._changes.get()
            changes = dict([first, *(self._changes.get_nowait() for _ in range(self._changes.qsize()))])
            if new := [PREFIX + table for table, wanted in changes.items() if wanted]:
                await pubsub.subscribe(*new)
            if old := [PREFIX + table for table, wanted in changes.items() if not wanted]:
                await pubsub.unsubscribe(*old)

    async def _send(self, client: Any) -> None:
        while not self._closed:
            first = await self._outbox.get()
            waiting = [first, *(self._outbox.get_nowait() for _ in range(min(self._outbox.qsize(), 200)))]
            try:
                async with client.pipeline(transaction=False) as pipe:
                    last = {(table, number == PEOPLE): number for table, number in waiting}  # which says all
                    for (table, _), number in last.items():
                        pipe.publish(PREFIX + table, f"{self._process} {number}")
                    await pipe.execute()
            finally:
                for _ in waiting:
                    self._outbox.task_done()


def connect(url: str) -> Any:
    """A client of the Valkey at an address."""
    from valkey.asyncio import Valkey
    from valkey.asyncio.retry import Retry
    from valkey.backoff import NoBackoff

    return Valkey.from_url(
        url,
        decode_responses=True,
        health_check_interval=SILENCE,
        socket_connect_timeout=SILENCE,
        retry=Retry(NoBackoff(), 0),  # we connect again ourselves, and know of it
    )


def trouble(url: str) -> Sentence | None:
    """Why a bus cannot be used; None where its address can be understood."""
    try:
        connect(url)
    except ModuleNotFoundError as error:
        return Sentence("serve.driver", {"name": error.name or ""})
    except ValueError:
        return Sentence("serve.bus-address")
    return None
