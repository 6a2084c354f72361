"""The omen of Balanx: the board trembles when the marbles' weight would not hold it down for the player to move.

The board hangs on a pin under its middle. Every marble turns it by its weight times its distance from the middle axis,
marbles of both colours alike; the two steel balls have rolled to the low end of their tracks, on the side of the player
to move, and pull that way. If all that still pulls the other way, the board would tip back were it not held: most
weight lies far from the player to move, and as each player brings his marbles towards himself, the rule sheet reads it
as that player being behind.

A marble weighs 1, a steel ball `STEEL`. Measured with 1.25 on the standard board, the engine playing itself after two
random moves: the board trembled in 2 of 1,000 turns between equals of the fourth level (38 games, 1 in 20 saw it), in
8 of 1,000 between equals of the second (100 games, 1 in 5), in 142 of 1,000 when the first played the fourth (62 games,
5 in 6), and in 14 of 1,000 of random play. In games that were decided the trembling player lost after 752 of 761 such
turns. On the large board between equals (63 games) he lost after only 9 of 54: there the omen is no more than weight.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .build import scene

if TYPE_CHECKING:
    from ..core.position import Position

STEEL = 1.25
"""Weight of a steel ball, in marbles."""


def pull(position: Position) -> float:
    """How strongly all marbles of a Balanx board pull it down towards the player to move; less than 0 is away from him.

    >>> from billes.core.position import start
    >>> pull(start("balanx"))  # the triangles balance each other, the steel balls pull
    9.5
    """
    made = scene(position, last="")
    near = 1 if position.player == 1 else -1
    weights = ((STEEL if marble.matter == "steel" else 1.0, made.by_id[marble.place].at[2]) for marble in made.marbles)
    return round(near * sum(weight * arm for weight, arm in weights), 6) + 0.0


def omen(position: Position) -> bool:
    """Whether the board trembles: never in another game, nor when the game is over."""
    return position.game == "balanx" and position.outcome is None and pull(position) < 0
