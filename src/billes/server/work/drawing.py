"""How positions and moves look: scenes, gestures, motions, and labels for those who hear them.

Everything here depends on a position alone and is made once, however many readers there are. `drawers` has it drawn
in other processes when many tables move at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Raw, json

from ...core.position import Move, Position
from ...scenes import sentences as scene_sentences
from ...scenes import setup
from ...scenes.build import scene
from ...scenes.gestures import Gestures, anchor, gestures
from ...scenes.motions import motions
from ...scenes.scene import Scene
from ..messages.positions import Legal, View
from ..messages.responses import Because, MoreGestures, Sentence, entry, result, sentences

encode = json.Encoder().encode
Parts = Mapping[str, bytes]
"""A scene, key by key, each already JSON."""


# --------------------------------------------------------------------------------------------------------- scenes
def parts(position: Position) -> Parts:
    """The scene of a position, key by key."""
    return _parts(*_key(position))


@lru_cache(8)
def _scene(game: str, variant: str, state: tuple[int, ...], last: str) -> Scene:
    return scene(Position(game, variant, state), last=last)


@lru_cache(1024)
def _parts(game: str, variant: str, state: tuple[int, ...], last: str) -> Parts:
    made = _scene(game, variant, state, last)
    kept = _encoded.setdefault((game, variant), {})
    found = {}
    for name in made.__dataclass_fields__:
        value = getattr(made, name)
        known = kept.get(name)
        if known is None or known[0] is not value:  # most of a scene is the same in every position
            known = kept[name] = value, encode(value)
        found[name] = known[1]
    return found


_encoded: dict[tuple[str, str], dict[str, tuple[object, bytes]]] = {}
"""By game and variant: the parts of the last scene, and how they were written."""


def lying(position: Position) -> Mapping[str, object]:
    """What lies at each of a position's places, stores and slabs."""
    made = _scene(*_key(position))
    marbles = {marble.place: marble.owner for marble in made.marbles}
    on = Counter(place.on for place in made.places if place.id in marbles)
    there: dict[str, object] = {place.id: (place.open, marbles.get(place.id)) for place in made.places}
    there |= {store.id: sum(seat in marbles for seat in store.seats) for store in made.stores}
    there |= {slab.id: on[slab.id] for slab in made.slabs}
    return there


def joined(pieces: Parts) -> Raw:
    """Parts of a scene as one object."""
    return Raw(b"{" + b",".join(b'"%s":%s' % (name.encode(), piece) for name, piece in pieces.items()) + b"}")


def changed(before: Position, after: Position) -> Raw:
    """The parts of the scene that differ between two positions."""
    old, new = parts(before), parts(after)
    return joined({name: piece for name, piece in new.items() if old.get(name) != piece})


# ------------------------------------------------------------------------------------------------------- handling
def touchable(position: Position, prefix: Sequence[str] = ()) -> Raw:
    """What may be touched after some touches, and a label for every handle."""
    if not prefix:
        return Raw(_touchable(position))
    return Raw(_with_labels(position, gestures(position, prefix)))


def _touchable(position: Position) -> bytes:
    key = position.game, position.variant, position.state
    found = _graphs.get(key)
    if found is None:
        found = _graphs[key] = _with_labels(position, gestures(position))
        if len(_graphs) > 512:
            del _graphs[next(iter(_graphs))]
    return found


_graphs: dict[tuple[str, str, tuple[int, ...]], bytes] = {}


def _with_labels(position: Position, graph: Gestures) -> bytes:
    handles = dict.fromkeys(handle for node in graph.nodes for handle in node.next)
    named = b",".join(b"%s:%s" % pair for pair in zip(map(encode, handles), labels(position, handles), strict=True))
    return encode(graph.as_dict())[:-1] + b',"labels":{' + named + b"}}"


def touches(position: Position) -> dict[str, tuple[str, ...]]:
    """For every move the shortest sequence of touches that plays it."""
    found: dict[str, tuple[str, ...]] = {}
    for gesture in gestures(position):
        if gesture.move not in found or len(gesture.touches) < len(found[gesture.move]):
            found[gesture.move] = gesture.touches
    return found


def set_up(game: str, text: str) -> MoreGestures:
    """What can be set up by hand besides marbles, and a label for every handle."""
    graph = setup.setup(game, text)
    plain = graph.as_dict()
    plain["labels"] = {handle: said.as_dict() for handle, said in setup.labels(game, graph).items()}
    return MoreGestures(Raw(encode(plain)), 0)


_labels: dict[tuple[object, ...], bytes] = {}


def labels(position: Position, handles: Iterable[str]) -> Iterator[bytes]:
    """The labels of handles for the player to move, as JSON.

    A label depends on what lies there and on the player, and on nothing else: it is worked out once.
    """
    there, who = lying(position), (position.game, position.variant, position.player)
    for handle in handles:
        key = (who, handle, there.get(anchor(handle).id))
        label = _labels.get(key)
        if label is None:
            if len(_labels) > 20_000:
                _labels.clear()
            label = _labels[key] = encode(scene_sentences.handle_sentence(position, handle).as_dict())
        yield label


def because(position: Position, handle: str, touched: Sequence[str], tag: str = "") -> Because:
    """Why a handle may not be touched."""
    try:
        found = scene_sentences.refusal(position, handle, touched)
    except (ValueError, KeyError, IndexError):  # no such handle, or touches that cannot be
        found = scene_sentences.Sentence("refused")
    return Because(sentences((found,)), tag)


def warning(position: Position) -> Sentence | None:
    """What the board itself tells the player to move; often nothing."""
    found = scene_sentences.board_warning(position)
    return None if found is None else sentences((found,))[0]


# --------------------------------------------------------------------------------------------------------- moves
def legal(position: Position) -> list[Legal]:
    """The legal moves by text and in sentences."""
    return [Legal(move.text, sentences(scene_sentences.move_sentences(position, move.text))) for move in position.moves]


def view(before: Position | None, position: Position, ply: int = 0, touched: Sequence[str] = ()) -> View:
    """A position with all that is needed to draw and handle it, and what moved if a move led there."""
    end = position.outcome
    made = View(
        game=position.game,
        variant=position.variant,
        text=str(position),
        player=0 if end else position.player,
        scene=joined(parts(position)),
        gestures=touchable(position),
        moves=legal(position),
        warning=warning(position),
        result=result(position, end),
    )
    if before is not None and position.last is not None:
        made.motions = moved(before, position, touched)
        made.entry = entry(before, position.last.text, ply)
    return made


def moved(before: Position, after: Position, touched: Sequence[str] = ()) -> Raw:
    """What moves between two positions."""
    return Raw(encode([motion.as_dict() for motion in motions(before, after, touched)]))


class Job(NamedTuple):
    """What is to be drawn: a position, and what has changed since the one before where that is named."""

    game: str
    variant: str
    state: tuple[int, ...]
    last: str
    """The text of the move that led to it, or nothing."""
    before: tuple[tuple[int, ...], str] | None = None
    """State and last move of the position before; None where the whole scene is wanted."""
    moved: bool = False
    """Whether the last move led from there: then what moves is told too."""
    touched: tuple[str, ...] = ()
    handled: bool = False
    """Whether somebody needs to know what may be touched next."""


class Drawn(NamedTuple):
    """How a position looks, as JSON; what is empty was not wanted or is not there."""

    scene: bytes
    motions: bytes
    gestures: bytes
    warning: bytes
    legal: tuple[tuple[str, int], ...]
    """The legal moves, texts and codes, where gestures were wanted."""


def job_of(position: Position, handled: bool) -> Job:
    """A whole position to be drawn."""
    return Job(*_key(position), handled=handled and position.outcome is None)


def turn_job(before: Position, after: Position, moved: bool, touched: Sequence[str], handled: bool) -> Job:
    """What changed between two positions; `moved` says that the last move did it."""
    job = job_of(after, handled)
    return job._replace(before=_key(before)[2:], moved=moved, touched=tuple(touched) if moved else ())


def _key(position: Position) -> tuple[str, str, tuple[int, ...], str]:
    return position.game, position.variant, position.state, position.last.text if position.last else ""


def draw(job: Job) -> Drawn:
    """Draw what is wanted."""
    after = _position(job, job.state, job.last)
    before = None if job.before is None else _position(job, *job.before)
    told = warning(after)
    return Drawn(
        bytes(joined(parts(after)) if before is None else changed(before, after)),
        bytes(moved(before, after, job.touched)) if job.moved and before is not None else b"",
        bytes(touchable(after)) if job.handled else b"",
        b"" if told is None else encode(told),
        tuple((move.text, move.code) for move in after.moves) if job.handled else (),
    )


def _position(job: Job, state: tuple[int, ...], last: str) -> Position:
    return Position(job.game, job.variant, state, Move(last, 0) if last else None)
