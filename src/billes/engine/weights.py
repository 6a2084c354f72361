"""The weights of all evaluations, all of them fitted: how they are read and written.

`fitted/GAME-VARIANT.txt` holds one group of features a line: its name, then for every feature the weight of the opening
and, behind a slash, that of the ending where it differs. Make them anew with `python bench/tune.py GAME VARIANT`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

from ..core.jit import table
from ..games.registry import spec_of

Weights = Sequence[int]

# How many hundredths of a marble multiply the odds of winning by e.
LOGIT = 100
LOGITS = {"quits four": 40, "bilitaire match": 300, "bilitaire round": 300}
# Variants that share their weights: the last three marbles of Quits `standard` are `simple`, and a match of Bi-litaire
# is two rounds.
SAME = {
    "quits-simple": "quits-standard",
    "bilitaire-match": "bilitaire-round",
}


def packed(pairs: Iterable[tuple[int, int]]) -> Weights:
    """Weights of opening and ending as the search wants them, both in one word."""
    return table(early + (late << 32) for early, late in pairs)


@cache
def weights_of(game: str, variant: str) -> Weights:
    """The weights of a variant's evaluation."""
    name = f"{game}-{variant.removesuffix('-icga')}"
    name = SAME.get(name, name)
    text = files(spec_of(game).package) / "weights" / f"{name.removeprefix(game + '-')}.txt"
    pairs = unwritten(text.read_text())
    if variant == "four":  # it knows no opening and no ending
        return table(weight for weight, _ in pairs)
    return packed(pairs)


def unwritten(text: str) -> list[tuple[int, int]]:
    """The weights of a file."""
    found = []
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        for word in line.partition(":")[2].split():
            early, _, late = word.partition("/")
            found.append((int(early), int(late or early)))
    return found


def written(groups: Iterable[tuple[str, int]], pairs: Sequence[tuple[int, int]], title: str) -> str:
    """The file of some weights."""
    lines, at = [f"# {title}"], 0
    for name, size in groups:
        words = [str(early) if early == late else f"{early}/{late}" for early, late in pairs[at : at + size]]
        lines.append(f"{name}: {' '.join(words)}")
        at += size
    return "\n".join(lines) + "\n"
