"""Three Men's Morris: place three marbles, slide them along the lines, and bring them into one row.

The rules in short; `rulebook/en.md` has them in full. Nine points, a1 to c3, are joined by eight lines: the ranks, the
files and the two long diagonals. The players place their three marbles in turn, each on a free point. Then they slide
one marble per turn along a line to a free point next to it, in the variant `free` to any free point. The first player
with three marbles on one line wins, also while marbles are still being placed. Nobody can be left without a move: with
six marbles on nine points there always is one. A position that comes for the third time is a draw, as in all games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from billes.games.spec import GameSpec

if TYPE_CHECKING:
    from billes.games import spec

    from . import board, encoding, evaluator, explain, handling, notation, rules, sentences

    # the type checker holds every part against its protocol
    PARTS: tuple[spec.Rules, spec.Notation, spec.Explain, spec.Board, spec.Handling]
    PARTS = rules, notation, explain, board, handling
    OPTIONAL: tuple[spec.Sentences, spec.Evaluator, spec.Encoding]
    OPTIONAL = sentences, evaluator, encoding

SPEC = GameSpec(
    name="morris",
    package=__name__,
    variants=("standard", "free"),
    showcase=("standard", "2.2/2.1/11. 2", "b2b3"),
)
