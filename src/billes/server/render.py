"""From how a table stands to what is said about it: scenes, gestures, motions, sentences, as JSON.

Everything here depends on a position alone or on a table alone, and is made once however many listen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from msgspec import Raw, Struct, json

from ..core.position import Outcome, Position
from ..scenes import sentences as words
from ..scenes import setup
from ..scenes.build import scene
from ..scenes.gestures import Gestures, anchor, gestures
from ..scenes.motions import motions
from . import responses as say
from .errors import Refused
from .table import Table

encode = json.Encoder().encode
Parts = Mapping[str, bytes]
"""A scene, key by key, each already JSON."""


# ---------------------------------------------------------------------------------------------------- positions
class Look(Struct, frozen=True):
    """How a position looks: its scene in pieces, and what lies at each of its places, stores and slabs."""

    parts: Parts
    there: Mapping[str, object]


def parts(position: Position) -> Parts:
    """The scene of a position, key by key."""
    return look(position).parts


def look(position: Position) -> Look:
    """How a position looks."""
    return _look(position.game, position.variant, position.state, position.last.text if position.last else "")


@lru_cache(1024)
def _look(game: str, variant: str, state: tuple[int, ...], last: str) -> Look:
    made = scene(Position(game, variant, state), last=last)
    lying = made.lying
    there: dict[str, object] = {}
    on: Counter[str] = Counter()
    for place in made.places:
        marble = lying.get(place.id)
        there[place.id] = place.open, marble and marble.owner
        if marble is not None:
            on[place.on] += 1
    there |= {store.id: sum(seat in lying for seat in store.seats) for store in made.stores}
    there |= {slab.id: on[slab.id] for slab in made.slabs}
    return Look({name: encode(getattr(made, name)) for name in made.__dataclass_fields__}, there)


def joined(pieces: Parts) -> Raw:
    """Pieces of a scene as one object."""
    return Raw(b"{" + b",".join(b'"%s":%s' % (name.encode(), piece) for name, piece in pieces.items()) + b"}")


def changed(before: Parts, after: Parts) -> Raw:
    """What of a scene is not as it was."""
    return joined({name: piece for name, piece in after.items() if before.get(name) != piece})


def touchable(position: Position, prefix: Sequence[str] = ()) -> Raw:
    """What a hand may do, and what every handle is called."""
    graph = gestures(position, prefix)
    plain = graph.as_dict()
    plain["labels"] = labels(position, graph)
    return Raw(encode(plain))


def set_up(game: str, text: str) -> say.MoreGestures:
    """What a hand may set up besides marbles, and what every handle is called."""
    graph = setup.setup(game, text)
    plain = graph.as_dict()
    plain["labels"] = {handle: said.as_dict() for handle, said in setup.labels(game, graph).items()}
    return say.MoreGestures(Raw(encode(plain)), 0)


_labels: dict[tuple[object, ...], dict[str, Any]] = {}


def labels(position: Position, graph: Gestures) -> dict[str, Any]:
    """What every handle of a graph is, to the player to move.

    What a handle is called depends on what lies there and on who asks, and on nothing else: it is worked out once.
    """
    there, who = look(position).there, (position.game, position.variant, position.player)
    found = {}
    for handle in {handle: None for node in graph.nodes for handle in node.next}:
        key = (*who, handle, there.get(anchor(handle).id))
        said = _labels.get(key)
        if said is None:
            if len(_labels) > 20_000:
                _labels.clear()
            said = _labels[key] = words.handle_sentence(position, handle).as_dict()
        found[handle] = said
    return found


def moved(before: Position, after: Position, touched: Sequence[str] = ()) -> Raw:
    """What moves between two positions."""
    return Raw(encode([motion.as_dict() for motion in motions(before, after, touched)]))


def because(position: Position, handle: str, touched: Sequence[str], tag: str = "") -> say.Because:
    """Why a handle may not be touched."""
    try:
        found = words.refusal(position, handle, touched)
    except (ValueError, KeyError, IndexError):  # no such handle, or touches that cannot be
        found = words.Sentence("refused")
    return say.Because(sentences((found,)), tag)


def trembling(position: Position) -> bool:
    """Whether the board's weight speaks against the player to move."""
    return words.board_warning(position) is not None


def legal(position: Position) -> list[say.Legal]:
    """The legal moves by text and in sentences."""
    return [say.Legal(move.text, sentences(words.move_sentences(position, move.text))) for move in position.moves]


# ---------------------------------------------------------------------------------------------------- sentences
def levels_of(game: str, variant: str) -> list[int]:
    """The computer's levels that can play a variant now: the perfect one needs a tablebase."""
    from ..engine.levels import LEVELS, require

    found = []
    for level in LEVELS:
        with suppress(ValueError):
            found.append(require(level.number, game, variant).number)
    return found


def sentences(found: Iterable[words.Sentence]) -> list[say.Sentence]:
    """Sentences as they are sent."""
    return [say.Sentence(one.key, dict(one.params), dict(one.players)) for one in found]


def problem(refused: Refused) -> say.Problem:
    """An error as it is sent over HTTP."""
    return say.Problem(refused.code, say.Sentence(refused.key, dict(refused.params)), refused.message)


def refusal(refused: Refused, tag: str = "") -> say.Refusal:
    """An error as it is sent over a socket."""
    return say.Refusal(refused.code, say.Sentence(refused.key, dict(refused.params)), refused.message, tag)


def entry(before: Position, move: str, ply: int, clock: float | None = None) -> say.Entry:
    """A line of the move list."""
    return say.Entry(ply, before.player, move, sentences(words.move_sentences(before, move)), clock)


def entries(table: Table) -> list[say.Entry]:
    """The move list of a table."""
    game = table.game
    played = enumerate(zip(game.positions, game.moves, strict=False), 1)
    return [entry(before, move.text, ply, game.clocks.get(ply)) for ply, (before, move) in played]


def result(position: Position, outcome: Outcome | None) -> say.Result | None:
    """How a game ended."""
    if outcome is None:
        return None
    told = sentences(words.outcome_sentences(position, outcome))
    return say.Result(outcome.winner or 0, outcome.draw, outcome.reason, outcome.scores, told)


# ------------------------------------------------------------------------------------------------------- tables
def status(table: Table, trembles: bool | None = None) -> say.Status:
    """How a table stands. Whether the board trembles is worked out unless it is known."""
    position = table.position
    return say.Status(
        phase=table.phase,
        turn=table.turn,
        player=table.player,
        ply=table.ply,
        trembles=table.phase == "playing" and (trembling(position) if trembles is None else trembles),
        result=result(position, table.outcome),
        offer=table.offer,
    )


def seats(table: Table, visitor: str | None) -> list[say.Seat]:
    """The chairs as a visitor sees them; invitations are for the creator's eyes."""
    host = visitor is not None and visitor == table.setting.creator
    return [
        say.Seat(
            player=chair.player,
            kind=chair.kind,
            level=chair.level,
            name=chair.name,
            mine=chair.kind == "human" and visitor is not None and chair.visitor == visitor,
            free=chair.free,
            invite=f"/join/{chair.invite}" if host and chair.free else "",
            left=chair.left,
        )
        for chair in table.chairs
    ]


def clocks(table: Table) -> say.Clocks | None:
    """The clocks of a table."""
    clock = table.clock
    if clock is None:
        return None
    return say.Clocks(clock.main, clock.increment, list(clock.remaining), clock.running, clock.since)


def view(before: Position | None, position: Position, ply: int = 0, touched: Sequence[str] = ()) -> say.View:
    """A position with all one needs to draw and handle it, and what moved if a move led there."""
    end = position.outcome
    made = say.View(
        game=position.game,
        variant=position.variant,
        text=str(position),
        player=0 if end else position.player,
        scene=joined(parts(position)),
        gestures=touchable(position),
        moves=legal(position),
        trembles=trembling(position),
        result=result(position, end),
    )
    if before is not None and position.last is not None:
        made.motions = moved(before, position, touched)
        made.entry = entry(before, position.last.text, ply)
    return made
