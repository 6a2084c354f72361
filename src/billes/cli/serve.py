"""The table in the browser."""

from __future__ import annotations

import sys

import click

from .common import plainly


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Listen here; 0.0.0.0 for the whole network.")
@click.option("--port", type=click.IntRange(1, 65535), help="Port; 8765, or the next one free, by default.")
@click.option("--database", help="SQLAlchemy URL or SQLite file; one in your data folder by default.")
@click.option("--no-open", is_flag=True, help="Do not open the browser.")
@plainly
def serve_command(host: str, port: int | None, database: str | None, no_open: bool) -> None:
    """Play in the browser: serve the tables on this machine, or to the network with --host.

    \b
    Examples:
      billes serve
      billes serve --host 0.0.0.0 --port 8000 --no-open
    """
    from ..server.serve import serve

    sys.exit(serve(host, port, database, not no_open, say=click.echo))
