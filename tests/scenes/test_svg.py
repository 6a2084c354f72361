"""Pictures are well-formed, stand alone, and show every marble where the coordinates say it is."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from billes.core.position import Position, read, start
from billes.scenes import svg
from billes.scenes.sentences import Sentence, render

from .samples import EVERY, calm, game, marbles, positions

SVG = "{http://www.w3.org/2000/svg}"


def parse(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def moved(element: ElementTree.Element) -> tuple[float, float]:
    """Where an element is put by its transform."""
    found = re.match(r"translate\((\S+) (\S+)\)", element.attrib["transform"])
    assert found
    return float(found[1]), float(found[2])


def drawn(root: ElementTree.Element) -> dict[str, tuple[float, float, str]]:
    """The marbles of a picture by place: where they are, and whose."""
    found = [element for element in root.iter() if "data-marble" in element.attrib]
    assert len({element.attrib["data-marble"] for element in found}) == len(found)
    return {element.attrib["data-marble"]: (*moved(element), element.attrib["data-owner"]) for element in found}


def coordinates(root: ElementTree.Element) -> tuple[dict[str, float], dict[str, float]]:
    """Where the coordinates of the board stand: files by x, ranks by y."""
    labels = [text for text in root.findall(f"{SVG}text") if len(text.text or "") == 1]
    files = {text.text or "": float(text.attrib["x"]) for text in labels if "a" <= (text.text or "") <= "h"}
    left = min(float(text.attrib["x"]) for text in labels)
    ranks = {
        text.text or "": float(text.attrib["y"]) - 0.36 * float(text.attrib["font-size"])
        for text in labels
        if (text.text or "").isdigit() and float(text.attrib["x"]) == left
    }
    return files, ranks


def marks(picture: str) -> set[str]:
    return {element.attrib["data-mark"] for element in parse(picture).iter() if "data-mark" in element.attrib}


@calm
@given(positions(), st.booleans())
def test_every_marble_is_drawn_where_the_coordinates_say(position: Position, rail: bool) -> None:
    root = parse(svg(position, rail=rail))
    files, ranks = coordinates(root)
    found = drawn(root)
    expected = marbles(position)
    seats = re.compile(r"taken\.\d+|(left|right)[12]")
    assert {place for place in found if not seats.fullmatch(place)} == expected.keys()
    for place, sign in expected.items():
        x, y, owner = found[place]
        assert owner == ("0" if sign == "o" else sign)
        level = int(place[0]) if position.game == "pylos" else 1
        # A ball of a higher level lies over the middle of those that carry it.
        file, rank = "abcdefgh".index(place[-2]), int(place[-1])
        columns = [files["abcdefgh"[file + n]] for n in range(level)]
        rows = [ranks[str(rank + n)] for n in range(level)]
        assert x == pytest.approx(sum(columns) / level, abs=0.1)
        assert y == pytest.approx(sum(rows) / level, abs=0.1)


@calm
@given(positions(), st.booleans(), st.booleans(), st.sampled_from(["en", "fr"]))
def test_pictures_are_whole_and_stand_alone(position: Position, rail: bool, dark: bool, language: str) -> None:
    picture = svg(position, rail=rail, dark=dark, language=language)
    root = parse(picture)
    assert root.tag == f"{SVG}svg"
    assert root.attrib["role"] == "img"
    assert root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc") == str(position)
    assert not [e.tag for e in root.iter() if e.tag.removeprefix(SVG) in ("script", "style", "image", "foreignObject")]
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(set(ids)) == len(ids)
    used = set(re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', picture))
    assert {a or b for a, b in used} <= set(ids)
    assert "http" not in picture.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"nan|inf\b|None", picture)


def test_ids_of_different_pictures_differ() -> None:
    first, second = start("quits"), start("quits").play("b2c3")
    pictures = [svg(first), svg(second), svg(second, last=""), svg(second, dark=True), svg(second, rail=False)]
    ids = [set(re.findall(r' id="([^"]+)"', picture)) for picture in pictures]
    assert sum(map(len, ids)) == len(set.union(*ids))
    assert svg(first) == svg(first)


def test_size_is_the_width() -> None:
    root = parse(svg(start("balanx"), size=560))
    assert (root.attrib["width"], root.attrib["height"]) == ("560", "400")
    square = parse(svg(start("balanx"), size=300, rail=False))
    assert (square.attrib["width"], square.attrib["height"]) == ("300", "300")


@calm
@given(positions())
def test_the_plate_of_the_player_to_move_is_raised(position: Position) -> None:
    root = parse(svg(position))
    plates = [element for element in root.iter() if "data-player" in element.attrib]
    raised = [element.attrib["data-player"] for element in plates if "data-to-move" in element.attrib]
    assert len(plates) == position.players
    assert raised == ([] if position.outcome else [str(position.player)])


@pytest.mark.parametrize("seed", range(3))
def test_levels_of_pylos_are_shown_apart(seed: int) -> None:
    *_, position = game("pylos", "children", seed, 26)
    root = parse(svg(position))
    shown = {e.attrib["data-inset"]: e.attrib["data-owner"] for e in root.iter() if "data-inset" in e.attrib}
    assert shown == marbles(position)
    assert [e.attrib["data-level"] for e in root.iter() if "data-level" in e.attrib] == ["4", "3", "2", "1"]
    pips = [e for e in root.iter() if "data-pip" in e.attrib]
    assert len(pips) == 30 - len(shown)


def test_higher_balls_are_drawn_later() -> None:
    *_, position = game("pylos", "children", 1, 28)
    levels = [int(place[0]) for place in drawn(parse(svg(position)))]
    assert levels == sorted(levels)
    assert levels[-1] > 1


@pytest.mark.parametrize(
    ("name", "text", "move", "expected"),
    [
        ("pylos", "11..1.....2.22.2/........./..../. 1", "1b2-1a1", {"rest 1b2", "taken 1a1"}),
        ("pylos", "12..21........1./........./..../. 1", "1c4>2a1", {"path", "from 1c4", "rest 2a1"}),
        ("quits", ".11../11.../1...2/...22/..22. 1 -", "b2c3", {"path", "from b2", "rest c3"}),
        (
            "quits",
            ".11../11.../1...2/...22/..22. 1 -",
            "b^",
            {"slid tile-b1 tile-b2 tile-b3 tile-b4 tile-b5"},
        ),
        (
            "balanx",
            "...2222/....222/.....22/......2/1....../11...../111..../1111... 1",
            "d8e8",
            {"path", "from d8", "rest e8"},
        ),
        (
            "bilitaire",
            "__oooo__/__oooo__/oooooooo/ooo.oooo/oooooooo/oooooooo/__oooo__/__oooo__ t - 1 -",
            "C4>1",
            {"gone C4", "slid tray-D4"},
        ),
    ],
)
def test_the_last_move_is_marked(name: str, text: str, move: str, expected: set[str]) -> None:
    position = read(name, None, text).play(move)
    assert marks(svg(position)) == expected
    assert marks(svg(position, last="")) == set()


def test_the_barred_slide_is_struck_through() -> None:
    root = parse(svg(start("quits").play("2>")))
    barred = [e.attrib["data-arrow"] for e in root.iter() if "data-barred" in e.attrib]
    assert barred == ["2<"]
    assert len([e for e in root.iter() if "data-arrow" in e.attrib]) == 20


def test_goals_carry_their_players_signs() -> None:
    root = parse(svg(start("quits", "four")))
    medals = {e.attrib["data-medal"]: moved(e) for e in root.iter() if "data-medal" in e.attrib}
    right, top = {n for n, (x, _) in medals.items() if x > 500}, {n for n, (_, y) in medals.items() if y < 500}
    assert (right, top) == ({"1", "2"}, {"1", "4"})


def test_the_lean_is_shown() -> None:
    position = start("balanx")
    for player in ("1", "2"):
        root = parse(svg(position))
        assert [e.attrib["data-lean"] for e in root.iter() if "data-lean" in e.attrib] == [player]
        position = position.play(position.moves[0])


def test_announcement_and_captures_are_shown() -> None:
    text = "__oo__oo/__oo__oo/oo__ooo./o.__.o../oooo.o.o/oooooooo/__oooooo/__oooooo m 2 2 12"
    root = parse(svg(read("bilitaire", "match", text)))
    assert [e.attrib["data-announced"] for e in root.iter() if "data-announced" in e.attrib] == ["2"]
    assert [e.attrib["data-taken"] for e in root.iter() if "data-taken" in e.attrib] == ["7"]
    assert len([place for place in drawn(root) if place.startswith("taken.")]) == 7


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_the_title_says_what_is_seen(name: str, variant: str) -> None:
    position = start(name, variant)
    title = parse(svg(position)).findtext(f"{SVG}title") or ""
    assert render(Sentence(f"variant.{name}.{variant}")) in title
    assert render(Sentence("turn", players={"name": 1}), game=name) in title
    position = position.play(position.moves[0])
    assert str(position.last) in (parse(svg(position)).findtext(f"{SVG}title") or "")
    assert render(Sentence("turn", players={"name": 2}), "fr", game=name) in svg(position, language="fr")
