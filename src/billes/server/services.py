"""A server's parts, put together."""

from __future__ import annotations

import os
from collections import Counter
from typing import Literal

from sqlalchemy.exc import SQLAlchemyError

from .. import __version__
from ..games.registry import working
from .errors import Refused
from .identity import Codes
from .lobby import Lobby
from .network.rates import RateLimit
from .settings import Settings
from .several.sharing import Sharing
from .sockets import Sockets
from .storage.store import Store
from .training import Trainer
from .watching.logs import event
from .work.answers import Answers
from .work.computers import Computers
from .work.drawers import Drawers
from .work.pool import Engine
from .work.solving import Solving
from .work.workers import Workers


class System:
    """What a server uses of the system it runs on: a database, and processes. In a browser they are something else."""

    def store(self, settings: Settings) -> Store:
        """Where everything is kept."""
        return Store(settings.url)

    def engine(self) -> Engine:
        """An engine, not started yet."""
        return Engine()

    def workers(self, size: int) -> Workers:
        """Who makes costly answers."""
        return Workers(size)

    def drawers(self) -> Drawers:
        """Who draws."""
        return Drawers()


class Services:
    """Everything a server keeps while it runs."""

    def __init__(self, settings: Settings, system: System | None = None) -> None:
        system = system or System()
        self.settings = settings
        self.store = system.store(settings)
        self.lobby = Lobby(self.store, RateLimit(*settings.limits.phrases), settings.keep)
        self.lobby.drawers = system.drawers()
        self.lobby.sharing = Sharing(self.lobby, settings.bus) if settings.bus else None
        self.computers = Computers(self.lobby, settings.engines, engine=system.engine)
        self.answers = Answers(settings.engines, system.workers)
        self.solving = Solving(settings.solving)
        self.sockets = Sockets(self.lobby, self.computers, self.answers, settings.limits)
        self.creating = RateLimit(*settings.limits.creating)
        self.codes = Codes(self.store)
        self.trainer = Trainer(self.store)
        self.entering = RateLimit(*settings.limits.codes)
        self.analyses: Counter[str] = Counter()
        """Analyses running, by visitor and by address."""
        self.state: Literal["opening", "open", "closing"] = "opening"
        self.unopened: Exception | None = None
        """What the database said when it could not be opened, although it could be used a moment before."""

    async def open(self) -> None:
        """Resume all games. Plug-ins that do not work are named at once, and left out of all that follows."""
        working()
        try:
            await self.lobby.open()
        except (SQLAlchemyError, Refused) as error:
            self.unopened = error
            raise
        self.answers.quick.start()
        self.state = "open"
        event("start", version=__version__, process=os.getpid())
        if self.settings.compiling:
            self.lobby.spawn(self.computers.players.prepare())

    async def leave(self) -> None:
        """We are asked to stop: other processes take our tables at once, and our readers find one of them."""
        self.state = "closing"
        if self.lobby.sharing is not None:
            await self.lobby.sharing.hand_over()
            self.lobby.send_elsewhere()

    async def close(self) -> None:
        """Stop, leaving everything on disk."""
        self.state = "closing"
        event("stop", process=os.getpid())
        self.lobby.disconnect()
        await self.computers.close()
        await self.solving.close()
        await self.answers.close()
        await self.lobby.close()
