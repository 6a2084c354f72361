"""Probing: where a position of Pylos lies in its tablebase, and what it is worth."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ....core.codes import OPEN
from ....core.jit import Buffer, buffer, jit
from ....core.position import Position
from ....tablebase.format import TablebaseFile
from ....tablebase.wdl import NAMES, values
from ...spec import Value
from .. import rules as pylos
from .index import Shape, locate, shape

PART = "scores"


@cache
def pyramid() -> Shape:
    """The pyramid of four levels."""
    return shape()


@jit
def index_of(s: pylos.State, shape: Shape) -> int:
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
        out[i] = index_of(after, shape) if pylos.result(after) == OPEN else -1
    return n


def value_of(byte: int) -> Value:
    """What an entry says to the player to move."""
    if byte == 0:
        return "draw", None
    return ("loss", 2 * (127 - byte)) if byte > 0 else ("win", 2 * (127 + byte) - 1)


def _values(file: TablebaseFile, indices: Any) -> list[Value]:
    """What some entries say; the form with win, draw and loss only has no distances."""
    if file.head["form"] == "wdl":
        return [(NAMES[value], None) for value in values(file, PART, indices)]
    return [value_of(int(byte)) for byte in file.look(PART, indices)]


def value(position: Position, file: TablebaseFile) -> Value:
    """Value and plies to the end for the player to move."""
    s: Any = position.state
    return _values(file, np.array([index_of(s, pyramid())]))[0]


def successors(s: Any) -> tuple[Any, Any]:
    """The moves of a state, and the index of the position after each, -1 where the game is over.

    The buffers are made for every call: compiled code runs without Python's lock, so that two threads would write into
    shared ones at once.
    """
    moves: Any = buffer(pylos.ROOM)
    out: Any = buffer(pylos.ROOM)
    n = _successors(s, pyramid(), moves, out)
    return moves[:n], out[:n]


def values_after(position: Position, file: TablebaseFile) -> dict[int, Value]:
    """For every move the value of the position after it, for the player to move there."""
    codes, where = (np.array(found) for found in successors(position.state))
    found: dict[int, Value] = dict.fromkeys(codes.tolist(), ("loss", 0))
    on = where >= 0
    found.update(zip(codes[on].tolist(), _values(file, where[on]), strict=True))
    return found


def knows(position: Position, file: TablebaseFile) -> bool:
    """Whether the tablebase has the position: it has all."""
    return True
