"""Which process runs a table's clock and computer players, where several use one database.

Any process judges and writes what people do: of two that write the same event number one fails, and looks again. What
happens by itself (a time that is up, a computer's move) is done by the table's owner only. `tables.owner` names its
run, whose row in `runs` gets a sign of life every second; a run without one for `LEASE` seconds is dead, and the others
take its tables. An owner that was asleep meanwhile writes nothing: an automatic write locks the table's row and looks
whether it is still the owner's, in the same transaction (`Store.put`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from sqlalchemy import Select, delete, or_, select, update

from ..events import now
from ..storage.rows import presence, runs, tables
from ..storage.store import Store

LEASE = 3.0
"""Seconds without a sign of life after which a process is dead."""
GAP = 2.5
"""Seconds without any sign of life after which no process was there, and clocks stood still."""
AT_ONCE = 1000
"""Tables that are taken in one step, at most: the other processes take their part."""


def living(at: float) -> Select[tuple[int]]:
    """The runs that are alive at a moment."""
    return select(runs.c.id).where(runs.c.alive > at - LEASE)


class Leases:
    """The tables that this process owns."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.mine: set[str] = set()

    async def claim(self, needed: Collection[str]) -> list[str]:
        """Take games whose owner is dead: all with clocks, and others that are needed. Gives those that were taken."""
        return await asyncio.to_thread(self._claim, needed)

    def _claim(self, needed: Collection[str]) -> list[str]:
        columns = tables.c
        free = (
            select(columns.id)
            .where(columns.phase == "playing", or_(columns.main.is_not(None), columns.id.in_(needed)))
            .where(or_(columns.owner.is_(None), columns.owner.not_in(living(now()))))
            .where(columns.damaged.is_(None))
            .limit(AT_ONCE)
            .with_for_update(skip_locked=True)
        )
        taking = update(tables).where(columns.id.in_(free)).values(owner=self.store.run).returning(columns.id)
        with self.store.engine.begin() as connection:
            taken = [str(name) for name in connection.execute(taking).scalars()]
        self.mine.update(taken)
        return taken

    async def look(self) -> set[str]:
        """After a time asleep: look which tables are still ours. Gives those that are not."""
        mine = select(tables.c.id).where(tables.c.owner == self.store.run, tables.c.phase == "playing")
        found = set(await self.store.ids(mine))
        lost, self.mine = self.mine - found, found
        return lost

    async def hand_over(self) -> None:
        """Own nothing any more; the others may take our tables at once."""
        self.mine = set()
        free = update(tables).where(tables.c.owner == self.store.run).values(owner=None)
        gone = delete(presence).where(presence.c.run == self.store.run)
        await self.store.put("", (), [(free, {}), (gone, {})])

    async def eldest(self) -> bool:
        """Whether no living process is older than ours: what one of us is to do is ours."""
        found = await self.store.rows(living(now()).order_by(runs.c.id).limit(1))
        return bool(found) and int(found[0][0]) == self.store.run

    async def covered(self, since: float) -> float:
        """Until when some process has been alive without a pause, from a moment on."""
        query = select(runs.c.started, runs.c.alive).where(runs.c.alive >= since).order_by(runs.c.started)
        for started, last in await self.store.rows(query):
            if started > since + GAP:
                break
            since = max(since, last)
        return since
