"""How positions and moves look: scenes, gestures, motions and sentences, here or, under load, in another process.

Everything here depends on a position alone and is made once, however many readers there are. A quiet server draws in
its own process. When many tables move at once another process draws, so that the event loop only judges and sends.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import lru_cache
from multiprocessing.connection import wait
from typing import Any, NamedTuple

from msgspec import Raw, Struct, json

from ..core.position import Move, Outcome, Position
from ..scenes import sentences as scene_sentences
from ..scenes import setup
from ..scenes.build import scene
from ..scenes.gestures import Gestures, anchor, gestures
from ..scenes.motions import motions
from .responses import Because, Entry, MoreGestures, Result, Sentence, sendable
from .responses_positions import Legal, View

log = logging.getLogger(__name__)

BUSY = 40.0
"""Moves per second above which another process draws."""
MANY_SOCKETS = 100
"""Open sockets from which such a rate is expected."""
DEADLINE = 4.0
"""Seconds after which the other process is taken for stuck: the move is drawn here, and the process replaced."""

encode = json.Encoder().encode
Parts = Mapping[str, bytes]
"""A scene, key by key, each already JSON."""


# --------------------------------------------------------------------------------------------------------- scenes
class Look(Struct, frozen=True):
    """How a position looks: its scene in parts, and what lies at each of its places, stores and slabs."""

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
    """Parts of a scene as one object."""
    return Raw(b"{" + b",".join(b'"%s":%s' % (name.encode(), piece) for name, piece in pieces.items()) + b"}")


def changed(before: Position, after: Position) -> Raw:
    """The parts of the scene that differ between two positions."""
    old, new = parts(before), parts(after)
    return joined({name: piece for name, piece in new.items() if old.get(name) != piece})


# ------------------------------------------------------------------------------------------------------- handling
def touchable(position: Position, prefix: Sequence[str] = ()) -> Raw:
    """What may be touched after some touches, and a label for every handle."""
    graph = gestures(position, prefix)
    plain = graph.as_dict()
    plain["labels"] = labels(position, graph)
    return Raw(encode(plain))


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


_labels: dict[tuple[object, ...], dict[str, Any]] = {}


def labels(position: Position, graph: Gestures) -> dict[str, Any]:
    """A label for every handle of a graph, for the player to move.

    A label depends on what lies there and on the player, and on nothing else: it is worked out once.
    """
    there, who = look(position).there, (position.game, position.variant, position.player)
    found = {}
    for handle in {handle: None for node in graph.nodes for handle in node.next}:
        key = (*who, handle, there.get(anchor(handle).id))
        label = _labels.get(key)
        if label is None:
            if len(_labels) > 20_000:
                _labels.clear()
            label = _labels[key] = scene_sentences.handle_sentence(position, handle).as_dict()
        found[handle] = label
    return found


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


# ------------------------------------------------------------------------------------------------------ sentences
def sentences(found: Iterable[scene_sentences.Sentence]) -> list[Sentence]:
    """Sentences as they are sent."""
    return [sendable(one) for one in found]


def legal(position: Position) -> list[Legal]:
    """The legal moves by text and in sentences."""
    return [Legal(move.text, sentences(scene_sentences.move_sentences(position, move.text))) for move in position.moves]


def entry(before: Position, move: str, ply: int, clock: float | None = None) -> Entry:
    """A line of the move list."""
    return Entry(ply, before.player, move, sentences(scene_sentences.move_sentences(before, move)), clock)


def result(position: Position, outcome: Outcome | None) -> Result | None:
    """How a game ended."""
    if outcome is None:
        return None
    told = sentences(scene_sentences.outcome_sentences(position, outcome))
    return Result(outcome.winner or 0, outcome.draw, outcome.reason, outcome.scores, told)


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


# ---------------------------------------------------------------------------------------------------------- moves
class Drawn(Struct):
    """How a move looks, as JSON."""

    motions: bytes
    scene: bytes
    gestures: bytes
    """What may be touched next; empty where nobody needs it."""
    warning: Sentence | None


def moved(before: Position, after: Position, touched: Sequence[str] = ()) -> Raw:
    """What moves between two positions."""
    return Raw(encode([motion.as_dict() for motion in motions(before, after, touched)]))


def draw(before: Position, after: Position, touched: Sequence[str], handled: bool) -> Drawn:
    """Draw a move. `handled` says that somebody needs to know what may be touched next."""
    return Drawn(
        bytes(moved(before, after, touched)),
        bytes(changed(before, after)),
        bytes(touchable(after)) if handled and after.outcome is None else b"",
        warning(after),
    )


class Job(NamedTuple):
    """A move to be drawn in the other process."""

    game: str
    variant: str
    state: tuple[int, ...]
    last: str
    move: str
    touched: tuple[str, ...]
    handled: bool


def _draw_all(jobs: Sequence[Job]) -> list[Drawn]:
    """Draw moves, in the other process."""
    found = []
    for job in jobs:
        before = Position(job.game, job.variant, job.state, Move(job.last, 0) if job.last else None)
        found.append(draw(before, before.play(job.move), job.touched, job.handled))
    return found


class Drawing:
    """Draws moves, here or in another process: one batch at a time, while the next one gathers."""

    def __init__(self) -> None:
        self.pid = 0
        """The other process, 0 while there is none that is ready."""
        self._executor: ProcessPoolExecutor | None = None
        self._starting: asyncio.Task[None] | None = None
        self._waiting: list[tuple[Job, asyncio.Future[Drawn]]] = []
        self._sending: asyncio.Task[None] | None = None
        self._rate = 0.0
        self._last = time.monotonic()

    async def draw(self, before: Position, after: Position, touched: Sequence[str], handled: bool) -> Drawn:
        """Draw a move. Whatever happens to the other process, it is drawn within seconds."""
        self._count()
        executor = self._executor
        if self.pid and executor is not None:
            assert after.last is not None
            last = before.last.text if before.last else ""
            job = Job(before.game, before.variant, before.state, last, after.last.text, tuple(touched), handled)
            drawn: asyncio.Future[Drawn] = asyncio.get_running_loop().create_future()
            self._waiting.append((job, drawn))
            if self._sending is None:
                self._sending = asyncio.create_task(self._send())
            try:
                return await asyncio.wait_for(drawn, DEADLINE)
            except (TimeoutError, BrokenExecutor, OSError) as error:
                self._end(executor, repr(error))  # the next busy moment starts another
            except Exception:
                log.exception("the drawing process could not draw %s", after.last.text)
        return draw(before, after, touched, handled)

    async def _send(self) -> None:
        """Have drawn what waits, batch after batch."""
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                if self._executor is None:
                    raise BrokenExecutor("it has ended")
                results = await loop.run_in_executor(self._executor, _draw_all, [job for job, _ in batch])
            except Exception as error:
                for _, drawn in batch:
                    if not drawn.done():
                        drawn.set_exception(error)
            else:
                for (_, drawn), result in zip(batch, results, strict=True):
                    if not drawn.done():
                        drawn.set_result(result)
        self._sending = None

    def _count(self) -> None:
        """Keep the rate of moves, as an average over about a second, and start the other process when it is high."""
        now = time.monotonic()
        gap, self._last = now - self._last, now
        self._rate = self._rate * max(0.0, 1.0 - gap) + 1.0
        if self._rate > BUSY:
            self.start()

    def start(self) -> None:
        """Start the other process, if it is not there."""
        if self._executor is None and self._starting is None:
            self._starting = asyncio.create_task(self._start())

    async def _start(self) -> None:
        try:
            executor = await asyncio.to_thread(_spawn)
            self._executor = executor
            self.pid = await asyncio.get_running_loop().run_in_executor(executor, os.getpid)
        except (BrokenExecutor, OSError) as error:
            log.error("there is no process to draw: %r", error)
            if self._executor is not None:
                self._end(self._executor)
        finally:
            self._starting = None

    def _end(self, executor: ProcessPoolExecutor, reason: str = "") -> None:
        """End the other process, also one that is stuck."""
        if executor is self._executor:
            if reason:
                log.error("the drawing process is replaced: %s", reason)
            pid, self.pid, self._executor = self.pid, 0, None
            if pid:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            executor.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """End the other process."""
        if self._starting is not None:
            await asyncio.wait([self._starting])
        executor = self._executor
        if executor is not None:
            self._end(executor)
            await asyncio.to_thread(executor.shutdown)


def _spawn() -> ProcessPoolExecutor:
    """Start the process. It interprets the rules, as the server does: a move at a time needs no compiled code."""
    executor = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _prepare)
    before = os.environ.get("BILLES_INTERPRETED")
    os.environ["BILLES_INTERPRETED"] = "1"
    try:
        executor.submit(os.getpid)  # the first task starts the process
    finally:
        if before is None:
            del os.environ["BILLES_INTERPRETED"]
    return executor


def _prepare() -> None:
    """In the other process: leave Ctrl-C to the server, and end when the server has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(0)
