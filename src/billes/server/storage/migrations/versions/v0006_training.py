"""Training: how strong visitors are at puzzles, how hard puzzles are, and which ones come back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.create_table(
        "trainees",
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("longest", sa.Integer, nullable=False),
        sa.Column("rush", sa.Integer, nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("visitor", "game", "variant", name="pk_trainees"),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(8), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzle_ratings"),
    )
    op.create_table(
        "tries",
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("puzzle", sa.String(8), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("card", sa.Text),
        sa.Column("due", sa.Float),
        sa.Column("moment", sa.Text),
        sa.PrimaryKeyConstraint("visitor", "puzzle", name="pk_tries"),
    )
    op.create_index("ix_tries_due", "tries", ["visitor", "game", "variant", "due"])


def downgrade() -> None:
    """Bring the database back to the version before."""
    op.drop_table("tries")
    op.drop_table("puzzle_ratings")
    op.drop_table("trainees")
