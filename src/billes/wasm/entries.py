"""What is compiled to WebAssembly: the functions that ordinary Python calls and that take long interpreted.

They are compiled by being used, in every variant of a game: so each gets the types that it is called with.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ..core.playouts import playouts
from ..core.position import start
from ..engine.alphabeta import AlphaBeta
from ..engine.evaluation import has_evaluator
from ..engine.limits import Limits
from ..engine.mcts import TreeSearch
from ..engine.proof import Endings, Wins
from ..games.registry import GAMES, rules_of

ENTRIES = (
    "billes.core.perft.perft",
    "billes.core.playouts._play",
    "billes.engine.alphabeta_kernel.prepare",
    "billes.engine.alphabeta_kernel.search_root",
    "billes.engine.mcts_kernel.visit_tree",
    "billes.engine.proof._forced",
    "billes.engine.proof._ending",
)


def use(game: str) -> None:
    """Call every entry in every variant of a game, as little as can be."""
    for variant in GAMES[game]:
        position = start(game, variant)
        position.perft(1)
        playouts(position, 1, workers=1, limit=2)
        TreeSearch(position, size=1 << 10).think(Limits(depth=1))
        if position.players == 2:
            Wins(game, 1, entries=2).within(position, 1, 1)
        if not rules_of(game).CYCLIC:
            Endings(game, 1, entries=2).above(position, 0)
        if has_evaluator(game) and position.players == 2:
            AlphaBeta(position, entries=16).think(Limits(depth=1))


def compiled(game: str) -> list[tuple[str, Any]]:
    """Name and dispatcher of every entry that a game uses."""
    use(game)
    found = []
    for entry in ENTRIES:
        module, _, name = entry.rpartition(".")
        function = getattr(import_module(module), name)
        if function.signatures:
            found.append((entry, function))
    return found
