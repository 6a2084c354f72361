"""Probing: where a position of Quits lies in its tablebase, and what it is worth."""

from __future__ import annotations

from functools import cache
from typing import Any

from ....core.codes import OPEN
from ....core.jit import Buffer, buffer, jit, popcount
from ....core.position import Position
from ....tablebase.format import TablebaseFile
from ....tablebase.wdl import NAMES
from ...spec import Value
from .. import rules as quits
from .index import SMALLEST, Colours, Layer, colours, layer, locate, mirrored_slide, turned, turned_slide
from .solver import DRAWN, START, TOP
from .wdl import forbidden_value


@cache
def palette() -> Colours:
    """All colourings."""
    return colours()


@cache
def laid_out(n: int) -> Layer:
    """Layer n."""
    return layer(n, palette())


def part(n: int) -> str:
    """The part of a file that holds layer n."""
    return f"marbles-{n}"


def value_of(word: int, forbidden: int) -> Value:
    """What an entry says to the player to move when that slide is forbidden."""
    e = word ^ START
    v = (e >> 10) & 1023 if e >> 20 == forbidden and forbidden != quits.PASS else e & 1023
    if v == DRAWN:
        return "draw", None
    return ("win", TOP - v) if v > DRAWN else ("loss", v - 1)


def _look(file: TablebaseFile, n: int, index: int, forbidden: int) -> Value:
    """What an entry of layer n says; the form with win, draw and loss only has no distances."""
    if file.head["form"] == "wdl":
        return NAMES[forbidden_value(file, part(n), index, forbidden)], None
    return value_of(int(file.look(part(n), [index])[0]), forbidden)


@jit
def _index(s: quits.State, bases: Any, number: Any) -> tuple[int, bool]:
    """The index of a position in its layer, and whether it lies there mirrored."""
    own, opp = s[0], s[1]
    if s[4] == 2:
        own, opp = turned(own), turned(opp)
    return locate(own, opp, bases, number)


@jit
def _successors(s: quits.State, bases: Any, low_bases: Any, number: Any, moves: Buffer, out: Buffer) -> int:
    """List the moves and, two ints each, where the position after it lies: 2 * index + mirrored, and the layer.

    The layer is -1 where the mover has won, -2 where the mover has lost.
    """
    here = popcount(s[0] | s[1])
    me = quits.mover(s)
    n = quits.moves(s, moves, 0)
    for i in range(n):
        after = quits.apply(s, moves[i])
        end = quits.result(after)
        if end != OPEN:
            out[2 * i], out[2 * i + 1] = 0, -1 if end == me else -2
            continue
        marbles = popcount(after[0] | after[1])
        index, flip = _index(after, bases if marbles == here else low_bases, number)
        out[2 * i], out[2 * i + 1] = 2 * index + (1 if flip else 0), marbles
    return n


def _forbidden(slide: int, corner: int, flip: bool) -> int:
    """A forbidden slide as the tablebase sees it."""
    seen = turned_slide(slide) if corner == 2 else slide
    return mirrored_slide(seen) if flip else seen


def knows(position: Position, file: TablebaseFile) -> bool:
    """Whether the tablebase has the position."""
    return part(popcount(position.state[0] | position.state[1])) in file.parts


def value(position: Position, file: TablebaseFile) -> Value:
    """Value and plies to the end for the player to move."""
    s: Any = position.state
    n = popcount(s[0] | s[1])
    index, flip = _index(s, laid_out(n).bases, palette().number)
    return _look(file, n, int(index), _forbidden(s[5], s[4], bool(flip)))


def values_after(position: Position, file: TablebaseFile) -> dict[int, Value]:
    """For every move the value of the position after it, for the player to move there."""
    s: Any = position.state
    n = popcount(s[0] | s[1])
    moves, out = buffer(quits.ROOM), buffer(2 * quits.ROOM)
    low = laid_out(max(n - 1, SMALLEST))
    count = _successors(s, laid_out(n).bases, low.bases, palette().number, moves, out)
    found: dict[int, Value] = {}
    for i in range(count):
        move, where, marbles = int(moves[i]), int(out[2 * i]), int(out[2 * i + 1])
        if marbles < 0:
            found[move] = ("loss" if marbles == -1 else "win", 0)
            continue
        forbidden = move ^ 1 if move < 20 else quits.PASS
        found[move] = _look(file, marbles, where >> 1, _forbidden(forbidden, s[4] ^ 2, bool(where & 1)))
    return found
