"""Probing tablebases: what a position and each of its moves are worth when both sides play perfectly."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.folders import data_folder
from ..games.registry import spec_of
from . import solvable
from .format import SUFFIX, BadTablebase, NoTablebase, TablebaseFile
from .rules_fingerprint import rules_fingerprint

if TYPE_CHECKING:
    from ..core.position import Position
    from ..games.spec import Value

OPPOSITE = {"win": "loss", "draw": "draw", "loss": "win"}
"""What a value is to the other player."""


@dataclass(frozen=True, slots=True)
class Probe:
    """What a tablebase says of a position.

    `value` is "win", "draw" or "loss" for the player to move, `depth` the plies to the end when the winner hurries and
    the loser delays (None for a draw, and where a tablebase has no distances). `moves` maps the text of every legal
    move to the value that *the mover* gets by it and the plies that are then left. Earlier occurrences of a position
    are not considered.
    """

    value: str
    depth: int | None
    moves: dict[str, Value]

    @property
    def best(self) -> tuple[str, ...]:
        """The moves that keep value and depth; where distances are not known, an immediate win before others."""
        kept = {text: left for text, (value, left) in self.moves.items() if value == self.value}
        wanted = {self.depth - 1, None} if self.depth is not None else {0} if 0 in kept.values() else {None}
        return tuple(text for text, left in kept.items() if left in wanted)


def tablebase_folder() -> Path:
    """Where tablebases are kept: in the user's data folder."""
    return data_folder() / "tables"


def tablebase_path(folder: Path, game: str, variant: str, wdl: bool = False) -> Path:
    """The file of a variant's tablebase, or of its form with win, draw and loss only."""
    return folder / f"{game}-{variant}{'-wdl' if wdl else ''}{SUFFIX}"


class Tablebases:
    """A folder of tablebases, each opened when it is first needed."""

    def __init__(self, folder: Path | str | None = None) -> None:
        self.folder = Path(folder) if folder is not None else tablebase_folder()
        self._open: dict[tuple[str, str], tuple[tuple[object, ...], TablebaseFile]] = {}

    def file(self, game: str, variant: str) -> TablebaseFile | None:
        """The tablebase of a variant, None where there is none; BadTablebase where it cannot be used.

        Where none was made, it is the one that travels with the game, if there is such.
        """
        for wdl in (False, True):
            path = tablebase_path(self.folder, game, variant, wdl)
            try:
                stat = path.stat()
            except OSError:
                continue
            break
        else:
            from .shipped import shipped

            return shipped(game, variant)
        state = path.name, stat.st_ino, stat.st_size, stat.st_mtime_ns
        known = self._open.get((game, variant))
        if known is not None and known[0] == state:
            return known[1]
        file = TablebaseFile(path)
        if (file.head["game"], file.head["variant"]) != (game, variant):
            holds = f"{file.head['game']} {file.head['variant']}"
            raise BadTablebase.of("tablebase.name", file=str(path), holds=holds)
        if file.head["rules"] != rules_fingerprint(game, variant):
            raise BadTablebase.of("tablebase.rules", file=str(path))
        self._open[game, variant] = state, file
        return file

    def complete(self, game: str, variant: str) -> bool:
        """Whether the tablebase of a variant is there and can be used: it knows every position of the variant."""
        try:
            return solvable(game, variant) and self.file(game, variant) is not None
        except BadTablebase:
            return False

    def may_help(self, position: Position) -> bool:
        """Whether some tablebase knows positions that this one may lead to, though perhaps not this one itself."""
        game, variant = position.game, position.variant
        return any(self.complete(game, name) for name in _sources(game, variant))

    def _for(self, position: Position) -> TablebaseFile:
        game, variant = position.game, position.variant
        for name in _sources(game, variant):
            file = self.file(game, name)
            if file is not None and spec_of(game).tablebase.knows(position, file):
                return file
        key = "tablebase.none.solve" if solvable(game, variant) else "tablebase.none"
        raise NoTablebase.of(key, folder=str(self.folder), game=game, variant=variant)

    def knows(self, position: Position) -> bool:
        """Whether a tablebase, not just an opening book, has a position."""
        try:
            return self._for(position) is not None
        except NoTablebase:
            return False

    def value(self, position: Position) -> Value:
        """Value and depth of a position, without its moves."""
        outcome = position.outcome
        if outcome is not None and solvable(position.game, position.variant):
            if outcome.winner is None:
                return "draw", None
            return ("win" if outcome.winner == position.player else "loss"), 0
        try:
            file = self._for(position)
        except NoTablebase:
            known = self._in_book(position)
            if known is None:
                raise
            return known
        return spec_of(position.game).tablebase.value(position, file)

    def probe(self, position: Position) -> Probe:
        """What is known of a position and its moves."""
        found, depth = self.value(position)
        if position.outcome is not None:
            return Probe(found, depth, {})
        moves = {}
        try:
            file = self._for(position)
            after = spec_of(position.game).tablebase.values_after(position, file)
        except NoTablebase:  # the position is in an opening book
            after = {move.code: self.value(position.play(move)) for move in position.moves}
        for move in position.moves:
            theirs, left = after[move.code]
            moves[move.text] = (OPPOSITE[theirs], left)
        return Probe(found, depth, moves)

    def _in_book(self, position: Position) -> Value | None:
        """What the opening book of the variant says, None where it says nothing."""
        if not solvable(position.game, position.variant):
            return None
        from .book import book

        opened = book(position.game, position.variant)
        return opened.value(position) if opened is not None else None


def _sources(game: str, variant: str) -> tuple[str, ...]:
    """The variants whose tablebases may know positions of a variant; none where the game has no tablebase."""
    return spec_of(game).tablebase.sources(variant) if spec_of(game).solvable else ()


_known: dict[Path, Tablebases] = {}


def opened(tablebases: Tablebases | Path | str | None = None) -> Tablebases:
    """The tablebases of a folder, of the user's data folder where none is named; a folder is opened once."""
    if isinstance(tablebases, Tablebases):
        return tablebases
    folder = Path(tablebases) if tablebases is not None else tablebase_folder()
    return _known.setdefault(folder, Tablebases(folder))


def probe(position: Position, tablebases: Tablebases | Path | str | None = None) -> Probe:
    """What a position and each of its moves are worth under perfect play.

    `tablebases` is a folder; the user's data folder where it is not given. NoTablebase where nothing knows the
    position, BadTablebase where a file cannot be used.
    """
    return opened(tablebases).probe(position)
