"""Everything that is read as HTML: the page built from `ui/`, the rules pages, and a description of the interface."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
import re
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from markdown_it import MarkdownIt
from markdown_it.token import Token

from ..core.errors import UnknownGame
from ..core.position import start
from ..core.sentences import FALLBACK
from ..games.registry import spec_of
from ..scenes.svg import svg
from .errors import Refused
from .responses import RulesPage
from .services import Services

FOREVER = "public, max-age=31536000, immutable"
CHECK = "no-cache"
PATHS = ("", "table", "join", "rules", "analysis")
"""The page's own addresses, by their first word."""
COMPRESSED = ("text/", "application/json", "application/manifest", "image/svg")
"""Kinds of files that are worth compressing."""
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")

_HERE = Path(__file__).parent
_FOLDERS = (_HERE / "rulebook", _HERE.parents[2] / "docs")
"""Where the pages are: in an installed package, or in a checkout."""
_START = re.compile(r"([a-z]+)-([a-z-]+)-start\.svg")


HEAD = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Billes: the server's interface</title>
<h1>The server's interface</h1>
<p>Version {version}. The machine's version of this page is <a href="/api/openapi.json">openapi.json</a>; the socket
<code>/api/tables/ID/live</code> and the meaning of events are explained in <code>docs/api.md</code>.</p>
"""

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


# -------------------------------------------------------------------------------------------------- the built page
@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Request[Any, Any, Any], services: Services, path: str = "") -> Response[bytes]:
    """A file of the page, or the page itself at any of its addresses."""
    answer = await asyncio.to_thread(_found, services.settings.static, path.strip("/"))
    if len(answer.content) > 1000 and "gzip" in request.headers.get("accept-encoding", ""):
        if str(answer.media_type).startswith(COMPRESSED):
            answer.content = await asyncio.to_thread(_zipped, answer.content)
            answer.headers["content-encoding"] = "gzip"
    answer.headers["vary"] = "accept-encoding"
    return answer


@lru_cache(64)
def _zipped(content: bytes) -> bytes:
    return gzip.compress(content, 6, mtime=0)


def _found(folder: Path, path: str) -> Response[bytes]:
    first = path.split("/", 1)[0]
    if first not in PATHS:
        file = (folder / path).resolve()
        hidden = any(part.startswith(".") for part in Path(path).parts)
        if not hidden and file.is_relative_to(folder.resolve()) and file.is_file():
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            lasting = FOREVER if first == "assets" else CHECK
            return Response(file.read_bytes(), media_type=kind, headers={"cache-control": lasting})
        raise Refused("not-found")
    index = folder / "index.html"
    body = index.read_bytes() if index.is_file() else UNBUILT.encode()
    return Response(body, media_type="text/html; charset=utf-8", headers={"cache-control": CHECK})


@get("/docs", include_in_schema=False)
async def docs(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The interface as a page to read: plain HTML, nothing fetched from anywhere."""
    return Response(interface_page(request.app.openapi_schema.to_schema()), media_type="text/html; charset=utf-8")


@get("/openapi.json", include_in_schema=False)
async def openapi(request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """The interface as OpenAPI."""
    return Response(request.app.openapi_schema.to_schema(), media_type="application/json")


# ----------------------------------------------------------------------------------------------------- rules pages
def _file(*names: str) -> Path | None:
    found = (folder.joinpath(*names) for folder in _FOLDERS)
    return next((path for path in found if path.is_file()), None)


def _rules_text(game: str, language: str) -> str | None:
    path = _file(language, f"{game}.md")
    return path.read_text("utf-8") if path else spec_of(game).rules_page(language)


@cache
def rules_page(game: str, language: str) -> RulesPage:
    """The rules of a game: from our documentation, or from the game's own package; in English where need be."""
    try:
        found = [(code, text) for code in (language, FALLBACK) if (text := _rules_text(game, code)) is not None]
    except UnknownGame as error:
        raise Refused("unknown-game", error.sentence) from error
    if not found:
        raise Refused("not-found", "error.no-rules")
    language, text = found[0]
    markdown = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    tokens = markdown.parse(text)
    title = _tidied(tokens, language) or game
    return RulesPage(game, language, title, markdown.renderer.render(tokens, markdown.options, {}))


def _tidied(tokens: list[Token], language: str) -> str:
    """Make links and pictures lead to this server, and headings linkable; gives the title."""
    title = ""
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and following is not None:
            title = title or following.content
            token.attrSet("id", re.sub(r"\W+", "-", following.content.lower()).strip("-"))
        if "style" in token.attrs:  # alignment of table cells: our policy allows no style in markup
            token.attrSet("class", str(token.attrs.pop("style")).replace("text-align:", "to-"))
        for child in token.children or ():
            _redirect(child, language)
    return title


def _redirect(token: Token, language: str) -> None:
    if token.type == "image":
        name = str(token.attrs.get("src", "")).rsplit("/", 1)[-1]
        token.attrs["src"] = f"/api/pictures/{name}"
        token.attrs["loading"] = "lazy"
    elif token.type == "link_open":
        target: Any = token.attrs.get("href", "")
        if local := re.fullmatch(r"(?:.*/)?([a-z]+)\.md(#.*)?", str(target)):
            token.attrs["href"] = f"/rules/{local[1]}{local[2] or ''}"
        elif re.match(r"https?://", str(target)):
            token.attrs["rel"] = "noopener noreferrer"
            token.attrs["target"] = "_blank"
        elif not str(target).startswith("#"):
            token.attrs["href"] = "#"


def figure(name: str) -> bytes:
    """A figure of the rules pages; the start of any game can be drawn where no file is."""
    path = _file("pictures", name)
    if path is not None:
        return path.read_bytes()
    wanted = _START.fullmatch(name)
    if wanted is None:
        raise Refused("not-found")
    try:
        return svg(start(wanted[1], wanted[2]), rail=False).encode()
    except UnknownGame as error:
        raise Refused("not-found") from error


# --------------------------------------------------------------------------------------------------- the interface
def interface_page(schema: dict[str, Any]) -> bytes:
    """The interface as a page to read, written from its OpenAPI description."""
    parts = [HEAD.format(version=escape(str(schema["info"]["version"])))]
    for path, item in sorted(schema.get("paths", {}).items()):
        parts += [_operation(path, method, item[method]) for method in ("get", "post", "put") if method in item]
    parts.append("<h2>Messages</h2>")
    for name, message in sorted(schema.get("components", {}).get("schemas", {}).items()):
        parts.append(_message(name, message))
    return "\n".join([*parts, "</html>"]).encode()


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    lines = [f"<h2><code>{method.upper()} {escape(path)}</code></h2>"]
    lines.append(f"<p>{escape(operation.get('description') or operation.get('summary') or '')}</p><ul>")
    for parameter in operation.get("parameters", ()):
        kind = _kind(parameter.get("schema", {}))
        lines.append(f"<li><code>{escape(parameter['name'])}</code> ({parameter['in']}): {kind}</li>")
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body:
        lines.append(f"<li>body: {_kind(body)}</li>")
    for status, answer in operation.get("responses", {}).items():
        if status.startswith("2"):
            kinds = [_kind(content.get("schema", {})) for content in answer.get("content", {}).values()]
            lines.append(f"<li>answer {escape(status)}: {', '.join(kinds)}</li>")
    return "".join([*lines, "</ul>"])


def _message(name: str, message: dict[str, Any]) -> str:
    fields = "".join(
        f"<li><code>{escape(field)}</code>: {_kind(kind)}</li>" for field, kind in message.get("properties", {}).items()
    )
    return (
        f'<h3 id="{escape(name)}">{escape(name)}</h3><p>{escape(message.get("description", ""))}</p><ul>{fields}</ul>'
    )


def _kind(schema: dict[str, Any]) -> str:
    """What kind of value a schema describes, in few words."""
    if "$ref" in schema:
        name = escape(str(schema["$ref"]).rsplit("/", 1)[-1])
        return f'<a href="#{name}">{name}</a>'
    for way in ("oneOf", "anyOf"):
        if way in schema:
            return " or ".join(_kind(one) for one in schema[way])
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    return escape(str(schema.get("type", "anything")))
