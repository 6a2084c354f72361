"""Balanx: jump and side-step on a board that tilts before every move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..spec import GameSpec

if TYPE_CHECKING:
    from .. import spec
    from . import (
        board,
        boards,
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
    )

    # the type checker holds every part against its protocol
    PARTS: tuple[spec.Rules, spec.Notation, spec.Explain, spec.Board, spec.Handling]
    PARTS = rules, notation, explain, board, handling
    OPTIONAL: tuple[
        spec.Boards, spec.Sentences, spec.Evaluator, spec.Puzzles, spec.Figures, spec.Lessons, spec.Encoding
    ]
    OPTIONAL = boards, sentences, evaluator, puzzles, figures, lessons, encoding

SPEC = GameSpec(
    name="balanx",
    package=__name__,
    variants=("standard", "small", "large"),
    showcase=("standard", "..222../...1.1./1.1.2../.1.1.../1.1.2.2/.11..22/2.....2/....... 1", "g7f7"),
)
