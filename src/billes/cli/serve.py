"""The table in the browser."""

from __future__ import annotations

import ipaddress
import re
import sys
from typing import Literal

import click

from .common import plainly
from .language import command, language, say


def _check_proxies(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Addresses or networks; anything else is an error at once."""
    for one in given:
        try:
            ipaddress.ip_network(one, strict=False)
        except ValueError as error:
            raise click.BadParameter(say("no-network", text=one)) from error
    return given


def _check_prefix(ctx: click.Context, param: click.Parameter, given: str) -> str:
    """A path such as /billes; anything else is an error at once."""
    if given.strip("/") and not re.fullmatch(r"(/[A-Za-z0-9._~-]+)+/?", given):
        raise click.BadParameter(say("no-prefix", text=given))
    return given


def _check_keep(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """What is kept how long; anything else is an error at once."""
    from ..server.settings import read_keep

    try:
        read_keep(given)
    except ValueError as error:
        raise click.BadParameter(say("no-keep", text=" ".join(given))) from error
    return given


@command(
    "serve",
    "billes serve",
    "billes serve --host 0.0.0.0 --port 8000 --no-open",
    "billes serve --keep unjoined=7 --keep finished=forever",
)
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(1, 65535))
@click.option("--database")
@click.option("--bus")
@click.option("--processes", type=click.IntRange(1, 64), default=1, show_default=True)
@click.option("--trusted-proxy", multiple=True, callback=_check_proxies)
@click.option("--log", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--path-prefix", default="", callback=_check_prefix)
@click.option("--keep", multiple=True, callback=_check_keep)
@click.option("--allow-solving/--no-allow-solving", default=None)
@click.option("--no-open", is_flag=True)
@plainly
def serve_command(
    host: str,
    port: int | None,
    database: str | None,
    bus: str | None,
    processes: int,
    trusted_proxy: tuple[str, ...],
    log: Literal["text", "json"],
    path_prefix: str,
    keep: tuple[str, ...],
    allow_solving: bool | None,
    no_open: bool,
) -> None:
    """Play in the browser: serve the tables on this machine, or to the network."""
    from ..server.serve import serve

    sys.exit(
        serve(
            *(host, port, database, not no_open, bus, processes),
            proxies=trusted_proxy,
            prefix=path_prefix,
            keep=keep,
            allow_solving=allow_solving,
            log=log,
            say=click.echo,
            language=language(),
        )
    )
