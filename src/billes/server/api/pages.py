"""The page built from `ui/`, and the description of the interface."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
import re
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, get_args

from litestar import Litestar, Request, Response, get
from msgspec import MsgspecError, Struct, json

from ...core.sentences import FALLBACK, catalogue, languages
from ...games.registry import spec_of, working
from ...lessons.course import games_with_lessons, steps_of
from ...puzzle.puzzle import count_of
from ...tablebase import solvable
from ..errors import Refused
from ..network.middleware import PICTURE_POLICY, PROGRAM_POLICY, cookie_of
from ..services import Services
from ..settings import Settings
from ..training import Mode
from . import rules_pages
from .description import description

FOREVER = "public, max-age=31536000, immutable"
CHECK = "no-cache"
HTML = "text/html; charset=utf-8"
VARY = "accept-encoding, accept-language, cookie"
PRINTED = {"content-security-policy": f"{PICTURE_POLICY}; img-src 'self'", "cache-control": CHECK}
PROGRAM = re.compile(r"assets/(backend|engine)_worker-[\w-]+\.js")
"""Scripts of the workers that run the program in the browser."""
BUNDLE = "offline"
"""The folder of the built page with that program; `billes site --here` writes it."""
LISTED = "files.json"
"""The file there that lists the others."""
SHEETS = re.compile(r"rules/(?P<game>[^/]+)/print")
"""The rules of a game to be printed."""
ADDRESSES = re.compile(
    r"|table/[^/]+|join/[^/]+|games|rules|rules/(?P<rules>[^/]+)|learn|learn/(?P<learn>[^/]+(/[^/]+)?)"
    r"|train|train/(?P<train>[^/]+(/[^/]+){0,2})|analysis|explore/(?P<solved>[^/]+/[^/]+)"
)
"""The page's own addresses; `ui/src/lib/route.svelte.ts` reads the same ones."""
WAYS = (*get_args(Mode), "practice")
"""The ways to train."""
PRELOAD = '<link rel="preload" href="{}" as="{}" crossorigin />'
ICON = "icon.svg"
"""What browsers ask for as favicon.ico where a page names no icon: texts, the description of the interface."""
COMPRESSED = ("text/", "application/json", "application/manifest", "image/svg")
"""Kinds of files that are worth compressing."""
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("font/woff2", ".woff2")


class Bundled(Struct):
    """The program for browsers: a version that changes with any of its files, and their names."""

    version: str
    files: list[str]


HEAD = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Billes: the server's interface</title>
<h1>The server's interface</h1>
<p>Version {version}. The machine's version of this page is <a href="/api/openapi.json">openapi.json</a>; the socket
<code>/api/tables/ID/live</code> and the meaning of events are explained in <code>docs/api.md</code>.</p>
"""

METHODS = ("get", "post", "put", "delete")

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
@get(["/", "/{path:path}"], include_in_schema=False, uncompressed=True)
async def page(request: Request[Any, Any, Any], services: Services, path: str = "") -> Response[bytes]:
    """A file of the page, or the page itself at any of its addresses. It is compressed here, once, and kept.

    A sheet to be printed takes a quarter of a second the first time, and is drawn in a worker process.
    """
    chosen = cookie_of({b"cookie": request.headers.get("cookie", "")}, "language")
    asked = request.headers.get("accept-language", "")
    language = chosen if chosen in languages() else language_of(asked)
    reading = "text/html" in request.headers.get("accept", "")
    if (sheet := SHEETS.fullmatch(path.strip("/"))) and rules_pages.has_sheet(sheet["game"]):
        named = str(request.query_params.get("language", ""))
        asked_for = named if named in languages() else language
        drawn = rules_pages.sheet_page, sheet["game"], asked_for
        headers = {**PRINTED, "vary": VARY}
        return await services.answers.constant(request, *drawn, kind=HTML, headers=headers, elsewhere=True)
    answer = await asyncio.to_thread(_found, services.settings, path.strip("/"), language, reading)
    if "etag" in answer.headers and answer.headers["etag"] in request.headers.get("if-none-match", ""):
        answer = Response(b"", status_code=304, media_type=answer.media_type, headers=answer.headers)
    if len(answer.content) > 1000 and "gzip" in request.headers.get("accept-encoding", ""):
        if str(answer.media_type).startswith(COMPRESSED):
            answer.content = await asyncio.to_thread(_zipped, answer.content)
            answer.headers["content-encoding"] = "gzip"
    answer.headers["vary"] = VARY
    return answer


def language_of(wanted: str) -> str:
    """The language to show the page in, from what a browser says it reads: the first that there is, else English.

    >>> language_of("de-DE, fr-FR;q=0.8, en;q=0.5"), language_of("en;q=0.2, fr"), language_of("*"), language_of("")
    ('fr', 'fr', 'en', 'en')
    """
    there_are = languages()
    ranked: list[tuple[float, str]] = []
    for part in wanted.split(","):
        tag, _, weight = part.partition(";")
        found = re.fullmatch(r"\s*q=([01](?:\.\d{1,3})?)\s*", weight)
        ranked.append((-float(found[1]) if found else -1.0, tag.strip()))
    for _, tag in sorted(ranked, key=lambda each: each[0]):
        for code in there_are:
            if code.lower() in (tag.lower(), tag.lower().split("-")[0]):
                return code
    return FALLBACK


@lru_cache(64)
def _zipped(content: bytes) -> bytes:
    return gzip.compress(content, 6, mtime=0)


def _found(settings: Settings, path: str, language: str, reading: bool) -> Response[bytes]:
    """What lies at an address. Whoever reads an unknown one is shown the page, which says so in their language."""
    known, folder = ADDRESSES.fullmatch(path), settings.static
    if known and all(there_is(known[part]) for part, there_is in NAMED.items() if known[part] is not None):
        return _index(settings, language, 200, path.split("/", 1)[0])
    file = _file(folder, ICON if path == "favicon.ico" else path)
    if file is not None:
        kind, packed = mimetypes.guess_type(file.name)
        if packed:  # the page unpacks it: it asks for such a file by the name of the packed one
            kind = f"application/{packed}"
        headers = {"cache-control": FOREVER if path.startswith("assets/") else CHECK}
        if PROGRAM.fullmatch(path):
            headers["content-security-policy"] = PROGRAM_POLICY
        if path.startswith(f"{BUNDLE}/"):
            headers["etag"] = f'"{_bundled(folder)}"'
        return Response(file.read_bytes(), media_type=kind or "application/octet-stream", headers=headers)
    if not reading or path.split("/", 1)[0] == "api":
        raise Refused("not-found")
    return _index(settings, language, 404)


def _explored(named: str) -> bool:
    """Whether a game and a variant of an address can be walked through."""
    game, _, variant = named.partition("/")
    return game in working() and solvable(game, variant)


def _learned(named: str) -> bool:
    """Whether there are lessons of a game, and such a step where one is named."""
    game, _, step = named.partition("/")
    return game in games_with_lessons() and (not step or any(each.name == step for each in steps_of(game)))


def _trained(named: str) -> bool:
    """Whether there are puzzles of a game, and of a variant where one is named, and such a way to train."""
    game, variant, mode = (*named.split("/"), "", "")[:3]
    if game not in working() or (mode and mode not in WAYS):
        return False
    variants = spec_of(game).variants
    return any(count_of(game, each) for each in variants if variant in ("", each))


NAMED = {"rules": rules_pages.exists, "learn": _learned, "train": _trained, "solved": _explored}
"""What of an address names something that has to be there, and who knows whether it is."""


def _file(folder: Path, path: str) -> Path | None:
    """The file of the page at a path, if there is one."""
    if any(part.startswith(".") for part in Path(path).parts):
        return None
    try:
        file = (folder / path).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # no name that a file can have
        return None


def _bundled(folder: Path) -> str:
    """The version of the program that a page can run in its browser when the server is gone; empty without one."""
    try:
        return json.decode((folder / BUNDLE / LISTED).read_bytes(), type=Bundled).version
    except (OSError, MsgspecError):
        return ""


def _index(settings: Settings, language: str, status: int, page: str | None = None) -> Response[bytes]:
    """The page, described in a language. Whatever it will surely need is asked for together with it."""
    folder, prefix = settings.static, settings.prefix
    index = folder / "index.html"
    body = index.read_text("utf-8") if index.is_file() else UNBUILT
    based = f' data-base="{prefix}"' if prefix else ""
    bundled = f' data-{BUNDLE}="{version}"' if (version := _bundled(folder)) else ""
    body = body.replace('<html lang="en">', f'<html lang="{language}"{based}{bundled}>', 1)
    if index.is_file():
        said = escape(str(catalogue(language)["page.slogan"]))
        body = re.sub(r'(<meta name="description" content=)"[^"]*"', rf'\1"{said}"', body, count=1)
        body = body.replace("</title>", "\n    ".join(["</title>", *_asked_early(folder, language, page)]), 1)
    if prefix:
        body = re.sub(r'\b(href|src)="/', rf'\1="{prefix}/', body)
    return Response(body.encode(), status_code=status, media_type=HTML, headers={"cache-control": CHECK})


def _asked_early(folder: Path, language: str, page: str | None) -> Iterator[str]:
    """Links to what a page needs: its sentences, the games on the first page, scripts and styles of its own."""
    yield PRELOAD.format(f"/api/sentences/{language}", "fetch")
    if page == "":
        yield PRELOAD.format("/api/games", "fetch")
        yield f'<meta name="cards" content="{" ".join(working())}" />'  # read by early.js, which knows the theme
    listed = folder / "pages.json"  # written when the page is built
    files: dict[str, list[str]] = json.decode(listed.read_bytes()) if listed.is_file() else {}
    for file in () if page is None else files.get(page, ()):
        if file.endswith(".js"):
            yield f'<link rel="modulepreload" href="{file}" crossorigin />'
        else:
            yield PRELOAD.format(file, "style")


@get("/docs", include_in_schema=False, uncompressed=True)
async def docs(request: Request[Any, Any, Any], services: Services) -> Response[bytes]:
    """The interface as a page to read: plain HTML, nothing fetched from anywhere."""
    return await services.answers.constant(request, _docs, request.app, kind=HTML)


@get("/openapi.json", include_in_schema=False, uncompressed=True)
async def openapi(request: Request[Any, Any, Any], services: Services) -> Response[bytes]:
    """The interface as OpenAPI."""
    return await services.answers.constant(request, _openapi, request.app)


def _docs(app: Litestar) -> bytes:
    return interface_page(description(app))


def _openapi(app: Litestar) -> bytes:
    return json.encode(description(app))


# --------------------------------------------------------------------------------------------------- the interface
def interface_page(schema: dict[str, Any]) -> bytes:
    """The interface as a page to read, written from its OpenAPI description."""
    parts = [HEAD.format(version=escape(str(schema["info"]["version"])))]
    for path, item in sorted(schema.get("paths", {}).items()):
        parts += [_operation(path, method, item[method]) for method in METHODS if method in item]
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
