"""Puzzles and the files they are kept in.

A file is compressed JSON, one object per line: first what the file holds (format, game, variant, how many, how they
were made), then one puzzle per line. The files that come with the games lie in the folder `puzzles` of each game.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ..core.errors import BillesError
from ..core.position import Move, Position, read
from ..core.sentences import FALLBACK, Sentence, catalogue
from ..games.registry import known, spec_of

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

FORMAT = 1
SUFFIX = ".puzzles"
STRIDE = 7919  # a prime, so that days go through all puzzles before one comes back
GOALS = ("win", "draw", "score")
One = TypeVar("One")


class BadPuzzles(BillesError):
    """A file of puzzles that cannot be used; the message says why."""


class NoPuzzles(BillesError):
    """There are no puzzles of a variant, or none with that name."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move, or one line of moves, is right: every other resulting position is worth less.

    `solution` are the moves of both sides, the solver's first and last. `goal` is what they keep: "win", "draw" or, in
    a game that ends with a number, "score"; `number` is then that number. `plies` is how far the win is, where known.
    """

    position: Position
    solution: tuple[Move, ...]
    goal: str
    themes: tuple[str, ...]
    rating: int
    plies: int | None = None
    number: int | None = None
    fails: tuple[int, ...] = ()
    """The levels that do not find the whole solution."""
    depth: int | None = None
    """How many plies a search must look ahead to find it; None where it does not within the nodes of level 7."""
    horizon: int | None = None
    """None where the value is exact; else the plies within which no other first move wins."""

    @property
    def game(self) -> str:
        """Which game it is."""
        return self.position.game

    @property
    def variant(self) -> str:
        """Which variant it is."""
        return self.position.variant

    @property
    def id(self) -> str:
        """A name that depends on the position alone: eight letters and digits."""
        return sha256(f"{self.game} {self.variant} {self.position}".encode()).hexdigest()[:8]

    @property
    def moves(self) -> int:
        """How many moves the solver has to find."""
        return (len(self.solution) + 1) // 2

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """All positions of the solution: one more than there are moves."""
        found = [self.position]
        for move in self.solution:
            found.append(found[-1].play(move))
        return tuple(found)

    def right(self, step: int, move: Move | str) -> bool:
        """Whether a move is right as the solver's move of that number, from 0: by what it leads to, not by its text."""
        return self.positions[2 * step].play(move).state == self.positions[2 * step + 1].state

    @property
    def task(self) -> Sentence:
        """What is asked for; `render` puts it into words."""
        if self.goal == "draw":
            return Sentence("puzzle.draw", players={"name": self.position.player})
        if self.goal == "score":
            key = "puzzle.least" if self.position.player == 1 else "puzzle.most"
            return Sentence(key, {"count": self.number or 0}, {"name": self.position.player})
        if self.plies is None:
            return Sentence("puzzle.win", players={"name": self.position.player})
        count, player = (self.plies + 1) // 2, self.position.player
        if count == self.moves:
            return Sentence("puzzle.win.in", {"count": count}, {"name": player})
        if self.horizon is None:  # the win itself takes longer than the solution
            return Sentence("puzzle.win", players={"name": player})
        return Sentence("puzzle.win.within", {"count": count}, {"name": player})  # another move may win later

    def row(self) -> dict[str, Any]:
        """The puzzle as plain values, for JSON; `of_row` reads it back."""
        found = {
            "position": str(self.position),
            "solution": [str(move) for move in self.solution],
            "goal": self.goal,
            "themes": list(self.themes),
            "rating": self.rating,
            "fails": list(self.fails),
        }
        more = {"plies": self.plies, "number": self.number, "depth": self.depth, "horizon": self.horizon}
        return found | {name: value for name, value in more.items() if value is not None}


def of_row(game: str, variant: str, row: dict[str, Any]) -> Puzzle:
    """The puzzle of plain values; ValueError (BadPosition, IllegalMove) or KeyError where they are not right."""
    position = now = read(game, variant, row["position"])
    moves = []
    for text in row["solution"]:
        moves.append(now.move(text))
        now = now.play(text)
    if not len(moves) % 2 or row["goal"] not in GOALS:
        raise ValueError("a solution begins and ends with the solver, and its goal is a win, a draw or a score")
    return Puzzle(
        position,
        tuple(moves),
        row["goal"],
        tuple(row["themes"]),
        int(row["rating"]),
        row.get("plies"),
        row.get("number"),
        tuple(row["fails"]),
        row.get("depth"),
        row.get("horizon"),
    )


def theme_name(theme: str, game: str) -> Sentence:
    """The name of a theme: the game's own, else the one that all games share."""
    own = f"theme.{game}.{theme}"
    return Sentence(own if own in catalogue(FALLBACK) else f"theme.{theme}")


# ------------------------------------------------------------------------------------------------------------ files
def pack(game: str, variant: str, found: Iterable[Puzzle], made: dict[str, Any] | None = None) -> bytes:
    """The contents of a file of puzzles, the easiest first; the same puzzles give the same bytes."""
    ordered = sorted(found, key=lambda one: (one.rating, one.id))
    head = {"format": FORMAT, "game": game, "variant": variant, "count": len(ordered), "made": made or {}}
    lines = [head, *(one.row() for one in ordered)]
    text = "\n".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) for line in lines)
    return gzip.compress(f"{text}\n".encode(), 9, mtime=0)


def unpack(data: bytes, name: str, game: str | None = None, variant: str | None = None) -> tuple[Puzzle, ...]:
    """The puzzles of a file's contents, of that variant where one is named; BadPuzzles says what is wrong with it."""
    try:
        lines = gzip.decompress(data).decode("utf-8").splitlines()
        head = json.loads(lines[0])
        holds, count = (str(head["game"]), str(head["variant"])), int(head["count"])
        number = int(head["format"])
    except (OSError, EOFError, ValueError, KeyError, IndexError, TypeError, zlib.error) as error:
        raise BadPuzzles.of("puzzles.unreadable", file=name) from error
    if number != FORMAT:
        raise BadPuzzles.of("puzzles.format", file=name, format=number, known=FORMAT)
    if game is not None and holds != (game, variant):
        raise BadPuzzles.of("puzzles.other", file=name, holds=" ".join(holds), wanted=f"{game} {variant}")
    if count != len(lines) - 1:
        raise BadPuzzles.of("puzzles.count", file=name, count=count, found=len(lines) - 1)
    known(*holds)
    found = []
    for line, text in enumerate(lines[1:], 2):
        try:
            found.append(of_row(*holds, json.loads(text)))
        except BillesError as error:
            raise BadPuzzles.of("puzzles.line", file=name, line=line, reason=error.sentence) from error
        except (ValueError, KeyError, TypeError) as error:
            raise BadPuzzles.of("puzzles.line", file=name, line=line, reason=str(error)) from error
    return tuple(found)


def place(game: str, variant: str) -> Traversable:
    """Where the puzzles that come with a variant are kept, if there are any."""
    return files(spec_of(game).package) / "puzzles" / f"{variant}{SUFFIX}"


def puzzles(game: str, variant: str | None = None, file: Path | str | None = None) -> tuple[Puzzle, ...]:
    """The puzzles of a variant, the easiest first: those that come with the game, or those of a file.

    NoPuzzles where there are none, BadPuzzles where the file cannot be used.
    """
    game, variant = known(game, variant)
    if file is not None:
        return unpack(Path(file).read_bytes(), str(file), game, variant)
    where = place(game, variant)
    if not where.is_file():
        raise NoPuzzles.of("puzzles.none", game=game, variant=variant)
    return unpack(where.read_bytes(), where.name, game, variant)


def count_of(game: str, variant: str) -> int:
    """How many puzzles come with a variant, as its file says; 0 where there is none."""
    where = place(game, variant)
    if not where.is_file():
        return 0
    with where.open("rb") as packed, gzip.open(packed) as lines:
        return int(json.loads(lines.readline())["count"])


def of_the_day(found: Sequence[One], day: date) -> One:
    """The puzzle of a day, the same for everybody: the files are, and days go through them in a mixed order."""
    return found[day.toordinal() * STRIDE % len(found)]


def find(found: Iterable[Puzzle], name: str) -> Puzzle:
    """The puzzle with that name, or whose name begins so; NoPuzzles where there is none."""
    for one in found:
        if name and one.id.startswith(name):
            return one
    raise NoPuzzles.of("puzzles.unknown", name=name)
