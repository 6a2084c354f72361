"""The figures of the rules of Quits, 1 to 6 as on the rule sheet; how each was reconstructed stands in the sources."""

from __future__ import annotations

from ...scenes.figures import Figure, Forbidden

ROW = ".1.../11.../.1.2./..2../..22. 1 -"
LAST = ".1.../1..../.2.../...1./..22. 1 -"

FIGURES = (
    Figure("1", "standard"),
    Figure(
        "3",
        "standard",
        ".11../1..../..1.2/....2/..22. 1 -",
        may=("c3b4", "c3d4", "c3d2"),
        may_not=(Forbidden("c3b2", "c3", "b2"),),
    ),
    Figure("4a", "standard", ROW, may=("3>",)),
    Figure("4b", "standard", ROW, played="3>"),
    Figure("4c", "standard", ".1.../11.../..1.2/..2../..22. 2 3<", may_not=(Forbidden("3<", "e3", "d3"),), sheet=False),
    Figure("2", "standard", LAST, may=("d4e5",)),
    Figure("2b", "standard", LAST, played="d4e5", sheet=False),
    Figure("2c", "standard", ".1.../1...2/...../..2.1/..22. 2 -", may=("e^",), sheet=False),
    Figure("5", "simple"),
    Figure("6", "four"),
)
"""All of them, in the order of the rules."""
