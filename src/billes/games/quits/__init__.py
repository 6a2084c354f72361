"""Quits: march diagonally, or slide the very tiles you stand on, and get your marbles out of the far corner."""

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

SPEC = GameSpec(
    name="quits",
    package=__name__,
    variants=("standard", "simple", "four"),
    showcase=("four", "...../1..../22144/3313./2.4.. 2 -", "b2c3"),
    solvable=("standard", "simple"),
)
