"""What the compiled functions find, in all variants of all games: run natively and in Pyodide, it has to be the same.

Run as a program it prints one line of JSON. It needs nothing but the package.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from billes.core.playouts import playouts
from billes.core.position import Position, start
from billes.core.webassembly import Entry
from billes.engine.alphabeta import AlphaBeta
from billes.engine.evaluation import uses_tree_search
from billes.engine.exact import Exact
from billes.engine.limits import Limits
from billes.engine.mcts import TreeSearch
from billes.engine.proof import Endings, Wins
from billes.games.registry import BUILT_IN, GAMES, rules_of
from billes.tablebase import solvable

PERFT = {"pylos": 4, "quits": 4, "balanx": 4, "bilitaire": 2}


def positions(game: str, variant: str) -> Iterator[Position]:
    """The first position of a variant, and one from the middle of a game."""
    position = start(game, variant)
    yield position
    for number in range(9):
        position = position.play(position.moves[7 * number % len(position.moves)])
    yield position


def figures(position: Position) -> dict[str, Any]:
    """What is found about a position."""
    game, G = position.game, rules_of(position.game)
    played = playouts(position, 20, seed=5)
    found: dict[str, Any] = {
        "perft": [position.perft(depth) for depth in range(PERFT[game] + 1)],
        "playouts": [*played.wins, played.draws, played.plies, played.choices, played.longest, *played.scores.items()],
    }
    tree = TreeSearch(position, size=1 << 15, seed=3)
    found["tree"] = [tree.think(Limits(nodes=6_000), lines=3), tree.visits, tree.nodes]
    if position.players == 2:
        found["wins"] = [Wins(game, 2_000, entries=1 << 10).within(position, player, 5) for player in (1, 2)]
    if not G.CYCLIC:
        found["endings"] = [Endings(game, 2_000, entries=1 << 10).above(position, value) for value in (-20, 0, 20)]
    if not uses_tree_search(position):
        deep = AlphaBeta(position, entries=1 << 12, seed=1)
        found["alpha-beta"] = [deep.think(Limits(nodes=20_000), lines=2), deep.nodes]
        found["values"] = sorted(AlphaBeta(position, entries=1 << 12).values(2).items())
    if solvable(game, position.variant):
        found["exact"] = Exact(position).lines(2)
    return found


def plain(thing: Any) -> Any:
    """The same as JSON has it, without the seconds of lines."""
    if hasattr(thing, "moves"):
        return [thing.score.value, thing.score.left, thing.depth, thing.nodes, " ".join(map(str, thing.moves))]
    if isinstance(thing, dict):
        return {key: plain(value) for key, value in thing.items()}
    return [plain(each) for each in thing] if isinstance(thing, list | tuple) else thing


def all_figures() -> dict[str, Any]:
    """All positions of all variants of the games that have modules."""
    return {
        f"{game} {variant} {number}": plain(figures(position))
        for game in BUILT_IN
        for variant in GAMES[game]
        for number, position in enumerate(positions(game, variant))
    }


def main() -> None:
    """Print all figures, and which compiled functions were called."""
    called = set()
    call = Entry.__call__

    def count(self: Entry, args: tuple[Any, ...]) -> Any:
        called.add((self.file.name, self.symbol))
        return call(self, args)

    Entry.__call__ = count  # type: ignore[method-assign]
    print(json.dumps(all_figures() | {"called": sorted(called)}))


if __name__ == "__main__":
    main()
