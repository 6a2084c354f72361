"""What a game's evaluator need not write itself: the names of `games.spec.Evaluator` with their usual meaning.

An evaluator imports from here what it does not define. The module as a whole is the evaluator of a game that has none:
it knows nothing, and the tree search plays such a game by its rules alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..core.jit import Buffer, jit, table

__all__ = [
    "COUNT", "GROUPS", "LEVEL_NODES", "NULL_MOVE", "PAR", "TREE_SEARCH", "chances", "features",
    "first_weights", "logit", "move_order", "scored", "search_state", "several", "weights", "wins_at_once",
]  # fmt: skip

LEVEL_NODES: Mapping[int, int] = {5: 3_000, 6: 20_000, 7: 100_000}
TREE_SEARCH: tuple[str, ...] = ()
NULL_MOVE = -1  # none is tried
PAR = 0
GROUPS: tuple[tuple[str, int], ...] = ()
COUNT = 0


def weights(variant: str) -> Sequence[int]:
    """No weights: there are no features."""
    return table(())


def first_weights(variant: str) -> Sequence[int]:
    """No weights, likewise."""
    return table(())


def logit(variant: str) -> int:
    """A marble ahead multiplies the odds of winning by e."""
    return 100


def search_state(s: Any) -> Any:
    """The search plays on from the state itself."""
    return s


def scored(s: Any) -> bool:
    """Whether the game is played for a score: no."""
    return False


@jit
def features(s: Any, mem: Buffer, at: int) -> int:
    """Nothing is known of a position."""
    mem[at - 1] = 0
    return at


@jit
def move_order(s: Any, move: int) -> int:
    """Nothing is known of a move before it is searched."""
    return 0


@jit
def wins_at_once(s: Any) -> bool:
    """Whether the player to move is seen to win by their next move: never, without a search."""
    return False


@jit
def several(s: Any) -> bool:
    """Whether more than two play: no."""
    return False


@jit
def chances(s: Any, mem: Buffer, at: int) -> None:
    """With two players the chances follow from the score."""
