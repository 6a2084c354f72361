"""Puzzles of Quits: what they are about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..rules import PASS

if TYPE_CHECKING:
    from ....core.position import Position

THEMES = (
    "step-out",
    "push-out",
    "slide",
    "step",
    "sideways",
    "slide-to-block",
    "step-to-block",
    "no-way-back",
    "sacrifice",
)


def themes(line: Sequence[tuple[Position, str]], last: Position) -> set[str]:
    """What the solver's moves do."""
    found: set[str] = set()
    for number, (before, text) in enumerate(line[::2]):
        after = line[2 * number + 1][0] if 2 * number + 1 < len(line) else last
        found |= _of_move(before, text, after)
    return found


def _of_move(before: Position, text: str, after: Position) -> set[str]:
    """What a move is about. A slide has two signs, the second one an arrow."""
    if text == "pass":
        return set()
    slide = len(text) == 2
    found = {"slide" if slide else "step"}
    own, opp = before.state[0].bit_count(), before.state[1].bit_count()
    if after.state[1].bit_count() < own:
        found.add("push-out" if slide else "step-out")
    if after.state[0].bit_count() < opp:
        found.add("sacrifice")  # an opponent's marble gets out
    if not slide and (text[0] < text[2]) != (text[1] < text[3]):
        found.add("sideways")
    if after.outcome is None:
        threat = _ways_out(_turned(before))
        if threat and not _ways_out(after):
            found.add("slide-to-block" if slide else "step-to-block")
        if slide and _ways_out(_freed(after)) > _ways_out(after):
            found.add("no-way-back")  # undoing the slide would get a marble out, and is forbidden
    return found


def _turned(position: Position) -> Position:
    """The same marbles with the other player to move and no slide forbidden."""
    own, two, three, four, corner, _, step = position.state
    return type(position)(position.game, position.variant, (two, own, three, four, corner ^ 2, PASS, step))


def _freed(position: Position) -> Position:
    """The same position with no slide forbidden."""
    return type(position)(position.game, position.variant, (*position.state[:5], PASS, position.state[6]))


def _ways_out(position: Position) -> int:
    """How many moves get a marble of the player to move out."""
    own = position.state[0].bit_count()
    return sum(position.play(move).state[1].bit_count() < own for move in position.moves)
