"""A sheet of characters one can paint on anywhere, for terminals with colours and without."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Style(NamedTuple):
    """How a character is painted: ink and ground as colours of the 256 a terminal knows, None for its own."""

    ink: int | None = None
    ground: int | None = None
    bold: bool = False

    def code(self) -> str:
        """The escape sequence that switches from plain to this style."""
        codes = ["1"] if self.bold else []
        codes += [] if self.ink is None else [f"38;5;{self.ink}"]
        codes += [] if self.ground is None else [f"48;5;{self.ground}"]
        return f"\x1b[{';'.join(codes)}m" if codes else ""


PLAIN = Style()
RESET = "\x1b[0m"


@dataclass
class Canvas:
    """Characters by row and column, each with its style; what was never painted is blank."""

    cells: dict[tuple[int, int], tuple[str, Style]] = field(default_factory=dict)

    def put(self, row: int, column: int, text: str, style: Style = PLAIN) -> None:
        """Paint a run of characters; a style without a ground keeps the ground that is there."""
        for n, sign in enumerate(text):
            here = row, column + n
            ground = style.ground if style.ground is not None else self.ground(*here)
            self.cells[here] = sign, style._replace(ground=ground)

    def ground(self, row: int, column: int) -> int | None:
        """The ground of a cell."""
        return self.cells.get((row, column), (" ", PLAIN))[1].ground

    @property
    def height(self) -> int:
        """The number of rows painted on, from row 0."""
        return 1 + max((row for row, _ in self.cells), default=-1)

    def lines(self, colour: bool) -> list[str]:
        """The rows as text, without blanks at their ends unless those are coloured."""
        found: dict[int, dict[int, tuple[str, Style]]] = {}
        for (row, column), cell in self.cells.items():
            found.setdefault(row, {})[column] = cell
        return [self._line(found.get(row, {}), colour) for row in range(self.height)]

    def _line(self, cells: dict[int, tuple[str, Style]], colour: bool) -> str:
        blank = " ", PLAIN
        written = [cells.get(column, blank) for column in range(1 + max(cells, default=-1))]
        if not colour:
            return "".join(sign for sign, _ in written).rstrip()
        while written and written[-1] == blank:
            written.pop()
        line, now = "", PLAIN
        for sign, style in written:
            if style != now:
                line += (RESET if now != PLAIN else "") + style.code()
                now = style
            line += sign
        return line + (RESET if now != PLAIN else "")
