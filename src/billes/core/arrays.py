"""numpy, where it is there, and what little does its work in a browser, where it is not."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
else:
    try:
        import numpy as np
    except ImportError:
        np = None

__all__ = ["Rows", "np", "read_only", "room"]

_LETTERS = {"|u1": "B", "|i1": "b", "<u2": "H", "<i2": "h", "<u4": "I", "<i4": "i", "<u8": "Q", "<i8": "q"}


class Rows:
    """Equally long rows of numbers, one after the other in `flat`; `rows[r, c]` is one of them."""

    def __init__(self, rows: int, columns: int, letter: str, fill: int) -> None:
        self.flat = array(letter, [fill]) * (rows * columns)
        self.rows, self.columns = rows, columns

    def __getitem__(self, at: tuple[int, int]) -> int:
        return self.flat[at[0] * self.columns + at[1]]

    def __setitem__(self, at: tuple[int, int], value: int) -> None:
        self.flat[at[0] * self.columns + at[1]] = value


def room(kind: str, rows: int, columns: int | None = None, fill: int = 0) -> Any:
    """Numbers of a kind such as "<i8", all the same: in a row, or in rows of so many."""
    if np is not None:
        return np.full(rows if columns is None else (rows, columns), fill, kind)
    if columns is None:
        return array(_LETTERS[kind], [fill]) * rows
    return Rows(rows, columns, _LETTERS[kind], fill)


def read_only(data: Any, kind: str, count: int, start: int) -> Any:
    """The numbers that lie in some bytes, in place."""
    if np is not None:
        return np.frombuffer(data, kind, count, start)
    return memoryview(data)[start : start + count * int(kind[2:])].cast(_LETTERS[kind])
