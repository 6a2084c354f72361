"""The site: Billes as a folder of static files, for browsers without a server."""

from __future__ import annotations

from pathlib import Path

import click

from .common import json_option, plainly, put_json
from .language import command, say


@command("site", "billes site public", "billes site public --json")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@json_option
@plainly
def site_command(folder: Path, as_json: bool) -> None:
    """Write the site."""
    from rich.console import Console

    from ..offline.site import build, weight

    console = Console(stderr=True)
    with console.status("") as status:
        files = build(folder, lambda key: status.update(say(key)))
    size = sum((folder / name).stat().st_size for name in files)
    if as_json:
        put_json({"folder": str(folder), "files": len(files), "bytes": size, "compressed": weight(folder, files)})
        return
    click.echo(say("site.done", folder=str(folder), files=len(files), megabytes=round(size / 1e6, 1)))
