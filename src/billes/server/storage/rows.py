"""The tables of the database, and the statements that change their rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from sqlalchemy import (
    Column,
    Executable,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Select,
    String,
    Text,
    insert,
    select,
    text,
    update,
)
from sqlalchemy import Table as SqlTable

from ..events import Event, row_of
from ..table import Seat, TableConfig

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_UNFOLDED = text("phase = 'over' AND folded IS NULL")

tables = SqlTable(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(16), nullable=False),
    Column("variant", String(32), nullable=False),
    Column("start", Text, nullable=False),
    Column("main", Float),
    Column("increment", Float),
    Column("creator", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("phase", String(8), nullable=False),
    Column("lots", Integer, nullable=False, server_default="0"),
    Column("damaged", Text),
    Column("folded", Text),
    Column("owner", Integer),
    Index("ix_tables_creator_phase", "creator", "phase"),
    Index("ix_tables_phase", "phase"),
    Index("ix_tables_unfolded", "created", sqlite_where=_UNFOLDED, postgresql_where=_UNFOLDED),
)
"""`damaged` says why a game cannot be read; `folded` is a finished game whose events are not kept one by one."""

seats = SqlTable(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("level", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("visitor", String(64), index=True),
    Column("invite", String(64), unique=True),
    Column("left", Integer, nullable=False, default=0),
)

events = SqlTable(
    "events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("event", Text, nullable=False),
    sqlite_with_rowid=False,
)

visitors = SqlTable(
    "visitors",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", Text, nullable=False),
)

hidden = SqlTable(
    "hidden",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("visitor", String(64), primary_key=True, index=True),
)
"""Games that a visitor has taken off their list."""

runs = SqlTable(
    "runs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("started", Float, nullable=False, index=True),
    Column("alive", Float, nullable=False),
)
"""When servers ran: from their start to the last sign of life."""

presence = SqlTable(
    "presence",
    metadata,
    Column("run", Integer, primary_key=True, autoincrement=False),
    Column("table_id", String(32), primary_key=True),
    Column("visitor", String(64), primary_key=True),
    Column("connections", Integer, nullable=False),
    Index("ix_presence_table", "table_id"),
)
"""Who is connected to which process, where there are several; a visitor without a name is empty."""

codes = SqlTable(
    "codes",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("visitor", String(64), nullable=False),
    Column("secret", String(128), nullable=False),
    Column("until", Float, nullable=False),
    Column("used", Integer, nullable=False),
)
"""Codes for another device, see `identity.py`."""

Statement: TypeAlias = tuple[Executable, dict[str, Any]]
ADD_EVENT = insert(events)


def new_table(
    config: TableConfig, chosen: Sequence[Seat], first: Sequence[Event], owner: int | None = None
) -> list[Statement]:
    """The rows of a new table, the events at its beginning among them."""
    main, increment = config.clock or (None, None)
    made = {
        "id": config.id,
        "game": config.game,
        "variant": config.variant,
        "start": config.start,
        "main": main,
        "increment": increment,
        "creator": config.creator,
        "created": config.created,
        "phase": "playing" if first else "waiting",
        "lots": int(config.lots),
        "owner": owner,
    }
    return [
        (insert(tables), made),
        *((insert(seats), _seat_row(config.id, seat)) for seat in chosen),
        *((ADD_EVENT, row_of(config.id, one)) for one in first),
    ]


def seat_rows(table: str) -> Select[Any]:
    """The query for the seats of a table, in their order."""
    return select(seats).where(seats.c.table_id == table).order_by(seats.c.player)


def seat_of(row: Any) -> Seat:
    """The seat that a row holds."""
    return Seat(row.player, row.kind, row.level, row.name, row.visitor, row.invite, bool(row.left))


def _seat_row(table: str, seat: Seat) -> dict[str, Any]:
    return {
        "table_id": table,
        "player": seat.player,
        "kind": seat.kind,
        "level": seat.level,
        "name": seat.name,
        "visitor": seat.visitor,
        "invite": seat.invite,
        "left": int(seat.left),
    }


def change_seat(table: str, seat: Seat) -> Statement:
    """A seat that changed."""
    values = {key: value for key, value in _seat_row(table, seat).items() if key not in ("table_id", "player")}
    return update(seats).where(seats.c.table_id == table, seats.c.player == seat.player).values(values), {}


def change_damage(table: str, why: str | None) -> Statement:
    """A table that cannot be read, or that can be read again."""
    return update(tables).where(tables.c.id == table).values(damaged=why), {}


def change_phase(table: str, phase: str, owner: int | None = None) -> Statement:
    """A table whose game began or ended, and who runs it, where several processes may."""
    return update(tables).where(tables.c.id == table).values(phase=phase, owner=owner), {}
