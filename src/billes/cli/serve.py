"""The table in the browser."""

from __future__ import annotations

import sys

import click

from .common import plainly
from .language import command, language


@command("serve", "billes serve", "billes serve --host 0.0.0.0 --port 8000 --no-open")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(1, 65535))
@click.option("--database")
@click.option("--no-open", is_flag=True)
@plainly
def serve_command(host: str, port: int | None, database: str | None, no_open: bool) -> None:
    """Play in the browser: serve the tables on this machine, or to the network."""
    from ..server.serve import serve

    sys.exit(serve(host, port, database, not no_open, say=click.echo, language=language()))
