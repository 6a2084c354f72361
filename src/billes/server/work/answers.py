"""Answers that cost much, made in worker processes: free positions, pictures, whole games and records.

The functions that do it are given plain values and give the answer's body. `Answers` has them called, in fair turns,
and keeps the latest results, since many visitors ask for the same.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from litestar import Request, Response
from msgspec import Struct, structs

from ...core.errors import BadPosition, BadRecord, IllegalMove, MissingPart, UnknownGame
from ...core.game import ENDINGS, Game
from ...core.position import Move, Outcome, Position, read, start
from ...core.record import load_one
from ...scenes.svg import svg
from ...tablebase import solvable
from ...tablebase.explore import Choice, Explored, explore
from ...tablebase.probe import opened
from ..errors import Refused
from ..messages import requests
from ..messages.explore import ExploredMove, ExploredPosition
from ..messages.positions import RecordText
from ..messages.responses import result
from . import drawing
from .turns import Asker
from .whole_games import record_of, whole_game
from .workers import Lost, Workers

KEPT = 200
"""Answers that are kept."""
LARGE = 100_000
"""Bytes above which an answer is not kept."""
PAGE = 1_000
"""Moves of a whole game that are sent at once."""
WORTH = 1_000
"""Bytes from which on an answer is compressed."""

Place = tuple[str, str, tuple[int, ...], str]
"""A position as it is sent to another process: game, variant, state, and the move that led there."""


class Answers:
    """Has answers made in other processes, and keeps the latest ones."""

    def __init__(self, processes: int, workers: Callable[[int], Workers] = Workers) -> None:
        self.quick = workers(processes)
        self.long = workers(1)
        """For whole games, so that what takes a moment does not wait for what takes seconds."""
        self._kept: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()
        self._constant: dict[tuple[Any, ...], asyncio.Future[tuple[bytes, bytes, str]]] = {}
        self._woken = asyncio.Lock()
        """Held in turn by all who waited for the same: each is answered in a look of the event loop of its own."""

    @property
    def waiting(self) -> int:
        """How many answers wait to be made."""
        return len(self.quick.waiting) + len(self.long.waiting)

    async def close(self) -> None:
        """End all processes."""
        await self.quick.close()
        await self.long.close()

    async def make(self, asker: Asker, function: Callable[..., bytes], *arguments: Any) -> bytes:
        """What a function of this module gives; Refused where no process can do it in time."""
        long = function in LONG or arguments[0] in LONG
        key = (function.__name__, *arguments) if not long else ()
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        try:
            made = await (self.long if long else self.quick).run(asker, function, *arguments)
        except Lost as lost:
            raise Refused("busy", "error.overloaded") from lost
        if not long and len(made) <= LARGE:
            self._kept[key] = made
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return made

    async def respond(
        self,
        request: Request[Any, Any, Any],
        function: Callable[..., bytes],
        *arguments: Any,
        kind: str = "application/json",
        headers: Mapping[str, str] | None = None,
    ) -> Response[Any]:
        """The same as an answer to a request, compressed where its client accepts that."""
        zipped = "gzip" in request.headers.get("accept-encoding", "")
        body = await self.make(asker_of(request), _packed if zipped else _plain, function, *arguments)
        named = {"vary": "accept-encoding", **(headers or {})}
        if body[:1] == b"\x01":
            named["content-encoding"] = "gzip"
        return Response(body[1:], media_type=kind, headers=named)

    async def constant(
        self,
        request: Request[Any, Any, Any],
        make: Callable[..., bytes],
        *arguments: Any,
        kind: str = "application/json",
        headers: Mapping[str, str] | None = None,
        elsewhere: bool = False,
    ) -> Response[Any]:
        """What stays the same while the server runs: made and compressed once, however many ask for it together.

        It is not sent again to whoever has it. There may be few different arguments only: all of it is kept. What takes
        long is made `elsewhere`, in a worker process.
        """
        key = (make, *arguments)
        if key not in self._constant:
            forms = self._forms if elsewhere else asyncio.to_thread
            self._constant[key] = asyncio.ensure_future(forms(_all_forms, make, *arguments))
        made = self._constant[key]
        try:
            if not made.done():
                await asyncio.wait([made])
                async with self._woken:
                    await asyncio.sleep(0)
            body, zipped, tag = await asyncio.shield(made)
        except Exception:  # what cannot be made is not kept
            self._constant.pop(key, None)
            raise
        named = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding", **(headers or {})}
        if request.headers.get("if-none-match") == tag:
            return Response(None, status_code=304, headers=named)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(zipped, media_type=kind, headers={**named, "content-encoding": "gzip"})
        return Response(body, media_type=kind, headers=named)

    async def _forms(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Made in a worker process, for everybody: it goes on though one of those who asked has gone."""
        try:
            return await self.quick.run(Asker(), function, *arguments)
        except Lost as lost:
            raise Refused("busy", "error.overloaded") from lost


def _all_forms(make: Callable[..., bytes], *arguments: Any) -> tuple[bytes, bytes, str]:
    """A body, the same compressed, and its tag."""
    body = make(*arguments)
    return body, gzip.compress(body, 9, mtime=0), f'"{hashlib.sha256(body).hexdigest()[:20]}"'


def asker_of(request: Request[Any, Any, Any]) -> Asker:
    """Who makes a request; the middleware has found out."""
    asker = request.scope.get("asker")
    assert isinstance(asker, Asker)
    return asker


def _plain(function: Callable[..., bytes], *arguments: Any) -> bytes:
    """In a worker: an answer's body, marked as it is."""
    return b"\x00" + function(*arguments)


def _packed(function: Callable[..., bytes], *arguments: Any) -> bytes:
    """In a worker: an answer's body, compressed where that is worth it."""
    body = function(*arguments)
    return b"\x01" + gzip.compress(body, 5, mtime=0) if len(body) > WORTH else b"\x00" + body


# ------------------------------------------------------------------------------------------------------- positions
def place_of(position: Position) -> Place:
    """A position as it is sent to another process."""
    return position.game, position.variant, position.state, position.last.text if position.last else ""


def position_at(place: Place) -> Position:
    """A position that was sent to this process."""
    game, variant, state, last = place
    return Position(game, variant, state, Move(last, 0) if last else None)


def position_of(game: str, variant: str, text: str, board: str = "") -> Position:
    """A position by its text, or the usual start; a refusal says what is wrong with it, or with the board."""
    try:
        if text:
            return read(game, variant or None, text, board=board or None)
        return start(game, variant or None, board=board or None)
    except (BadPosition, MissingPart) as error:
        raise Refused("bad-position", detail=error.sentence) from error
    except UnknownGame as error:
        raise Refused("unknown-game", error.sentence) from error


def view(game: str, variant: str, text: str, board: str, move: str, touched: tuple[str, ...]) -> bytes:
    """In a worker: a free position, after a move if one is given."""
    before = position_of(game, variant, text, board)
    if not move:
        return drawing.encode(drawing.view(None, before))
    try:
        after = before.play(move)
    except IllegalMove as error:
        raise Refused("illegal", error.sentence) from error
    return drawing.encode(drawing.view(before, after, 1, touched))


def ply_view(before: Place | None, after: Place, ply: int, clock: float | None, outcome: Outcome | None) -> bytes:
    """In a worker: a position of a game after so many moves, and how the game ended if it did so there."""
    position = position_at(after)
    made = drawing.view(None if before is None else position_at(before), position, ply)
    if made.entry is not None:
        made.entry = structs.replace(made.entry, clock=clock)
    if outcome is not None:
        made.result = result(position, outcome)
    return drawing.encode(made)


def legal(place: Place) -> bytes:
    """In a worker: the legal moves."""
    return drawing.encode(drawing.legal(position_at(place)))


def touchable(place: Place, touched: tuple[str, ...]) -> bytes:
    """In a worker: what may be touched after some touches."""
    try:
        return bytes(drawing.touchable(position_at(place), touched))
    except IllegalMove as error:
        raise Refused("illegal", error.sentence) from error


def because(place: Place, handle: str, touched: tuple[str, ...]) -> bytes:
    """In a worker: why a handle may not be touched."""
    return drawing.encode(drawing.because(position_at(place), handle, touched))


def why(game: str, variant: str, text: str, handle: str, touched: tuple[str, ...]) -> bytes:
    """In a worker: the same for a free position."""
    return because(place_of(position_of(game, variant, text)), handle, touched)


def set_up(game: str, variant: str, text: str) -> bytes:
    """In a worker: what can be set up by hand besides marbles."""
    position_of(game, variant, "")
    return drawing.encode(drawing.set_up(game, text))


def picture(game: str, variant: str, text: str, last: str, size: int, rail: bool, dark: bool, language: str) -> bytes:
    """In a worker: the flat view of a position."""
    shown = position_of(game, variant, text)
    try:
        return svg(shown, last=last, size=size, rail=rail, dark=dark, language=language).encode()
    except (ValueError, KeyError, IndexError) as error:  # a last move that cannot have led here
        raise Refused("illegal", "illegal.last", move=last) from error


def explored(game: str, variant: str, text: str, form: str) -> bytes:
    """In a worker: what is known of a position of a solved variant. `form` is that of its tablebase."""
    position = position_of(game, variant, text)
    if not solvable(game, position.variant):
        raise Refused("not-found", "error.unsolvable")
    found = explore(position, opened())
    told = {legal.move: legal.sentences for legal in drawing.legal(position)}
    moves = [
        ExploredMove(each.move, told[each.move], **_worth(each), keeping=each.keeping, replies=each.replies)
        for each in found.moves
    ]
    player = 0 if position.outcome is not None else position.player
    return drawing.encode(
        ExploredPosition(
            position.game, position.variant, str(position), player, found.source, **_worth(found), moves=moves
        )
    )


def _worth(found: Explored | Choice) -> dict[str, Any]:
    return {"value": found.value, "depth": found.depth}


# ----------------------------------------------------------------------------------------------------- whole games
class Played(Struct):
    """A game as it is sent to another process."""

    game: str
    variant: str
    start: str
    moves: list[str]
    clocks: dict[int, float]
    tags: dict[str, str]
    ended: tuple[str, int | None] | None
    """How it was ended off the board: the reason and the winner."""


def played(game: Game, tags: dict[str, str]) -> Played:
    """A game as it is sent to another process."""
    end = game.outcome
    ended = (end.reason, end.winner) if end is not None and end.reason in ENDINGS else None
    texts = [move.text for move in game.moves]
    return Played(game.game, game.variant, str(game.positions[0]), texts, dict(game.clocks), tags, ended)


def _again(sent: Played) -> Game:
    game = Game(sent.game, sent.variant, start=sent.start, tags=sent.tags)
    for move in sent.moves:
        game.play(move)
    game.clocks.update(sent.clocks)
    if sent.ended is not None:
        game.end(*sent.ended)
    return game


def table_game(sent: Played, names: list[str], analysis: bool, after: int) -> bytes:
    """In a worker: a page of a game with all its positions."""
    whole = whole_game(_again(sent), names, after=after, most=PAGE)
    whole.analysis = analysis
    return drawing.encode(whole)


def table_record(sent: Played) -> bytes:
    """In a worker: a game as a record."""
    return _again(sent).record().encode()


class PlayedLine(Struct):
    """Some positions of a line of play, by their texts."""

    variant: str
    first: int
    """How many moves come before the first of them."""
    texts: list[str]


def played_line(asked: requests.ReviewRequest, before: int, most: int) -> bytes:
    """In a worker: the positions of a line of play about moves to be reviewed. What comes after its end is left out."""
    game = Game(asked.game, asked.variant or None, start=position_of(asked.game, asked.variant, asked.start))
    for move in asked.moves[: asked.after + most]:
        if game.outcome is not None:
            break
        try:
            game.play(move)
        except IllegalMove as error:
            raise Refused("illegal", error.sentence) from error
    first = max(0, asked.after - before)
    return drawing.encode(PlayedLine(game.variant, first, [str(position) for position in game.positions[first:]]))


def record(text: str, number: int) -> bytes:
    """In a worker: a game of a record with all its positions."""
    try:
        game, count = load_one(text, number)
    except BadRecord as error:
        raise Refused("bad-record", detail=error.sentence) from error
    return drawing.encode(whole_game(game, count=count))


def written(asked: requests.WriteRecord) -> bytes:
    """In a worker: a game with lines beside it as a record."""
    return drawing.encode(RecordText(record_of(asked)))


LONG = (table_game, table_record, played_line, record, written)
"""What takes seconds, and is not kept."""
