"""The figures of the rules of Pylos, A to F as on the rule sheet; how each was reconstructed stands in the sources."""

from __future__ import annotations

from ...scenes.figures import Figure, Forbidden

SQUARE = "11..1...2..2..2./........./..../. 1"
UPPER = "1221212.12121..2/11.1...../..../. 1"

FIGURES = (
    Figure("a", "standard", whole=True),
    Figure("b1", "standard", "2....12..21.1.../........./..../. 1", may=("2b2",)),
    Figure("b2", "standard", "1....12..21....2/........./..../. 1", may=("1a1>2b2",)),
    Figure(
        "b3",
        "standard",
        "12..211..21...../....2..../..../. 1",
        may_not=(Forbidden("1c2>2a1", "1c2", "2a1"), Forbidden("1a1>2a1", "1a1", "2a1")),
        sheet=False,
    ),
    Figure("c1", "standard", SQUARE, played="1b2-1b1-1b2", halfway=True),
    Figure("c2", "standard", SQUARE, played="1b2-1b1-1b2"),
    Figure("d1", "standard", UPPER, may=("1a4>2b2-2a1-2b1",)),
    Figure("d2", "standard", UPPER, played="1a4>2b2-2a1-2b1", halfway=True),
    Figure("d3", "standard", UPPER, played="1a4>2b2-2a1-2b1"),
    Figure("e", "standard", "2112121112222212/111212111/2221/. 2", played="4a1"),
    Figure("f1", "expert", "111.2..2..2...../........./..../. 1", played="1d1-1a1-1d1", halfway=True),
    Figure("f2", "expert", "1212211212211221/11....2../..../. 1", played="2c1-2a1-2c1", halfway=True),
)
"""All of them, in the order of the rules."""
