"""Looking at games: which there are, a board, its moves, a record."""

from __future__ import annotations

from pathlib import Path

import click

from ..core.sentences import isolated
from ..games.registry import known, origin, rules_of, working
from .common import (
    board,
    board_option,
    game_argument,
    json_option,
    moves_option,
    outcome_json,
    outcome_text,
    plainly,
    position_of,
    position_option,
    put_json,
    title,
    variant_name,
    variant_option,
)
from .language import command, language, say


@command("games", "billes games")
@json_option
@plainly
def games_command(as_json: bool) -> None:
    """List the games and their variants; the first variant is the default."""
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
        name = variant_name(game, variant)
        click.echo(f"{game if first else '':<10} {variant:<14} {count:<11} {name}{' ' + default if first else ''}")
        before = game


@command("show", 'billes show quits --moves "b2c3 d5c4"', "billes show pylos --variant expert --svg pylos.svg")
@game_argument
@variant_option
@position_option
@board_option
@moves_option
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--plain", is_flag=True)
@json_option
@plainly
def show_command(
    game: str,
    variant: str | None,
    position: str | None,
    board_file: Path | None,
    moves: str,
    svg: Path | None,
    plain: bool,
    as_json: bool,
) -> None:
    """Show a position."""
    here = position_of(game, variant, position, moves, board_file)
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
        from ..scenes.sentences import board_warning, render

        click.echo(board(here, plain))
        if warning := board_warning(here):
            click.echo(render(warning, language(), game=here.game))
        click.echo(str(here))


@command("moves", 'billes moves bilitaire --moves "xd4"')
@game_argument
@variant_option
@position_option
@board_option
@moves_option
@json_option
@plainly
def moves_command(
    game: str, variant: str | None, position: str | None, board_file: Path | None, moves: str, as_json: bool
) -> None:
    """List the legal moves of a position, sorted."""
    here = position_of(game, variant, position, moves, board_file)
    texts = [str(move) for move in here.moves]
    if as_json:
        put_json({"position": str(here), "player": here.player, "moves": texts, "outcome": outcome_json(here)})
        return
    for text in texts:
        click.echo(text)


@command("record", "billes record evening.txt")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
@plainly
def record_command(file: Path, as_json: bool) -> None:
    """Read a file of game records, check every move, and say how each game went."""
    from .keeping import read_games

    games = read_games(file)
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
    for number, game in enumerate(games, 1):
        names = {player: game.tags[f"Player{player}"] for player in range(1, 5) if f"Player{player}" in game.tags}
        who = f", {' - '.join(map(isolated, names.values()))}" if names else ""
        end = outcome_text(game.position, game.outcome, names) if game.outcome else say("running")
        moves = say("moves", count=len(game.moves))
        click.echo(
            say("record.line", number=number, game=title(game.game, game.variant), who=who, moves=moves, end=end)
        )
