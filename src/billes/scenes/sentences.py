"""What is said about positions, moves, handles and endings, whatever the game; `render` puts it into words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from ..core.sentences import Language, Sentence, Text, catalogue, languages, own, render
from ..games.registry import spec_of
from . import defaults
from .gestures import anchor

if TYPE_CHECKING:
    from ..core.position import Outcome, Position
    from ..games import spec

    DEFAULTS: spec.Sentences = defaults  # the type checker holds the defaults against the protocol

__all__ = [
    "Language", "Sentence", "Text", "board_warning", "catalogue", "handle_sentence", "languages",
    "move_sentences", "outcome_sentences", "own", "refusal", "render",
]  # fmt: skip


@cache
def _of(game: str) -> spec.Sentences:
    """What a game says: its own sentences, or those that fit every game."""
    found = spec_of(game)
    return found.sentences if found.has("sentences") else defaults


def move_sentences(before: Position, move: str) -> tuple[Sentence, ...]:
    """What a move does, in one sentence or two.

    >>> from billes.core.position import start
    >>> render(move_sentences(start("quits"), "b2c3"), "en", {1: "Papa"})
    'Papa plays b2 to c3.'
    """
    return _of(before.game).move(before, move)


def handle_sentence(position: Position, handle: str, reader: int | None = None) -> Sentence:
    """What a handle is, to a reader: by default the player to move, whose marbles are 'your marble'.

    >>> from billes.core.position import start
    >>> render(handle_sentence(start("quits"), "arrow:3>"))
    'slide rank 3 towards e'
    """
    return _of(position.game).handle(position, handle, position.player if reader is None else reader)


def refusal(position: Position, handle: str, touched: Sequence[str] = ()) -> Sentence:
    """Why a handle may not be touched after those already touched; meant for handles that gestures do not offer.

    >>> from billes.core.position import start
    >>> render(refusal(start("quits"), "d4"))
    'That one is not yours.'
    """
    if position.outcome is not None:
        return Sentence("refused.over")
    if anchor(handle).kind == "button":
        return Sentence("refused")
    return _of(position.game).refusal(position, handle, tuple(touched))


def outcome_sentences(position: Position, outcome: Outcome) -> tuple[Sentence, Sentence]:
    """Who won and why: 'Claire wins. The last ball is on the top.'"""
    if outcome.winner is not None:
        result = Sentence("end.won", players={"name": outcome.winner})
    else:
        result = Sentence("end.draw") if outcome.draw else Sentence(own("end.over", position.game))
    return result, _of(position.game).ending(position, outcome)


def board_warning(position: Position) -> Sentence | None:
    """What the board itself tells the player to move: that it would tip over were it not held; often nothing."""
    return None if position.outcome is not None else _of(position.game).warning(position)
