"""Tables, seats, events, visitors."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("main", sa.Float),
        sa.Column("increment", sa.Float),
        sa.Column("creator", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("phase", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_creator_phase", "tables", ["creator", "phase"])
    op.create_index("ix_tables_phase", "tables", ["phase"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("player", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("visitor", sa.String(64)),
        sa.Column("invite", sa.String(64)),
        sa.Column("left", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "player", name="pk_seats"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id_tables", ondelete="CASCADE"),
        sa.UniqueConstraint("invite", name="uq_seats_invite"),
    )
    op.create_index("ix_seats_visitor", "seats", ["visitor"])
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("fact", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_events"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_events_table_id_tables", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "visitors",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_visitors"),
    )
    op.create_table(
        "house",
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("value", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_house"),
    )


def downgrade() -> None:
    """Bring the database back to the version before."""
    for name in ("house", "visitors", "events", "seats", "tables"):
        op.drop_table(name)
