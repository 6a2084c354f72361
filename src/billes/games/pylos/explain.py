"""Why a move of Pylos is refused."""

from __future__ import annotations

from ...core.errors import quoted
from ...core.reading import FILES, bits
from ...core.sentences import Params, Sentence
from ...core.wording import called, form_error, listed
from . import rules
from .rules import ABOVE, BALLS, BIT, HIGHER, LINES, NAME, SIZES, SQUARES, State

FORM = Sentence("illegal.pylos.form")


def explain(state: State, text: str) -> Sentence:
    """The reason why a text is not a legal move of an open state."""
    if fault := form_error(text, FORM):
        return fault
    turn, *back = text.split("-", 3)
    path = turn.split(">", 2)
    if len(path) > 2:
        return Sentence("illegal.pylos.path", {"text": quoted(turn)})
    for part in path + back[:2]:
        if part not in BIT:
            return _no_cell(part, text)
    if len(back) > 2:
        return Sentence("illegal.pylos.take.many", {"text": quoted(text)})
    put = BIT[path[-1]]
    fault = _place(state, put) if len(path) == 1 else _raise(state, BIT[path[0]], put)
    return fault or _take_back(state, path, [BIT[cell] for cell in back])


def _no_cell(part: str, text: str) -> Sentence:
    """What is wrong with a part that names no cell."""
    shown = quoted(part)
    if not part:
        return Sentence("illegal.pylos.missing", {"text": quoted(text), "form": FORM})
    if len(part) != 3:
        return Sentence("illegal.pylos.cell", {"text": shown})
    level, file, rank = part[0], part[1], part[2]
    if level not in "1234":
        return Sentence("illegal.pylos.cell.level", {"text": shown, "level": quoted(level)})
    files, ranks = FILES[: SIZES[int(level) - 1]], "1234"[: SIZES[int(level) - 1]]
    if file not in files:
        if file.lower() in files:
            return Sentence("illegal.pylos.cell.small", {"text": shown, "file": quoted(file.lower())})
        params: Params = {"text": shown, "level": level, "file": quoted(file), "files": listed(files)}
        return Sentence("illegal.pylos.cell.file", params)
    params = {"text": shown, "level": level, "rank": quoted(rank), "ranks": listed(ranks)}
    return Sentence("illegal.pylos.cell.rank", params)


def _owner(state: State, cell: int) -> int:
    """The number of the player whose ball lies on a cell, or 0."""
    own, opp, side, _ = state
    return side + 1 if own >> cell & 1 else 2 - side if opp >> cell & 1 else 0


def _names(word: int) -> list[str]:
    return [NAME[cell] for cell in bits(word)]


def _supports(cell: int) -> int:
    """The cells that a cell rests on."""
    return sum(1 << below for below in NAME if int(ABOVE[below]) >> cell & 1)


def _unfit(state: State, put: int) -> Sentence | None:
    """Why no ball can be put on a cell, whether from the reserve or from below."""
    occ = state[0] | state[1]
    if occ >> put & 1:
        return Sentence("illegal.pylos.taken", {"cell": NAME[put], "owner": called(_owner(state, put), "pylos")})
    empty = _names(_supports(put) & ~occ)
    if empty:
        params = {"cell": NAME[put], "cells": listed(empty), "count": len(empty)}
        return Sentence("illegal.pylos.supported", params)
    return None


def _place(state: State, put: int) -> Sentence | None:
    if state[0].bit_count() == BALLS:
        return Sentence("illegal.pylos.reserve", {"player": called(state[2] + 1, "pylos")})
    return _unfit(state, put)


def _raise(state: State, origin: int, put: int) -> Sentence | None:
    own, opp, side, _ = state
    here, there = NAME[origin], NAME[put]
    owner = _owner(state, origin)
    if owner == 0:
        return Sentence("illegal.pylos.raise.none", {"cell": here})
    if owner != side + 1:
        return Sentence(
            "illegal.pylos.raise.theirs",
            {"cell": here, "owner": called(owner, "pylos"), "player": called(side + 1, "pylos")},
        )
    load = _names(int(ABOVE[origin]) & (own | opp))
    if load:
        return Sentence("illegal.pylos.raise.load", {"cell": here, "cells": listed(load)})
    if not int(HIGHER[origin]) >> put & 1:
        return Sentence("illegal.pylos.raise.higher", {"from": here, "to": there})
    if fault := _unfit(state, put):
        return fault
    if int(ABOVE[origin]) >> put & 1:
        return Sentence("illegal.pylos.raise.own", {"from": here, "to": there})
    return None


def _take_back(state: State, path: list[str], back: list[int]) -> Sentence:
    """What is wrong with the balls taken back after a place or raise that is all right."""
    own, opp, side, rule = state
    turn, put = ">".join(path), BIT[path[-1]]
    if len(path) == 2:
        own ^= 1 << BIT[path[0]]
    figure = rules.completing(own, rule) >> put & 1
    own |= 1 << put
    if not figure:
        if not rule & SQUARES:
            return Sentence("illegal.pylos.take.variant", {"move": turn})
        return Sentence(
            "illegal.pylos.take.figure", {"move": turn, "player": called(side + 1, "pylos"), "lines": rule & LINES}
        )
    if not back:
        return Sentence("illegal.pylos.take.must", {"move": turn, "example": f"{turn}-{NAME[put]}"})
    for cell in back:
        if not own >> cell & 1:
            return _not_yours(state, path, cell)
    if len(back) == 2 and back[0] == back[1]:
        return Sentence("illegal.pylos.take.twice", {"cell": NAME[back[0]]})
    if fault := _held(own | opp, back):
        return fault
    right = "-".join(NAME[cell] for cell in sorted(back))
    return Sentence("illegal.pylos.take.order", {"move": f"{turn}-{right}"})


def _not_yours(state: State, path: list[str], cell: int) -> Sentence:
    """Why a cell holds no ball of the mover's after the place or raise."""
    owner = _owner(state, cell)
    if owner == 0:
        return Sentence("illegal.pylos.take.none", {"cell": NAME[cell]})
    if owner == state[2] + 1:
        return Sentence("illegal.pylos.take.raised", {"cell": NAME[cell], "to": path[-1]})
    return Sentence(
        "illegal.pylos.take.theirs",
        {"cell": NAME[cell], "owner": called(owner, "pylos"), "player": called(state[2] + 1, "pylos")},
    )


def _held(occ: int, back: list[int]) -> Sentence | None:
    """Which of the balls taken back supports one that stays."""
    loose = [cell for cell in back if not int(ABOVE[cell]) & occ]
    gone = 1 << loose[0] if loose else 0
    for cell in back:
        load = int(ABOVE[cell]) & occ
        if cell not in loose and load & ~gone:
            held, both = listed(_names(load & ~gone)), (load & sum(1 << c for c in back)).bit_count()
            return Sentence("illegal.pylos.take.load", {"cell": NAME[cell], "cells": held, "both": both})
    return None
