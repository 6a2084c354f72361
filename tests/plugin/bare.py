"""A game that brings the five parts that every game has and nothing else: no texts, no rules page, no evaluator."""

from __future__ import annotations

from pathlib import Path

from billes.games.spec import REQUIRED
from tests.games.test_registry import install

PACKAGE = Path(__file__).parent / "src" / "billes_morris"
BARE = "go-2"
"""Its name: games may have digits and hyphens in theirs."""
VARIANT = "on-3"
SPEC = f"""
from billes.games.spec import GameSpec
SPEC = GameSpec("{BARE}", __name__, ("{VARIANT}", "free"), showcase=("{VARIANT}", "2.2/2.1/11. 2", "b2b3"))
"""


def install_bare(folder: Path) -> None:
    """Install it in a folder: Three Men's Morris without the rest. Its entry point is not called like the game."""
    parts = {name: (PACKAGE / f"{name}.py").read_text("utf-8") for name in REQUIRED}
    parts["board"] = parts["board"].replace('"morris"', f'"{BARE}"')
    parts["rules"] = parts["rules"].replace('"standard"', f'"{VARIANT}"')
    install(folder, "bare", SPEC, **parts)
