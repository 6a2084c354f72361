"""What can be set about a server: where it keeps its games, and how much one client may do."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, field, json

from ..core.folders import data_folder
from .watching.logs import Form

STATIC = Path(__file__).parent / "static"
"""The built page."""


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How much is too much; docs/api.md lists all of it. Rates are a burst and what is added to it per second.

    An address can be that of a whole class, so it may do as much as sixty people do.
    """

    head: int = 16_384
    """Bytes of a request before its body, all its headers together."""
    headers: int = 100
    """Headers of a request."""
    address: int = 4_096
    """Bytes of the address that is asked for, with its parameters."""
    body: int = 65_536
    """Bytes of a request's body: as many as the longest fields can have, written in any way."""
    record: int = 524_288
    """The same where it holds a whole game."""
    message: int = 4_096
    """Bytes of a message on a socket."""
    frames: tuple[float, float] = (200, 40)
    """Frames of a socket that are no messages: pings, pongs and pieces of messages."""
    head_seconds: float = 10.0
    """Seconds for the head of a request, from the opening of a connection."""
    body_seconds: float = 30.0
    """Seconds for the body of a request."""
    reading_seconds: float = 20.0
    """Seconds for which a client may read nothing of what waits for it."""
    connections: int = 600
    """Connections an address may have open, sockets included."""
    all_connections: int = 8_000
    """Connections of everybody."""
    tables: int = 100
    """Unfinished tables a visitor may have created."""
    creating: tuple[float, float] = (60, 1)
    """Tables an address may create."""
    asking: tuple[float, float] = (1_200, 120)
    """What an address may ask for. A plain request costs 1, `rates.cost_of` tells what others cost."""
    visitor_asking: tuple[float, float] = (300, 30)
    """The same for each visitor there."""
    talking: tuple[float, float] = (60, 20)
    """Messages a socket may send."""
    address_talking: tuple[float, float] = (1_200, 240)
    """The same for all sockets of an address."""
    phrases: tuple[float, float] = (5, 0.2)
    """Phrases a visitor may say."""
    codes: tuple[float, float] = (10, 1 / 30)
    """Codes for another device that an address may ask for or enter."""
    sockets: int = 24
    """Sockets a visitor may have open."""
    address_sockets: int = 400
    """Sockets an address may have open."""
    all_sockets: int = 4_000
    analyses: int = 4
    """Analyses a visitor may have running: lines and a review, and those that were just left."""
    address_analyses: int = 40
    """Analyses an address may have running."""
    all_analyses: int = 100
    outbox: int = 256
    """Messages that wait for a slow reader before it is closed."""


class Keep(Struct, frozen=True, forbid_unknown_fields=True):
    """Days after which something is forgotten; None for never."""

    unjoined: float | None = 7.0
    """A table that nobody ever joined: deleted."""
    finished: float | None = 30.0
    """A game after its last event: folded."""


def read_keep(words: Sequence[str]) -> Keep:
    """What is kept how long, as it is written on the command line; ValueError says what is wrong.

    >>> read_keep(["unjoined=1", "finished=forever"])
    Keep(unjoined=1.0, finished=None)
    """
    found: dict[str, float | None] = {}
    for word in (part for one in words for part in one.replace(",", " ").split()):
        name, equals, days = word.partition("=")
        if name not in Keep.__struct_fields__ or not equals:
            raise ValueError(word)
        if days == "forever":
            found[name] = None
        elif 0 <= (count := float(days)) < 1e6:
            found[name] = count
        else:
            raise ValueError(word)
    return Keep(**found)


class Settings(Struct, frozen=True):
    """A server's settings."""

    database: str = ""
    """An SQLAlchemy URL; empty for a file in the user's data folder."""
    static: Path = STATIC
    limits: Limits = field(default_factory=Limits)
    hosts: tuple[str, ...] = ()
    """Host names this server answers to besides its own addresses; `*` for any."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies that are believed when they say for whom they ask."""
    prefix: str = ""
    """The path under which a proxy shows this server, such as `/billes`; empty for the root."""
    keep: Keep = Keep()
    """How long tables that nobody joined and the events of finished games are kept."""
    bus: str = ""
    """The address of a Valkey, where several processes use the database."""
    processes: int = 0
    """Engine processes for computer players; 0 for what suits the machine."""
    log: Form = "text"
    """How logs are written: for people, or one JSON object per event."""
    metrics_token: str = ""
    """Who knows it may read `/metrics` from anywhere; without one, programs on this machine may."""
    solving: bool = False
    """Whether the tablebase of a variant is made when somebody asks for it: hours of work, and gigabytes."""
    compiling: bool = True
    """Whether the computer players are compiled in the background when the server starts, and one is made ready."""

    @property
    def url(self) -> str:
        """The database to use. The folder of the default one is made."""
        if self.database:
            return self.database if "://" in self.database else f"sqlite:///{Path(self.database).expanduser()}"
        folder = data_folder()
        folder.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{folder / 'tables.sqlite3'}"

    @property
    def engines(self) -> int:
        """How many engine processes play for computer players."""
        return self.processes or max(1, min(4, (os.cpu_count() or 1) - 1))


def from_environment() -> Settings:
    """Settings as the environment has them.

    BILLES_HOSTS is a list of host names separated by commas, BILLES_LIMITS a JSON object of unusual limits,
    BILLES_METRICS_TOKEN the token for `/metrics`; with BILLES_COMPILE=0 nothing is compiled before it is needed.
    """
    hosts = tuple(name.strip().lower() for name in os.environ.get("BILLES_HOSTS", "").split(",") if name.strip())
    limits = json.decode(os.environ.get("BILLES_LIMITS") or "{}", type=Limits)
    token = os.environ.get("BILLES_METRICS_TOKEN", "")
    compiling = os.environ.get("BILLES_COMPILE") != "0"
    return Settings(hosts=hosts, limits=limits, metrics_token=token, compiling=compiling)
