"""Plain names: what happened is an event, and the server's own row lies in `server`."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.execute("ALTER TABLE events RENAME COLUMN fact TO event")
    op.rename_table("house", "server")


def downgrade() -> None:
    """Bring the database back to the version before."""
    op.rename_table("server", "house")
    op.execute("ALTER TABLE events RENAME COLUMN event TO fact")
