"""Looking after the server's database."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from .common import json_option, plainly, put_json
from .language import command, language_option, put_into_words, say

FILE = click.Path(dir_okay=False, path_type=Path)
database_option = click.option("--database")


class Group(click.Group):
    """A command with commands of its own."""

    examples: Sequence[str] = ()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One of its commands, with its help."""
        found = super().get_command(ctx, cmd_name)
        if found is not None:
            put_into_words(found, ctx)
        return found

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order people meet them."""
        return list(self.commands)


@click.group("database", cls=Group)
@language_option
def database_command() -> None:
    """Look after the server's database."""


database_command.examples = ("billes database status", "billes database backup games.sqlite3")


def _url(database: str | None) -> str:
    from ..server.settings import Settings

    return Settings(database=database or "").url


def _size(count: int | None) -> str:
    return say("database.size", megabytes=round((count or 0) / 1e6, 1))


@command(
    "status",
    "billes database status",
    "billes database status --database /var/lib/billes/games.sqlite3 --json",
    like="serve",
)
@database_option
@json_option
@plainly
def status_command(database: str | None, as_json: bool) -> None:
    """How the database stands."""
    from ..server.storage.maintenance import status

    found = status(_url(database))
    if as_json:
        put_json(found)
        return
    version, server = found["version"], found["server"]
    click.echo(say("database.version", version=version or "-", current=found["current"], size=_size(found["bytes"])))
    if server is not None:
        click.echo(say("database.server", address=server or "-"))
    if version is None:
        return
    click.echo(say("database.tables", **found["tables"]))
    click.echo(say("database.rows", events=found["events"], visitors=found["visitors"], folded=found.get("folded", 0)))
    bad: dict[str, str] = found.get("damaged", {})
    click.echo(say("database.damaged", count=len(bad)))
    for name, reason in bad.items():
        click.echo(f"  {name}  {reason}")


@command("backup", "billes database backup games-2026-07-01.sqlite3", like="serve")
@click.argument("file", type=FILE)
@database_option
@json_option
@plainly
def backup_command(file: Path, database: str | None, as_json: bool) -> None:
    """Copy the database, while the server may be running."""
    from ..server.storage.maintenance import backup

    size = backup(_url(database), file)
    _tell(as_json, {"file": str(file), "bytes": size}, "database.copied", file=str(file), size=_size(size))


@command("restore", "billes database restore games-2026-07-01.sqlite3", like="serve")
@click.argument("file", type=FILE)
@database_option
@json_option
@plainly
def restore_command(file: Path, database: str | None, as_json: bool) -> None:
    """Put a copy in the place of the database; the old one is kept beside it."""
    from ..server.storage.maintenance import restore

    kept = restore(_url(database), file)
    key = "database.restored" if kept else "database.restored.new"
    _tell(as_json, {"file": str(file), "kept": str(kept) if kept else None}, key, file=str(file), kept=str(kept or ""))


@command("vacuum", "billes database vacuum", like="serve")
@database_option
@json_option
@plainly
def vacuum_command(database: str | None, as_json: bool) -> None:
    """Give space that is not used back to the disk."""
    from ..server.storage.maintenance import vacuum

    before, after = vacuum(_url(database))
    _tell(as_json, {"before": before, "after": after}, "database.vacuumed", before=_size(before), after=_size(after))


def _tell(as_json: bool, row: dict[str, Any], key: str, **params: str) -> None:
    if as_json:
        put_json(row)
    else:
        click.echo(say(key, **params))


for _one in (status_command, backup_command, restore_command, vacuum_command):
    database_command.add_command(_one)
