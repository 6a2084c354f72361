"""Four marble games: Pylos, Quits, Balanx and Bi-litaire.

>>> import billes
>>> position = billes.start("quits")
>>> str(position.play("b2c3"))
'.11../1..../1.1.2/...22/..22. 2 -'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .core.errors import BadPosition, BadRecord, IllegalMove, UnknownGame
    from .core.game import Game
    from .core.playouts import Playouts, playouts
    from .core.position import Move, Outcome, Position, read, start
    from .core.record import load, load_all
    from .engine.analysis import analyse
    from .games.registry import GAMES
    from .puzzle.puzzle import BadPuzzles, NoPuzzles, Puzzle, puzzles
    from .tablebase.format import BadTable, BadTablebase, NoTable, NoTablebase
    from .tablebase.probe import Probe, probe

__version__ = "0.2.0"

__all__ = [
    "GAMES", "BadPosition", "BadPuzzles", "BadRecord", "BadTable", "BadTablebase", "Game", "IllegalMove", "Move",
    "NoPuzzles", "NoTable", "NoTablebase", "Outcome", "Playouts", "Position", "Probe", "Puzzle", "UnknownGame",
    "analyse", "load", "load_all", "playouts", "probe", "puzzles", "read", "start",
]  # fmt: skip

# Compiled rules take a quarter of a second to load, and looking for games of other distributions some milliseconds:
# both happen when first asked for.
_LATER = {
    "BadPosition": "core.errors",
    "BadPuzzles": "puzzle.puzzle",
    "BadRecord": "core.errors",
    "BadTable": "tablebase.format",
    "BadTablebase": "tablebase.format",
    "GAMES": "games.registry",
    "Game": "core.game",
    "IllegalMove": "core.errors",
    "Move": "core.position",
    "NoPuzzles": "puzzle.puzzle",
    "NoTable": "tablebase.format",
    "NoTablebase": "tablebase.format",
    "Outcome": "core.position",
    "Playouts": "core.playouts",
    "Position": "core.position",
    "Probe": "tablebase.probe",
    "Puzzle": "puzzle.puzzle",
    "UnknownGame": "core.errors",
    "analyse": "engine.analysis",
    "load": "core.record",
    "load_all": "core.record",
    "playouts": "core.playouts",
    "probe": "tablebase.probe",
    "puzzles": "puzzle.puzzle",
    "read": "core.position",
    "start": "core.position",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'billes' has no attribute {name!r}")
    module = import_module(f"{__name__}.{_LATER[name]}")
    if _LATER[name] not in ("core.errors", "games.registry"):  # which load no rules
        _provide_drawing()
    value = getattr(module, name)
    globals()[name] = value
    return value


def _provide_drawing() -> None:
    """Let positions draw themselves in notebooks: `core` must not import `scenes` nor `notebook`."""
    from .core.position import Position

    if Position.to_svg is None:

        def draw(position: Position) -> str:
            from .scenes import svg

            return svg(position)

        def board(position: Position, **how: Any) -> Any:
            from .notebook.widget import BoardWidget

            return BoardWidget(position, **how)

        Position.to_svg, Position.to_widget = draw, board


def __dir__() -> list[str]:
    return sorted(__all__)
