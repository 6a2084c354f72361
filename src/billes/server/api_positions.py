"""HTTP: games, words, rules, free positions, pictures, and thoughts about them."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import cache
from typing import Annotated, Any, Literal

from litestar import Request, Response, get, post, put
from litestar.params import Parameter
from litestar.response import ServerSentEvent, ServerSentEventMessage
from sqlalchemy import delete, insert

from .. import __version__
from ..core import sentences as words
from ..core.errors import IllegalMove, UnknownGame
from ..core.position import start
from ..games.registry import spec_of, working
from ..scenes.svg import svg
from . import render, rulebook, schema
from . import requests as ask
from . import responses as say
from .api_tables import TableId, name_of, position_of
from .errors import Refused
from .guard import PICTURE_POLICY
from .house import House
from .names import clean
from .thinker import Found, Job

Language = Annotated[str, Parameter(pattern=r"^[a-z]{2,8}(-[A-Za-z0-9]{2,8})?$")]
Text = Annotated[str, Parameter(max_length=300)]
Short = Annotated[str, Parameter(max_length=60)]
Lines = Annotated[int, Parameter(ge=1, le=5)]
Seconds = Annotated[float, Parameter(ge=0.1, le=60)]
PICTURES = {"content-security-policy": PICTURE_POLICY, "cache-control": "public, max-age=86400"}


# -------------------------------------------------------------------------------------------------------- the house
@get("/health", summary="How the server is")
async def health(house: House) -> say.Health:
    """Whether all is well."""
    page = (house.settings.static / "index.html").exists()
    return say.Health(True, __version__, len(house.hall.tables), house.lines.count, page)


@get("/me", summary="Who I am")
async def me(house: House, visitor: str) -> say.Me:
    """What the visitor is called."""
    return say.Me(await name_of(house.store, visitor))


@put("/me", summary="Call me so")
async def rename(data: ask.NewName, house: House, visitor: str) -> say.Me:
    """Take a name for tables to come."""
    name = clean(data.name)
    forget = delete(schema.visitors).where(schema.visitors.c.id == visitor)
    await house.store.put("", (), [(forget, {}), (insert(schema.visitors), {"id": visitor, "name": name})])
    return say.Me(name)


@get("/games", summary="Games, variants and levels")
async def games() -> list[say.GameInfo]:
    """What one can set a table for."""
    return await asyncio.to_thread(_games)


def _games() -> list[say.GameInfo]:
    found = []
    for game, variants in working().items():
        first = {variant: _first(game, variant) for variant in variants}
        listed = [
            say.Variant(variant, players, text, render.levels_of(game, variant))
            for variant, (players, text) in first.items()
        ]
        shown = spec_of(game).showcase
        found.append(say.GameInfo(game, listed, say.Showcase(*shown) if shown else None))
    return found


@cache
def _first(game: str, variant: str) -> tuple[int, str]:
    """Players and position text of a variant's start."""
    position = start(game, variant)
    return position.players, str(position)


@get("/words/{language:str}", summary="The page's words")
async def speak(language: Literal["en", "fr"]) -> dict[str, Any]:
    """All sentences of a language, key to text."""
    return dict(words.catalogue(language))


@get("/languages", summary="The languages there are")
async def languages() -> list[say.LanguageInfo]:
    """The languages in which sentences can be had."""
    return [say.LanguageInfo(code, language.name) for code, language in words.languages().items()]


@get("/sentences/{language:str}", summary="The catalogue of sentences")
async def sentences(language: Language, request: Request[Any, Any, Any]) -> Response[Any]:
    """All sentences of a language, key to text."""
    if language not in words.languages():
        raise Refused("not-found", "error.no-language")
    body = render.encode(await asyncio.to_thread(words.catalogue, language))
    headers = {"etag": f'"{hashlib.sha256(body).hexdigest()[:20]}"', "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(None, status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


@get("/rules/{language:str}/{game:str}", summary="A rules page")
async def rules(language: Language, game: Short) -> say.RulesPage:
    """The rules of a game as safe HTML."""
    try:
        return await asyncio.to_thread(rulebook.page, game, language)
    except UnknownGame as error:
        raise Refused("unknown-game", detail=str(error)) from error


@get("/pictures/{name:str}", summary="A figure of the rules", media_type="image/svg+xml")
async def figure(name: Annotated[str, Parameter(pattern=r"^[a-z0-9-]{1,60}\.svg$")]) -> Response[bytes]:
    """A picture the rules pages show."""
    picture = await asyncio.to_thread(rulebook.picture, name)
    return Response(picture, media_type="image/svg+xml", headers=PICTURES)


# -------------------------------------------------------------------------------------------------------- positions
@post("/position", status_code=200, summary="A free position")
async def position(data: ask.PositionAsked) -> say.View:
    """Any position with its scene, gestures and legal moves; after a move, if one is given."""
    before = position_of(data.game, data.variant, data.text)
    if not data.move:
        return render.view(None, before)
    try:
        after = before.play(data.move)
    except IllegalMove as error:
        raise Refused("illegal", detail=str(error)) from error
    return render.view(before, after, 1, data.touched)


@post("/position/setup", status_code=200, summary="What can be set up by hand")
async def set_up(data: ask.PositionAsked) -> say.MoreGestures:
    """What a hand may set up in a position besides marbles: gestures that end in the text they make."""
    position_of(data.game, data.variant, "")
    return render.set_up(data.game, data.text)


@post("/position/why", status_code=200, summary="Why a handle may not be touched")
async def why(data: ask.WhyNot) -> say.Because:
    """Why a handle may not be touched in a free position, after some touches."""
    return render.because(position_of(data.game, data.variant, data.text), data.handle, data.touched)


@get("/svg", summary="A position as a picture", media_type="image/svg+xml")
async def picture(
    game: Short,
    variant: Short = "",
    text: Text = "",
    last: Short = "",
    theme: Literal["light", "dark"] = "light",
    language: Language = "en",
    rail: bool = False,
    size: Annotated[int, Parameter(ge=40, le=2000)] = 720,
) -> Response[str]:
    """The flat view of a position."""
    shown = position_of(game, variant, text)
    try:
        drawn = svg(shown, last=last, size=size, rail=rail, dark=theme == "dark", language=language)
    except (ValueError, KeyError, IndexError) as error:  # a last move that cannot have led here
        raise Refused("illegal", detail=f"{last} does not lead to this position") from error
    return Response(drawn, media_type="image/svg+xml", headers=PICTURES)


# --------------------------------------------------------------------------------------------------------- thoughts
@get("/analysis", summary="Think about a free position")
async def analysis(
    house: House,
    visitor: str,
    game: Short,
    variant: Short = "",
    text: Text = "",
    lines: Lines = 3,
    seconds: Seconds = 10,
) -> ServerSentEvent:
    """Engine lines as server-sent events."""
    shown = position_of(game, variant, text)
    job = Job(0, "lines", shown.game, shown.variant, str(shown), lines=lines, seconds=seconds)
    return _stream(house, visitor, job)


@get("/tables/{name:str}/analysis", summary="Think about a table")
async def table_analysis(
    name: TableId,
    house: House,
    visitor: str,
    ply: Annotated[int | None, Parameter(ge=0)] = None,
    lines: Lines = 3,
    seconds: Seconds = 10,
) -> ServerSentEvent:
    """Engine lines about a table after some of its moves, once the game is over or if one plays alone."""
    async with house.hall.at(name) as live:
        _may_think(live.table.rights(visitor))
        job = house.minds.job(live.table, "lines", ply)
    job.lines, job.seconds = lines, seconds
    return _stream(house, visitor, job)


@get("/tables/{name:str}/review", summary="Judge a whole game")
async def review(name: TableId, house: House, visitor: str, seconds: Seconds = 0.3) -> ServerSentEvent:
    """Every move of a game with a mark, as server-sent events; `seconds` is for each move."""
    async with house.hall.at(name) as live:
        _may_think(live.table.rights(visitor))
        job = house.minds.job(live.table, "review")
    job.seconds = min(seconds, 2.0)
    return _stream(house, visitor, job)


def _may_think(rights: say.Rights) -> None:
    if not rights.analysis:
        raise Refused("not-allowed", "error.no-analysis")


def _stream(house: House, visitor: str, job: Job) -> ServerSentEvent:
    if house.thoughts[visitor] >= house.settings.limits.thoughts:
        raise Refused("too-many", "error.too-many-analyses")
    return ServerSentEvent(_thoughts(house, visitor, job))


async def _thoughts(house: House, visitor: str, job: Job) -> AsyncGenerator[ServerSentEventMessage, None]:
    house.thoughts[visitor] += 1
    try:
        async with aclosing(house.minds.analysis(job)) as found:
            async for one in found:
                for event, message in _events(one):
                    yield ServerSentEventMessage(data=render.encode(message).decode(), event=event)
        yield ServerSentEventMessage(data="{}", event="done")
    except Refused as refused:
        yield ServerSentEventMessage(data=render.encode(render.problem(refused)).decode(), event="error")
    finally:
        house.thoughts[visitor] -= 1
        if not house.thoughts[visitor]:
            del house.thoughts[visitor]


def _events(found: Found) -> list[tuple[str, say.Thought | say.Marked | say.Problem]]:
    if found.error:
        return [("error", render.problem(Refused("busy", "error.engine-failed", detail=found.error)))]
    if found.thought is not None:
        return [("thought", found.thought)]
    return [("marked", found.marked)] if found.marked is not None else []


ROUTES = [
    health, me, rename, games, languages, sentences, speak, rules, figure,
    position, set_up, why, picture, analysis, table_analysis, review,
]  # fmt: skip
