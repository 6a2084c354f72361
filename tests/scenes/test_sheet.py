"""The rules on one sheet: everything fits, nothing lies over anything else, every figure is there."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from billes.games.registry import GAMES
from billes.games.rulebook import rules_text
from billes.scenes import sheet
from billes.scenes._print_text import Run, broken, wide, words
from billes.scenes.figures import figures

SVG = "{http://www.w3.org/2000/svg}"
READABLE = 8.0
"""Points that the text has at least."""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", [*GAMES])
def test_a_sheet_has_the_rules_and_all_figures_inside_its_margins(game: str, language: str) -> None:
    text, found = sheet.sheet_svg(game, language)
    assert found == language
    root = ElementTree.fromstring(text)
    assert (root.attrib["width"], root.attrib["height"]) == ("210mm", "297mm")
    placed = root.findall(f"{SVG}svg")
    shown = re.findall(r"!\[[^\]]*\]\(\S+/(\S+?)\.svg\)", rules_text(game, language)[1])
    assert len(placed) == len(figures(game)) or len(placed) == sum(name.endswith("start") for name in shown)
    boxes = [tuple(float(each.attrib[key]) for key in ("x", "y", "width", "height")) for each in placed]
    lines = [
        (
            float(line.attrib["x"]),
            float(line.attrib["y"]),
            float(line.attrib["textLength"]),
            float(line.attrib["font-size"]),
        )
        for line in root.findall(f"{SVG}text")
    ]
    for x, y, width, size in lines:
        assert sheet.MARGIN - 0.1 <= x
        assert x + width <= sheet.WIDTH - sheet.MARGIN + 0.1
        assert size < y < sheet.HEIGHT
    sizes = [size for *_, size in lines]
    assert max(set(sizes), key=sizes.count) >= READABLE * sheet.SMALL
    for left, top, width, height in boxes:
        assert top + height <= sheet.HEIGHT - sheet.FOOT
        over = [line for line in lines if left < line[0] < left + width and top < line[1] < top + height]
        assert over == [], "text over a figure"
    said = "".join(root.itertext())
    heads = re.findall(r"^## (.*)$", rules_text(game, language)[1], re.MULTILINE)
    assert [head for n, head in enumerate(heads) if n in sheet.SECTIONS and head not in said] == []
    assert heads[6] not in said, "advice stays on the page"


def test_lines_are_broken_at_blanks_only() -> None:
    runs: list[Run] = [("one two ", ""), ("three", "bold"), (", four\u00a0five", "")]
    assert [["".join(text for text, _ in word) for word in words(runs)]] == [["one", "two", "three,", "four\u00a0five"]]
    width = wide("one two", "", 10)
    lines = broken(runs, width, 10)
    assert [len(line.words) for line in lines] == [2, 1, 1]
    assert lines[0].width == pytest.approx(width)
    assert ">one two</text>" in lines[0].draw(0, 0, 10)
    assert "&lt;" in broken([("3<", "code")], 100, 10)[0].draw(0, 0, 10)


def test_what_does_not_fit_on_a_sheet_is_said() -> None:
    long = [sheet.Block("paragraph", (("word " * 9000, ""),))]
    assert sheet._laid(list(sheet.Sheet("quits", 6, 1).pieces(long))) is None
