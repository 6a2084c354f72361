"""Looking Pylos positions up."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ....core.codes import OPEN
from ....core.jit import Buffer, buffer, jit
from ....core.position import Position
from ....tablebase.files import TableFile
from ....tablebase.short import NAMES, values
from .. import rules as pylos
from .index import Shape, locate, shape

PART = "scores"
Score = tuple[str, int | None]


@cache
def pyramid() -> Shape:
    """The pyramid of four levels."""
    return shape()


def tables_for(variant: str) -> tuple[str, ...]:
    """The variants whose tables know positions of this one."""
    return (variant,)


@jit
def _index(s: pylos.State, shape: Shape) -> int:
    """The index of a position of a game that goes on."""
    key = pylos.key(s)
    own = key & ((1 << 30) - 1)
    return locate(own, own | ((key >> 30) & ((1 << 30) - 1)), shape)


@jit
def _successors(s: pylos.State, shape: Shape, moves: Buffer, out: Buffer) -> int:
    """List the moves and the index of the position after each, -1 where the game is over (and won by the mover)."""
    n = pylos.moves(s, moves, 0)
    for i in range(n):
        after = pylos.apply(s, moves[i])
        out[i] = _index(after, shape) if pylos.result(after) == OPEN else -1
    return n


def score(byte: int) -> Score:
    """What an entry says to the player to move."""
    if byte == 0:
        return "draw", None
    return ("loss", 2 * (127 - byte)) if byte > 0 else ("win", 2 * (127 + byte) - 1)


def _scores(file: TableFile, indices: Any) -> list[Score]:
    """What some entries say; the short form knows no distances."""
    if file.head["form"] == "wdl":
        return [(NAMES[value], None) for value in values(file, PART, indices)]
    return [score(int(byte)) for byte in file.look(PART, indices)]


def value(position: Position, file: TableFile) -> Score:
    """Value and plies to the end for the player to move."""
    s: Any = position.state
    return _scores(file, np.array([_index(s, pyramid())]))[0]


_room: list[Any] = []


def after_moves(position: Position, file: TableFile) -> dict[int, Score]:
    """For every move (as the kernel's int) the score of the player who is then to move."""
    moves, out = _room or (buffer(pylos.ROOM), buffer(pylos.ROOM))
    _room[:] = moves, out
    s: Any = position.state
    n = _successors(s, pyramid(), moves, out)
    codes, where = np.array(moves[:n]), np.array(out[:n])
    found: dict[int, Score] = dict.fromkeys(codes.tolist(), ("loss", 0))
    on = where >= 0
    found.update(zip(codes[on].tolist(), _scores(file, where[on]), strict=True))
    return found


def knows(position: Position, file: TableFile) -> bool:
    """Whether the table has the position."""
    return True
