"""Games played to the end by what a screen reader tells: roles and names only, nothing seen, nothing pointed at."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from billes.core.position import Position, start
from billes.core.sentences import render
from billes.scenes.build import scene
from billes.scenes.sentences import handle_sentence, move_sentences

from . import games
from .conftest import PATIENCE, Visit
from .hands import lay, touches_of

MORRIS = ("morris", "standard", "b2 a1 c2 a2 a3 c1 b2b3 a1b1 c2c3")
NAMES = {1: "Claire", 2: "Malo"}


def board(page: Page) -> Locator:
    """The board as a grid of named places."""
    return page.get_by_role("grid", name=re.compile("^(Board|Plateau)$"))


def heard(page: Page) -> Locator:
    """What was said aloud."""
    return page.get_by_role("log")


def label(position: Position, handle: str, language: str = "en", reader: int | None = None) -> str:
    """What the server calls a handle, as the page begins its name."""
    said = render(handle_sentence(position, handle, reader), language)
    return said[0].upper() + said[1:]


def touch(page: Page, position: Position, handle: str) -> None:
    """Find by its name what may be touched, go there and press Enter."""
    name = re.compile(rf"^{re.escape(label(position, handle))}(, |$)")
    button = page.get_by_role("main").get_by_role("button", name=name, disabled=False)
    expect(button).to_have_count(1)
    button.press("Enter")


def names(page: Page) -> list[str]:
    """What the board reads like, place by place."""
    return [str(cell.get_attribute("aria-label")) for cell in board(page).get_by_role("button").all()]


def set_up(host: Page, guest: Page, game: str, variant: str) -> None:
    """Two people at two screens, brought together by a link."""
    shown = host.get_by_role("radiogroup").get_by_role("radio", name=re.compile(game, re.IGNORECASE))
    shown.press("Space")
    for group, choice in (("Rules", variant), ("Opponent", "By link"), ("Who starts", "Me")):
        host.get_by_role("group", name=group, exact=True).get_by_role("radio", name=choice, exact=True).press("Space")
    host.get_by_role("textbox", name="Your name").fill(NAMES[1])
    host.get_by_role("button", name="Play").press("Enter")
    host.get_by_role("button", name="Invite a player").press("Enter")
    link = host.get_by_role("dialog").get_by_role("textbox", name="Invite a player").input_value()
    host.keyboard.press("Escape")
    guest.goto(link)
    guest.get_by_role("textbox", name="Your name").fill(NAMES[2])
    guest.get_by_role("button", name="Take the seat").press("Enter")


@pytest.mark.parametrize(
    ("game", "called", "ending"),
    [
        (games.PYLOS, ("Pylos", "Expert"), "no ball left in reserve."),
        (games.QUITS, ("Quits", "Standard"), "3 marbles are out."),
        (games.BALANX, ("Balanx", "Small"), "The arrival zone is full."),
        (games.BILITAIRE, ("Bi-litaire", "Round"), "Marbles left: 10."),
        (MORRIS, ("Morris", "Standard"), "Three marbles are in a row."),
    ],
    ids=["pylos", "quits", "balanx", "bilitaire", "morris"],
)
def test_a_whole_game_by_ear(visit: Visit, game: tuple[str, str, str], called: tuple[str, str], ending: str) -> None:
    """Each of two players hears every move of the other, finds it on the board, and answers."""
    name, variant, moves = game
    host, guest = visit(), visit(None)
    set_up(host, guest, *called)
    for page in (host, guest):  # who comes later has not heard the first move
        expect(board(page).get_by_role("button").first).to_be_visible()
    position = start(name, variant)
    for ply, move in enumerate(moves.split(), 1):
        mine, theirs = (host, guest) if position.player == 1 else (guest, host)
        for handle in touches_of(position, move):
            touch(mine, position, handle)
        told = render(move_sentences(position, move), "en", NAMES, 3 - position.player, game=name)
        own = render(move_sentences(position, move), "en", NAMES, position.player, game=name)
        for page, words in ((theirs, told), (mine, own)):
            expect(heard(page).get_by_role("paragraph").last).to_contain_text(words)
        position = position.play(move)
        listed = re.compile(rf"^{ply}\. {re.escape(move)}: {re.escape(told)}$")
        expect(theirs.get_by_role("button", name=listed)).to_have_count(1)
    assert position.outcome is not None
    for page in (host, guest):
        expect(heard(page)).to_contain_text(ending)
        expect(board(page).get_by_role("button", disabled=False)).to_have_count(0)
    read = names(host)
    assert [one for one in reading(position) if not any(name.startswith(one) for name in read)] == []


def reading(position: Position, language: str = "en", reader: int = 1) -> list[str]:
    """What is to be read on a board: every place where something can lie, and every tray."""
    made = scene(position)
    places = [place.id for place in made.places if place.kind in ("bowl", "pocket") and place.open]
    trays = [slab.id.replace("-", ":") for slab in made.slabs if slab.on]
    stores = [f"reserve:{store.owner}" for store in made.stores if store.kind == "reserve"]
    arrows = [f"arrow:{arrow.id}" for arrow in made.arrows]
    return [label(position, handle, language, reader) for handle in (*places, *trays, *stores, *arrows)]


@pytest.mark.parametrize(
    ("game", "language"),
    [("pylos", "fr"), ("quits", "en"), ("balanx", "fr"), ("bilitaire", "fr"), ("bilitaire", "en"), ("morris", "en")],
)
def test_the_board_is_read_place_by_place(visit: Visit, game: str, language: str) -> None:
    """Whoever watches or waits reads the whole board too, as those do who may touch something."""
    page = visit(None, locale=language)
    address = lay(page, game, "", "", *NAMES.values())
    page.goto(address)
    expect(board(page).get_by_role("button", disabled=False).first).to_be_visible()
    position = start(game)
    read = names(page)
    assert [one for one in reading(position, language) if not any(name.startswith(one) for name in read)] == []
    playable = [name for name in read if name.endswith(("playable", "jouable")) or re.search("(plays|joue) ", name)]
    assert board(page).get_by_role("button", disabled=False).count() == len(playable)

    watcher = visit(address, locale=language)
    expect(board(watcher).get_by_role("button").first).to_be_attached()
    expect(board(watcher).get_by_role("button", disabled=False)).to_have_count(0)
    told = names(watcher)
    assert [one for one in reading(position, language, 0) if not any(name.startswith(one) for name in told)] == []


def test_in_space_the_board_reads_the_same(visit: Visit) -> None:
    page = visit(None, flat=False, kept={"flat": True}, viewport={"width": 500, "height": 400})
    name, variant, moves = games.PYLOS
    page.goto(lay(page, name, variant, " ".join(moves.split()[:20]), *NAMES.values()))
    expect(board(page).get_by_role("button", disabled=False).first).to_be_attached()
    flat = names(page)
    page.keyboard.press("f")
    expect(page.locator('[data-view="space"] canvas')).to_be_visible()
    expect(board(page).get_by_role("button", disabled=False).first).to_be_attached()
    assert names(page) == flat
    assert any("just moved here" in name for name in flat)


def test_against_the_computer_by_ear(visit: Visit) -> None:
    """Somebody who knows nothing of the rules plays what is playable, and believes only what is said."""
    page = visit(kept={"choices": {"pylos": {"variant": "children", "level": 1, "starter": "me"}}, "game": "pylos"})
    page.get_by_role("button", name="Play Pylos").press("Enter")
    chance = random.Random(7)
    said = heard(page)
    over = said.get_by_text(re.compile(r"wins?\."))
    for ply in range(1, 80, 2):
        expect(board(page).get_by_role("button", name=re.compile(", plays ")).first).to_be_attached()
        places = [name for name in names(page) if re.search(r"^Place \w+, empty.*, plays ", name)]
        assert places, names(page)
        place = chance.choice(places)
        board(page).get_by_role("button", name=place, exact=True).press("Enter")
        expect(said).to_contain_text(f"You place a ball on {place.split()[1].rstrip(',')}.")
        # Its first thought may have to be compiled.
        listed = page.get_by_role("button", name=re.compile(rf"^{ply + 1}\. \S+ The computer "))
        expect(listed.or_(over).first).to_be_attached(timeout=4 * PATIENCE)
        if listed.count():
            told = str(listed.get_attribute("aria-label")).split(" ", 2)[2]
            expect(said.get_by_role("paragraph").last).to_contain_text(told)
            there = re.compile(rf"^Dark ball on {told.split()[-1].rstrip('.')}, just moved here")
            expect(board(page).get_by_role("button", name=there)).to_have_count(1)
        if over.count():
            break
    else:
        raise AssertionError("the game does not end")
    expect(page.get_by_role("button", name="Rematch").first).to_be_visible()
