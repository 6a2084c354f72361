"""The figures of the rules of Bi-litaire. The text of the sheet refers to none: all are additions of ours."""

from __future__ import annotations

from ...scenes.figures import Figure, Forbidden

OPEN = "__oooo__/__oooo__/oooooooo/oooooooo/ooo.oo__/oooooo__/__oooooo/__oooooo m - 1 -"
DOUBLE = "__oooooo/__oooooo/ooo.__oo/oooo__oo/ooo.oo__/ooo.oo__/__oooooo/__oooooo m 2 1 -"
QUADRUPLE = "oooo__oo/o.oo__oo/oo..__oo/o.o.__oo/o..o__oo/o.o.__oo/o.__oooo/oo__oooo m 4 1 -"
LATE = "oooo__oo/o...__oo/o...__oo/o...__oo/o...__oo/o.oo__oo/o.__oooo/oo__oooo t - 1 -"

FIGURES = (
    Figure("1", "match", sheet=False),
    Figure("2a", "round", OPEN, may=("d3d5",), sheet=False),
    Figure("2b", "round", OPEN, played="d3d5", sheet=False),
    Figure("3a", "round", DOUBLE, may=("b5d5d3",), sheet=False),
    Figure("3b", "round", DOUBLE, played="b5d5d3", sheet=False),
    Figure("3c", "round", QUADRUPLE, may=("d2b2b4d4d6",), sheet=False),
    Figure("4", "round", LATE, may=("C4v3",), sheet=False),
    Figure("5", "round", LATE, may=("A2B2>1",), sheet=False),
    Figure("6", "round", LATE, may=("B1B3^1",), may_not=(Forbidden("B1B3>1", "B2", "C2"),), sheet=False),
    Figure("7a", "round", LATE, may=("xB2",), sheet=False),
    Figure("7b", "round", LATE, played="xB2", sheet=False),
)
"""All of them, in the order of the rules."""
