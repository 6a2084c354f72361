"""The site: Billes as a folder of static files, for browsers without a server."""

from __future__ import annotations

from pathlib import Path

import click

from .common import json_option, plainly, put_json
from .language import command, say


@command("site", "billes site public", "billes site public --json", "billes site --here")
@click.argument("folder", required=False, type=click.Path(file_okay=False, path_type=Path))
@click.option("--here", is_flag=True)
@json_option
@plainly
def site_command(folder: Path | None, here: bool, as_json: bool) -> None:
    """Write the site, or what the page of a server needs to go on without it."""
    from rich.console import Console

    from ..offline.here import write_here
    from ..offline.site import build, weight
    from ..server.api.pages import BUNDLE
    from ..server.settings import STATIC

    if (folder is None) != here:
        raise click.UsageError(say("site.where"))
    console = Console(stderr=True)
    with console.status("") as status:
        if folder is None:
            folder, files = STATIC / BUNDLE, write_here(lambda key: status.update(say(key)))
        else:
            files = build(folder, lambda key: status.update(say(key)))
    size = sum((folder / name).stat().st_size for name in files)
    if as_json:
        put_json({"folder": str(folder), "files": len(files), "bytes": size, "compressed": weight(folder, files)})
        return
    done = "site.done.here" if here else "site.done"
    click.echo(say(done, folder=str(folder), files=len(files), megabytes=round(size / 1e6, 1)))
