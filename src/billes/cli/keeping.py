"""Keeping a game on disk while it is played, so that a closed window or a power cut loses no move."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import click

from ..core.errors import BadRecord, system_error
from ..core.folders import data_folder
from ..core.game import Game
from ..core.record import load_all
from ..core.sentences import render
from .language import language, say


def write_whole(path: Path, text: str) -> None:
    """Write a file so that at any instant either the old or the new text is there, whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_games(path: Path) -> list[Game]:
    """The games of a file; `-` is the standard input."""
    try:
        return load_all(sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise BadRecord.of("record.utf8", file=str(path)) from error


class Keeper:
    """Writes a game to its file after every move; what stood there before stays in front of it."""

    def __init__(self, path: Path, before: str = "") -> None:
        self.path = path
        self.before = before
        self._warned = False

    @classmethod
    def fresh(cls, game: Game) -> Keeper:
        """A new file in the data folder."""
        stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
        return cls(data_folder() / "games" / f"{stamp}-{game.game}-{os.getpid()}.txt")

    @classmethod
    def at(cls, path: Path) -> Keeper:
        """A file that the player named: the new game comes after the games in it."""
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        try:
            load_all(before)
        except BadRecord as error:
            raise BadRecord.of("record.other", file=str(path), why=error.sentence) from error
        return cls(path, before if not before or before.endswith("\n\n") else before.rstrip("\n") + "\n\n")

    def save(self, game: Game) -> None:
        """Write the game; where that fails, say so once and let the game go on."""
        try:
            write_whole(self.path, self.before + game.record())
        except OSError as error:
            if not self._warned:
                why = render(system_error(error), language())
                click.echo(say("unsaved", file=str(self.path), reason=why), err=True)
            self._warned = True
        else:
            self._warned = False


def unfinished() -> Iterator[tuple[Path, Game]]:
    """The games of the data folder that are not over, the latest first."""
    for path in sorted((data_folder() / "games").glob("*.txt"), reverse=True):
        try:
            games = read_games(path)
        except (BadRecord, OSError) as error:
            why = error.sentence if isinstance(error, BadRecord) else system_error(error)
            click.echo(say("unreadable", file=str(path), reason=why), err=True)
            continue
        if games and games[-1].outcome is None and games[-1].moves:
            yield path, games[-1]


def resume(path: Path | None) -> tuple[Keeper, Game]:
    """The last game of a file, or the latest unfinished one of the data folder, ready to be played on."""
    if path is None:
        found = next(unfinished(), None)
        if found is None:
            raise click.ClickException(say("resume.none"))
        path = found[0]
    games = read_games(path)
    if not games:
        raise click.ClickException(say("resume.empty", file=str(path)))
    if games[-1].outcome is not None:
        raise click.ClickException(say("resume.over", file=str(path)))
    before = "".join(game.record() + "\n" for game in games[:-1])
    return Keeper(path, before), games[-1]
