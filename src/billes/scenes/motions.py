"""What moves when a move is played: which marble or slab goes where, in which order and how.

The motions of a move, replayed on the scene before it, give the scene after it: same marbles on the same places, same
slabs. A page that knows how to draw the kinds below can show any move of any game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..games.registry import spec_of

if TYPE_CHECKING:
    from ..core.position import Position

Kind: TypeAlias = Literal[
    "place",  # a marble from beside the board onto a place: rise first, then an arc over the rim
    "take",  # a marble back into its reserve, the same way
    "raise",  # a marble from a place to a higher one, in an arc
    "jump",  # a marble in an arc over those in `via`
    "step",  # a marble to a place next to it, with a small hop
    "slide",  # a tile or tray pushed along, or a marble that rides on one
    "round",  # the end tile of a row: lifted out, carried over and set down at the other end
    "lift",  # a tray lifted and put elsewhere; a marble that rides on it goes with it
    "leave",  # a marble leaves the board: in an arc to the cup or side tray where it stays
    "roll",  # a marble or steel ball rolls along its groove
    "tilt",  # the board leans over; `to` is the number of the player it leans to
]
"""How a thing moves."""

Thing: TypeAlias = Literal["marble", "slab", "board"]
"""What kind of thing moves: `what` and `to` are places for a marble and ids of slabs for a slab."""


@dataclass(frozen=True, slots=True)
class Motion:
    """One thing on its way.

    `what` is the place a marble lies on *when its step begins*, or the slab's id; `to` the place or id it has when the
    step is over. `via` are the places passed on the way, in order: those jumped over, or rolled across. Steps run one
    after another from 0; motions of the same step run together, each beginning when `delay` of the step's leading
    motion (its first one) is over: a jumped marble leaves as the jumper passes over it, marbles roll once the
    board has begun to tilt.
    """

    kind: Kind
    what: str
    to: str
    step: int = 0
    thing: Thing = "marble"
    via: tuple[str, ...] = ()
    delay: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """Give the motion as plain values without the defaults, ready to be sent as JSON."""
        plain: dict[str, Any] = {"kind": self.kind, "what": self.what, "to": self.to, "step": self.step}
        if self.thing != "marble":
            plain["thing"] = self.thing
        if self.via:
            plain["via"] = list(self.via)
        if self.delay:
            plain["delay"] = self.delay
        return plain


def motions(before: Position, after: Position, touched: Sequence[str] = ()) -> tuple[Motion, ...]:
    """Tell what moves between a position and the one `after.last` led to.

    `touched` are the handles the mover's hand touched, where they are known: balls of Pylos taken back are then shown
    going in that order, so that the motions go on from those the hand has already seen.
    """
    if after.last is None:
        raise ValueError("the position after does not know the move that led to it; make it with Position.play")
    return spec_of(before.game).handling.motions(before, after, after.last.text, tuple(touched))
