"""The folder of static files that brings Billes to a browser without any server: `billes site`.

The page, the answers that are the same for everybody, Python itself (Pyodide), the program and its libraries. Two
builds give the same bytes.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import re
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from html import escape
from pathlib import Path

from msgspec import json

from ..core.errors import BillesError
from ..core.sentences import catalogue, languages
from ..games.registry import working
from ..lessons.course import games_with_lessons, steps_of
from ..server.api import rules_pages
from ..server.errors import Refused
from ..server.settings import STATIC
from ..tablebase import solvable
from .backend import Backend, FromBackend, ToBackend
from .bundle import PYTHON, write_bundle
from .engines import EngineWorker

Step = Callable[[str], None]
"""Called with the key of a sentence that says what is being done."""

SERVICE_WORKER = Path(__file__).parent / "service_worker.js"
ELSEWHERE = Path(__file__).parent / "404.html"
"""What web servers show where no file lies: it finds the first page, which knows all addresses."""
OWN = {".built-from", "sw.js", "shell.json", "pages.json", "index.html", "robots.txt"}
"""Files of the built page that a site has in another form, or not at all."""
PICTURE = re.compile(r'/api/pictures/[^"?]+')
NOT_KEPT = ("icon-180.png", "icon-192.png", "icon-512.png", "icon-maskable-512.png")
"""What only the system asks for, when the site is installed."""
THEMES = ("light", "dark")
MODES = ("puzzles", "mistakes", "rush", "practice")
"""Ways to train, as the page's addresses have them."""
ROOT = re.compile(r'\b(href|src)="/')


def build(folder: Path, step: Step = lambda key: None) -> list[str]:
    """Write a site into a folder, which is made or replaced; gives its files.

    Nothing is lost where that fails: it is made beside the folder first.
    """
    if not (STATIC / "index.html").is_file():
        raise BillesError.of("site.no-page")
    if folder.exists() and any(folder.iterdir()) and not (folder / "sw.js").is_file():
        raise BillesError.of("site.not-a-site", folder=str(folder))
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".billes-site-", dir=folder.parent) as made:
        site = Path(made) / "site"
        step("site.page")
        _copy_page(site)
        step("site.answers")
        asyncio.run(_write_answers(site))
        _write_addresses(site)
        write_bundle(site / PYTHON, step)
        files = write_service_worker(site)
        if folder.exists():
            shutil.rmtree(folder)
        site.rename(folder)
    return files


# -------------------------------------------------------------------------------------------------------- the page
def _copy_page(site: Path) -> None:
    shutil.copytree(STATIC, site, ignore=lambda _, names: set(names) & {*OWN, "python", PYTHON})


def _page(depth: int) -> bytes:
    """The page for an address so many folders deep."""
    root = "./" if not depth else "../" * depth
    body = (STATIC / "index.html").read_text("utf-8")
    marks = {"data-backend": "worker", "data-root": root, "data-languages": " ".join(languages())}
    attributes = "".join(f' {name}="{value}"' for name, value in marks.items())
    body = body.replace('<html lang="en">', f'<html lang="en"{attributes}>', 1)
    body = re.sub(r'\s*<link rel="preload" href="/api/languages"[^>]*>', "", body)
    said = escape(str(catalogue("en")["page.slogan"]))
    body = re.sub(r'(<meta name="description" content=)"[^"]*"', rf'\1"{said}"', body, count=1)
    cards = "" if depth else f'<meta name="cards" content="{" ".join(working())}" />'
    body = body.replace("</title>", f"</title>\n    {cards}", 1)
    return ROOT.sub(rf'\1="{root}', body).encode()


def addresses() -> Iterator[str]:
    """The addresses of the page that can be opened from outside, without slashes at their ends."""
    yield from ("", "rules", "learn", "train", "analysis", "games")
    for game, variants in working().items():
        if rules_pages.exists(game):
            yield f"rules/{game}"
        for variant in variants:
            if solvable(game, variant):
                yield f"explore/{game}/{variant}"
            yield f"train/{game}/{variant}"
            yield from (f"train/{game}/{variant}/{mode}" for mode in MODES)
    for game in games_with_lessons():
        yield f"learn/{game}"
        yield from (f"learn/{game}/{step.name}" for step in steps_of(game))


def _write_addresses(site: Path) -> None:
    for address in addresses():
        depth = len(address.split("/")) if address else 0
        _write(site / address / "index.html", _page(depth))
    _write(site / "404.html", ELSEWHERE.read_bytes())
    for game in working():
        for language in languages() if rules_pages.has_sheet(game) else ():
            with suppress(Refused):  # rules that are too long for a sheet
                sheet = ROOT.sub(r'\1="../../../../', rules_pages.sheet_page(game, language).decode())
                _write(site / "rules" / game / "print" / language / "index.html", sheet.encode())


# ----------------------------------------------------------------------------------------------------- the answers
class _Asking:
    """Asks the application, as a page in a browser does."""

    def __init__(self) -> None:
        self.backend: Backend | None = None
        self._parts: list[FromBackend] = []
        self._done = asyncio.Event()

    def post(self, text: str) -> None:
        """Take what the application sends."""
        self._parts.append(json.decode(text, type=FromBackend))
        if self._parts[-1].kind == "end":
            self._done.set()

    def keep(self) -> Awaitable[object]:
        """Nothing of this is kept."""
        return asyncio.sleep(0)

    def engine(self, hear: Callable[[str], None], /) -> EngineWorker:
        """No answer here needs an engine."""
        raise OSError("there is no engine")

    async def get(self, address: str) -> bytes:
        """What lies at an address."""
        assert self.backend is not None
        self._parts, self._done = [], asyncio.Event()
        self.backend.receive(json.encode(ToBackend("request", 1, address=address)).decode())
        await self._done.wait()
        if self._parts[0].status != 200:
            raise BillesError.of("site.answer", address=address, status=self._parts[0].status)
        return "".join(part.text for part in self._parts).encode()


async def _write_answers(site: Path) -> None:
    """Write what every page is answered alike, and the pictures that pages show."""
    asking = _Asking()
    with tempfile.TemporaryDirectory() as folder:
        asking.backend = Backend(asking, Path(folder))
        await asking.backend.open()
        try:
            pictures = {f"/api/pictures/card-{game}-{theme}.svg" for game in working() for theme in THEMES}
            for address in answers():
                body = await asking.get(address)
                pictures.update(PICTURE.findall(body.decode().replace('\\"', '"')))
                _write(site / f"answers{address}.json", body)
            for picture in sorted(pictures):
                _write(site / picture.lstrip("/"), await asking.get(picture))
        finally:
            await asking.backend.close()


def answers() -> Iterable[str]:
    """The addresses that `ui/src/server/backend.ts` reads from files."""
    yield from ("/api/languages", "/api/games", "/api/lessons")
    for language in languages():
        yield f"/api/sentences/{language}"
        yield f"/api/sentences/{language}/lessons"
        yield f"/api/sentences/{language}/training"
        for name in filter(rules_pages.exists, (*rules_pages.DOCUMENTS, *working())):
            yield f"/api/rules/{language}/{name}"


# --------------------------------------------------------------------------------------------- the service worker
def write_service_worker(site: Path) -> list[str]:
    """Write the service worker, which knows all files and a version that changes with any of them."""
    files = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    digest = hashlib.sha256(SERVICE_WORKER.read_bytes())
    for name in files:
        digest.update(name.encode() + b"\0" + hashlib.sha256((site / name).read_bytes()).digest())
    # Pages differ in where they lie only: the one at the root is shown at all addresses.
    kept = [name for name in files if name == "index.html" or (not name.endswith(".html") and name not in NOT_KEPT)]
    script = SERVICE_WORKER.read_text("utf-8")
    script = script.replace('"VERSION"', json.encode(digest.hexdigest()[:16]).decode())
    script = script.replace('["FILES"]', json.encode(kept).decode())
    _write(site / "sw.js", script.encode())
    return [*files, "sw.js"]


def _write(file: Path, body: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(body)


def weight(site: Path, files: Iterable[str]) -> int:
    """Bytes of files as a server sends them that compresses what is worth it."""
    return sum(min(len(body), len(gzip.compress(body, 9))) for body in ((site / name).read_bytes() for name in files))
