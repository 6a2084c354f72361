"""The evaluators of the games, seen from the search, and how files of weights are read and written.

A file of weights (`games/GAME/weights/NAME.txt`) holds one group of features per line: its name, then for every feature
the weight of the opening and, after a slash, that of the ending where it differs. `python bench/tune.py GAME VARIANT`
makes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

from ..core.jit import table
from ..core.position import Position
from ..games.registry import spec_of
from ..games.spec import Evaluator
from . import defaults

Weights = Sequence[int]


@cache
def evaluator_of(game: str) -> Evaluator:
    """What the engine knows of a game: its evaluator, or one that knows nothing."""
    return spec_of(game).evaluator if has_evaluator(game) else defaults


@cache
def has_evaluator(game: str) -> bool:
    """Whether a game has an evaluator of its own."""
    return spec_of(game).has("evaluator")


@cache
def weights_of(game: str, variant: str) -> Weights:
    """The weights of a variant's evaluation."""
    return evaluator_of(game).weights(variant)


@cache
def first_weights_of(game: str, variant: str) -> Weights:
    """The weights of a variant before anything was learnt; MissingPart where the game has no evaluator."""
    return spec_of(game).evaluator.first_weights(variant)


def logit_of(position: Position) -> int:
    """How many hundredths of a marble multiply the odds of winning by e."""
    return evaluator_of(position.game).logit(position.variant)


def uses_tree_search(position: Position) -> bool:
    """Whether the tree search plays a position: it is stronger there, or alpha-beta cannot play it."""
    game, variant = position.game, position.variant
    return position.players > 2 or not has_evaluator(game) or variant in evaluator_of(game).TREE_SEARCH


# --------------------------------------------------------------------------------------------------------- weights
def packed(pairs: Iterable[tuple[int, int]]) -> Weights:
    """Weights of opening and ending as the search wants them, both in one word."""
    return table(early + (late << 32) for early, late in pairs)


def read_weights(package: str, name: str) -> list[tuple[int, int]]:
    """The weights of a game's file: for every feature those of opening and ending."""
    return parse_weights((files(package) / "weights" / f"{name}.txt").read_text(encoding="utf-8"))


def parse_weights(text: str) -> list[tuple[int, int]]:
    """The weights that a text holds."""
    found = []
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        for word in line.partition(":")[2].split():
            early, _, late = word.partition("/")
            found.append((int(early), int(late or early)))
    return found


def format_weights(groups: Iterable[tuple[str, int]], pairs: Sequence[tuple[int, int]], title: str) -> str:
    """The text of some weights."""
    lines, at = [f"# {title}"], 0
    for name, size in groups:
        words = [str(early) if early == late else f"{early}/{late}" for early, late in pairs[at : at + size]]
        lines.append(f"{name}: {' '.join(words)}")
        at += size
    return "\n".join(lines) + "\n"
