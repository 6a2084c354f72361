"""What a game says unless it has its own words: sentences that fit every game, for its `sentences` module to use.

A game without such a module says only these. All of them look at the scene and at the legal moves, never at rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.sentences import FALLBACK, Sentence, catalogue, own
from ..games.registry import spec_of
from .scene import MATTERS, Marble

if TYPE_CHECKING:
    from ..core.position import Outcome, Position


def move(before: Position, move: str) -> tuple[Sentence, ...]:
    """What a move does: who plays it, by its text."""
    who = {"name": before.player}
    return (Sentence("move.pass", players=who) if move == "pass" else Sentence("move", {"move": move}, who),)


def handle(position: Position, handle: str, reader: int) -> Sentence:
    """What a handle is, to a reader: a button, a reserve, or a place with the marble on it."""
    if handle in ("done", "pass"):
        return Sentence(own(f"handle.{handle}", position.game))
    kind, _, owner = handle.rpartition(":")
    if kind == "reserve":
        key = f"handle.reserve.{of(int(owner), reader)}"
        return Sentence(own(key, position.game), {"count": reserve(position, int(owner))})
    marble = _marble(position, handle)
    return place(position.game, handle, None if marble is None else marble.owner, reader)


def reserve(position: Position, player: int) -> int:
    """How many marbles a player has in reserve."""
    made = spec_of(position.game).board.scene(position, "")
    kept = (store for store in made.stores if store.kind == "reserve" and store.owner == player)
    return sum(seat in made.lying for store in kept for seat in store.seats)


def _marble(position: Position, place: str) -> Marble | None:
    """The marble on a place, if any."""
    return spec_of(position.game).board.scene(position, "").lying.get(place)


def place(game: str, place: str, owner: int | None, reader: int) -> Sentence:
    """A place with a marble of some player (0: of nobody), or with none."""
    key = "handle.place" if owner is None else "handle.marble" if owner == 0 else f"handle.marble.{of(owner, reader)}"
    return Sentence(own(key, game), {"place": place})


def of(owner: int, reader: int) -> str:
    """Whose it is, as the end of a key: the reader's own, or by its matter."""
    return "own" if owner == reader else MATTERS[owner]


def refusal(position: Position, handle: str, touched: tuple[str, ...]) -> Sentence:
    """Why a handle may not be touched after others: it is another player's, it is empty, or it cannot move."""
    kind, _, owner = handle.rpartition(":")
    if kind == "reserve":
        if int(owner) != position.player:
            return Sentence("refused.theirs")
        return Sentence("refused" if reserve(position, position.player) else "refused.reserve")
    marble = _marble(position, handle)
    return refused_place(None if marble is None else marble.owner, position.player, touched)


def refused_place(owner: int | None, player: int, touched: tuple[str, ...]) -> Sentence:
    """Why a place may not be touched, by the owner of the marble on it and by what is in hand."""
    if owner is None:
        return Sentence("refused" if touched else "refused.empty")
    if owner not in (0, player):
        return Sentence("refused.theirs")
    return Sentence("refused" if touched else "refused.stuck")


def ending(position: Position, outcome: Outcome) -> Sentence:
    """Why the game is over; with two players the one who lost is named where the sentence can do it."""
    key = f"why.{outcome.reason}"
    if outcome.winner and position.players == 2 and f"{key}.other" in catalogue(FALLBACK):
        return Sentence(f"{key}.other", players={"other": 3 - outcome.winner})
    return Sentence(key)


def warning(position: Position) -> Sentence | None:
    """What the board itself shows to the player to move: nothing."""
    return None
