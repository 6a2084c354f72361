"""Whether lots decided who sits where, and who has taken a game off their list."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.add_column("tables", sa.Column("lots", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "hidden",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "visitor", name="pk_hidden"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_hidden_table_id_tables", ondelete="CASCADE"),
    )
    op.create_index("ix_hidden_visitor", "hidden", ["visitor"])


def downgrade() -> None:
    """Bring the database back to the version before."""
    op.drop_table("hidden")
    op.drop_column("tables", "lots")
