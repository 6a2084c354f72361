"""Why a move of Three Men's Morris is refused."""

from __future__ import annotations

from billes.core.errors import quoted
from billes.core.reading import FILES, bits
from billes.core.wording import form_error, listed, no_place

from .rules import MARBLES, NAME, NEAR, POINT, State

FORM = "a move is a point to place a marble on (b2), or the points a marble slides from and to (b2c3)"


def explain(state: State, text: str) -> str:
    """The reason why a text is not a legal move of an open state."""
    fault = form_error(text, FORM)
    if fault:
        return fault
    if len(text) not in (2, 4):
        return f"{quoted(text)} is no move: {FORM}"
    points = [text[at : at + 2] for at in range(0, len(text), 2)]
    for point in points:
        if point not in POINT:
            return no_place(point, FILES[:3], 3, "point")
    placing = state[0].bit_count() < MARBLES
    if len(points) == 1:
        return _place(state, POINT[text], placing)
    if placing:
        return f"player {state[2] + 1} places all marbles before sliding one: write just the point, such as {points[1]}"
    return _slide(state, POINT[points[0]], POINT[points[1]])


def _owner(state: State, point: int) -> int:
    """The number of the player whose marble lies on a point, or 0."""
    own, opp, side, _ = state
    return side + 1 if own >> point & 1 else 2 - side if opp >> point & 1 else 0


def _taken(state: State, point: int) -> str:
    return f"{NAME[point]} is taken: a marble of player {_owner(state, point)} lies there"


def _place(state: State, point: int, placing: bool) -> str:
    """What is wrong with one point alone."""
    if placing:
        return _taken(state, point)
    if _owner(state, point) == state[2] + 1:
        return f"{quoted(NAME[point])} is only half a slide: name the point it goes to as well"
    return f"player {state[2] + 1} has placed all marbles and now slides one: name the point it comes from as well"


def _slide(state: State, origin: int, target: int) -> str:
    """What is wrong with a slide between two points of the board."""
    here, there, owner = NAME[origin], NAME[target], _owner(state, origin)
    if owner == 0:
        return f"there is no marble on {here} to slide"
    if owner != state[2] + 1:
        return f"the marble on {here} is player {owner}'s, and player {state[2] + 1} slides only their own"
    if origin == target:
        return f"a marble slides to another point, and {here} is where it lies"
    if _owner(state, target):
        return _taken(state, target)
    near = [NAME[point] for point in bits(int(NEAR[origin]))]
    return f"a marble slides along a line to the next point, and {there} is not next to {here}: {listed(near)} are"
