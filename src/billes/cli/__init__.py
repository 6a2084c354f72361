"""The commands. Every one has --help with an example and, where a program may read it, --json."""

from __future__ import annotations

from importlib import import_module

import click

from .. import __version__

# command -> the module that holds it; loaded only when asked for, so that `billes --help` is quick
COMMANDS = {
    "serve": "serve",
    "play": "play",
    "games": "look",
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
}


class Commands(click.Group):
    """A group whose commands live in modules that are loaded on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order people meet them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command; None where there is no such thing."""
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = getattr(import_module(f"{__name__}.{COMMANDS[cmd_name]}"), f"{cmd_name}_command")
        return found


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="billes")
@click.pass_context
def main(context: click.Context) -> None:
    """Four marble games: Pylos, Quits, Balanx and Bi-litaire. Without a command: the table in the browser.

    \b
    billes                       play in the browser
    billes play quits --level 3  play in the terminal
    billes analyse pylos         the best moves of a position
    billes perft quits 6         count move sequences
    """
    if context.invoked_subcommand is None:
        from .serve import serve_command

        context.invoke(serve_command, host="127.0.0.1", port=None, database=None, no_open=False)
