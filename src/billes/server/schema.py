"""What is on disk: tables, their seats, and everything that ever happened at them, one numbered row an event."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

VERSION = "0001"
"""The newest migration; a database at this version is left alone."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

tables = Table(
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
    Index("ix_tables_creator_phase", "creator", "phase"),
    Index("ix_tables_phase", "phase"),
)

seats = Table(
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

events = Table(
    "events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("fact", Text, nullable=False),
    sqlite_with_rowid=False,
)

visitors = Table(
    "visitors",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", Text, nullable=False),
)

house = Table(
    "house",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("value", Float, nullable=False),
)
