"""Why a move of Pylos is refused."""

from __future__ import annotations

from ...core.errors import quoted
from ...core.reading import FILES, bits
from ...core.wording import are, form_error, listed
from . import rules
from .rules import ABOVE, BALLS, BIT, HIGHER, LINES, NAME, SIZES, SQUARES, State

FORM = "a move is a cell (2b1) or a raise (1a1>2b1), followed by the balls taken back, if any (2b1-1a1-2b1)"


def explain(state: State, text: str) -> str:
    """The reason why a text is not a legal move of an open state."""
    fault = form_error(text, FORM)
    if fault:
        return fault
    turn, *back = text.split("-", 3)
    path = turn.split(">", 2)
    if len(path) > 2:
        return f"{quoted(turn)} has more than one '>': a raise has an origin and a target, such as 1a1>2b1"
    for part in path + back[:2]:
        if part not in BIT:
            return _no_cell(part, text)
    if len(back) > 2:
        return f"{quoted(text)} takes too many balls back: one or two is all that a figure gives"
    put = BIT[path[-1]]
    fault = _place(state, put) if len(path) == 1 else _raise(state, BIT[path[0]], put)
    return fault or _take_back(state, path, [BIT[cell] for cell in back])


def _no_cell(part: str, text: str) -> str:
    """What is wrong with a part that names no cell."""
    if not part:
        return f"a cell is missing in {quoted(text)}: {FORM}"
    if len(part) != 3:
        return f"{quoted(part)} is no cell: one is written as level, file and rank, such as 1a1"
    level, file, rank = part[0], part[1], part[2]
    if level not in "1234":
        return f"{quoted(part)} is no cell: there is no level {quoted(level)}, only levels 1 to 4"
    size = SIZES[int(level) - 1]
    if file not in FILES[:size]:
        if file.lower() in FILES[:size]:
            return f"{quoted(part)} is no cell: files are small letters, such as {quoted(file.lower())}"
        return f"{quoted(part)} is no cell: level {level} has no file {quoted(file)}, only {listed(FILES[:size])}"
    return f"{quoted(part)} is no cell: level {level} has no rank {quoted(rank)}, only {listed('1234'[:size])}"


def _owner(state: State, cell: int) -> int:
    """The number of the player whose ball lies on a cell, or 0."""
    own, opp, side, _ = state
    return side + 1 if own >> cell & 1 else 2 - side if opp >> cell & 1 else 0


def _names(word: int) -> list[str]:
    return [NAME[cell] for cell in bits(word)]


def _supports(cell: int) -> int:
    """The cells that a cell rests on."""
    return sum(1 << below for below in NAME if int(ABOVE[below]) >> cell & 1)


def _unfit(state: State, put: int) -> str | None:
    """Why no ball can be put on a cell, whether from the reserve or from below."""
    occ = state[0] | state[1]
    if occ >> put & 1:
        return f"{NAME[put]} is taken: a ball of player {_owner(state, put)} lies there"
    empty = _names(_supports(put) & ~occ)
    if empty:
        return f"{NAME[put]} is not supported: {listed(empty)} below it {are(empty)} empty"
    return None


def _place(state: State, put: int) -> str | None:
    if state[0].bit_count() == BALLS:
        return f"player {state[2] + 1} has no ball in reserve and can only raise one, as in 1a1>2b1"
    return _unfit(state, put)


def _raise(state: State, origin: int, put: int) -> str | None:
    own, opp, side, _ = state
    here, there = NAME[origin], NAME[put]
    owner = _owner(state, origin)
    if owner == 0:
        return f"there is no ball on {here} to raise"
    if owner != side + 1:
        return f"the ball on {here} is player {owner}'s, and player {side + 1} raises only their own"
    load = _names(int(ABOVE[origin]) & (own | opp))
    if load:
        return f"the ball on {here} cannot be raised: it supports {listed(load)}"
    if not int(HIGHER[origin]) >> put & 1:
        return f"a ball is raised to a higher level, and {there} is not higher than {here}"
    fault = _unfit(state, put)
    if fault:
        return fault
    if int(ABOVE[origin]) >> put & 1:
        return f"the ball on {here} cannot be raised to {there}: it would be one of the balls that {there} rests on"
    return None


def _figure(rule: int) -> str:
    return "a square or a line" if rule & LINES else "a square"


def _take_back(state: State, path: list[str], back: list[int]) -> str:
    """What is wrong with the balls taken back after a place or raise that is all right."""
    own, opp, side, rule = state
    turn, put = ">".join(path), BIT[path[-1]]
    if len(path) == 2:
        own ^= 1 << BIT[path[0]]
    figure = rules.completing(own, rule) >> put & 1
    own |= 1 << put
    if not figure:
        if not rule & SQUARES:
            return f"no ball is taken back: there are no figures in this variant, so the move is just {turn}"
        return f"{turn} completes no figure of player {side + 1}'s ({_figure(rule)}), so no ball is taken back"
    if not back:
        return f"{turn} completes a figure, so one or two balls must be taken back, as in {turn}-{NAME[put]}"
    for cell in back:
        if not own >> cell & 1:
            return _not_yours(state, path, cell)
    if len(back) == 2 and back[0] == back[1]:
        return f"the ball on {NAME[back[0]]} is taken back twice: name another one, or only this one"
    fault = _held(own | opp, back)
    if fault:
        return fault
    right = "-".join(NAME[cell] for cell in sorted(back))
    return f"balls taken back are named in board order (level, rank, file): write {turn}-{right}"


def _not_yours(state: State, path: list[str], cell: int) -> str:
    """Why a cell holds no ball of the mover's after the place or raise."""
    owner = _owner(state, cell)
    if owner == 0:
        return f"there is no ball on {NAME[cell]} to take back"
    if owner == state[2] + 1:
        return f"there is no ball on {NAME[cell]} to take back: it has just been raised to {path[-1]}"
    return f"the ball on {NAME[cell]} is player {owner}'s, and player {state[2] + 1} takes back only their own"


def _held(occ: int, back: list[int]) -> str | None:
    """Which of the balls taken back supports one that stays."""
    loose = [cell for cell in back if not int(ABOVE[cell]) & occ]
    gone = 1 << loose[0] if loose else 0
    for cell in back:
        load = int(ABOVE[cell]) & occ
        if cell not in loose and load & ~gone:
            also = " (only the first ball taken can free the second)" if load & sum(1 << c for c in back) else ""
            return f"the ball on {NAME[cell]} cannot be taken back: it supports {listed(_names(load & ~gone))}{also}"
    return None
