"""The page's types are written from the server's, and its own sentences are all of use."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from msgspec import json

from billes.core.sentences import catalogue
from billes.games.registry import GAMES

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "ui" / "scripts" / "message_types.py"
SOURCES = ROOT / "ui" / "src"
LOCALE = ROOT / "src" / "billes" / "locale"


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    for path, text in runpy.run_path(str(SCRIPT))["files"]().items():
        assert path.read_text("utf-8") == text, f"{path.name} has drifted: run python {SCRIPT.relative_to(ROOT)}"


def test_every_sentence_of_the_page_is_used() -> None:
    written = {path: path.read_text("utf-8") for kind in ("*.ts", "*.svelte") for path in SOURCES.rglob(kind)}
    used = "".join(text for path, text in written.items() if path.name != "sentence_keys.ts")
    texts = json.decode((LOCALE / "en" / "page.json").read_bytes(), type=dict[str, object])
    assert [key for key in texts if f'"{key}"' not in used] == []
    assert set(re.findall(r'"(page\.[\w.]+)"', used)) == texts.keys()


def test_the_page_names_no_game() -> None:
    titles = {str(catalogue("en")[f"game.{name}"]).lower() for name in GAMES}
    for path in [*SOURCES.rglob("*.ts"), *SOURCES.rglob("*.svelte")]:
        written = path.read_text("utf-8").lower()
        if ".test." not in path.name:
            assert [name for name in {*GAMES, *titles} if name in written] == [], path
