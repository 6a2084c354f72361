"""The games as environments of the field: PettingZoo, Gymnasium, OpenSpiel, and many games at once on numpy arrays.

`billes.envs.pettingzoo`, `billes.envs.gymnasium` and `billes.envs.openspiel` need the extras `billes[gym]` and
`billes[openspiel]`; `billes.envs.vector` needs nothing. All of them play the same actions and show the same planes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .play import Actions
    from .vectorised import VectorEnvironment

__all__ = ["vector"]


def vector(
    game: str,
    variant: str | None = None,
    n: int = 1024,
    *,
    actions: Actions = "touches",
    limit: int | None = None,
    threads: int | None = None,
) -> VectorEnvironment:
    """So many games of a variant, stepped together on all cores: see `VectorEnvironment`."""
    from .play import LIMIT
    from .vectorised import VectorEnvironment

    return VectorEnvironment(game, variant, n, actions=actions, limit=limit or LIMIT, threads=threads)
