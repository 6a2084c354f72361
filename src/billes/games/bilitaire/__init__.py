"""Bi-litaire: solitaire for two. One jumps marbles, the other slides the trays away under them."""

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
        setup,
    )

    # the type checker holds every part against its protocol
    PARTS: tuple[spec.Rules, spec.OtherSpellings, spec.Explain, spec.Board, spec.Handling]
    PARTS = rules, notation, explain, board, handling
    OPTIONAL: tuple[spec.Setup, spec.Sentences, spec.Evaluator, spec.Puzzles, spec.Figures, spec.Lessons, spec.Encoding]
    OPTIONAL = setup, sentences, evaluator, puzzles, figures, lessons, encoding
    MORE: tuple[spec.Bounded, spec.PlayedInRounds]
    MORE = puzzles, puzzles

SPEC = GameSpec(
    name="bilitaire",
    package=__name__,
    variants=("match", "round"),
    showcase=("match", "o.oo.o../oooooooo/__.o.o__/__oooo__/__o..o__/__o.oo__/oooo.o.o/oooo.o.o m - 1 -", "A2v1"),
)
