"""Several processes: which of them runs a table, who is connected where, and codes that any of them can take."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.add_column("tables", sa.Column("owner", sa.Integer))
    op.create_table(
        "presence",
        sa.Column("run", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("connections", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("run", "table_id", "visitor", name="pk_presence"),
    )
    op.create_index("ix_presence_table", "presence", ["table_id"])
    op.create_table(
        "codes",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("secret", sa.String(128), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("used", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_codes"),
    )


def downgrade() -> None:
    """Bring the database back to the version before."""
    op.drop_table("codes")
    op.drop_table("presence")
    op.drop_column("tables", "owner")
