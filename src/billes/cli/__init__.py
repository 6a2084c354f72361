"""The commands. Every one has --help with an example and, where a program may read it, --json."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

import click

from .. import __version__
from ..core.sentences import FALLBACK
from .language import asked_for, language_option, put_into_words, speak

# command -> the module that holds it; loaded only when asked for, so that `billes --help` is quick
COMMANDS = {
    "serve": "serve",
    "play": "play",
    "learn": "learn",
    "games": "look",
    "rules": "rules",
    "show": "look",
    "moves": "look",
    "analyse": "think",
    "review": "think",
    "match": "compete",
    "ladder": "compete",
    "engine": "compete",
    "perft": "count",
    "random": "count",
    "record": "look",
    "solve": "solve",
    "probe": "solve",
    "puzzles": "puzzles",
    "site": "site",
    "database": "database",
}


class Commands(click.Group):
    """A group whose commands live in modules that are loaded on demand, and that speaks the reader's language."""

    listed: Mapping[str, str] = MappingProxyType(
        {
            "billes": "serve",
            "billes play quits --level 3": "play",
            "billes learn quits": "learn",
            "billes rules pylos": "rules",
            "billes analyse pylos": "analyse",
            "billes perft quits 6": "perft",
        }
    )
    """What can be written, and the end of the key that says what it does."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command in the language that it asks for, else in the system's."""
        words = args[0] if args else kwargs.get("args")
        speak(asked_for(list(sys.argv[1:] if words is None else words)))
        try:
            return super().main(*args, **kwargs)
        finally:
            speak(FALLBACK)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of the command line; the help has to be there before."""
        put_into_words(self, ctx)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order people meet them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command; None where there is no such thing."""
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = getattr(import_module(f"{__name__}.{COMMANDS[cmd_name]}"), f"{cmd_name}_command")
        put_into_words(found, ctx)
        return found


@click.group(
    "billes",
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="billes", message="%(prog)s %(version)s")
@language_option
@click.pass_context
def main(context: click.Context) -> None:
    """Run the command that was named; without one, the table in the browser."""
    if context.invoked_subcommand is None:
        from .serve import serve_command

        context.invoke(serve_command, host="127.0.0.1", port=None, database=None, no_open=False)
