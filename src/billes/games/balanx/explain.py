"""Why a move of Balanx is refused."""

from __future__ import annotations

from ...core.errors import quoted
from ...core.jit import buffer
from ...core.reading import FILES
from ...core.wording import form_error, no_place
from . import rules
from .notation import move_text
from .rules import BOARDS, HALF, STRIDE, State

FORM = "a move is two places, from and to, such as a5a3 or d8e8"


def explain(state: State, text: str) -> str:
    """The reason why a text is not a legal move of an open state."""
    fault = form_error(text, FORM)
    if fault:
        return fault
    if text == "pass":
        buf = buffer(rules.ROOM)
        rules.moves(state, buf, 0)
        return (
            f"passing is only for a player who can do nothing else, and {move_text(state, int(buf[0]))} can be played"
        )
    files, ranks = rules.size(list(BOARDS)[state[5]])
    if len(text) != 4:
        return f"{quoted(text)} is no move: {FORM}"
    cells = []
    for part in (text[:2], text[2:]):
        if part[0] not in FILES[:files] or part[1] not in "123456789"[:ranks]:
            return no_place(part, FILES[:files], ranks, "place of this board")
        cells.append(STRIDE * FILES.index(part[0]) + int(part[1]) - 1)
    return _origin(state, cells[0]) or _landing(state, cells[0], cells[1])


def _name(cell: int) -> str:
    return f"{FILES[cell // STRIDE]}{cell % STRIDE + 1}"


def _owner(state: State, cell: int) -> int:
    """The number of the player whose marble lies on a place, or 0."""
    own, opp, side = state[0] | state[1] << HALF, state[2] | state[3] << HALF, state[4]
    return side + 1 if own >> cell & 1 else 2 - side if opp >> cell & 1 else 0


def _origin(state: State, origin: int) -> str | None:
    """Why there is no marble to move."""
    owner, who = _owner(state, origin), state[4] + 1
    if owner == who:
        return None
    if owner:
        return f"the marble on {_name(origin)} is player {owner}'s, and player {who} is to move"
    for groove in rules.grooves(list(BOARDS)[state[5]]):
        if _name(origin) in groove:
            other = origin + (1 if groove[0] == _name(origin) else -1)
            if len(groove) == 2 and _owner(state, other) == who:
                tilt = f"the board leans to player {who}, and the marble of that groove lies on {_name(other)}"
                return f"there is no marble on {_name(origin)}: {tilt}"
    return f"there is no marble on {_name(origin)}"


def _landing(state: State, origin: int, to: int) -> str:
    """Why a marble cannot go from place to place."""
    here, there = _name(origin), _name(to)
    if origin == to:
        return f"the marble stays on {here}: it must jump, or step to the left or right"
    level = origin % STRIDE == to % STRIDE
    if not level and origin // STRIDE != to // STRIDE:
        return f"{here} and {there} are not on one rank or file: a marble jumps or steps along one"
    if _owner(state, to):
        return f"{there} is taken: a marble of player {_owner(state, to)} lies there"
    step = (STRIDE if level else 1) * (1 if to > origin else -1)
    first = origin + step
    while _owner(state, first):
        first += step
    if first == origin + step and not level:
        return f"nothing can be jumped over between {here} and {there}: a marble steps only to the left or right"
    if first == origin + step and first != to:
        return f"{_name(first)} is empty, so there is nothing to jump over: a step goes one place, {here}{_name(first)}"
    if first != to:
        return f"a jump lands on the first place beyond the line, which must be unbroken: {here}{_name(first)}"
    other = 2 - state[4]
    return f"{here}{there} would fill the last free place of player {other}'s arrival zone, which no one else may do"
