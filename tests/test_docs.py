"""The pages are true: their example games can be played, their pictures are the program's, their links lead on."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import billes

from .test_sources import headings

ROOT = Path(__file__).parent.parent


def test_example_games_and_pictures() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "make_pictures.py"), "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "page", ["notation.md", "fr/notation.md", "adding-a-game.md", "languages.md", "environments.md", "notebook.md"]
)
def test_examples_on_pages(page: str) -> None:
    failed, _ = doctest.testfile(str(ROOT / "docs" / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0


@pytest.mark.parametrize("game", ["pylos", "quits", "balanx", "bilitaire"])
def test_both_languages_have_the_same_sections(game: str) -> None:
    def shape(language: str) -> list[str]:
        text = (ROOT / "docs" / language / f"{game}.md").read_text(encoding="utf-8")
        return [line.split(" ", 1)[0] for line in text.splitlines() if line.startswith("#")]

    assert shape("en") == shape("fr")
    assert shape("en").count("##") == 12


def _read(page: str) -> str:
    return (ROOT / "docs" / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", ["rules.md", "notation.md"])
def test_the_reference_is_the_same_in_both_languages(page: str) -> None:
    english, french = _read(page), _read(f"fr/{page}")
    assert re.findall(r"^#+ ", english, re.MULTILINE) == re.findall(r"^#+ ", french, re.MULTILINE)
    blocks = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
    assert blocks.findall(english) == blocks.findall(french)
    spans = re.compile(r"(?<!`)`(?!`)(.+?)`")
    mine, theirs = (set(spans.findall(blocks.sub("", text))) for text in (english, french))
    assert mine - {"-cell", "-cell-cell"} == theirs - {"-case", "-case-case"}


def _faults(text: str) -> list[str]:
    """What is not set as French is, outside code: apostrophes, quotation marks, products, spaces that could break."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^    .*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"`[^`]*`", "x", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    blank = "\N{NO-BREAK SPACE}"
    wrong = rf"'|\"|\d ?x ?\d|(?<!{blank})[;!?»]|(?<!{blank}):(?=\s|$)|«(?!{blank})"
    return [text[max(0, m.start() - 30) : m.end() + 10] for m in re.finditer(wrong, text)]


@pytest.mark.parametrize("page", sorted(path.name for path in (ROOT / "docs" / "fr").glob("*.md")))
def test_french_is_set_as_french(page: str) -> None:
    assert _faults(_read(f"fr/{page}")) == []


@pytest.mark.parametrize(
    "text",
    [
        "l'autre",
        'un "mot"',
        "2 x 2",
        "Quoi ?",
        "Quoi?",
        "ceci : cela",
        "ceci; cela",
        "«\N{NO-BREAK SPACE}mot »",
        "« mot",
    ],
)
def test_what_is_not_set_as_french_is_found(text: str) -> None:
    assert _faults(text)
    assert not _faults(f"`{text}`")


@pytest.mark.parametrize(
    "page", sorted(str(path.relative_to(ROOT)) for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")))
)
def test_links_lead_to_files_and_headings(page: str) -> None:
    """Of all pages beside the program too; addresses elsewhere are not followed."""
    here = ROOT / page
    text = re.sub(r"^```.*?^```|`[^`]*`", "", here.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    targets = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|href)="([^"]+)"', text)
    for target in targets:
        if re.match(r"\w+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (here.parent / path).resolve() if path else here
        assert file.exists(), target
        assert not anchor or anchor in headings(file), target


def test_recorded_lines_can_be_replayed() -> None:
    """The page of results names games of perfect play: each can be replayed and is as long as the page says."""
    page = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    told = {name: int(plies) for plies, name in re.findall(r", (\d+) plies .*?\]\(records/([\w.-]+)\)", page)}
    files = {path.name: path for path in (ROOT / "docs" / "records").glob("*.txt")}
    assert told.keys() == files.keys()
    assert files
    for name, path in files.items():
        text = path.read_text(encoding="utf-8")
        game = billes.load(text)
        assert game.record() == text, name
        assert game.outcome is not None, name
        assert len(game.moves) == told[name], name
