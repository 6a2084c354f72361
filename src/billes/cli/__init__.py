"""The commands. Every one has --help with an example and, where a program may read it, --json."""

from __future__ import annotations

from importlib import import_module

import click

from .. import __version__

# command -> the module that holds it; loaded only when asked for, so that `billes --help` is quick
COMMANDS = {
    "games": "look",
    "show": "look",
    "moves": "look",
    "play": "play",
    "perft": "count",
    "random": "count",
    "record": "look",
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


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="billes")
def main() -> None:
    """Four marble games: Pylos, Quits, Balanx and Bi-litaire.

    \b
    billes play quits            two people at one keyboard
    billes show pylos            a board in the terminal
    billes perft quits 6         count move sequences
    """
