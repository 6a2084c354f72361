"""Analysis: the tree of lines, marks and the graph, the best move, records, addresses, long games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from billes.core.game import Game
from tests.server.client import Server
from tests.server.test_whole_games import LONG, long_game

from . import games
from .conftest import Visit
from .hands import handle, play, sit, status

RECORD = '[Game "quits"]\n[Variant "simple"]\n[Player1 "Claire"]\n\n1. b1c2 e4d3 (1... d4c3 2. 2> (2. c2d3)) 2. 2> *\n'


def at(page: Page, ply: int) -> None:
    """Wait until so many moves lie behind."""
    expect(page.locator(".page[data-node]")).to_have_attribute("data-ply", str(ply))


def tab(page: Page, name: str) -> None:
    page.locator(f'[data-tab="{name}"]').click()


def open_text(page: Page, text: str) -> None:
    """Paste a record and open it, once the board is there."""
    expect(page.get_by_role("grid").get_by_role("button").first).to_be_visible()
    tab(page, "position")
    page.locator('[data-action="open-record"]').click()
    box = page.get_by_role("dialog").get_by_role("textbox")
    box.fill(text)
    page.get_by_role("dialog").locator("button[type=submit]").click()


def moves_of(page: Page) -> list[str]:
    """The moves of the tree in the order in which they stand, without their marks."""
    return [text.strip("?! ") for text in page.locator("button[data-node]").all_inner_texts()]


def test_a_tree_of_lines(visit: Visit) -> None:
    """The played line stays; what is played beside it can be stepped through, moved up and deleted."""
    page = visit("/analysis?game=quits&variant=simple")
    open_text(page, RECORD)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".line")).to_have_count(2)
    assert moves_of(page) == ["b1c2", "e4d3", "d4c3", "2>", "c2d3", "2>"]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    expect(page.locator("[aria-current=step]")).to_have_text(re.compile("^e4d3"))
    page.keyboard.press("ArrowDown")
    expect(page.locator("[aria-current=step]")).to_have_text(re.compile("^d4c3"))
    page.keyboard.press("End")
    expect(page.locator("[aria-current=step]")).to_have_text(re.compile("^2>"))
    page.keyboard.press("ArrowDown")
    expect(page.locator("[aria-current=step]")).to_have_text(re.compile("^c2d3"))
    page.locator('[data-action="promote"]').click()
    expect(page.locator(".line").first).to_have_text(re.compile(r"d4c3\s*c2d3"))
    expect(page.locator('[data-action="promote"]')).to_be_disabled()
    page.locator('[data-action="delete-line"]').click()
    expect(page.locator(".line")).to_have_count(0)
    assert moves_of(page) == ["b1c2", "e4d3", "2>"]
    at(page, 1)
    expect(page.locator('[data-action="delete-line"]')).to_be_disabled()
    tab(page, "position")
    page.locator('[data-action="restore"]').click()
    tab(page, "moves")
    expect(page.locator(".line")).to_have_count(2)
    page.keyboard.press("Home")
    at(page, 0)
    handle(page, "b2").click()
    handle(page, "c3").click()
    at(page, 1)
    expect(page.locator("[aria-current=step]")).to_have_class(re.compile("added"))
    assert moves_of(page)[0] == "b1c2", "what was played stays first"


def test_only_the_panel_scrolls(visit: Visit) -> None:
    """On a small phone, where setting up a position needs more room than there is."""
    page = visit("/analysis?game=quits&variant=simple", viewport={"width": 360, "height": 640}, has_touch=True)
    tab(page, "position")
    expect(page.locator('[data-action="open-record"]')).to_be_attached()
    assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")


def test_a_tree_survives_a_reload(visit: Visit) -> None:
    """All lines of a record, the one that was looked at, and what was played on a free board; nothing elsewhere."""
    current, kept = "[aria-current=step]", "move => sessionStorage['billes.analysis']?.includes(`\"path\":${move}`)"
    page = visit("/analysis?game=quits&variant=simple")
    open_text(page, RECORD)
    page.locator("button[data-node]", has_text="c2d3").click()
    expect(page.locator(current)).to_have_text(re.compile("^c2d3"))
    page.wait_for_function(kept, arg='["b1c2","d4c3","c2d3"]')
    page.reload()
    expect(page.locator(current)).to_have_text(re.compile("^c2d3"))
    assert moves_of(page) == ["b1c2", "e4d3", "d4c3", "2>", "c2d3", "2>"]
    page.keyboard.press("Home")
    expect(page.locator('[data-action="delete-line"]')).to_be_disabled()
    # What was played is reviewed again, though another line was looked at.
    tab(page, "review")
    expect(page.locator('[data-action="review-stop"]')).to_have_count(0)
    expect(page.locator("[aria-label='Mistakes'] .state")).to_contain_text(re.compile("mistakes? or doubtful"))
    expect(page.locator('[data-action="review"]')).to_have_count(0)

    page.goto("/analysis?game=quits&variant=simple")
    handle(page, "b2").click()
    handle(page, "c3").click()
    assert moves_of(page) == ["b2c3"]
    page.wait_for_function(kept, arg='["b2c3"]')
    page.reload()
    at(page, 1)
    page.locator('[data-action="delete-line"]').click()
    at(page, 0)
    assert moves_of(page) == []


def test_a_record_comes_back_with_its_lines(visit: Visit, tmp_path: Path) -> None:
    """Copied, saved, opened from a file and dropped; what cannot be read is named and nothing is lost."""
    page = visit("/analysis?game=pylos", permissions=["clipboard-read", "clipboard-write"])
    at(page, 0)
    open_text(page, RECORD.replace("e4d3", "e4e9"))
    trouble = page.get_by_role("alert")
    expect(trouble).to_contain_text("line 5: move 2, 'e4e9'")
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_have_value(re.compile("e4e9"))
    page.keyboard.press("Escape")
    expect(page.get_by_role("textbox", name="Position")).to_have_value(re.compile(r"^\.{16}/"))
    file = tmp_path / "game.txt"
    file.write_text(RECORD + Game("pylos").play("1a1").record())
    page.locator('[data-action="open-record"]').click()
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".line")).to_have_count(2)
    tab(page, "position")
    page.locator('[data-action="copy-record"]').click()
    expect(page.get_by_text("Record copied.").first).to_be_visible()
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert "1. b1c2 e4d3 (1... d4c3 2. 2> (2. c2d3)) 2. 2> *" in copied
    assert '[Player1 "Claire"]' in copied
    with page.expect_download() as saved:
        page.locator('[data-action="save-record"]').click()
    assert Path(saved.value.path()).read_text() == copied
    page.get_by_label("Game of this record").select_option("2")
    expect(page.locator("select").first).to_have_value("pylos")
    expect(page.get_by_label("Game of this record")).to_have_value("2")
    data = page.evaluate_handle(
        "text => { const data = new DataTransfer(); data.items.add(new File([text], 'g.txt')); return data }", copied
    )
    page.dispatch_event("body", "drop", {"dataTransfer": data})
    expect(page.locator(".line")).to_have_count(2)


def test_a_position_is_shared_by_its_address(visit: Visit) -> None:
    text = ".1.../1..../...../2..1./2..2. 1 -"
    page = visit("/analysis?game=quits&variant=simple", permissions=["clipboard-read", "clipboard-write"])
    tab(page, "position")
    page.get_by_role("textbox", name="Position").fill(text)
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page).to_have_url(re.compile("text="))
    page.locator('[data-action="share-position"]').click()
    expect(page.get_by_text("Link copied.").first).to_be_visible()
    address = page.evaluate("() => navigator.clipboard.readText()")
    other = visit(address.split("/", 3)[3].join(["/", ""]))
    tab(other, "position")
    expect(other.get_by_role("textbox", name="Position")).to_have_value(text)
    expect(other).to_have_url(re.compile(r"/analysis\?game=quits&variant=simple&text="))


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("game=quits&variant=simple&text=.1.../1", "the player to move is missing"),
        ("game=chess", "there is no game 'chess'"),
        ("game=quits&variant=five", "no variant 'five'"),
        ("game=quits&text=" + "." * 301, "too long to be a position"),
        ("table=nowhere", "no such table"),
    ],
)
def test_an_address_that_is_wrong_says_why(visit: Visit, query: str, said: str) -> None:
    page = visit(f"/analysis?{query}")
    expect(status(page)).to_contain_text(re.compile(re.escape(said), re.IGNORECASE))
    expect(handle(page, "b2").or_(handle(page, "reserve:1")).first).to_be_attached()


def test_a_finished_game_is_reviewed(visit: Visit) -> None:
    """Marks, graph, mistakes, the best move on the board, and a bar that is full for the winner."""
    name, variant, moves = games.SHORT
    page = visit(None)
    sit(page, name, variant)
    position = play(page, name, variant, moves.split())
    assert position.outcome is not None
    page.locator('[data-action="analyse"]').first.click()
    page.wait_for_url("**/analysis?**")
    at(page, len(moves.split()))
    full = "100" if position.outcome.winner == 1 else "0"
    expect(page.get_by_role("meter")).to_have_attribute("aria-valuenow", full)
    graph = page.get_by_role("slider", name="Course of the game")
    expect(graph).to_have_attribute("aria-valuenow", str(len(moves.split())))
    open_text(page, '[Game "quits"]\n[Variant "simple"]\n\n1. b2c3 d4c5 2. c3d4 c5b4 3. 4< d4c5 *')
    tab(page, "review")
    mistake = page.locator("[data-mistake]", has_text="4<")
    expect(mistake).to_be_visible()
    expect(page.locator('[data-action="review-stop"]')).to_have_count(0)
    page.locator('[data-step="last"]').click()
    at(page, 6)
    page.locator('[data-step="mistake-before"]').click()
    at(page, 5)
    mistake.click()
    expect(graph).to_have_attribute("aria-valuenow", "5")
    expect(graph).to_have_attribute("aria-valuetext", re.compile("4<, (mistake|doubtful)"))
    expect(status(page)).to_contain_text("d4e5 was better")
    page.locator(".better", has_text="d4e5").click()
    expect(page.get_by_role("meter")).to_have_attribute("aria-valuenow", "100")
    expect(graph.locator(".now.beside")).to_have_count(1)
    tab(page, "moves")
    expect(page.locator(".line")).to_have_count(1)
    page.keyboard.press("ArrowUp")
    expect(page.locator("[aria-current=step] small")).to_have_text(re.compile(r"\?"))
    graph.focus()
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.locator('[data-action="show-best"]').click()
    expect(page.locator('[data-handle][class*="hint"]').first).to_be_attached()


def test_a_game_of_450_plies_opens_under_the_usual_limits(visit: Visit, tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite3")
    try:
        page = visit("/analysis?game=quits", base_url=server.url)
        asked: list[str] = []
        refused: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "/api/record" in request.url else None)
        page.on("response", lambda answer: refused.append(answer.url) if answer.status == 429 else None)
        open_text(page, long_game().record())
        expect(page.locator("button[data-node]")).to_have_count(LONG)
        assert len(asked) == 1
        page.keyboard.press("End")
        at(page, LONG)
        for _ in range(60):
            page.keyboard.press("ArrowLeft")
        at(page, LONG - 60)
        page.locator("button[data-node]").nth(99).click()
        at(page, 100)
        expect(page.locator("ol li b").first).to_be_visible()
        assert refused == []
        page.goto("about:blank")
    finally:
        server.close()


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (360, 640)])
def test_on_a_phone_nothing_covers_the_board(visit: Visit, size: tuple[int, int]) -> None:
    page = visit("/analysis?game=pylos", phone=True, viewport={"width": size[0], "height": size[1]})
    expect(handle(page, "1a1").or_(handle(page, "reserve:1")).first).to_be_attached()
    for name in ("moves", "review", "position"):
        tab(page, name)
        boxes = page.evaluate(
            """() => {
              const inner = [...document.querySelectorAll('.rail *, .dock .bar')].map((e) => e.getBoundingClientRect());
              const board = document.querySelector('[data-view] .square, [data-view] svg').getBoundingClientRect();
              return inner.filter((b) => b.width && b.left < board.right - 1 && b.right > board.left + 1
                && b.top < board.bottom - 1 && b.bottom > board.top + 1).length
            }"""
        )
        assert boxes == 0, name
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
