"""The widget of `position.board()`: made with anywidget, so that it works in Jupyter, VS Code and Colab."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from ..core.position import Position
from .state import Board

# neither is typed as strictly as this project is
anywidget: Any = import_module("anywidget")
traitlets: Any = import_module("traitlets")

HERE = Path(__file__).parent


class BoardWidget(anywidget.AnyWidget):  # type: ignore[misc]  # see above
    """A board to play on: touch what is lit, ask the engine, step through its lines.

    `widget.position` is the position of the game, `widget.game` the game with all its moves.
    """

    _esm = HERE / "board.js"
    _css = HERE / "board.css"
    shown = traitlets.Dict().tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self, position: Position, *, language: str = "en", dark: bool = False, seconds: float = 1.0, **more: Any
    ) -> None:
        super().__init__(**more)
        self.board, self.seconds = Board(position, language, dark), seconds
        self.on_msg(self._asked)
        self._show()

    @property
    def game(self) -> Any:
        """The game that is played on the board."""
        return self.board.game

    @property
    def position(self) -> Position:
        """The position of the game."""
        return self.board.game.position

    def play(self, move: str) -> None:
        """Play a move."""
        self.board.play(move)
        self._show()

    def think(self, seconds: float | None = None, nodes: int | None = None) -> None:
        """Show the engine's lines."""
        self.busy = True
        try:
            self.board.think(None if nodes else seconds or self.seconds, nodes)
        finally:
            self.busy = False
        self._show()

    def _repr_mimebundle_(self, **wanted: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The widget; for those who read the notebook without its kernel also the position as a picture and a text."""
        data, about = super()._repr_mimebundle_(**wanted)
        return data | {"image/svg+xml": self.shown["picture"], "text/plain": repr(self.position)}, about

    def _asked(self, _: Any, message: dict[str, Any], __: Any) -> None:
        """What somebody did to the board in the notebook."""
        match message:
            case {"do": "touch", "handle": str(handle)}:
                self.board.touch(handle)
            case {"do": "undo"}:
                self.board.undo()
            case {"do": "follow", "line": int(line), "count": int(count)}:
                self.board.follow(line, count)
            case {"do": "think"}:
                self.think()
                return
        self._show()

    def _show(self) -> None:
        self.shown = self.board.shown()
