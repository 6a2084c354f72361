"""Why a move of Balanx is refused."""

from __future__ import annotations

from ...core.errors import quoted
from ...core.jit import buffer
from ...core.reading import FILES
from ...core.sentences import Sentence
from ...core.wording import called, form_error, no_place
from . import rules
from .notation import move_text
from .rules import HALF, STRIDE, State

FORM = Sentence("illegal.balanx.form")


def explain(state: State, text: str) -> Sentence:
    """The reason why a text is not a legal move of an open state."""
    if fault := form_error(text, FORM):
        return fault
    if text == "pass":
        buf = buffer(rules.ROOM)
        rules.moves(state, buf, 0)
        return Sentence("illegal.pass", {"move": move_text(state, int(buf[0]))})
    files, ranks = rules.size(state[5])
    if len(text) != 4:
        return Sentence("illegal.form", {"text": quoted(text), "form": FORM})
    cells = []
    for part in (text[:2], text[2:]):
        if part[0] not in FILES[:files] or part[1] not in "123456789"[:ranks]:
            return no_place(part, FILES[:files], ranks, Sentence("place.balanx"))
        cells.append(STRIDE * FILES.index(part[0]) + int(part[1]) - 1)
    return _origin(state, cells[0]) or _landing(state, cells[0], cells[1])


def _name(cell: int) -> str:
    return f"{FILES[cell // STRIDE]}{cell % STRIDE + 1}"


def _owner(state: State, cell: int) -> int:
    """The number of the player whose marble lies on a place, or 0."""
    own, opp, side = state[0] | state[1] << HALF, state[2] | state[3] << HALF, state[4]
    return side + 1 if own >> cell & 1 else 2 - side if opp >> cell & 1 else 0


def _origin(state: State, origin: int) -> Sentence | None:
    """Why there is no marble to move."""
    owner, who = _owner(state, origin), state[4] + 1
    if owner == who:
        return None
    if owner:
        return Sentence(
            "illegal.theirs",
            {"place": _name(origin), "owner": called(owner, "balanx"), "player": called(who, "balanx")},
        )
    for groove in rules.grooves(state[5]):
        if _name(origin) in groove:
            other = origin + (1 if groove[0] == _name(origin) else -1)
            if len(groove) == 2 and _owner(state, other) == who:
                return Sentence(
                    "illegal.balanx.tilt",
                    {"place": _name(origin), "player": called(who, "balanx"), "other": _name(other)},
                )
    return Sentence("illegal.none", {"place": _name(origin)})


def _landing(state: State, origin: int, to: int) -> Sentence:
    """Why a marble cannot go from place to place."""
    here, there = _name(origin), _name(to)
    if origin == to:
        return Sentence("illegal.balanx.stays", {"place": here})
    level = origin % STRIDE == to % STRIDE
    if not level and origin // STRIDE != to // STRIDE:
        return Sentence("illegal.balanx.line", {"from": here, "to": there})
    if _owner(state, to):
        return Sentence("illegal.taken", {"place": there, "owner": called(_owner(state, to), "balanx")})
    step = (STRIDE if level else 1) * (1 if to > origin else -1)
    first = origin + step
    while _owner(state, first):
        first += step
    if first == origin + step and not level:
        return Sentence("illegal.balanx.jump.none", {"from": here, "to": there})
    if first == origin + step and first != to:
        return Sentence("illegal.balanx.step.far", {"place": _name(first), "move": here + _name(first)})
    if first != to:
        return Sentence("illegal.balanx.jump.far", {"move": here + _name(first)})
    return Sentence("illegal.balanx.zone", {"move": here + there, "owner": called(2 - state[4], "balanx")})
