"""The page itself: files built from `ui/`, and a plain word where they are not built."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get

from . import docs_page
from .errors import Refused
from .house import House

FOREVER = "public, max-age=31536000, immutable"
ASK = "no-cache"
PLACES = ("", "table", "join", "rules", "analysis")
"""The page's own addresses, by their first word."""
SMALLER = ("text/", "application/json", "application/manifest", "image/svg")
"""Kinds of files that are worth zipping."""
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")

UNBUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Billes</title>
<h1>The page is not built yet</h1>
<p>The server runs, and its interface is at <a href="/api/docs">/api/docs</a>. To build the page, run
<code>make play</code> in a checkout, or install the package: <code>pip install .</code></p>
<h1 lang="fr">La page n’est pas encore construite</h1>
<p lang="fr">Le serveur tourne, et son interface est sous <a href="/api/docs">/api/docs</a>.
Pour construire la page&nbsp;: <code>make play</code> dans le dépôt, ou installez le paquet&nbsp;:
<code>pip install .</code></p>
</html>
"""


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Request[Any, Any, Any], house: House, path: str = "") -> Response[bytes]:
    """A file of the page, or the page itself at any of its addresses."""
    answer = await asyncio.to_thread(_found, house.settings.static, path.strip("/"))
    if len(answer.content) > 1000 and "gzip" in request.headers.get("accept-encoding", ""):
        if str(answer.media_type).startswith(SMALLER):
            answer.content = await asyncio.to_thread(_zipped, answer.content)
            answer.headers["content-encoding"] = "gzip"
    answer.headers["vary"] = "accept-encoding"
    return answer


@lru_cache(64)
def _zipped(content: bytes) -> bytes:
    return gzip.compress(content, 6, mtime=0)


def _found(folder: Path, path: str) -> Response[bytes]:
    first = path.split("/", 1)[0]
    if first not in PLACES:
        file = (folder / path).resolve()
        hidden = any(part.startswith(".") for part in Path(path).parts)
        if not hidden and file.is_relative_to(folder.resolve()) and file.is_file():
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            lasting = FOREVER if first == "assets" else ASK
            return Response(file.read_bytes(), media_type=kind, headers={"cache-control": lasting})
        raise Refused("not-found")
    index = folder / "index.html"
    body = index.read_bytes() if index.is_file() else UNBUILT.encode()
    return Response(body, media_type="text/html; charset=utf-8", headers={"cache-control": ASK})


@get("/docs", include_in_schema=False)
async def docs(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The interface as a page to read: plain HTML, nothing fetched from anywhere."""
    return Response(docs_page.write(request.app.openapi_schema.to_schema()), media_type="text/html; charset=utf-8")


@get("/openapi.json", include_in_schema=False)
async def openapi(request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """The interface as OpenAPI."""
    return Response(request.app.openapi_schema.to_schema(), media_type="application/json")
