"""HTTP: games, sentences, rules, free positions and pictures of them."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated, Any, Literal

from litestar import Request, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import Parameter
from msgspec import Raw

from ... import __version__
from ...core import sentences as catalogue
from ...core.position import read, start
from ...games.registry import spec_of, working
from ...puzzle.puzzle import count_of
from ...tablebase import solvable
from ..decoding import HttpRequest
from ..errors import NO_POSITION, NO_TABLE, Refused
from ..messages import requests, responses
from ..messages.positions import GameInfo, Showcase, Variant, View
from ..network.middleware import PICTURE_POLICY
from ..services import Services
from ..work import answers, drawing
from . import rules_pages
from .tables import levels_of

Language = Annotated[str, Parameter(pattern=r"^[a-z]{2,8}(-[A-Za-z0-9]{2,8})?$")]
Text = Annotated[str, Parameter(max_length=300)]
Short = Annotated[str, Parameter(max_length=60)]
UNCHANGED = {304: ResponseSpec(None, description="what `If-None-Match` names is still the same")}
PICTURES = {"content-security-policy": PICTURE_POLICY, "cache-control": "public, max-age=86400"}


# -------------------------------------------------------------------------------------------------------- the server
@get("/health", summary="The state of the server")
async def health(services: Services) -> responses.Health:
    """Whether all is well."""
    page = (services.settings.static / "index.html").exists()
    return responses.Health(True, __version__, len(services.lobby.tables), services.sockets.count, page)


@get("/games", summary="Games, variants and levels", uncompressed=True, responses=UNCHANGED)
async def games(request: Request[Any, Any, Any], services: Services) -> Response[list[GameInfo]]:
    """The games that can be played here."""
    return await services.answers.constant(request, _games)


def _games() -> bytes:
    from ...engine.levels import about

    found = []
    for game, variants in working().items():
        first = {variant: _first(game, variant) for variant in variants}
        listed = []
        for variant, (players, text) in first.items():
            levels = levels_of(game, variant)
            told = [responses.sendable(about(level, game, variant)) for level in levels]
            listed.append(
                Variant(variant, players, text, levels, told, solvable(game, variant), count_of(game, variant))
            )
        shown = spec_of(game).showcase
        card = Showcase(*shown) if shown else None
        variant, text = (card.variant, card.text) if card else (listed[0].variant, listed[0].start)
        picture = _scene(game, variant, text)
        spec = spec_of(game)
        steps = len(spec.lessons.STEPS) if spec.has("lessons") else 0
        found.append(GameInfo(game, listed, card, picture, spec.recommended, spec.has("boards"), steps))
    return drawing.encode(found)


@cache
def _first(game: str, variant: str) -> tuple[int, str]:
    """Players and position text of a variant's start."""
    position = start(game, variant)
    return position.players, str(position)


@cache
def _scene(game: str, variant: str, text: str) -> Raw:
    """The scene of a position, as it is sent."""
    return drawing.joined(drawing.parts(read(game, variant, text)))


TERMINAL = (
    *("terminal.", "help.", "metavar.", "click.", "serve.", "site."),
    *("tablebase.", "match.", "figure.", "puzzles."),
)
"""How the keys of sentences begin that no page shows."""
PARTS = {
    "lessons": ("lesson.",),
    "training": ("page.train.", "puzzle.", "theme.", "verdict.", "practice."),
}
"""How the keys of sentences begin that only one part of the page shows: the others need not wait for them."""


@get("/languages", summary="The languages there are")
async def languages() -> list[responses.LanguageInfo]:
    """The languages of the catalogue."""
    return [responses.LanguageInfo(code, language.name) for code, language in catalogue.languages().items()]


@get(
    "/sentences/{language:str}",
    summary="The catalogue of sentences",
    uncompressed=True,
    refuses=("not-found",),
    responses=UNCHANGED,
)
async def sentences(language: Language, request: Request[Any, Any, Any], services: Services) -> Response[Any]:
    """The sentences of a language that all pages show, key to text; those of the terminal and of PARTS are left out."""
    return await _catalogue(language, request, services, "")


@get(
    "/sentences/{language:str}/{part:str}",
    summary="The sentences of a part of the page",
    uncompressed=True,
    refuses=("not-found",),
    responses=UNCHANGED,
)
async def part_sentences(
    language: Language, part: Short, request: Request[Any, Any, Any], services: Services
) -> Response[Any]:
    """The sentences of a language that only the `lessons` or only the `training` show, key to text."""
    if part not in PARTS:
        raise Refused("not-found")
    return await _catalogue(language, request, services, part)


async def _catalogue(language: str, request: Request[Any, Any, Any], services: Services, part: str) -> Response[Any]:
    if language not in catalogue.languages():
        raise Refused("not-found", "error.no-language")
    return await services.answers.constant(request, _sentences, language, part)


def _sentences(language: str, part: str) -> bytes:
    return drawing.encode({key: text for key, text in catalogue.catalogue(language).items() if _part_of(key) == part})


def _part_of(key: str) -> str | None:
    """The part of the page that alone shows a sentence; "" where all do, None where no page does."""
    if key.startswith(TERMINAL):
        return None
    return next((part for part, prefixes in PARTS.items() if key.startswith(prefixes)), "")


@get(
    "/rules/{language:str}/{game:str}", summary="A rules page", uncompressed=True, refuses=NO_TABLE, responses=UNCHANGED
)
async def rules(
    language: Language, game: Short, request: Request[Any, Any, Any], services: Services
) -> Response[responses.RulesPage]:
    """The rules of a game as safe HTML; or `reference`, `notation` and `sources`, which are about all games."""
    known = language if language in catalogue.languages() else catalogue.FALLBACK
    return await services.answers.constant(request, _rules, game, known)


def _rules(game: str, language: str) -> bytes:
    return drawing.encode(rules_pages.rules_page(game, language))


@get("/pictures/{name:str}", summary="A figure of the rules", media_type="image/svg+xml", refuses=("not-found",))
async def figure(name: Annotated[str, Parameter(pattern=r"^[a-z0-9-]{1,60}\.svg$")]) -> Response[bytes]:
    """A picture that the rules pages show."""
    picture = await asyncio.to_thread(rules_pages.figure, name)
    return Response(picture, media_type="image/svg+xml", headers=PICTURES)


@get("/examples/{name:str}", summary="An example game of the rules", media_type="text/plain", refuses=("not-found",))
async def example(name: Annotated[str, Parameter(pattern=r"^[a-z0-9-]{1,60}\.txt$")]) -> str:
    """The record of a game that the rules pages show."""
    return await asyncio.to_thread(rules_pages.example, name)


# -------------------------------------------------------------------------------------------------------- positions
@post("/position", status_code=200, summary="A free position", uncompressed=True, refuses=(*NO_POSITION, "illegal"))
async def position(data: requests.PositionRequest, request: HttpRequest, services: Services) -> Response[View]:
    """Any position with its scene, gestures and legal moves; after a move, if one is given."""
    asked = data.game, data.variant, data.text, data.board, data.move, data.touched
    return await services.answers.respond(request, answers.view, *asked)


@post("/position/setup", status_code=200, summary="What can be set up by hand", uncompressed=True, refuses=NO_POSITION)
async def set_up(
    data: requests.PositionRequest, request: HttpRequest, services: Services
) -> Response[responses.MoreGestures]:
    """What can be set up by hand in a position besides marbles: gestures that end in the text they make."""
    return await services.answers.respond(request, answers.set_up, data.game, data.variant, data.text)


@post(
    "/position/why",
    status_code=200,
    summary="Why a handle may not be touched",
    uncompressed=True,
    refuses=(*NO_POSITION, "illegal"),
)
async def why(data: requests.WhyNot, request: HttpRequest, services: Services) -> Response[responses.Because]:
    """Why a handle may not be touched in a free position, after some touches."""
    asked = data.game, data.variant, data.text, data.handle, data.touched
    return await services.answers.respond(request, answers.why, *asked)


@get(
    "/svg",
    summary="A position as a picture",
    media_type="image/svg+xml",
    uncompressed=True,
    refuses=(*NO_POSITION, "illegal"),
)
async def picture(
    request: HttpRequest,
    services: Services,
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
    asked = game, variant, text, last, size, rail, theme == "dark", language
    return await services.answers.respond(request, answers.picture, *asked, kind="image/svg+xml", headers=PICTURES)


ROUTES = [
    health, games, languages, sentences, part_sentences, rules, figure, example, position, set_up, why, picture,
]  # fmt: skip
