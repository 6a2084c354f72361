"""HTTP: solved variants, walked through move by move, and making the tablebase of one."""

from __future__ import annotations

import asyncio

from litestar import Response, get, post

from ...core.sentences import Sentence
from ...games.registry import known
from ...tablebase import solvable
from ...tablebase.format import BadTablebase
from ...tablebase.probe import opened
from ...tablebase.solve import needs
from ..decoding import HttpRequest
from ..errors import NO_POSITION, Refused
from ..messages.explore import ExploredPosition, LevelMove, TablebaseState
from ..messages.responses import sendable
from ..services import Services
from ..work import answers
from ..work.answers import asker_of, position_of
from .positions import Short, Text


@get(
    "/explore/{game:str}/{variant:str}",
    summary="A position of a solved variant",
    uncompressed=True,
    refuses=(*NO_POSITION, "not-found"),
)
async def explore(
    game: Short, variant: Short, request: HttpRequest, services: Services, text: Text = ""
) -> Response[ExploredPosition]:
    """What a position is worth and what each of its moves is, from the tablebase, or else from the opening book."""
    _check(game, variant)
    state = await asyncio.to_thread(form_of, game, variant)
    return await services.answers.respond(request, answers.explored, game, variant, text, state)


@get(
    "/explore/{game:str}/{variant:str}/levels",
    summary="What strong levels play in a position",
    refuses=(*NO_POSITION, "not-found", "slow-down"),
)
async def levels(
    game: Short, variant: Short, request: HttpRequest, services: Services, text: Text = ""
) -> list[LevelMove]:
    """The moves that the strongest levels of the computer play in a position of a solved variant, weakest first."""
    _check(game, variant)
    return await services.computers.level_moves(asker_of(request), position_of(game, variant, text))


@get(
    "/explore/{game:str}/{variant:str}/tablebase",
    summary="The tablebase of a variant",
    refuses=("unknown-game", "not-found"),
)
async def tablebase(game: Short, variant: Short, services: Services) -> TablebaseState:
    """Whether the tablebase of a variant is there, what making it takes, and how far that is."""
    return await _state(services, game, variant)


@post(
    "/explore/{game:str}/{variant:str}/tablebase",
    status_code=202,
    summary="Make the tablebase of a variant",
    refuses=("unknown-game", "not-found", "not-allowed"),
)
async def make_tablebase(game: Short, variant: Short, services: Services) -> TablebaseState:
    """Begin to make the tablebase of a variant, on servers that allow it. Asking again changes nothing."""
    _check(game, variant)
    await services.solving.start(game, variant)
    return await _state(services, game, variant)


async def _state(services: Services, game: str, variant: str) -> TablebaseState:
    _check(game, variant)
    solving, what = services.solving, needs(game, variant)
    form = await asyncio.to_thread(form_of, game, variant)
    work, failed = await solving.look(*known(game, variant))
    working = work if form != "distances" else None
    return TablebaseState(
        form=form,
        minutes=what.minutes,
        memory=what.memory,
        disk=what.disk,
        allowed=solving.allowed,
        share=working.share if working else None,
        left=working.left if working else None,
        trouble=sendable(Sentence("error.trouble")) if failed else None,
    )


def _check(game: str, variant: str) -> None:
    """Refused where there is no such variant, or it cannot be solved."""
    position_of(game, variant, "")
    if not solvable(game, variant):
        raise Refused("not-found", "error.unsolvable")


def form_of(game: str, variant: str) -> str:
    """What the tablebase of a variant holds: `distances`, `wdl`, or nothing where there is none that can be used."""
    try:
        file = opened().file(game, variant) if solvable(game, variant) else None
    except BadTablebase:
        return ""
    return "" if file is None else str(file.head["form"])


ROUTES = [explore, levels, tablebase, make_tablebase]
