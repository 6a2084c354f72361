"""The rules of a game, to be read in the terminal."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import click

from ..games.registry import known
from .common import colourful, game_argument, json_option, plainly, put_json
from .language import command, language

WIDEST = 100
"""Columns of a page: longer lines are hard to read."""


@command(
    "rules",
    "billes rules pylos",
    "billes rules quits --language fr",
    "billes rules balanx --markdown > balanx.md",
    "billes rules pylos --svg pylos.svg",
)
@game_argument
@click.option("--markdown", is_flag=True)
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--no-pager", is_flag=True)
@json_option
@plainly
def rules_command(game: str, markdown: bool, svg: Path | None, no_pager: bool, as_json: bool) -> None:
    """Show the rules of a game."""
    from ..games.rulebook import rules_text

    game, _ = known(game)
    if svg is not None:
        from ..scenes.sheet import sheet_svg

        drawn, found = sheet_svg(game, language())
        svg.write_text(drawn, encoding="utf-8")
        if as_json:
            put_json({"game": game, "language": found, "file": str(svg)})
        return
    found, text = rules_text(game, language())
    if as_json:
        put_json({"game": game, "language": found, "markdown": text})
    elif markdown:
        click.echo(text, nl=False)
    elif no_pager:
        click.echo(page(text), nl=False)
    else:
        click.echo_via_pager(page(text), color=colourful())


def page(text: str) -> str:
    """A page of Markdown as it is shown in this terminal: pictures by what they show, links to other pages as words."""
    from rich.console import Console
    from rich.markdown import Markdown

    text = re.sub(r"!\[([^\]]*)\]\([^)]*\)", r"*\1*", text)
    text = re.sub(r"\[([^\]]*)\]\((?!https?:)[^)]*\)", r"\1", text)
    out = StringIO()
    width = min(WIDEST, Console().width)
    Console(file=out, force_terminal=colourful(), no_color=not colourful(), width=width).print(
        Markdown(text, hyperlinks=False)
    )
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())
