"""What is read in a browser: rules pages and their links, the page at known and unknown addresses, compression."""

from __future__ import annotations

import inspect
import random
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from msgspec import json

from billes.core.position import start
from billes.games.registry import GAMES
from billes.offline.here import write_list
from billes.scenes.figures import figures
from billes.server.api import pages, rules_pages
from billes.server.api.analysis import LONG_ROUTES, ROUTES
from billes.server.api.tables import first_position
from billes.server.messages.requests import NewTable
from billes.server.network.middleware import POLICY
from billes.server.settings import STATIC, Settings

from .test_play import Visitors

every = pytest.mark.parametrize("name", [*GAMES, *rules_pages.DOCUMENTS])
both = pytest.mark.parametrize("language", ["en", "fr"])
READING = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
"""What a browser says when somebody opens an address."""


# ----------------------------------------------------------------------------------------------------- rules pages
@both
@every
def test_rules_pages_are_safe_and_whole(visitor: Visitors, name: str, language: str) -> None:
    host = visitor()
    page = host.get(f"/rules/{language}/{name}")
    assert page["title"]
    html = page["html"]
    assert "<h2" in html
    assert not re.search(r"<script|<iframe|style=|javascript:|\son\w+=", html)
    for source in re.findall(r'src="([^"]*)"', html):
        picture = host.http.get(source)
        assert picture.status_code == 200, source
        assert picture.headers["content-type"].startswith("image/svg")
        assert "script" not in picture.headers["content-security-policy"]


def language_of(page: str) -> str:
    """The language a page says it is in; where it can go on without its server, it says that there too."""
    found = re.search(r'^<html lang="(\w+)"( data-offline="\w+")?>$', page, re.MULTILINE)
    assert found is not None, page[:200]
    return found[1]


def test_rules_are_in_english_where_a_language_has_none(visitor: Visitors) -> None:
    found = visitor().get("/rules/de/quits")
    assert found["language"] == "en"
    assert found["html"] == visitor().get("/rules/en/quits")["html"]


def test_markdown_cannot_smuggle_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "en"
    folder.mkdir()
    text = "# T\n<script>x</script>\n[a](javascript:alert(1)) ![b](../x.svg) [c](file:///etc)\n\n|a|\n|:-:|\n|b|\n"
    (folder / "quits.md").write_text(text)
    monkeypatch.setattr(rules_pages, "FOLDERS", (tmp_path,))
    html = rules_pages.rules_page("quits", "en").html
    assert "<script" not in html
    assert "style=" not in html
    assert 'href="javascript' not in html
    assert 'href="file' not in html
    assert 'src="/api/pictures/x.svg"' in html


@both
@every
def test_every_link_of_a_rules_page_leads_somewhere(visitor: Visitors, name: str, language: str) -> None:
    host = visitor()
    own = host.get(f"/rules/{language}/{name}")
    assert own["language"] == language
    assert not re.search(r"<a(?![^>]*href=)", own["html"]), "a link to a file that is not here"
    targets = set(re.findall(r'href="([^"]*)"', own["html"]))
    for target in targets:
        parts = urlsplit(target)
        if parts.scheme:
            assert parts.scheme == "https", target
            continue
        page = own
        if parts.path.startswith("/api/"):
            found = host.http.get(target)
            assert found.status_code == 200, target
            assert found.headers["content-type"].startswith("text/plain"), target
            continue
        if parts.path:
            other = parts.query.removeprefix("language=") or language
            page = host.get(f"/rules/{other}/{parts.path.removeprefix('/rules/')}")
            assert page["language"] == other, target
            assert host.http.get(target, headers=READING).status_code == 200, target
        if parts.fragment:
            assert f' id="{unquote(parts.fragment)}"' in page["html"], target
    if name in GAMES and rules_pages._file(language, f"{name}.md"):
        assert {"/rules/notation", f"/api/examples/{name}.txt"} <= targets


@both
@every
def test_a_rules_page_has_a_list_of_contents(visitor: Visitors, name: str, language: str) -> None:
    page = visitor().get(f"/rules/{language}/{name}")
    headings = re.findall(r'<h([23]) id="([^"]*)">(.*?)</h', page["html"])
    assert [(str(each["level"]), each["id"]) for each in page["contents"]] == [(level, at) for level, at, _ in headings]
    assert len({each["id"] for each in page["contents"]}) == len(headings) > 0
    assert all(each["title"] and "`" not in each["title"] for each in page["contents"])


@both
@pytest.mark.parametrize("name", [*GAMES])
def test_a_sheet_can_be_printed(visitor: Visitors, name: str, language: str) -> None:
    sheet = visitor().http.get(f"/rules/{name}/print", params={"language": language})
    assert sheet.status_code == 200
    assert f'<html lang="{language}">' in sheet.text
    assert "@page { size: A4" in sheet.text
    assert "script" not in sheet.headers["content-security-policy"]
    assert not re.search(r"<a\b|<script|<nav", sheet.text)
    spoken = visitor().http.get(f"/rules/{name}/print", headers={"Accept-Language": language})
    assert spoken.text == sheet.text


def test_there_is_no_sheet_of_anything_else(visitor: Visitors) -> None:
    for path in ("/rules/chess/print", "/rules/reference/print", "/rules//print", "/rules/quits/print/x"):
        assert visitor().http.get(path, headers=READING).status_code == 404


def test_figures_have_captions_and_say_what_lies_where(visitor: Visitors) -> None:
    html = visitor().get("/rules/fr/pylos")["html"]
    found = re.findall(
        r'<figure id="figure-(\w+)"><img src="[^"]*" alt="([^"]+)"[^>]*><figcaption><b>(\w+)</b> [^<]+<', html
    )
    assert [(name, label.lower()) for name, _, label in found] == [(f.name, f.name) for f in figures("pylos")]
    assert found[1][1] == "Clair\u00a0: 1b2, 1c3, 1a4. Foncé\u00a0: 1a1, 1c2, 1b3."
    assert "<p><div" not in html


# ------------------------------------------------------------------------------------------------ the page itself
def test_the_page_at_its_addresses(visitor: Visitors) -> None:
    host = visitor()
    for path in (
        "/",
        "/table/abc",
        "/join/abc",
        "/rules",
        "/rules/quits",
        "/rules/sources",
        "/learn",
        "/learn/quits/first",
        "/train",
        "/train/pylos",
        "/train/quits/simple",
        "/train/quits/simple/practice",
        "/explore/quits/simple",
        "/analysis",
    ):
        answer = host.http.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["cache-control"] == "no-cache"
    zipped, plain = (host.http.get("/", headers={"Accept-Encoding": way}) for way in ("gzip", "identity"))
    assert zipped.content == plain.content
    if len(plain.content) > 1000:
        assert zipped.headers["content-encoding"] == "gzip"


def test_the_page_says_which_language_it_is_in(visitor: Visitors) -> None:
    host = visitor()
    for wanted, language in (("fr-CA, en;q=0.8", "fr"), ("en-GB", "en"), ("de", "en")):
        answer = host.http.get("/", headers={"Accept-Language": wanted})
        assert language_of(answer.text) == language
        assert "accept-language" in answer.headers["vary"]
        if (STATIC / "index.html").exists():
            assert f'href="/api/sentences/{language}"' in answer.text
    for cookie, language in (("fr", "fr"), ("xx", "en")):
        answer = host.http.get("/", headers={"Accept-Language": "en-GB", "Cookie": f"language={cookie}"})
        assert language_of(answer.text) == language


def test_what_a_page_needs_is_asked_for_with_it(visitor: Visitors, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<html lang="en"><title>billes</title>')
    (tmp_path / "pages.json").write_text('{"table": ["/assets/T-1.js", "/assets/T-1.css"]}')
    settings = Settings(static=tmp_path)
    table, home, lost = (str(pages._found(settings, path, "fr", True).content) for path in ("table/x", "", "nowhere"))
    assert '<link rel="modulepreload" href="/assets/T-1.js" crossorigin />' in table
    assert '<link rel="preload" href="/assets/T-1.css" as="style" crossorigin />' in table
    assert "T-1" not in home + lost
    assert ("/api/games" in home, "/api/games" in table) == (True, False)
    if (STATIC / "pages.json").exists():
        host = visitor()
        asked = re.findall(r'<link rel="(?:module)?preload" href="([^"]*)"', host.http.get("/table/x").text)
        assert any("Table" in address for address in asked)
        assert all(host.http.get(address).status_code == 200 for address in asked)


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/table/",
        "/table/a/b",
        "/rules/chess",
        "/rules/quits/more",
        "/learn/chess",
        "/learn/quits/castling",
        "/train/chess",
        "/train/morris",
        "/train/quits/four",
        "/train/quits/simple/sleep",
        "/train/quits/simple/day/2",
        "/explore/balanx/standard",
        "/assets/a.js",
    ],
)
def test_an_unknown_address_shows_the_page(visitor: Visitors, path: str) -> None:
    answer = visitor().http.get(path, headers={**READING, "Accept-Language": "fr"})
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    assert language_of(answer.text) == "fr"


def test_programs_get_errors_they_can_read(visitor: Visitors) -> None:
    host = visitor()
    for path, accepted in (
        ("/nothing.js", "*/*"),
        ("/api/nothing", READING["Accept"]),
        ("/api/sentences/xx", READING["Accept"]),
    ):
        answer = host.http.get(path, headers={"Accept": accepted})
        assert answer.status_code == 404
        assert answer.json()["error"] == "not-found"


# ---------------------------------------------------------------------------------------------------- compression
def test_answers_are_compressed(visitor: Visitors) -> None:
    host = visitor()
    for path in ("/api/sentences/fr", "/api/rules/fr/quits", "/api/openapi.json"):
        plain = host.http.get(path, headers={"Accept-Encoding": "identity"})
        zipped = host.http.get(path, headers={"Accept-Encoding": "gzip"})
        assert "content-encoding" not in plain.headers
        assert zipped.headers["content-encoding"] == "gzip"
        assert "accept-encoding" in zipped.headers["vary"].lower()
        assert int(zipped.headers["content-length"]) < len(plain.content) / 2
        assert zipped.json() == plain.json()
    assert "content-encoding" not in host.http.get("/api/health").headers, "not worth it"


def test_streams_are_not_compressed(visitor: Visitors) -> None:
    over = ".1.../11.../...../...22/..... 1 -"
    asked = {"game": "quits", "variant": "simple", "text": over}
    with visitor().http.stream("GET", "/api/analysis", params=asked, headers={"Accept-Encoding": "gzip"}) as answer:
        assert "content-encoding" not in answer.headers
        assert "event: thought" in "".join(answer.iter_text())
    signatures = [(route, inspect.signature(route.fn).return_annotation) for route in (*ROUTES, *LONG_ROUTES)]
    streams = [route for route, returned in signatures if "ServerSentEvent" in str(returned)]
    assert streams
    assert all(route.opt.get("uncompressed") for route in streams)


# ----------------------------------------------------------------------------------------------------------- cards
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", [*GAMES])
def test_the_board_on_a_card_stands_alone(visitor: Visitors, game: str, theme: str) -> None:
    """It has no letters, and no ground of its own: the card is its ground."""
    picture = visitor().http.get(f"/api/pictures/card-{game}-{theme}.svg")
    assert picture.status_code == 200
    assert picture.headers["content-type"].startswith("image/svg")
    assert "<text" not in picture.text
    assert 'rx="40"' not in picture.text
    assert "<circle" in picture.text or "<use" in picture.text


@pytest.mark.parametrize("name", ["card-chess-light", "card-pylos-pink", "card-pylos"])
def test_there_is_no_card_of_anything_else(visitor: Visitors, name: str) -> None:
    assert visitor().http.get(f"/api/pictures/{name}.svg").status_code == 404


# ------------------------------------------------------------------------------------- going on without the server
def test_the_program_for_browsers_is_sent_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<html lang="en"><title>billes</title>')
    settings = Settings(static=tmp_path)
    assert b"data-offline" not in pages._found(settings, "", "fr", True).content
    (tmp_path / "offline").mkdir()
    for name in ("pyodide.asm.wasm.gz", "program.zip.zst", "pyodide.mjs"):
        (tmp_path / "offline" / name).write_bytes(b"x")
    assert write_list(tmp_path / "offline") == ["program.zip.zst", "pyodide.asm.wasm.gz", "pyodide.mjs"]
    version = json.decode((tmp_path / "offline" / "files.json").read_bytes())["version"]
    assert f'<html lang="fr" data-offline="{version}">'.encode() in pages._found(settings, "", "fr", True).content
    found = {
        name: pages._found(settings, f"offline/{name}", "fr", False) for name in ("pyodide.asm.wasm.gz", "pyodide.mjs")
    }
    assert {name: answer.media_type for name, answer in found.items()} == {
        "pyodide.asm.wasm.gz": "application/gzip",
        "pyodide.mjs": "text/javascript",
    }
    assert {answer.headers["etag"] for answer in found.values()} == {f'"{version}"'}
    assert not any("content-encoding" in answer.headers for answer in found.values())
    (tmp_path / "offline" / "pyodide.mjs").write_bytes(b"y")
    write_list(tmp_path / "offline")
    assert version.encode() not in pages._found(settings, "", "fr", True).content


def test_only_the_workers_of_that_program_may_run_webassembly(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    for name in ("backend_worker-a1.js", "engine_worker-a1.js", "Table-a1.js"):
        (tmp_path / "assets" / name).write_text("x")
    answers = {
        file.name: pages._found(Settings(static=tmp_path), f"assets/{file.name}", "fr", False)
        for file in (tmp_path / "assets").iterdir()
    }
    policies = {name: answer.headers.get("content-security-policy", "") for name, answer in answers.items()}
    assert policies.pop("Table-a1.js") == ""
    assert all("'wasm-unsafe-eval'" in policy and "'unsafe-eval'" not in policy for policy in policies.values())
    assert "eval" not in POLICY


@pytest.mark.parametrize(("game", "variant"), [(game, variant) for game in GAMES for variant in GAMES[game]])
def test_a_position_text_says_who_is_to_move(game: str, variant: str) -> None:
    """A table that goes on elsewhere lists its seats by player and says nothing more."""
    position, chance = start(game, variant), random.Random(7)
    for _ in range(9):
        if position.outcome is not None:
            break
        again = first_position(NewTable(game, variant, start=str(position)))
        assert (again.player, again.moves) == (position.player, position.moves)
        position = position.play(chance.choice(position.moves))
