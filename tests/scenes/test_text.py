"""Text boards: aligned, legible without colours and without anything but ASCII, and true to the position."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from billes.core.position import Position, read, start
from billes.scenes import text
from billes.scenes._canvas import Canvas, Style
from billes.scenes.sentences import Sentence, render

from .samples import EVERY, calm, marbles, positions

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
SIGNS = {"1": "◎", "2": "✶", "3": "◊", "4": "∴", "o": "●"}


def lines(position: Position, unicode: bool = True) -> list[str]:
    return text(position, colour=False, unicode=unicode).split("\n")


def spots(board: list[str], levels: bool) -> dict[str, tuple[int, int]]:
    """Where the column of every file and the row of every rank meet, as a person would look a place up."""
    bottom = next(n for n, line in enumerate(board) if re.fullmatch(r" +(\S +)?a( +[a-h])*( +\S)?", line))
    found, level, edge = {}, 0, 0
    for letter in re.finditer(r"[a-h]", board[bottom]):
        if letter[0] == "a":
            level, edge = level + 1, letter.start() - 4
        for row in range(1, bottom):
            rank = board[row][edge : edge + 1]
            if rank.isdigit():
                found[f"{level if levels else ''}{letter[0]}{rank}"] = row, letter.start()
    return found


def read_back(board: list[str], levels: bool) -> dict[str, str]:
    """What stands at every place, between its marks."""
    return {place: f"{board[r]:80}"[c - 1 : c + 2] for place, (r, c) in spots(board, levels).items()}


@calm
@given(positions(), st.booleans())
def test_every_marble_stands_where_its_coordinates_meet(position: Position, unicode: bool) -> None:
    found = read_back(lines(position, unicode=unicode), position.game == "pylos")
    signs = SIGNS if unicode else {sign: sign for sign in SIGNS}
    expected = {place: signs[sign] for place, sign in marbles(position).items()}
    assert {place: cell[1] for place, cell in found.items() if cell[1] in signs.values()} == expected


@calm
@given(positions(), st.sampled_from(["en", "fr"]))
def test_without_unicode_all_is_ascii(position: Position, language: str) -> None:
    written = text(position, colour=False, unicode=False, language=language)
    assert written.isascii()
    assert "\x1b" not in written


@calm
@given(positions(), st.booleans())
def test_colours_change_nothing_else(position: Position, unicode: bool) -> None:
    coloured = text(position, unicode=unicode)
    assert "\x1b[" in coloured
    bare = [line.rstrip() for line in ESCAPE.sub("", coloured).split("\n")]
    assert bare == lines(position, unicode=unicode)
    for line in coloured.split("\n"):
        assert ESCAPE.findall(line)[-1:] in ([], ["\x1b[0m"]), "no colour runs over the end of a line"


@calm
@given(positions())
def test_no_sign_takes_two_columns(position: Position) -> None:
    for sign in set(text(position, colour=False)):
        assert unicodedata.east_asian_width(sign) not in "WF", sign
        assert unicodedata.combining(sign) == 0


@calm
@given(positions())
def test_lines_are_short_and_aligned(position: Position) -> None:
    board = lines(position)
    assert max(map(len, board)) <= 80
    assert all(line == line.rstrip() for line in board)
    if position.game == "balanx":
        walls = [line.rstrip(" ▾▴") for line in board if line[3:4] in ("┌", "│", "├", "└")]
        assert len(walls) == 2 * len(str(position).split()[0].split("/")) + 1
        assert len({len(line) for line in walls}) == 1


@calm
@given(positions())
def test_the_player_to_move_is_pointed_at(position: Position) -> None:
    pointed = [line for line in lines(position, unicode=False) if re.match(r" > +\d", line)]
    if position.outcome is None:
        (line,) = pointed
        assert line.split()[1] == str(position.player)
        assert line.endswith("to move")
    elif position.outcome.winner:
        (line,) = pointed
        assert line.split()[1] == str(position.outcome.winner)
        assert line.endswith("wins")


def test_balanx_bars_close_the_grooves() -> None:
    """Between ranks 7 and 8 files b, d, f end a groove and a, c, e, g do not; one line lower it is the other way."""
    board = lines(start("balanx"), unicode=False)
    assert board[4] == "   |   +---+   +---+   +---+   |"
    assert board[6] == "   +---+   +---+   +---+   +---+"
    assert [line[-1] for line in board[3:18:2]] == ["v"] * 8, "it leans to player 1"
    other = lines(start("balanx").play("d8e8"), unicode=False)
    assert [line[-1] for line in other[3:18:2]] == ["^"] * 8


def test_empty_places_of_arrival_zones_are_told_apart() -> None:
    position = start("balanx").play("d8e8")
    found = read_back(lines(position, unicode=False), levels=False)
    assert found["d8"] == "(=)"
    assert found["a4"] == " . "


@pytest.mark.parametrize(
    ("name", "setup", "move", "shown"),
    [
        ("pylos", "12..21........1./........./..../. 1", "1c4>2a1", {"1c4": "(.)", "2a1": "[1]"}),
        ("pylos", "11..1.....2.22.2/........./..../. 1", "1b2-1a1", {"1a1": " x ", "1b2": "[1]"}),
        ("quits", ".11../11.../1...2/...22/..22. 1 -", "b2c3", {"b2": "(.)", "c3": "[1]"}),
        (
            "balanx",
            "...2222/....222/.....22/......2/1....../11...../111..../1111... 1",
            "d8e8",
            {"d8": "(=)", "e8": "[1]"},
        ),
    ],
)
def test_the_last_move_is_marked(name: str, setup: str, move: str, shown: dict[str, str]) -> None:
    position = read(name, None, setup).play(move)
    board = lines(position, unicode=False)
    found = read_back(board, name == "pylos")
    assert {place: found[place] for place in shown} == shown
    others = {cell for place, cell in found.items() if place not in shown}
    assert all(cell[0] == cell[2] == " " for cell in others)
    assert f"last move {move}" in "\n".join(board)
    bare = text(position, last="", colour=False, unicode=False)
    assert "[" not in bare
    assert "last move" not in bare


def test_slides_are_shown_at_the_edge() -> None:
    board = lines(start("quits").play("2>"), unicode=False)
    rank = next(line for line in board if line.startswith("  X 2"))
    assert rank.endswith(">")
    assert "2< may not be played" in "\n".join(board)
    upwards = lines(start("quits").play("b^"))
    assert "▴" in upwards[2]
    assert "✕" in "".join(upwards[12:14])


def test_trays_are_boxed_and_those_that_slid_doubly() -> None:
    position = start("bilitaire").play("xd4").play("B1<1")
    board = "\n".join(lines(position))
    assert board.count("╭──────╮") == 11
    assert board.count("╔══════╗") == 1
    assert board.count("┌╌╌╌╌╌╌┐") == 1
    plain = "\n".join(lines(position, unicode=False))
    assert plain.count("#======#") == 2
    assert plain.isascii()


def test_what_is_announced_is_said() -> None:
    setup = "__oo__oo/__oo__oo/oo__ooo./o.__.o../oooo.o.o/oooooooo/__oooooo/__oooooo m 2 2 12"
    written = text(read("bilitaire", "match", setup), colour=False)
    assert "announced: double jump" in written
    assert "Round 2, 12 to beat" in written
    assert "annoncé\N{NO-BREAK SPACE}: double saut" in text(
        read("bilitaire", "match", setup), colour=False, language="fr"
    )


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_the_heading_names_the_game(name: str, variant: str) -> None:
    named = [render(Sentence(key)) for key in (f"game.{name}", f"variant.{name}.{variant}")]
    assert lines(start(name, variant))[0].strip().startswith(", ".join(named))


def test_what_is_counted_stands_apart_from_the_names() -> None:
    shown = text(start("bilitaire"), colour=False, language="fr")
    assert "Joueur 1  Joueur de billes, Restantes 48" in shown
    assert "Joueur 2  Joueur de plateaux, Restants 12" in shown


def test_a_board_of_another_size_says_so_in_ascii_too() -> None:
    board = "222,1221,222,1221,1221,222,1221,222"
    there = read("balanx", "large", f"....2222/.....222/1.....22/11.....2/111...../1111.... 1 {board}")
    assert "board 8 x 6" in text(there, colour=False, unicode=False)
    assert "board 8 × 6" in text(there, colour=False)


def test_a_canvas_keeps_the_ground_below() -> None:
    canvas = Canvas()
    canvas.put(0, 2, "   ", Style(None, 22))
    canvas.put(0, 3, "x", Style(15))
    assert canvas.lines(colour=True) == ["  \x1b[48;5;22m \x1b[0m\x1b[38;5;15;48;5;22mx\x1b[0m\x1b[48;5;22m \x1b[0m"]
    assert canvas.lines(colour=False) == ["   x"]
    assert Canvas().lines(colour=True) == []
