"""Looking at games: which there are, a board, its moves, a record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..games.registry import known, origin, rules_of, working
from .common import (
    board,
    game_argument,
    json_option,
    language,
    language_option,
    moves_option,
    outcome_json,
    outcome_text,
    plainly,
    position_of,
    position_option,
    put_json,
    say,
    variant_option,
)


@click.command("games")
@language_option
@json_option
@plainly
def games_command(as_json: bool) -> None:
    """List the games and their variants; the first variant is the default.

    A game of another distribution is named with that distribution and its version.

    \b
    Example:
      billes games
    """
    rows = [
        (game, variant, rules_of(game).PLAYERS[variant]) for game, variants in working().items() for variant in variants
    ]
    if as_json:
        names = "game", "variant", "players", "origin"
        put_json([dict(zip(names, (*row, origin(row[0])), strict=True)) for row in rows])
        return
    before = ""
    for game, variant, players in rows:
        first = game != before
        default = say("default.from", origin=origin(game)) if origin(game) else say("default")
        count = say("players", players=players)
        click.echo(f"{game if first else '':<10} {variant:<14} {count}{'   ' + default if first else ''}")
        before = game


@click.command("show")
@game_argument
@variant_option
@position_option
@moves_option
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Write a picture to this file instead.")
@click.option("--plain", is_flag=True, help="Neither colours nor special signs.")
@language_option
@json_option
@plainly
def show_command(
    game: str, variant: str | None, position: str | None, moves: str, svg: Path | None, plain: bool, as_json: bool
) -> None:
    """Show a position.

    \b
    Examples:
      billes show quits --moves "b2c3 d5c4"
      billes show pylos --variant expert --svg pylos.svg
    """
    here = position_of(game, variant, position, moves)
    if svg is not None:
        from ..scenes.svg import svg as draw

        svg.write_text(draw(here, language=language()), encoding="utf-8")
    if as_json:
        put_json(
            {
                "game": here.game,
                "variant": here.variant,
                "position": str(here),
                "player": here.player,
                "players": here.players,
                "moves": len(here.moves),
                "outcome": outcome_json(here),
            }
        )
    elif svg is None:
        click.echo(board(here, plain))
        click.echo(str(here))


@click.command("moves")
@game_argument
@variant_option
@position_option
@moves_option
@language_option
@json_option
@plainly
def moves_command(game: str, variant: str | None, position: str | None, moves: str, as_json: bool) -> None:
    """List the legal moves of a position, sorted.

    \b
    Example:
      billes moves bilitaire --moves "xd4"
    """
    here = position_of(game, variant, position, moves)
    texts = [str(move) for move in here.moves]
    if as_json:
        put_json({"position": str(here), "player": here.player, "moves": texts, "outcome": outcome_json(here)})
        return
    for text in texts:
        click.echo(text)


@click.command("record")
@click.argument("file", type=click.File("r", encoding="utf-8"))
@language_option
@json_option
@plainly
def record_command(file: Any, as_json: bool) -> None:
    """Read a file of game records, check every move, and say how each game went ('-' reads standard input).

    \b
    Example:
      billes record evening.txt
    """
    from ..core.errors import BadRecord
    from ..core.record import load_all

    try:
        games = load_all(file.read())
    except UnicodeDecodeError as error:
        raise BadRecord.of("record.utf8", file=file.name) from error
    rows = []
    for game in games:
        known(game.game, game.variant)
        rows.append(
            {
                "game": game.game,
                "variant": game.variant,
                "tags": game.tags,
                "moves": [str(move) for move in game.moves],
                "position": str(game.position),
                "result": str(game.outcome) if game.outcome else None,
            }
        )
    if as_json:
        put_json(rows)
        return
    for number, (row, game) in enumerate(zip(rows, games, strict=True), 1):
        names = {player: game.tags[f"Player{player}"] for player in range(1, 5) if f"Player{player}" in game.tags}
        who = f", {' - '.join(names.values())}" if names else ""
        end = outcome_text(game.position, game.outcome, names) if game.outcome else say("running")
        click.echo(f"{number}. {row['game']} {row['variant']}{who}: {say('moves', count=len(game.moves))}, {end}")
