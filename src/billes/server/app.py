"""The application: routes, errors and middleware around the services of one server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotAuthorizedException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from .. import __version__
from .api import analysis, explore, lessons, pages, people, positions, practice, tables, training
from .decoding import HttpRequest, malformed
from .errors import Refused
from .messages.responses import Problem
from .network.middleware import Middleware
from .services import Services
from .settings import Settings
from .watching.metrics import sample

log = logging.getLogger(__name__)

_CODES = {400: "malformed", 404: "not-found", 405: "wrong-method", 413: "too-large"}
"""The codes of what the framework itself refuses."""


def create_app(settings: Settings, services: Services | None = None) -> Middleware:
    """An ASGI application for these settings."""
    services = services or Services(settings)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await services.open()
        sampling = asyncio.create_task(sample(services.lobby.metrics))
        try:
            yield
        finally:
            sampling.cancel()
            await services.close()

    long = Router("/", route_handlers=analysis.LONG_ROUTES, request_max_body_size=settings.limits.record)
    routes = [*people.ROUTES, *tables.ROUTES, *positions.ROUTES, *lessons.ROUTES]
    routes += [*analysis.ROUTES, *explore.ROUTES, *training.ROUTES, *practice.ROUTES]
    api = Router(
        "/api",
        route_handlers=[*routes, long, pages.docs, pages.openapi],
        cache_control=CacheControlHeader(no_store=True),
    )
    app = Litestar(
        route_handlers=[api, pages.page],
        lifespan=[lifespan],
        dependencies={
            "services": Provide(lambda: services, sync_to_thread=False, use_cache=True),
            "visitor": Provide(_visitor, sync_to_thread=False),
        },
        exception_handlers={
            Refused: _refused,
            HTTPException: _http,
            UnicodeError: _unreadable,
            RecursionError: _unreadable,
            Exception: _trouble,
        },
        # Streams are marked `uncompressed`: an event has to leave at once.
        compression_config=CompressionConfig(
            "gzip", gzip_compress_level=5, minimum_size=1000, exclude_opt_key="uncompressed"
        ),
        request_class=HttpRequest,
        request_max_body_size=settings.limits.body,
        openapi_config=OpenAPIConfig(
            title="Billes",
            version=__version__,
            description="Marble games: tables to play at. See docs/api.md for the socket.",
            # The framework's own description is not quite true; ours is at /api/openapi.json.
            openapi_router=Router("/api/schema", route_handlers=[], include_in_schema=False, guards=[_nobody]),
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        debug=False,
        logging_config=None,
    )
    return Middleware(app, services.sockets, settings)


def _visitor(request: Request[Any, Any, Any]) -> str:
    """The fingerprint of the visitor; the middleware has set it for every request under `/api`."""
    visitor = request.scope.get("visitor")
    if not isinstance(visitor, str):
        raise NotAuthorizedException
    return visitor


def _nobody(connection: Any, handler: Any) -> None:
    """There is nothing here for anybody."""
    raise Refused("not-found")


def _problem(refused: Refused) -> Response[Problem]:
    return Response(refused.problem, status_code=refused.status, media_type="application/json", headers=refused.headers)


def _refused(request: Request[Any, Any, Any], error: Refused) -> Response[Problem]:
    return _problem(error)


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    code = _CODES.get(error.status_code)
    if code is None:
        return _trouble(request, error)
    if code == "malformed":
        for one in error.extra if isinstance(error.extra, list) else []:
            return _problem(malformed(str(one.get("message", "")), str(one.get("key", ""))))
        return _problem(Refused(code, detail=str(error.detail).split(" for ")[0][:300]))
    response = _problem(Refused(code))
    response.headers.update(error.headers or {})  # which methods are allowed
    return response


def _unreadable(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """A body that is not text, or nested without end."""
    return _problem(Refused("malformed", "error.not-json"))


def _trouble(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    if not request.scope.get("gone"):
        log.error("%s %s", request.scope.get("method", ""), request.scope.get("path", ""), exc_info=error)
    return _problem(Refused("trouble"))
