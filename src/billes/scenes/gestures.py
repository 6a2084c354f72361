"""What a hand touches to play: for every position the handles that may be touched next, up to a complete move.

A *handle* is a string, one of

- the id of a place of the scene: ``c3``, ``2b1``
- ``reserve:1``, a player's reserve; ``arrow:3>``, an arrow on the rail; ``tray:B1``, a tray; ``slot:C1``, where it goes
- ``announce:3``, ``done``, ``remove``, ``pass``: buttons that belong to no place

`anchor` tells which part of the scene a handle lies on. Several sequences of touches may lead to the same move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..core.errors import IllegalMove
from ..core.sentences import Params
from ..games.registry import spec_of

if TYPE_CHECKING:
    from ..core.position import Position
    from .handling import Hand, Trie
    from .motions import Motion

ROOM = 2000
"""How many touches a tree holds before what lies deeper is left to be asked for."""

Next: TypeAlias = int | str
"""What a touch leads to: the number of a node, or the text of the move it completes."""


@dataclass(frozen=True, slots=True)
class Gesture:
    """One way of playing a move: its text and the handles touched, in order."""

    move: str
    touches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A moment of a turn: what is asked, what may be touched and what it leads to."""

    ask: str
    """What is asked now: the catalogue has the sentences ``ask.KEY`` and ``ask.KEY.more``."""
    next: Mapping[str, Next]
    """Every handle that may be touched, and where it leads."""
    params: Params = field(default_factory=dict)
    """What the sentences' placeholders stand for."""
    held: tuple[str, ...] = ()
    """What is in hand: the place of the lifted marble, or the ids of slabs."""
    shows: tuple[Motion, ...] = ()
    """What the touch that led here has already moved, to be shown at once (and undone when the turn is put back)."""
    ends: Mapping[str, tuple[Motion, ...]] = field(default_factory=dict)
    """What each touch that completes a move moves, to be shown at once; a move may go on to move more."""
    more: bool = False
    """True where `next` was left empty to keep the tree small: ask for `gestures` with the touches so far."""

    def as_dict(self) -> dict[str, Any]:
        """Give the node as plain values without the defaults, ready to be sent as JSON."""
        plain: dict[str, Any] = {"ask": self.ask, "next": dict(self.next)}
        if self.params:
            plain["params"] = dict(self.params)
        if self.held:
            plain["held"] = list(self.held)
        if self.shows:
            plain["shows"] = [motion.as_dict() for motion in self.shows]
        if self.ends:
            plain["ends"] = {handle: [motion.as_dict() for motion in end] for handle, end in self.ends.items()}
        if self.more:
            plain["more"] = True
        return plain


@dataclass(frozen=True, slots=True)
class Gestures:
    """All that a hand may do, as a graph that begins at `nodes[0]`, after the touches of `prefix`."""

    nodes: tuple[Node, ...]
    """No nodes where no move is possible: the game is over."""
    prefix: tuple[str, ...] = ()

    def walk(self, touches: Sequence[str]) -> Node | str:
        """Where a sequence of touches leads: the node reached, or the text of the move it completes."""
        reached: Node | str = self.nodes[0] if self.nodes else Node("over", {})
        for handle in touches:
            if isinstance(reached, str) or handle not in reached.next:
                raise IllegalMove.of("illegal.touch", touches=" ".join((*self.prefix, *touches)))
            target = reached.next[handle]
            reached = target if isinstance(target, str) else self.nodes[target]
        return reached

    def __iter__(self) -> Iterator[Gesture]:
        """Go through all complete gestures that the graph holds."""
        waiting: list[tuple[tuple[str, ...], Next]] = [(self.prefix, 0)] if self.nodes else []
        while waiting:
            touches, reached = waiting.pop()
            if isinstance(reached, str):
                yield Gesture(reached, touches)
            else:
                waiting += [((*touches, handle), target) for handle, target in self.nodes[reached].next.items()]

    def as_dict(self) -> dict[str, Any]:
        """Give the graph as plain values, ready to be sent as JSON."""
        return {"prefix": list(self.prefix), "nodes": [node.as_dict() for node in self.nodes]}


@dataclass(frozen=True, slots=True)
class Anchor:
    """The part of a scene a handle lies on: a place, store, slab or arrow by its id, or none for a button."""

    kind: Literal["place", "store", "slab", "arrow", "button"]
    id: str


@lru_cache(4096)
def anchor(handle: str) -> Anchor:
    """Tell where a handle is found in the scene.

    >>> anchor("tray:B1")
    Anchor(kind='slab', id='tray-B1')
    >>> anchor("reserve:2")
    Anchor(kind='store', id='reserve2')
    """
    kind, _, name = handle.rpartition(":")
    match kind:
        case "reserve":
            return Anchor("store", f"reserve{name}")
        case "tray":
            return Anchor("slab", f"tray-{name}")
        case "slot":
            return Anchor("place", name)
        case "arrow":
            return Anchor("arrow", name)
        case "announce":
            return Anchor("button", handle)
    return Anchor("button" if handle in ("done", "remove", "pass") else "place", handle)


def gestures(position: Position, prefix: Sequence[str] = (), room: int = ROOM) -> Gestures:
    """Tell what a hand may touch, from the beginning of the turn or from the touches of `prefix` on.

    The graph holds about `room` touches at most, nearest first; nodes beyond are marked with `more` and are asked for
    by their own prefix. IllegalMove is raised for a prefix that no move begins with, or that already is a whole move.
    """
    hand: Hand = spec_of(position.game).handling.Hand(position)
    trie: Trie = {}
    for touches, move in hand.sequences():
        _insert(trie, touches, move)
    detours = hand.detours(tuple(trie))
    touched, start = tuple(prefix), trie
    if touched and touched[0] in detours:
        start = {handle: trie[handle] for handle in detours[touched[0]]}
        if len(touched) > 1:
            touched = touched[1:]
        else:
            return Gestures(_flatten(hand, touched, start, {}, room), tuple(prefix))
    for handle in touched:
        after = _pruned(start.get(handle, ""))
        if isinstance(after, str):
            raise IllegalMove.of("illegal.touch.more", touches=" ".join(prefix))
        start = after
    if not start:
        return Gestures((), tuple(prefix))
    return Gestures(_flatten(hand, touched, start, {} if touched else detours, room), tuple(prefix))


def _insert(trie: Trie, touches: Sequence[str], move: str) -> None:
    """Add a sequence of touches."""
    *way, last = touches
    for handle in way:
        branch = trie.setdefault(handle, {})
        if isinstance(branch, str):
            raise AssertionError(f"{move}: touching {' '.join(touches)} would already have played {branch}")
        trie = branch
    if trie.setdefault(last, move) != move:
        raise AssertionError(f"{move}: touching {' '.join(touches)} also plays {trie[last]}")


def _pruned(branch: Trie | str) -> Trie | str:
    """Where nothing is left to touch but ``done``, the turn is done."""
    return branch["done"] if isinstance(branch, dict) and branch.keys() == {"done"} else branch


def _flatten(
    hand: Hand, touched: tuple[str, ...], start: Trie, detours: Mapping[str, tuple[str, ...]], room: int
) -> tuple[Node, ...]:
    """Number the branches, nearest first, and tell of each how the turn stands there."""
    waiting: list[tuple[tuple[str, ...], Trie]] = [(touched, start)]
    nodes: list[Node] = []
    while len(nodes) < len(waiting):
        so_far, trie = waiting[len(nodes)]
        handles = tuple(trie)
        prompt = hand.prompt(so_far, handles)
        following: dict[str, Next] = {}
        ends: dict[str, tuple[Motion, ...]] = {}
        more = room <= 0 and bool(nodes)
        for handle in () if more else handles:
            branch = _pruned(trie[handle])
            if isinstance(branch, str):
                following[handle] = branch
                if shown := hand.shows((*so_far, handle)):
                    ends[handle] = shown
            else:
                following[handle] = len(waiting)
                waiting.append(((*so_far, handle), branch))
        room -= len(following)
        shown = hand.shows(so_far) if so_far else ()
        nodes.append(Node(prompt.ask, following, prompt.params, prompt.held, shown, ends, more))
    for handle, onward in detours.items():
        prompt = hand.prompt((*touched, handle), onward)
        first, ends = nodes[0].next, {place: nodes[0].ends[place] for place in onward if place in nodes[0].ends}
        nodes[0] = replace(nodes[0], next={handle: len(nodes), **first})
        onto = {place: first[place] for place in onward}
        nodes.append(Node(prompt.ask, onto, prompt.params, prompt.held, ends=ends))
    return tuple(nodes)
