"""Run by Alembic: migrate the database whose connection is handed over in the configuration."""

from __future__ import annotations

from alembic import context

from billes.server.storage.rows import metadata


def migrate() -> None:
    """Run the migrations."""
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # else the file is only looked at
    migrate()
