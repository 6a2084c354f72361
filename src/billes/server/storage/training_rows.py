"""What the database keeps of training: how strong visitors are, how hard puzzles are, and which ones come back."""

from __future__ import annotations

from sqlalchemy import Column, Float, Index, Integer, String, Text
from sqlalchemy import Table as SqlTable

from .rows import metadata

trainees = SqlTable(
    "trainees",
    metadata,
    Column("visitor", String(64), primary_key=True),
    Column("game", String(16), primary_key=True),
    Column("variant", String(32), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
    Column("rush", Integer, nullable=False),
    Column("day", Integer, nullable=False),
    Column("days", Integer, nullable=False),
)
"""How strong a visitor is at the puzzles of a variant. `day` is the last one whose puzzle of the day was solved."""

puzzle_ratings = SqlTable(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(8), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
)
"""How hard puzzles are that somebody has tried."""

tries = SqlTable(
    "tries",
    metadata,
    Column("visitor", String(64), primary_key=True),
    Column("puzzle", String(8), primary_key=True),
    Column("game", String(16), nullable=False),
    Column("variant", String(32), nullable=False),
    Column("at", Float, nullable=False),
    Column("card", Text),
    Column("due", Float),
    Column("moment", Text),
    Index("ix_tries_due", "visitor", "game", "variant", "due"),
)
"""Puzzles that a visitor has tried. One that was missed has a card, which says when it comes back; `moment` is a
puzzle made of a game of theirs."""
