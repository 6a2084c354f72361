"""Games that cannot be read are marked, finished ones can be folded, and every run of the server has a row."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.add_column("tables", sa.Column("damaged", sa.Text))
    op.add_column("tables", sa.Column("folded", sa.Text))
    unfolded = sa.text("phase = 'over' AND folded IS NULL")
    op.create_index("ix_tables_unfolded", "tables", ["created"], sqlite_where=unfolded, postgresql_where=unfolded)
    op.create_table(
        "runs",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("started", sa.Float, nullable=False),
        sa.Column("alive", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_runs"),
    )
    op.create_index("ix_runs_started", "runs", ["started"])
    op.execute("INSERT INTO runs (started, alive) SELECT 0, value FROM server WHERE key = 'alive'")
    op.drop_table("server")


def downgrade() -> None:
    """Bring the database back to the version before. Folded games stay folded, and cannot be read by it."""
    op.create_table(
        "server",
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("value", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_server"),
    )
    op.execute("INSERT INTO server (key, value) SELECT 'alive', alive FROM runs ORDER BY id DESC LIMIT 1")
    op.drop_table("runs")
    op.drop_index("ix_tables_unfolded", "tables")
    op.drop_column("tables", "folded")
    op.drop_column("tables", "damaged")
