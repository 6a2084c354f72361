"""Why a move of Three Men's Morris is refused."""

from __future__ import annotations

from billes.core.errors import quoted
from billes.core.reading import FILES, bits
from billes.core.sentences import Sentence
from billes.core.wording import called, form_error, listed, no_place

from .rules import MARBLES, NAME, NEAR, POINT, State

FORM = Sentence("illegal.morris.form")


def explain(state: State, text: str) -> Sentence:
    """The reason why a text is not a legal move of an open state."""
    if fault := form_error(text, FORM):
        return fault
    if len(text) not in (2, 4):
        return Sentence("illegal.form", {"text": quoted(text), "form": FORM})
    points = [text[at : at + 2] for at in range(0, len(text), 2)]
    for point in points:
        if point not in POINT:
            return no_place(point, FILES[:3], 3, Sentence("place.point"))
    placing = state[0].bit_count() < MARBLES
    if len(points) == 1:
        return _place(state, POINT[text], placing)
    if placing:
        return Sentence("illegal.morris.placing", {"player": called(state[2] + 1, "morris"), "point": points[1]})
    return _slide(state, POINT[points[0]], POINT[points[1]])


def _owner(state: State, point: int) -> int:
    """The number of the player whose marble lies on a point, or 0."""
    own, opp, side, _ = state
    return side + 1 if own >> point & 1 else 2 - side if opp >> point & 1 else 0


def _taken(state: State, point: int) -> Sentence:
    return Sentence("illegal.taken", {"place": NAME[point], "owner": called(_owner(state, point), "morris")})


def _place(state: State, point: int, placing: bool) -> Sentence:
    """What is wrong with one point alone."""
    if placing:
        return _taken(state, point)
    if _owner(state, point) == state[2] + 1:
        return Sentence("illegal.morris.half", {"text": quoted(NAME[point])})
    return Sentence("illegal.morris.sliding", {"player": called(state[2] + 1, "morris")})


def _slide(state: State, origin: int, target: int) -> Sentence:
    """What is wrong with a slide between two points of the board."""
    here, there, owner = NAME[origin], NAME[target], _owner(state, origin)
    if owner == 0:
        return Sentence("illegal.morris.none", {"point": here})
    if owner != state[2] + 1:
        return Sentence(
            "illegal.morris.theirs",
            {"point": here, "owner": called(owner, "morris"), "player": called(state[2] + 1, "morris")},
        )
    if origin == target:
        return Sentence("illegal.morris.stays", {"point": here})
    if _owner(state, target):
        return _taken(state, target)
    near = [NAME[point] for point in bits(int(NEAR[origin]))]
    return Sentence("illegal.morris.next", {"from": here, "to": there, "points": listed(near)})
