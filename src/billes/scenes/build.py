"""From a position to its scene, whatever its game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..games.registry import spec_of
from .scene import Ending, Mark, Scene

if TYPE_CHECKING:
    from ..core.position import Move, Position


def scene(position: Position, *, last: Move | str | None = None) -> Scene:
    """Lay out a position as places, marbles and wood in space.

    `last` is the move that led to it, to be marked; by default the position's own last move, and "" marks nothing.
    """
    move = position.last if last is None else last
    made = spec_of(position.game).board.scene(position, "" if move is None else str(move))
    end = position.outcome
    if end is None:
        return made
    # The text passes the turn on even after the last move; at the table nobody is to move any more.
    seated = tuple(replace(player, to_move=False, won=player.number == end.winner) for player in made.players)
    decided = tuple(Mark("won", (place,)) for place in deciding(made, end.winner or 0))
    ending = Ending(end.winner or 0, end.draw, end.reason, end.scores)
    return replace(made, players=seated, ending=ending, marks=(*made.marks, *decided))


def deciding(made: Scene, winner: int) -> tuple[str, ...]:
    """The places that decided a game: the winner's full arrival zone, their goal, or where the last move led."""
    if not winner:
        return ()
    own = [zone for zone in made.zones if zone.owner == winner]
    for zone in own:
        if zone.kind == "arrival" and all(place in made.lying for place in zone.places):
            return zone.places
    last = tuple(place for mark in made.marks if mark.kind in ("rest", "taken") for place in mark.places)
    for zone in own:
        if zone.kind == "goal" and (not last or set(last) & set(zone.places)):
            return zone.places
    return last
