"""The figures of the rules of Balanx. The sheet had one, the start; the others are additions of ours."""

from __future__ import annotations

from ...scenes.figures import Figure, Forbidden

MIDDLE = ".1.1../.111../..12.1/.2.121/..2.1./.2222./..2.2. 2"

FIGURES = (
    Figure("1", "standard"),
    Figure("2a", "small", MIDDLE, may=("b4a4",), sheet=False),
    Figure("2b", "small", MIDDLE, played="b4a4", sheet=False),
    Figure("3", "standard", may=("a6a4",), sheet=False),
    Figure("4", "small", "...1../..112./.2.221/.1212./.1121./.12.2./..2... 1", may=("b5b2",), sheet=False),
    Figure("5a", "standard", may=("a5b5",), may_not=(Forbidden("c7c6", "c7", "c6"),), sheet=False),
    Figure("5b", "standard", played="a5b5", sheet=False),
    Figure("6a", "small", "..1111/..111./....11/2....1/.2.2../2222../.222.. 1", may=("c2f2",), sheet=False),
    Figure("6b", "small", "..1111/..111./....11/2....1/.2.2../2222../.222.. 1", played="c2f2", sheet=False),
    Figure(
        "7",
        "small",
        "..1111/...1.1/....21/...121/2.1.2./.2.2../2.222. 2",
        may_not=(Forbidden("e4e2", "e4", "e2"),),
        sheet=False,
    ),
)
"""All of them, in the order of the rules."""
