"""Asking the tables: what a position is worth when both sides play perfectly, and every move of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from ..core.folders import data_folder
from .files import SUFFIX, BadTable, NoTable, TableFile
from .rulemark import rulemark

if TYPE_CHECKING:
    from ..core.position import Position

SOLVED = {"pylos", "quits"}
_TURNED = {"win": "loss", "draw": "draw", "loss": "win"}


@dataclass(frozen=True, slots=True)
class Probe:
    """What the tables say of a position.

    `value` is "win", "draw" or "loss" for the player to move, `depth` the plies to the end when the winner hurries and
    the loser delays (None for a draw, and where a table keeps no distances). `moves` maps the text of every legal move
    to the value that *the mover* gets by it and the plies that are then left. A repetition of positions played before
    is not looked at.
    """

    value: str
    depth: int | None
    moves: dict[str, tuple[str, int | None]]

    @property
    def best(self) -> tuple[str, ...]:
        """The moves that keep value and depth; where distances are not known, a win on the spot before others."""
        kept = {text: left for text, (value, left) in self.moves.items() if value == self.value}
        wanted = {self.depth - 1, None} if self.depth is not None else {0} if 0 in kept.values() else {None}
        return tuple(text for text, left in kept.items() if left in wanted)


def tables_folder() -> Path:
    """Where tables are kept: in the user's data folder."""
    return data_folder() / "tables"


def table_path(folder: Path, game: str, variant: str, wdl: bool = False) -> Path:
    """The file of a variant's table, or of its short form."""
    return folder / f"{game}-{variant}{'-wdl' if wdl else ''}{SUFFIX}"


def _module(game: str) -> ModuleType:
    """The module that looks positions of a game up."""
    if game == "pylos":
        from ..games.pylos.tablebase import lookup as pylos_table

        return pylos_table
    from ..games.quits.tablebase import lookup as quits_table

    return quits_table


class Tables:
    """A folder of tables, opened when first asked for."""

    def __init__(self, folder: Path | str | None = None) -> None:
        self.folder = Path(folder) if folder is not None else tables_folder()
        self._open: dict[tuple[str, str], tuple[tuple[object, ...], TableFile]] = {}

    def file(self, game: str, variant: str) -> TableFile | None:
        """The table of a variant, None where there is none; BadTable where it cannot be believed."""
        for wdl in (False, True):
            path = table_path(self.folder, game, variant, wdl)
            try:
                stat = path.stat()
            except OSError:
                continue
            break
        else:
            return None
        state = path.name, stat.st_ino, stat.st_size, stat.st_mtime_ns
        known = self._open.get((game, variant))
        if known is not None and known[0] == state:
            return known[1]
        file = TableFile(path)
        if (file.head["game"], file.head["variant"]) != (game, variant):
            raise BadTable(f"{path} holds {file.head['game']} {file.head['variant']}, not what its name says")
        if file.head["rules"] != rulemark(game, variant):
            raise BadTable(f"{path} was made under other rules than those of this program; solve it again")
        self._open[game, variant] = state, file
        return file

    def whole(self, game: str, variant: str) -> bool:
        """Whether the table of a variant is there and can be believed: every position of it can be looked up."""
        try:
            return game in SOLVED and self.file(game, variant) is not None
        except BadTable:
            return False

    def may_help(self, position: Position) -> bool:
        """Whether some table knows positions that this one may lead to, though perhaps not this one itself."""
        game = position.game
        return game in SOLVED and any(self.whole(game, name) for name in _module(game).tables_for(position.variant))

    def _for(self, position: Position) -> TableFile:
        game, variant = position.game, position.variant
        if game in SOLVED:
            module = _module(game)
            for name in module.tables_for(variant):
                file = self.file(game, name)
                if file is not None and module.knows(position, file):
                    return file
        hint = f"; `billes solve {game} {variant}` makes it" if game in SOLVED and variant != "four" else ""
        raise NoTable(f"no table in {self.folder} knows this position of {game} {variant}{hint}")

    def value(self, position: Position) -> tuple[str, int | None]:
        """Value and depth of a position, without its moves."""
        outcome = position.outcome
        if outcome is not None and position.game in SOLVED:
            return ("win" if outcome.winner == position.player else "loss"), 0
        try:
            file = self._for(position)
        except NoTable:
            known = self._in_book(position)
            if known is None:
                raise
            return known
        found: tuple[str, int | None] = _module(position.game).value(position, file)
        return found

    def probe(self, position: Position) -> Probe:
        """What is known of a position and its moves."""
        found, depth = self.value(position)
        if depth == 0 and position.outcome is not None:
            return Probe(found, 0, {})
        moves = {}
        try:
            after = _module(position.game).after_moves(position, self._for(position))
        except NoTable:
            after = {move.code: self.value(position.play(move)) for move in position.moves}
        for move in position.moves:
            theirs, left = after[move.code]
            moves[move.text] = (_TURNED[theirs], left)
        return Probe(found, depth, moves)

    def _in_book(self, position: Position) -> tuple[str, int | None] | None:
        """What the opening book of the package says, None where it says nothing."""
        if position.game not in SOLVED:
            return None
        from .book import book

        opened = book(position.game, position.variant)
        return opened.value(position) if opened is not None else None


_known: dict[Path, Tables] = {}


def opened(tables: Tables | Path | str | None = None) -> Tables:
    """The tables of a folder, of the user's data folder where none is named; a folder is opened once."""
    if isinstance(tables, Tables):
        return tables
    folder = Path(tables) if tables is not None else tables_folder()
    return _known.setdefault(folder, Tables(folder))


def probe(position: Position, tables: Tables | Path | str | None = None) -> Probe:
    """What a position and each of its moves are worth under perfect play.

    `tables` is a folder; the user's data folder where it is not given. NoTable where nothing knows the position,
    BadTable where a file cannot be believed.
    """
    return opened(tables).probe(position)
