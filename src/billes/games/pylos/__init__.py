"""Pylos: stack a pyramid, save your balls, put the last one on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..spec import GameSpec

if TYPE_CHECKING:
    from .. import spec
    from . import (
        board,
        encoding,
        evaluator,
        explain,
        figures,
        handling,
        lessons,
        notation,
        puzzles,
        rules,
        sentences,
        tablebase,
    )

    # the type checker holds every part against its protocol
    PARTS: tuple[spec.Rules, spec.Notation, spec.Explain, spec.Board, spec.Handling]
    PARTS = rules, notation, explain, board, handling
    OPTIONAL: tuple[
        spec.Sentences, spec.Evaluator, spec.Tablebase, spec.Puzzles, spec.Figures, spec.Lessons, spec.Encoding
    ]
    OPTIONAL = sentences, evaluator, tablebase, puzzles, figures, lessons, encoding

VARIANTS = ("standard", "children", "expert", "standard-icga", "children-icga", "expert-icga")
SPEC = GameSpec(
    name="pylos",
    package=__name__,
    variants=VARIANTS,
    showcase=("standard", "1112221122121211/.212121../.2../. 1", "2a2"),
    solvable=VARIANTS,
    recommended="expert",
)
