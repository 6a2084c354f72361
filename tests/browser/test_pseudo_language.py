"""Adding a language is adding files: the page in a language made from all English texts shows no English."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from billes.core.sentences import Text, catalogue
from billes.games.registry import GAMES
from tests.server.client import Server

from .conftest import GENEROUS, PATIENCE, Visit
from .hands import choose, handle, set_table, status, table, until_heard

CODE = "qps"
NAME = "⟦Ƥšéúðó⟧"
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "áƀçðéƒĝĥíĵķĺɱñóƥǫŕšţúṽŵẋýžÁƁÇÐÉƑĜĤÍĴĶĹṀÑÓƤǪŔŠŢÚṼŴẊÝŽ"
)
OWN = re.compile(r"\b(billes|EN|FR|QPS|Esc|English|Français|Claire|[a-h]v|x[a-h]\d)\b")
"""What is the same in every language: the mark, codes and names of languages, a key, a name, moves such as `av`."""

SEEN = """() => {
  const found = [];
  const shown = (node) => node.checkVisibility?.() ?? true;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement: parent, data } = texts.currentNode;
    const other = parent.closest("article, [data-headings], textarea, template, script, style");
    if (shown(parent) && !other) found.push(data);
  }
  for (const node of document.body.querySelectorAll("*"))
    for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"])
      if (shown(node) && node.hasAttribute(name) && !node.closest("article")) found.push(node.getAttribute(name));
  return [...found, document.title];
}"""


def pseudo(text: Text) -> Text:
    """A text in other letters, its placeholders as they are; details of errors are left out, as they are English."""
    if not isinstance(text, str):
        return {slot: {form: str(pseudo(one)) for form, one in forms.items()} for slot, forms in text.items()}
    parts = re.split(r"(\{[^}]*\})", text.replace("{detail}", ""))
    return "⟦" + "".join(part if part.startswith("{") else part.translate(LETTERS) for part in parts) + "⟧"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, server: Server) -> Iterator[str]:
    """Where a server is that has one more language, in a folder of its own."""
    folder = tmp_path_factory.mktemp("locale")
    here = folder / CODE
    here.mkdir()
    about = {"name": NAME, "plural": "n != 1", "forms": ["one", "other"], "decimal": "."}
    (here / "language.json").write_text(json.dumps(about), "utf-8")
    texts = {key: pseudo(text) for key, text in catalogue("en").items()}
    (here / "all.json").write_text(json.dumps(texts), "utf-8")
    database = Path(tmp_path_factory.mktemp("pseudo"), "tables.sqlite3")
    running = Server(database, BILLES_LIMITS=GENEROUS, BILLES_LOCALE=str(folder))
    yield running.url
    running.close()


def english(page: Page) -> list[str]:
    """What is shown in plain letters and is no name."""
    texts: list[str] = page.evaluate(SEEN)
    return [text for text in texts if re.search(r"[A-Za-z]{2,}", OWN.sub("", text))]


def come(visit: Visit, address: str, path: str = "/") -> Page:
    """A visitor who has chosen the new language."""
    page = visit(path, base_url=address, kept={"language": CODE, "name": "Claire"})
    expect(page.locator("html")).to_have_attribute("lang", CODE)
    return page


def test_the_switch_lists_the_new_language(visit: Visit, address: str) -> None:
    page = visit(base_url=address)
    page.get_by_role("button", name="QPS").click()
    expect(page.get_by_role("heading", name="⟦Ñéŵ ĝáɱé⟧")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="⟦Ñéŵ ĝáɱé⟧")).to_be_visible()
    assert page.request.get("/api/sentences/qps").ok


def test_home(visit: Visit, address: str) -> None:
    page = come(visit, address)
    set_table(page, "quits", "simple", "link", "me")
    page.goto("/")
    expect(page.locator("[data-table]")).to_be_visible()
    for card in page.locator(".cards label").all():
        card.click()
        choose(page, "own")
        choose(page, "link")
        more = page.locator("form.panel .note button")
        if more.count():
            more.click()
        assert english(page) == []
    page.locator(".cards label", has=page.locator('input[value="quits"]')).click()
    choose(page, "four")
    assert english(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_table(visit: Visit, address: str, game: str) -> None:
    page = come(visit, address)
    variant = page.request.get("/api/games").json()
    first = next(each["variants"][0]["variant"] for each in variant if each["game"] == game)
    set_table(page, game, first, "computer", "me")
    expect(status(page)).to_contain_text("⟦")
    assert english(page) == []
    asked = status(page).inner_text()
    page.locator('[data-action="hint"]').click()
    expect(status(page)).not_to_have_text(asked, timeout=4 * PATIENCE)  # its first thought may be compiled first
    assert english(page) == []
    until_heard(page, "m", "dialog")
    move = page.get_by_role("dialog").locator("[data-move]").first
    expect(move).to_be_visible()
    assert english(page) == []
    move.click()
    expect(table(page)).to_have_attribute("data-ply", "2", timeout=4 * PATIENCE)
    assert english(page) == []
    for tool in ("menu", "share"):
        page.locator(f'[data-tool="{tool}"]').click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert english(page) == []
        page.keyboard.press("Escape")
    page.locator('[data-action="resign"]').click()
    assert english(page) == []
    page.get_by_role("dialog").locator(".danger").click()
    expect(page.locator('[data-action="rematch-now"]')).to_be_visible()
    assert english(page) == []


def test_analysis(visit: Visit, address: str) -> None:
    page = come(visit, address, "/analysis?game=quits&variant=simple")
    expect(page.locator("ol li b").first).to_be_visible()
    assert english(page) == []
    page.locator('[data-tab="review"]').click()
    assert english(page) == []
    page.locator('[data-tab="position"]').click()
    page.locator("label", has=page.locator('input[value="edit"]')).click()
    assert english(page) == []
    handle(page, "c3").click()
    expect(status(page)).to_contain_text("⟦Íɱƥóššíƀĺé")
    assert english(page) == []


def test_lessons(visit: Visit, address: str) -> None:
    page = come(visit, address, "/learn")
    expect(page.locator("li[data-game]").first).to_be_visible()
    assert english(page) == []
    page.goto("/learn/quits/sides")
    handle(page, "c3").click()
    handle(page, "d4").click()
    expect(status(page)).to_contain_text("⟦" + "That is the way".translate(LETTERS))
    assert english(page) == []


def test_training_exploring_and_invitations(visit: Visit, address: str) -> None:
    page = come(visit, address, "/train/pylos/children")
    expect(page.locator("[data-training]")).to_be_visible()
    assert [text for text in english(page) if not re.search(r" 20\d\d$", text)] == []  # browsers write the day
    page.goto("/train/quits/simple/day")
    expect(page.locator('[data-phase="trying"]')).to_be_visible()
    assert english(page) == []
    page.locator('[data-action="solution"]').click()
    expect(page.locator('[data-action="more"]')).to_be_visible()
    assert english(page) == []
    for path in ("/explore/quits/simple", "/explore/pylos/expert"):
        page.goto(path)
        expect(page.locator("[data-move]").first).to_be_visible()
        assert english(page) == []
    made = page.request.post("/api/tables", data={"game": "quits", "seats": [{"kind": "here"}, {"kind": "link"}]})
    guest = come(visit, address, made.json()["seats"][1]["invite"])
    expect(guest.locator("form button").first).to_be_visible()
    assert english(guest) == []


@pytest.mark.parametrize("path", ["/rules/quits", "/games", "/table/nowhere", "/table/no/where"])
def test_other_pages(visit: Visit, address: str, path: str) -> None:
    page = come(visit, address, path)
    expect(page.locator("h1").first).to_be_visible()
    assert english(page) == []
