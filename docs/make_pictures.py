"""Replay the example games of these pages, check the pages against them, and draw their pictures.

    python docs/make_pictures.py            # checks, then writes docs/pictures
    python docs/make_pictures.py --check    # only checks

A page names the pictures it wants: `../pictures/pylos-08.svg` is the position after eight moves of the game recorded
in examples/pylos.txt, `../pictures/quits-four-start.svg` the start of a variant, `results-NAME-longest.svg` the start
of records/longest-NAME.txt, `figure-pylos-b1.svg` a figure that the game states in its `figures.py`. With `-fr` before
the dot the words in a picture are French. The charts of the results, `results-NAME.svg`, are drawn by bench/results.py.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import billes
from billes.scenes import svg
from billes.scenes.figures import figure_svg

HERE = Path(__file__).parent
LANGUAGES = ("en", "fr")
SECTIONS = 12
EXAMPLE = 8
"""Which section tells the example game, counted from 0: the same on every page."""
_ROW = re.compile(r"^\| \d+ \|(.*)$", re.MULTILINE)
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)#\s]+)")
_LONGEST = re.compile(r"results-(?P<name>[a-z-]+)-longest\.svg")
_CHART = re.compile(r"results-(?!.*-longest)[a-z-]+\.svg")
_FIGURE = re.compile(r"figure-(?P<game>[a-z]+)-(?P<name>[a-z0-9]+)\.svg")
_PICTURE = re.compile(r"(?P<game>[a-z]+)-(?:(?P<ply>\d+)|(?P<variant>[a-z-]+)-start)(?:-(?P<language>fr))?\.svg")


class Wrong(Exception):
    """A page or a game that is not in order."""


def load(game: str) -> billes.Game:
    """The example of a game. Reading the record plays it, so that an illegal move or a wrong result is an error."""
    file = HERE / "examples" / f"{game}.txt"
    text = file.read_text(encoding="utf-8")
    played = billes.load(text)
    if played.outcome is None:
        raise Wrong(f"{file.name}: the game does not end")
    if played.record() != text:
        raise Wrong(f"{file.name} is not written as the program writes it:\n{played.record()}")
    return played


def pages() -> Iterator[tuple[Path, str]]:
    """Every page of every game, and its game: those of which there is an example."""
    for language in LANGUAGES:
        for record in sorted((HERE / "examples").glob("*.txt")):
            yield HERE / language / f"{record.stem}.md", record.stem


def check(page: Path, played: billes.Game) -> None:
    """See that a page has all its sections and tells the game as it was played."""
    sections = re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    if len(sections) != SECTIONS:
        raise Wrong(f"{page}: {len(sections)} sections, not {SECTIONS}")
    example = sections[EXAMPLE]
    cells = [cell for row in _ROW.findall(example) for cell in row.split(" | ")[: played.position.players]]
    told = [cell.strip(" `|") for cell in cells if "`" in cell]
    moves = [str(move) for move in played.moves]
    for number, (said, move) in enumerate(zip(told, moves, strict=False), 1):
        if said != move:
            raise Wrong(f"{page}: move {number} is {said} on the page and {move} in the record")
    if len(told) != len(moves):
        raise Wrong(f"{page}: {len(told)} moves on the page, {len(moves)} in the record")
    result = played.record().split()[-1]
    if f"(`{result}`)" not in example:
        raise Wrong(f"{page}: the game ended {result}, and the page does not say so")


def wanted(page: Path) -> set[str]:
    """The pictures that a page shows. Any other link must lead to a file that is there."""
    found = set()
    for link in _LINK.findall(page.read_text(encoding="utf-8")):
        target = page.parent / link
        if target.parent.name == "pictures":
            found.add(target.name)
        elif "://" not in link and not target.exists():
            raise Wrong(f"{page}: there is no {link}")
    return found


def draw(name: str, games: dict[str, billes.Game]) -> str:
    """The picture of that name."""
    if longest := _LONGEST.fullmatch(name):
        record = HERE / "records" / f"longest-{longest['name']}.txt"
        return svg(billes.load(record.read_text(encoding="utf-8")).positions[0])
    if figure := _FIGURE.fullmatch(name):
        drawn = figure_svg(figure["game"], figure["name"])
        if drawn is None:
            raise Wrong(f"{name}: the game states no such figure")
        return drawn + "\n"
    asked = _PICTURE.fullmatch(name)
    if not asked:
        raise Wrong(f"{name} is neither GAME-NUMBER.svg nor GAME-VARIANT-start.svg")
    if asked["variant"]:
        shown = billes.start(asked["game"], asked["variant"])
    else:
        shown = games[asked["game"]].positions[int(asked["ply"])]
    return svg(shown, language=asked["language"] or "en") + "\n"


def main(arguments: list[str]) -> None:
    """Check all pages; write the pictures unless told only to check."""
    games = {game: load(game) for _, game in pages()}
    for page, game in pages():
        check(page, games[game])
    names = sorted({name for page in HERE.rglob("*.md") for name in wanted(page)})
    folder = HERE / "pictures"
    if "--check" in arguments:
        missing = [name for name in names if not (folder / name).exists()]
        if missing:
            raise Wrong(f"pictures are missing, run docs/make_pictures.py: {' '.join(missing)}")
    else:
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.svg"):
            if old.name not in names:
                old.unlink()
        for name in names:
            if _CHART.fullmatch(name):
                continue
            (folder / name).write_text(draw(name, games), encoding="utf-8")
    print(f"{len(games)} games, {len(names)} pictures, all in order")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (Wrong, ValueError) as error:
        sys.exit(str(error))
